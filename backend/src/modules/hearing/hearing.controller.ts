import { Body, Controller, Get, Post, Query, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsObject,
  IsOptional,
  IsUUID,
  MinLength,
  ValidateNested,
} from 'class-validator';
import type { FastifyRequest } from 'fastify';
import {
  dueDay,
  HEARING_STEPS,
  Hearing,
  type HearingFigures,
  type HearingStep,
  type ListedReport,
  nextStep,
  PROBLEM_TEXT,
  SELECTED_MAX,
  SENTENCE_MAX,
} from '../../domain/hearing/hearing.js';
import type { Actor } from '../../domain/shared/audit.js';
import { longDay } from '../../domain/shared/long-day.js';
import {
  PROBLEM_OUTCOMES,
  PROBLEM_REASONS,
  type ProblemOutcome,
  type ProblemReason,
} from '../../domain/shared/public-problem.js';
import { parseReference } from '../../domain/shared/reference.js';
import { CurrentActor, Public, StaffOnly } from '../../platform/http/access.js';
import { ApiProblems } from '../../platform/http/api-problems.js';
import { OptionalEmail, OptionalText, RequiredLines, RequiredText, SeenVersion } from '../../platform/http/fields.js';
import { Created, NoContent, Ok, Operation, PathParam } from '../../platform/http/operation.js';
import { PageOf, type PageResponse, pageResponse } from '../../platform/http/paging.js';
import { clientKey } from '../../platform/http/rate-limit.js';
import { Integer, OneOf, TextOrNull, Time, TimeOrNull, Uuid } from '../../platform/http/response-fields.js';

const REASONS_MEAN =
  '`figure_differs`: a figure or date is wrong; `other_batch`: the certificate is about another product or batch; ' +
  '`label_differs`: the can differs; `not_genuine`: it may not be from the lab; `strength_differs`: the ' +
  'drink felt stronger or weaker';

class ReportProblemDto {
  @OneOf(PROBLEM_REASONS, 'ProblemReason', `What is wrong. ${REASONS_MEAN}`, 'figure_differs')
  @IsIn(PROBLEM_REASONS, { message: 'Choose what is wrong' })
  reason!: ProblemReason;

  @ApiProperty({ minLength: PROBLEM_TEXT.min })
  @MinLength(PROBLEM_TEXT.min, { message: `What you found must be at least ${PROBLEM_TEXT.min} characters` })
  @RequiredLines('What you found', PROBLEM_TEXT.max, {
    description: 'What is wrong and how one can see it, as plain text. Only staff read it; it is never published',
    example: 'The can says 5 mg. The report says 10 mg.',
  })
  text!: string;

  @OptionalEmail('Enter a valid email address, or leave it empty', {
    description: 'Where we say what we found. It is never published, and used for nothing else',
    example: 'sam@mail.example',
  })
  email?: string;
}

class ProblemReceiptDto {
  @ApiProperty({ description: 'Name of this report, to quote when writing again', example: 'P-0F8FA-D5BD9' })
  reference!: string;

  @ApiProperty({
    description: 'What happens next',
    example: 'We have your report. A person will read it by November 27, 2026.',
  })
  message!: string;
}

class ProblemOutcomeCountsDto implements Record<ProblemOutcome, number> {
  @Integer('No error was found', 4)
  no_error!: number;

  @Integer('The certificate was replaced by a corrected one', 2)
  corrected!: number;

  @Integer('The certificate was withdrawn', 1)
  withdrawn!: number;

  @Integer('It could not be settled', 1)
  not_settled!: number;

  @Integer('Not about the certificate, such as spam; shown nowhere else', 3)
  dismissed!: number;
}

const NullableInteger = (description: string, example: number) =>
  ApiProperty({ description, type: 'integer', nullable: true, example });

const STILL_WAITING = 'Those that still wait count with their time so far. Null while there are too few to tell';

class HearingFiguresDto implements HearingFigures {
  @Integer('Reports of problems that arrived in the last 365 days', 12)
  received!: number;

  @Integer('Of these, how many have no outcome yet', 1)
  open!: number;

  @Integer('Of these, how many missed the day of their next step', 0)
  overdue!: number;

  @ApiProperty({ description: 'How the others ended' })
  outcomes!: ProblemOutcomeCountsDto;

  @NullableInteger(`Median hours until a person had read one, rounded up. ${STILL_WAITING}`, 5)
  medianHoursToAcknowledge!: number | null;

  @NullableInteger(`Median days until the outcome, rounded up. ${STILL_WAITING}`, 6)
  medianDaysToOutcome!: number | null;
}

/** Requests of one address in a minute, as for other forms. */
const REPORTS_PER_MINUTE = 10;

@ApiTags('Public contact')
@Controller('api')
@Public()
export class ProblemReportController {
  constructor(private readonly hearing: Hearing) {}

  @Post('certificates/:reference/problems')
  @RouteConfig({ requestsPerMinute: REPORTS_PER_MINUTE })
  @Operation(
    'Report a problem with a certificate',
    'A person reads it within one business day, the brand and the laboratory are heard within five, and the outcome ' +
      'follows within ten. Until then nothing public changes. While a report is open, another one of the same sender about ' +
      'the same certificate is added to it. A certificate that is not public is answered 404 `coa-not-found`.',
  )
  @Created(ProblemReceiptDto, 'Stored, and waiting for a person')
  @ApiProblems(404)
  async reportProblem(
    @PathParam('reference', { description: 'Reference of the certificate', example: 'CB-7K3M-9QXD' }) typed: string,
    @Body() { reason, text, email }: ReportProblemDto,
    @Req() request: FastifyRequest,
  ): Promise<ProblemReceiptDto> {
    const { reference, reportedAt } = await this.hearing.report(
      { reason, text, email: email ?? null },
      parseReference(typed) ?? typed,
      clientKey(request),
    );
    const message = `We have your report. A person will read it by ${longDay(dueDay(reportedAt, 'acknowledgment'))}.`;
    return { reference, message };
  }

  @Get('problem-figures')
  @Operation(
    'Get figures about reported problems',
    'How many problems were reported with certificates, how they ended, and how long people waited.',
  )
  @Ok(HearingFiguresDto, 'The figures as they are now')
  async getProblemFigures(): Promise<HearingFiguresDto> {
    const { received, open, overdue, outcomes, medianHoursToAcknowledge, medianDaysToOutcome } =
      await this.hearing.figures();
    const { no_error, corrected, withdrawn, not_settled, dismissed } = outcomes;
    return {
      received,
      open,
      overdue,
      outcomes: { no_error, corrected, withdrawn, not_settled, dismissed },
      medianHoursToAcknowledge,
      medianDaysToOutcome,
    };
  }
}

const STANDINGS = ['open', 'closed'] as const;
type ProblemStanding = (typeof STANDINGS)[number];

class ProblemListQueryDto {
  @ApiPropertyOptional({
    description: 'Whether they still have no outcome',
    enum: STANDINGS,
    enumName: 'ProblemStanding',
    default: 'open',
    example: 'open',
  })
  @IsIn(STANDINGS, { message: `standing must be one of ${STANDINGS.join(', ')}` })
  standing: ProblemStanding = 'open';

  @OptionalText('certificate', 20, { description: 'Only those about this certificate', example: 'CB-7K3M-9QXD' })
  certificate?: string;

  @ApiPropertyOptional({
    description: 'Only open ones of the same sender as this open report',
    format: 'uuid',
    example: '0f8fad5b-d9cb-469f-a165-70867728950e',
  })
  @IsOptional()
  @IsUUID(undefined, { message: 'sameReporterAs must be the ID of a report' })
  sameReporterAs?: string;
}

class StaffProblemReportDto {
  @Uuid('Identity', '0f8fad5b-d9cb-469f-a165-70867728950e')
  id!: string;

  @ApiProperty({ description: 'What the reporter was told to quote', example: 'P-0F8FA-D5BD9' })
  reference!: string;

  @ApiProperty({ description: 'Reference of the certificate', example: 'CB-7K3M-9QXD' })
  certificate!: string;

  @ApiProperty({ description: 'Its brand', example: 'Juniper & Tide' })
  brandName!: string;

  @ApiProperty({ description: 'Its product', example: 'Yuzu Seltzer 5 mg' })
  productName!: string;

  @ApiProperty({ description: 'Its batch', example: '#C9030' })
  batchId!: string;

  @ApiProperty({ description: 'Its laboratory', example: 'Example Analytical' })
  labName!: string;

  @OneOf(PROBLEM_REASONS, 'ProblemReason', `What is wrong. ${REASONS_MEAN}`, 'figure_differs')
  reason!: ProblemReason;

  @TextOrNull('What the reporter wrote; null once it was erased', 'The can says 5 mg. The report says 10 mg.')
  text!: string | null;

  @TextOrNull('Where the outcome goes', 'sam@mail.example')
  email!: string | null;

  @Integer('How often the same sender reported it while it was open', 1)
  times!: number;

  @Integer('Open reports about the same certificate', 2)
  openOnCertificate!: number;

  @Integer('Open reports of the same sender', 1)
  openFromReporter!: number;

  @Time('When it arrived', '2026-11-20T15:04:05.000Z')
  reportedAt!: Date;

  @TimeOrNull('When a person had read it', null)
  acknowledgedAt!: Date | null;

  @TimeOrNull('When the brand and the laboratory had been heard', null)
  heardAt!: Date | null;

  @TimeOrNull('When it was first decided', null)
  closedAt!: Date | null;

  @ApiProperty({
    description: 'What is due next; null once it is closed',
    enum: HEARING_STEPS,
    enumName: 'HearingStep',
    nullable: true,
    example: 'acknowledgment',
  })
  nextStep!: HearingStep | null;

  @ApiProperty({
    description: 'The day by which that is due, in Eastern time',
    type: String,
    format: 'date',
    nullable: true,
    example: '2026-11-23',
  })
  dueBy!: string | null;

  @ApiProperty({ description: 'Whether that day is over', example: false })
  overdue!: boolean;

  @ApiProperty({
    description: 'How it ended',
    enum: PROBLEM_OUTCOMES,
    enumName: 'ProblemOutcome',
    nullable: true,
    example: null,
  })
  outcome!: ProblemOutcome | null;

  @TextOrNull('What staff found', null)
  sentence!: string | null;

  @TextOrNull('Who decided', null)
  decidedBy!: string | null;

  @Integer('Counts the changes; send it back with the next one', 1)
  version!: number;
}

class SelectedReportDto {
  @Uuid('Identity of the report', '0f8fad5b-d9cb-469f-a165-70867728950e')
  @IsUUID(undefined, { message: 'id must be the ID of a report' })
  id!: string;

  @SeenVersion()
  version!: number;
}

class ProblemSelectionDto {
  @ApiProperty({
    description: 'The reports, as you saw them. If one has changed since, nothing is changed',
    type: [SelectedReportDto],
    minItems: 1,
    maxItems: SELECTED_MAX,
  })
  @Type(() => SelectedReportDto)
  @ValidateNested({ each: true })
  @ArrayUnique((report: SelectedReportDto | null) => report?.id, { message: 'Name each report once' })
  @IsObject({ each: true, message: 'Name each report as an object' })
  @ArrayMaxSize(SELECTED_MAX, { message: `Choose at most ${SELECTED_MAX} reports` })
  @ArrayMinSize(1, { message: 'Choose at least one report' })
  @IsArray({ message: 'Choose at least one report' })
  reports!: SelectedReportDto[];
}

class ProblemDecisionDto extends ProblemSelectionDto {
  @OneOf(
    PROBLEM_OUTCOMES,
    'ProblemOutcome',
    'How they end. `corrected` and `withdrawn` need a certificate that is; they and `not_settled` need the hearing. ' +
      '`dismissed`, for reports that are not about the certificate, is not shown on its page',
    'no_error',
  )
  @IsIn(PROBLEM_OUTCOMES, { message: 'Choose how it ends' })
  outcome!: ProblemOutcome;

  @RequiredText('Public sentence', SENTENCE_MAX, {
    description: 'What you found. Public, and sent to the reporters: no addresses, phone numbers or links',
    example: 'The figures match the report that the lab issued.',
  })
  sentence!: string;
}

@ApiTags('Staff review')
@Controller('api/staff/problem-reports')
@StaffOnly('reviewer')
export class ProblemReviewController {
  constructor(private readonly hearing: Hearing) {}

  @Get()
  @Operation(
    'List reported problems',
    'Open ones by what is due first, or closed ones by what was closed last; at most 200. Each says how many are open ' +
      'about its certificate and of its sender, and the filters list those.',
  )
  @PageOf(StaffProblemReportDto)
  async listProblemReports(
    @Query() { standing, certificate, sameReporterAs }: ProblemListQueryDto,
  ): Promise<PageResponse<StaffProblemReportDto>> {
    const page = await this.hearing.page({
      isOpen: standing === 'open',
      certificate: certificate ?? null,
      sameReporterAs: sameReporterAs ?? null,
    });
    return pageResponse({ ...page, next: null }, (report) => this.toDto(report));
  }

  @Post('acknowledgment')
  @Operation(
    'Acknowledge reported problems',
    'Records that a person has read them, and tells reporters who left an address. All of them or, if one has changed ' +
      'since, none: 409 `problem-report-changed`.',
  )
  @NoContent('Acknowledged')
  @ApiProblems(409)
  acknowledgeProblemReports(@Body() { reports }: ProblemSelectionDto, @CurrentActor() actor: Actor): Promise<void> {
    return this.hearing.acknowledge(reports, actor);
  }

  @Post('hearing')
  @Operation(
    'Record that brand and laboratory were heard',
    'Do it when both were asked about the certificate and answered, or had the time to. All of them or, if one has changed ' +
      'since, none: 409 `problem-report-changed`.',
  )
  @NoContent('Recorded')
  @ApiProblems(409)
  recordHearing(@Body() { reports }: ProblemSelectionDto, @CurrentActor() actor: Actor): Promise<void> {
    return this.hearing.recordHearing(reports, actor);
  }

  @Post('outcome')
  @Operation(
    'Decide reported problems',
    'One outcome for all of them. Pages of their certificates say it, unless it is `dismissed`, and reporters who left an ' +
      'address hear of it. A closed one can be decided again. If one has changed since, nothing is decided: 409 ' +
      '`problem-report-changed`. If the outcome says what is not so yet: 409 `problem-outcome-premature`.',
  )
  @NoContent('Decided')
  @ApiProblems(409)
  decideProblemReports(
    @Body() { reports, outcome, sentence }: ProblemDecisionDto,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    return this.hearing.decide(reports, { outcome, sentence }, actor);
  }

  private toDto(report: ListedReport): StaffProblemReportDto {
    return {
      id: report.id,
      reference: report.reference,
      certificate: report.certificate,
      brandName: report.brandName,
      productName: report.productName,
      batchId: report.batchId,
      labName: report.labName,
      reason: report.reason,
      text: report.text,
      email: report.email,
      times: report.times,
      openOnCertificate: report.openOnCertificate,
      openFromReporter: report.openFromReporter,
      reportedAt: report.reportedAt,
      acknowledgedAt: report.acknowledgedAt,
      heardAt: report.heardAt,
      closedAt: report.closedAt,
      nextStep: nextStep(report),
      dueBy: report.dueBy,
      overdue: this.hearing.isOverdue(report),
      outcome: report.outcome,
      sentence: report.sentence,
      decidedBy: report.decidedBy,
      version: report.version,
    };
  }
}
