import { Module } from '@nestjs/common';
import { Hearing, ProblemReportRepository } from '../../domain/hearing/hearing.js';
import { Clock, Ids } from '../../domain/shared/ports.js';
import { RetentionRegistry } from '../../platform/database/retention.js';
import { useCase } from '../../platform/use-case.js';
import { ProblemReportController, ProblemReviewController } from './hearing.controller.js';
import { HearingEmailTemplates } from './hearing-email-templates.js';
import { HEARING_RETENTION } from './problem-report.table.js';
import { TypeOrmProblemReportRepository } from './typeorm-problem-report.repository.js';

@Module({
  controllers: [ProblemReportController, ProblemReviewController],
  providers: [
    HearingEmailTemplates,
    { provide: ProblemReportRepository, useClass: TypeOrmProblemReportRepository },
    useCase(Hearing, [ProblemReportRepository, Clock, Ids]),
  ],
  exports: [Hearing],
})
export class HearingModule {
  constructor(retention: RetentionRegistry) {
    retention.register(HEARING_RETENTION);
  }
}
