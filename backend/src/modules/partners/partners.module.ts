import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Partners } from '../../domain/partners/partners.js';
import { KeySecrets, LabRepository } from '../../domain/partners/ports.js';
import { Webhooks } from '../../domain/partners/webhooks.js';
import { Clock, Ids } from '../../domain/shared/ports.js';
import { LabController } from './lab.controller.js';
import { PartnerGuard } from './partner.guard.js';
import { PartnerLabController } from './partner-lab.controller.js';
import { PartnerLimits } from './partner-limits.js';
import { RandomKeySecrets } from './random-key-secrets.js';
import { TypeOrmLabRepository } from './typeorm-lab.repository.js';
import { WebhookMail } from './webhook-mail.js';
import { WebhookMailSearch } from './webhook-mail-search.js';
import { WebhooksModule } from './webhooks.module.js';

@Module({
  imports: [WebhooksModule],
  controllers: [LabController, PartnerLabController],
  providers: [
    { provide: LabRepository, useClass: TypeOrmLabRepository },
    { provide: KeySecrets, useClass: RandomKeySecrets },
    {
      provide: Partners,
      inject: [LabRepository, KeySecrets, Clock, Ids, Webhooks],
      useFactory: (labs: LabRepository, secrets: KeySecrets, clock: Clock, ids: Ids, webhooks: Webhooks) =>
        new Partners(labs, secrets, clock, ids, webhooks),
    },
    PartnerLimits,
    WebhookMail,
    WebhookMailSearch,
    { provide: APP_GUARD, useClass: PartnerGuard },
  ],
  exports: [Partners],
})
export class PartnersModule {}
