import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import {
  type BulkJob,
  type CurrentLineResult,
  LINE_DOCUMENTS,
  LINE_OUTCOMES,
  type LineDocument,
  type LineOutcome,
  type PlannedLine,
} from '../../../../domain/coa-registry/labs/bulk-job.js';
import { FieldErrorDto } from '../../../../platform/http/api-problems.js';
import { fieldErrorOf } from '../../../../platform/http/problem.js';
import { Integer, TextOrNull, Time, TimeOrNull } from '../../../../platform/http/response-fields.js';

export class BulkJobDto {
  @ApiProperty({ description: 'Identity of the job', format: 'uuid', example: '5b3c7a1e-8f0d-4c6e-9a57-2f1f0f3f9d10' })
  id!: string;

  @ApiProperty({
    description:
      'The Idempotency-Key that the file was sent under; of one that staff imported for you it begins with `staff·`',
    example: 'october-2026',
  })
  idempotencyKey!: string;

  @ApiProperty({
    description:
      '`open`: the connection ended before the file did; send the same file under the same key and it goes on. `completed`: the end was reached',
    enum: ['open', 'completed'],
    enumName: 'BulkJobState',
    example: 'completed',
  })
  state!: 'open' | 'completed';

  @Integer('Lines taken so far. Blank lines are skipped, but counted here and in `line` of the results', 1200)
  lines!: number;

  @ApiProperty({ description: 'Of those, published at once', type: 'integer', example: 0 })
  published!: number;

  @ApiProperty({ description: 'Of those, waiting for review', type: 'integer', example: 1197 })
  waiting!: number;

  @ApiProperty({ description: 'Of those, refused; the results say why', type: 'integer', example: 3 })
  refused!: number;

  @Time('When the file was first sent', '2026-11-20T15:04:05.000Z')
  createdAt!: Date;

  @TimeOrNull('When the end of the file was taken', '2026-11-20T15:04:09.000Z')
  completedAt!: Date | null;
}

export class LineResultDto implements CurrentLineResult {
  @ApiProperty({ description: 'Number of the line in the file, from 1', type: 'integer', example: 17 })
  line!: number;

  @ApiProperty({
    description: '`published` at once, `waiting` for review, or `refused`',
    enum: LINE_OUTCOMES,
    enumName: 'LineOutcome',
    example: 'waiting',
  })
  outcome!: LineOutcome;

  @ApiProperty({
    description: 'Identity of the certificate; null when the line was refused',
    type: String,
    format: 'uuid',
    nullable: true,
    example: '0f8fad5b-d9cb-469f-a165-70867728950e',
  })
  id!: string | null;

  @ApiProperty({ description: 'Its reference', type: String, nullable: true, example: 'CB-7K3M-9QXD' })
  reference!: string | null;

  @ApiProperty({ description: 'Your own report number', type: String, nullable: true, example: 'EA-2026-01187' })
  labReportId!: string | null;

  @TextOrNull('Why it was refused: the last part of the address of a problem, as `duplicate-batch`', null)
  code!: string | null;

  @ApiProperty({ description: 'What is wrong with it, field by field', type: [FieldErrorDto] })
  errors!: readonly FieldErrorDto[];

  @ApiProperty({
    description:
      'The PDF that the line named, as of now. `awaited`: has not arrived or was not read yet. `missing`: did not arrive in ' +
      'time, or could not be kept; the certificate waits for a reviewer. `attached`: it belongs to the certificate. Null ' +
      'when the line named none',
    enum: LINE_DOCUMENTS,
    enumName: 'LineDocument',
    nullable: true,
    example: null,
  })
  document!: LineDocument | null;
}

const RESULTS_MAX = 1000;

export class LineResultsQueryDto {
  @ApiPropertyOptional({
    description: 'Only lines with this outcome',
    enum: LINE_OUTCOMES,
    enumName: 'LineOutcome',
    example: 'refused',
  })
  @IsOptional()
  @IsIn(LINE_OUTCOMES, { message: `outcome must be one of ${LINE_OUTCOMES.join(', ')}` })
  outcome?: LineOutcome;

  @ApiPropertyOptional({
    description: 'Results behind this line',
    type: 'integer',
    minimum: 0,
    default: 0,
    example: 1000,
  })
  @Type(() => Number)
  @IsInt({ message: 'afterLine must be a whole number from 0' })
  @Min(0, { message: 'afterLine must be a whole number from 0' })
  @Max(2_147_483_647, { message: 'afterLine must be a whole number from 0' })
  afterLine: number = 0;

  @ApiPropertyOptional({
    description: 'Results of one page',
    type: 'integer',
    minimum: 1,
    maximum: RESULTS_MAX,
    default: RESULTS_MAX,
    example: 1000,
  })
  @Type(() => Number)
  @IsInt({ message: `limit must be a whole number from 1 to ${RESULTS_MAX}` })
  @Min(1, { message: `limit must be a whole number from 1 to ${RESULTS_MAX}` })
  @Max(RESULTS_MAX, { message: `limit must be a whole number from 1 to ${RESULTS_MAX}` })
  limit: number = RESULTS_MAX;
}

export const toLineResultDto = ({ errors, ...result }: CurrentLineResult): LineResultDto => ({
  ...result,
  errors: errors.map(fieldErrorOf),
});

export function toBulkJobDto(job: BulkJob): BulkJobDto {
  const { id, idempotencyKey, state, lines, published, waiting, refused, createdAt, completedAt } = job;
  return { id, idempotencyKey, state, lines, published, waiting, refused, createdAt, completedAt };
}

const ofCertificate = (description: string, example: string) =>
  ApiProperty({ description: `${description}; null when the row has errors`, type: String, nullable: true, example });

/** A row of a lab's file, and whether it can be imported. */
export class LabCsvRowDto extends PickType(LineResultDto, ['line', 'labReportId']) {
  @ofCertificate('Brand', 'Juniper & Tide')
  brandName!: string | null;

  @ofCertificate('Product', 'Yuzu Seltzer 5 mg')
  productName!: string | null;

  @ofCertificate('Batch', 'JT-26-1014')
  batchId!: string | null;

  @ApiProperty({
    description: 'Why it can not be imported; none when it can. `field` is the name of the column',
    type: [FieldErrorDto],
  })
  errors!: FieldErrorDto[];
}

export const toLabCsvRowDto = ({ result, certificate }: PlannedLine): LabCsvRowDto => ({
  line: result.line,
  labReportId: result.labReportId,
  brandName: certificate?.brandName ?? null,
  productName: certificate?.productName ?? null,
  batchId: certificate?.batchId ?? null,
  errors: result.errors.map(fieldErrorOf),
});
