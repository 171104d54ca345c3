import { Module } from '@nestjs/common';
import { ReferenceChangeRepository, ReferenceData } from '../../domain/proposals/ports.js';
import { Proposals } from '../../domain/proposals/proposals.js';
import { Clock, Ids, Transactions } from '../../domain/shared/ports.js';
import { useCase } from '../../platform/use-case.js';
import { AnalytesModule } from '../analytes/analytes.module.js';
import { MeasurementsModule } from '../measurements/measurements.module.js';
import { TypeOrmReferenceChangeRepository } from './database/typeorm-reference-change.repository.js';
import { PrintedNameController } from './http/printed-name.controller.js';
import { ReferenceChangeController } from './http/reference-change.controller.js';
import { StaffRuleController } from './http/staff-rule.controller.js';
import { MergedReferenceData } from './merged-reference-data.js';
import { ReferenceUpdates } from './reference-updates.js';

@Module({
  imports: [AnalytesModule, MeasurementsModule],
  controllers: [PrintedNameController, StaffRuleController, ReferenceChangeController],
  providers: [
    ReferenceUpdates,
    { provide: ReferenceChangeRepository, useClass: TypeOrmReferenceChangeRepository },
    { provide: ReferenceData, useClass: MergedReferenceData },
    useCase(Proposals, [ReferenceChangeRepository, ReferenceData, Transactions, Clock, Ids]),
  ],
  exports: [Proposals],
})
export class ProposalsModule {}
