import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  FINDING_CODES,
  FINDING_SEVERITIES,
  type Finding,
  type FindingCode,
  type FindingSeverity,
} from '../../../../domain/coa-registry/certificate/finding.js';
import { pointerTo } from '../../../../platform/http/problem.js';
import { OneOf } from '../../../../platform/http/response-fields.js';

/** Something that an automated check noticed: a reason to check, not a verdict. */
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

/** A finding for the lab that sent the certificate. */
export class OwnFindingDto extends FindingDto {
  @ApiPropertyOptional({
    description:
      'What it is about in the body that you sent, as JSON Pointers (RFC 6901). Empty where it is about something else: ' +
      'your name as we have it, or the content of your PDF',
    type: [String],
    example: ['/analytes/0'],
  })
  pointers?: readonly string[];
}

/** Fields that have another name in a lab's request than in the registry. */
const PLACES_IN_BODY: Readonly<Record<string, readonly string[]>> = {
  testResults: ['/analytes'],
  document: ['/documentSha256'],
  labName: [],
  contactEmail: [],
};

function placesOf({ code, field, lines }: Finding): readonly string[] {
  if (lines) return lines.map((line) => `/analytes/${line}`);
  if (code === 'status-panels-differ') return ['/status', '/panels'];
  return PLACES_IN_BODY[field] ?? [pointerTo(field)];
}

export const toOwnFindingDto = (one: Finding): OwnFindingDto => ({ ...toFindingDto(one), pointers: placesOf(one) });

export class FindingsDto {
  @ApiProperty({ description: 'What was noticed, errors first; empty when nothing was', type: [FindingDto] })
  findings!: FindingDto[];
}
