import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Partners } from '../../domain/partners/partners.js';
import { KeySecrets, LabRepository, SandboxLinks, SandboxMailer } from '../../domain/partners/ports.js';
import { Sandboxes, type SandboxPlace } from '../../domain/partners/sandboxes.js';
import { Clock, Ids, Transactions } from '../../domain/shared/ports.js';
import type { Config } from '../../platform/config.js';
import { useCaseWith, useSecret } from '../../platform/use-case.js';
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
    useCaseWith(Partners, [LabRepository, KeySecrets, Clock, Ids], ({ isSandbox }) => (isSandbox ? 'test' : 'live')),
    useSecret(SandboxLinks, HmacSandboxLinks),
    { provide: SandboxMailer, useClass: OutboxSandboxMailer },
    useCaseWith(Sandboxes, [Partners, SandboxLinks, SandboxMailer, Transactions, Clock, Ids], placeOfSandbox),
    PartnerLimits,
    { provide: APP_GUARD, useClass: PartnerGuard },
  ],
  exports: [Partners, Sandboxes],
})
export class PartnersModule {}
