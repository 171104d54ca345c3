import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Partners } from '../../domain/partners/partners.js';
import { KeySecrets, LabRepository } from '../../domain/partners/ports.js';
import { Clock, Ids } from '../../domain/shared/ports.js';
import { TypeOrmLabRepository } from './database/typeorm-lab.repository.js';
import { LabController } from './http/lab.controller.js';
import { PartnerGuard } from './http/partner.guard.js';
import { PartnerLabController } from './http/partner-lab.controller.js';
import { PartnerLimits } from './http/partner-limits.js';
import { RandomKeySecrets } from './random-key-secrets.js';

@Module({
  controllers: [LabController, PartnerLabController],
  providers: [
    { provide: LabRepository, useClass: TypeOrmLabRepository },
    { provide: KeySecrets, useClass: RandomKeySecrets },
    {
      provide: Partners,
      inject: [LabRepository, KeySecrets, Clock, Ids],
      useFactory: (labs: LabRepository, secrets: KeySecrets, clock: Clock, ids: Ids) =>
        new Partners(labs, secrets, clock, ids),
    },
    PartnerLimits,
    { provide: APP_GUARD, useClass: PartnerGuard },
  ],
  exports: [Partners],
})
export class PartnersModule {}
