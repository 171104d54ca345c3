import { ApiProperty } from '@nestjs/swagger';
import {
  FINDING_CODES,
  FINDING_SEVERITIES,
  type Finding,
  type FindingCode,
  type FindingSeverity,
} from '../../../domain/coa-registry/finding.js';
import { OneOf } from '../../../platform/http/response-fields.js';

/** Something that a machine noticed: a reason to look, not a verdict. */
export class FindingDto implements Finding {
  @OneOf(FINDING_CODES, 'FindingCode', 'What was noticed', 'batch-from-other-lab')
  code!: FindingCode;

  @OneOf(
    FINDING_SEVERITIES,
    'FindingSeverity',
    'An `error` keeps a certificate from being published without a reviewer; the others are for people to weigh',
    'warning',
  )
  severity!: FindingSeverity;

  @ApiProperty({ description: 'The field it is about', example: 'labName' })
  field!: string;

  @ApiProperty({
    description: 'The same as one sentence for people',
    example: 'Another laboratory reported on the same product and batch.',
  })
  message!: string;
}

/** Without its place in the document, which is for staff. */
export const toFindingDto = ({ code, severity, field, message }: Finding): FindingDto => ({
  code,
  severity,
  field,
  message,
});

export class FindingsDto {
  @ApiProperty({ description: 'What was noticed, errors first; empty when nothing was', type: [FindingDto] })
  findings!: FindingDto[];
}
