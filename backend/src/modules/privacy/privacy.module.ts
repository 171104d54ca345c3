import { Module } from '@nestjs/common';
import { BrandClaims, Brands } from '../../domain/brands/brands.js';
import { CoaRegistry } from '../../domain/coa-registry/coa-registry.js';
import { Contact } from '../../domain/contact/contact.js';
import { Hearing } from '../../domain/hearing/hearing.js';
import { Follows, Newsletter } from '../../domain/newsletter/newsletter.js';
import { Partners } from '../../domain/partners/partners.js';
import { Mentions, PrivacyLog, RetentionRepository } from '../../domain/privacy/ports.js';
import { Privacy } from '../../domain/privacy/privacy.js';
import { Retention } from '../../domain/privacy/retention.js';
import type { PersonalDataProvider } from '../../domain/shared/personal-data.js';
import { Clock, Transactions } from '../../domain/shared/ports.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { RetentionRegistry } from '../../platform/database/retention.js';
import { queueWorker } from '../../platform/queue/worker.js';
import { useCase } from '../../platform/use-case.js';
import { BrandsModule } from '../brands/brands.module.js';
import { CoaRegistryModule } from '../coa-registry/coa-registry.module.js';
import { ContactModule } from '../contact/contact.module.js';
import { HearingModule } from '../hearing/hearing.module.js';
import { NewsletterModule } from '../newsletter/newsletter.module.js';
import { PartnersModule } from '../partners/partners.module.js';
import { TypeOrmMentions } from './database/typeorm-mentions.js';
import { TypeOrmPrivacyLog } from './database/typeorm-privacy-log.js';
import { HmacPseudonymizer } from './hmac-pseudonymizer.js';
import { PrivacyController } from './http/privacy.controller.js';
import { retentionQueue } from './jobs/retention-worker.js';
import { MailFolderFiles } from './mail-folder-files.js';

/** Contexts with personal data. The registry comes first, because it takes locks that brands need too. */
const PROVIDERS = [CoaRegistry, Brands, BrandClaims, Contact, Hearing, Newsletter, Follows, Partners];

@Module({
  imports: [CoaRegistryModule, BrandsModule, ContactModule, HearingModule, NewsletterModule, PartnersModule],
  controllers: [PrivacyController],
  providers: [
    { provide: PrivacyLog, useClass: TypeOrmPrivacyLog },
    { provide: RetentionRepository, useExisting: RetentionRegistry },
    useCase(Retention, [RetentionRepository, PrivacyLog, Transactions, Clock]),
    queueWorker(retentionQueue, [Retention]),
    { provide: Mentions, useClass: TypeOrmMentions },
    {
      provide: Privacy,
      inject: [CONFIG, Mentions, PrivacyLog, Transactions, Clock, ...PROVIDERS],
      useFactory: (
        config: Config,
        mentions: Mentions,
        log: PrivacyLog,
        transactions: Transactions,
        clock: Clock,
        ...providers: PersonalDataProvider[]
      ) => {
        const files = new MailFolderFiles(config.mailFolder);
        const pseudonymizer = new HmacPseudonymizer(config.cookieSecret);
        return new Privacy(providers, mentions, files, pseudonymizer, log, transactions, clock);
      },
    },
  ],
})
export class PrivacyModule {}
