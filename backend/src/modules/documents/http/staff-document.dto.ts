import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { REMOVAL_REASONS, type RemovalReason } from '../../../domain/shared/stored-document.js';
import { RequiredLines } from '../../../platform/http/fields.js';

const TEXT_MAX = 1_000;

export class TakedownDto {
  @ApiProperty({
    description: 'Why, as the public reads it',
    enum: REMOVAL_REASONS,
    enumName: 'DocumentRemovalReason',
    example: 'personal-data',
  })
  @IsIn(REMOVAL_REASONS, { message: `reason must be one of ${REMOVAL_REASONS.join(', ')}` })
  reason!: RemovalReason;

  @RequiredLines('The reason in words', TEXT_MAX, {
    description: 'What led to it, for other staff and the audit log. Never public',
    example: 'The lab asked us to: page 2 shows the home address of a sampler.',
  })
  text!: string;
}
