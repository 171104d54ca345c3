import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Partners } from '../../domain/partners/partners.js';
import { KeySecrets, LabRepository, SandboxLinks, SandboxMailer } from '../../domain/partners/ports.js';
import { Sandboxes, type SandboxPlace } from '../../domain/partners/sandboxes.js';
import { Clock, Ids, Transactions } from '../../domain/shared/ports.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { useSecret } from '../../platform/use-case.js';
import { TypeOrmLabRepository } from './database/typeorm-lab.repository.js';
import { OutboxSandboxMailer } from './email/outbox-sandbox-mailer.js';
import { HmacSandboxLinks } from './hmac-sandbox-links.js';
import { LabController } from './http/lab.controller.js';
import { PartnerGuard } from './http/partner.guard.js';
import { PartnerLabController } from './http/partner-lab.controller.js';
import { PartnerLimits } from './http/partner-limits.js';
import { SandboxKeyController } from './http/sandbox-key.controller.js';
import { RandomKeySecrets } from './random-key-secrets.js';

const placeOfSandbox = ({ isSandbox, sandboxDatabaseUrl }: Config): SandboxPlace =>
  isSandbox ? 'here' : sandboxDatabaseUrl === null ? 'nowhere' : 'beside';

@Module({
  controllers: [LabController, PartnerLabController, SandboxKeyController],
  providers: [
    { provide: LabRepository, useClass: TypeOrmLabRepository },
    { provide: KeySecrets, useClass: RandomKeySecrets },
    {
      provide: Partners,
      inject: [LabRepository, KeySecrets, Clock, Ids, CONFIG],
      useFactory: (labs: LabRepository, secrets: KeySecrets, clock: Clock, ids: Ids, { isSandbox }: Config) =>
        new Partners(labs, secrets, clock, ids, isSandbox ? 'test' : 'live'),
    },
    useSecret(SandboxLinks, HmacSandboxLinks),
    { provide: SandboxMailer, useClass: OutboxSandboxMailer },
    {
      provide: Sandboxes,
      inject: [Partners, SandboxLinks, SandboxMailer, Transactions, Clock, Ids, CONFIG],
      useFactory: (
        partners: Partners,
        links: SandboxLinks,
        mailer: SandboxMailer,
        transactions: Transactions,
        clock: Clock,
        ids: Ids,
        config: Config,
      ) => new Sandboxes(partners, links, mailer, transactions, clock, ids, placeOfSandbox(config)),
    },
    PartnerLimits,
    { provide: APP_GUARD, useClass: PartnerGuard },
  ],
  exports: [Partners, Sandboxes],
})
export class PartnersModule {}
