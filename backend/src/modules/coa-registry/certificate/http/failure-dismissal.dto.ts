import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import {
  DISMISSAL_REASONS,
  type DismissalReason,
  type FailureDismissal,
} from '../../../../domain/coa-registry/certificate/failure-dismissal.js';
import { OptionalText, RequiredLines, SeenVersion } from '../../../../platform/http/fields.js';
import { OneOf, TextOrNull } from '../../../../platform/http/response-fields.js';

const REASON = '`retest-after-remediation`: a newer certificate of the batch passed. `lab-error`: the laboratory erred';

/** Why the failure of a certificate no longer counts. */
export class FailureDismissalDto implements FailureDismissal {
  @OneOf(DISMISSAL_REASONS, 'DismissalReason', REASON, 'lab-error')
  reason!: DismissalReason;

  @TextOrNull('For a retest: the reference of the certificate that passed', null)
  retest!: string | null;

  @ApiProperty({
    description: 'In the words of the reviewer',
    example: 'The laboratory mixed up two samples.',
  })
  explanation!: string;

  @ApiProperty({ description: 'When it was recorded', format: 'date-time', example: '2026-11-20T15:04:05.000Z' })
  at!: string;
}

export const DismissalOrNull = (description: string) =>
  ApiProperty({ description, type: FailureDismissalDto, nullable: true, example: null });

export const toFailureDismissalDto = (dismissal: FailureDismissal | null): FailureDismissalDto | null =>
  dismissal && {
    reason: dismissal.reason,
    retest: dismissal.retest,
    explanation: dismissal.explanation,
    at: dismissal.at,
  };

/** What a reviewer records. */
export class DismissFailureDto {
  @SeenVersion()
  version!: number;

  @DismissalReasonField()
  reason!: DismissalReason;

  @OptionalText('Retest', 20, {
    description:
      'For `retest-after-remediation`: the reference of a current certificate of the same batch, with a newer test, that is ' +
      'shown as passed. While it is not current, the failure stands again',
    example: 'CB-7K3M-9QXD',
  })
  retest?: string;

  @RequiredLines('Explanation', 1000, {
    description: 'What happened, for everybody to read',
    example: 'The laboratory mixed up two samples.',
  })
  explanation!: string;
}

function DismissalReasonField() {
  return applyDecorators(
    OneOf(DISMISSAL_REASONS, 'DismissalReason', REASON, 'lab-error'),
    IsIn(DISMISSAL_REASONS, { message: 'Choose why the failure no longer stands' }),
  );
}
