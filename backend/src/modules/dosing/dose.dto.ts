import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsNumber, Max, Min } from 'class-validator';
import type { Reason } from '../../domain/dosing/dose-reasons.js';
import {
  DOSE_LIMITS,
  DOSE_MESSAGES,
  type DoseRequest,
  STOMACH_CONTENTS,
  type StomachContents,
} from '../../domain/dosing/dose-request.js';
import type { DoseResult } from '../../domain/dosing/dosing.js';
import type { DoseTiming, MinuteRange } from '../../domain/dosing/timing.js';
import {
  DOSE_LEVELS,
  type DoseLevel,
  EXPERIENCES,
  type Experience,
  type StartingRange,
} from '../../domain/shared/dose-level.js';
import { OneOf, TextList, TextOrNull } from '../../platform/http/response-fields.js';

const FINITE = { allowNaN: false, allowInfinity: false };

const THC = { message: DOSE_MESSAGES.thcAmount };
const WEIGHT = { message: DOSE_MESSAGES.bodyWeight };

export class DoseRequestDto implements DoseRequest {
  @ApiProperty({
    description: 'THC being considered, in mg in total, not per serving',
    type: Number,
    ...DOSE_LIMITS.thcAmount,
    example: 5,
  })
  @IsNumber(FINITE, THC)
  @Min(DOSE_LIMITS.thcAmount.minimum, THC)
  @Max(DOSE_LIMITS.thcAmount.maximum, THC)
  readonly thcAmount!: number;

  @ApiProperty({ description: 'Body weight in lb', type: Number, ...DOSE_LIMITS.bodyWeight, example: 150 })
  @IsNumber(FINITE, WEIGHT)
  @Min(DOSE_LIMITS.bodyWeight.minimum, WEIGHT)
  @Max(DOSE_LIMITS.bodyWeight.maximum, WEIGHT)
  readonly bodyWeight!: number;

  @OneOf(
    EXPERIENCES,
    'Experience',
    '`beginner`: 0 to 5 uses ever, or more than a year off; `occasional`: from less than monthly to about weekly; ' +
      '`regular`: weekly or more; `experienced`: most days',
    'beginner',
  )
  @IsIn(EXPERIENCES, { message: DOSE_MESSAGES.experience })
  readonly experience!: Experience;

  @OneOf(STOMACH_CONTENTS, 'StomachContents', 'How full the stomach is when the drink is finished', 'light')
  @IsIn(STOMACH_CONTENTS, { message: DOSE_MESSAGES.stomachContents })
  readonly stomachContents!: StomachContents;
}

export class MinuteRangeDto implements MinuteRange {
  @ApiProperty({ description: 'Earliest or shortest, in minutes', type: 'integer', minimum: 0, example: 30 })
  readonly minMinutes!: number;

  @ApiProperty({ description: 'Latest or longest, in minutes', type: 'integer', maximum: 720, example: 90 })
  readonly maxMinutes!: number;
}

export class DoseTimingDto implements DoseTiming {
  @ApiProperty({
    description: 'When effects may be first felt, in minutes after finishing the drink',
    type: MinuteRangeDto,
    example: { minMinutes: 30, maxMinutes: 90 },
  })
  readonly onset!: MinuteRangeDto;

  @ApiProperty({
    description: 'When effects may be strongest, in minutes after finishing the drink',
    type: MinuteRangeDto,
    example: { minMinutes: 75, maxMinutes: 180 },
  })
  readonly peak!: MinuteRangeDto;

  @ApiProperty({
    description: 'How long effects may last, in minutes; never above 720',
    type: MinuteRangeDto,
    example: { minMinutes: 240, maxMinutes: 480 },
  })
  readonly duration!: MinuteRangeDto;
}

export class StartingRangeDto implements StartingRange {
  @ApiProperty({ description: 'Lower end, in mg of THC', type: Number, minimum: 0, example: 1 })
  readonly minMg!: number;

  @ApiProperty({ description: 'Upper end, in mg of THC; never above 10', type: Number, maximum: 10, example: 2.5 })
  readonly maxMg!: number;
}

export class DoseReasonDto implements Reason {
  @ApiProperty({
    description: 'What was applied, with its numbers',
    example: 'At this level, effects may last 4 to 8 hours.',
  })
  readonly rule!: string;

  @ApiProperty({
    description: 'Why the rule is as it is',
    example:
      'In a study with 6 adults per dose, effects of THC brownies lasted 6 to 8 hours. Health Canada says up to 12 ' +
      'hours. Our range gets longer with the level and stops at 12 hours.',
  })
  readonly because!: string;

  @ApiProperty({
    description:
      'Where that comes from: one or more citations, separated by semicolons, each ending with its DOI or address where one is known',
    example:
      'Vandrey et al., 2017, Journal of Analytical Toxicology, doi:10.1093/jat/bkx012; Health Canada consumer ' +
      'information, 2019',
  })
  readonly source!: string;
}

/** `implements` keeps this class complete: a new field in the domain breaks the build until it is added here. */
export class DoseResultDto implements DoseResult {
  @OneOf(DOSE_LEVELS, 'DoseLevel', 'How strong the amount is for this person; `none` only for 0 mg', 'moderate')
  readonly doseLevel!: DoseLevel;

  @ApiProperty({
    description: 'What the amount may be like, in a sentence',
    example: 'Noticeable intoxication for most people. Attention, memory and coordination are affected.',
  })
  readonly effectsDescription!: string;

  @TextOrNull(
    'When effects may be first felt after finishing the drink, for people; null at level `none`',
    '30 to 90 minutes',
  )
  readonly onsetTime!: string | null;

  @TextOrNull(
    'When effects may be strongest after finishing the drink, for people; null at level `none`',
    '1¼ to 3 hours',
  )
  readonly peakTime!: string | null;

  @TextOrNull('How long effects may last, for people; null at level `none`', '4 to 8 hours')
  readonly duration!: string | null;

  @TextList('What may be felt, as sentences; empty at level `none`', [
    'You may feel euphoric or heavy.',
    'Time may seem to pass differently.',
    'Your reactions may be slower.',
    'You may feel hungry.',
  ])
  readonly expectedEffects!: readonly string[];

  @TextList('What may be unpleasant, including what may be at lower levels; empty at level `none`', [
    'Dry mouth',
    'Red eyes',
    'Light-headedness',
    'Sleepiness',
    'Fast heartbeat',
    'Anxiety',
    'Poor short-term memory',
  ])
  readonly possibleSideEffects!: readonly string[];

  @ApiProperty({
    description: 'How the body handles a swallowed dose, and what stomach and weight change about it',
    example:
      'Swallowed THC passes through the liver and becomes 11-hydroxy-THC, which is also intoxicating. After a light ' +
      'meal, it may start later. Body weight predicts effects poorly; we are slightly more cautious below 150 lb (about 68 kg).',
  })
  readonly metabolismNote!: string;

  @ApiProperty({
    description:
      'The amount in mg after the adjustment for weight: as entered from 150 lb up, up to 10% more below. The level is ' +
      'read from it, except that up to 2.5 mg as entered for a `beginner`, and up to 5 mg for an `occasional` user, the ' +
      'level is at most `low`.',
    type: Number,
    minimum: 0,
    maximum: 110,
    example: 5,
  })
  readonly adjustedMg!: number;

  @ApiProperty({
    description: 'The times in minutes; null at level `none`',
    type: DoseTimingDto,
    nullable: true,
    example: {
      onset: { minMinutes: 30, maxMinutes: 90 },
      peak: { minMinutes: 75, maxMinutes: 180 },
      duration: { minMinutes: 240, maxMinutes: 480 },
    },
  })
  readonly timing!: DoseTimingDto | null;

  @TextOrNull(
    'What to tell people about having more, as a sentence to show as it is: "Wait at least 3 hours before more." or, ' +
      'at `high` and `very_high`, "Do not have any more today."; null at level `none`',
    'Wait at least 3 hours before more.',
  )
  readonly moreAdvice!: string | null;

  @ApiProperty({
    description:
      'True at `high` and `very_high`: show `moreAdvice`, draw no waiting time, and say nothing that suggests a time for ' +
      'more',
    type: Boolean,
    example: false,
  })
  readonly noMoreToday!: boolean;

  @ApiProperty({
    description:
      'How long to wait before considering more, in minutes; null at level `none`. For amounts that one might repeat: ' +
      'where `noMoreToday` is true it is still given, for older clients, and must not be shown to people.',
    type: 'integer',
    nullable: true,
    minimum: 120,
    maximum: 240,
    example: 180,
  })
  readonly waitBeforeMoreMinutes!: number | null;

  @ApiProperty({
    description: 'How long not to drive at the least, in minutes; null at level `none`',
    type: 'integer',
    nullable: true,
    minimum: 480,
    maximum: 720,
    example: 480,
  })
  readonly doNotDriveMinutes!: number | null;

  @TextOrNull(
    'The sentence that goes with `doNotDriveMinutes`; null at level `none`',
    'Do not drive for at least 8 hours and until you feel completely normal; never with alcohol.',
  )
  readonly drivingAdvice!: string | null;

  @ApiProperty({
    description: 'Where a person of this experience may start; does not depend on the amount entered',
    type: StartingRangeDto,
    example: { minMg: 1, maxMg: 2.5 },
  })
  readonly startingRange!: StartingRangeDto;

  @TextList('Warnings for amounts large for anyone: none up to 10 mg, one above 10 mg, two above 20 mg', [])
  readonly banners!: readonly string[];

  @TextList('Warnings that go with every answer; the one on waiting depends on the level', [
    'Some people feel nothing for 2 hours; wait, do not re-dose early.',
  ])
  readonly notes!: readonly string[];

  @ApiProperty({ description: 'Why the answer is as it is, one entry per rule', type: [DoseReasonDto] })
  readonly reasons!: readonly DoseReasonDto[];
}

const toMinuteRangeDto = ({ minMinutes, maxMinutes }: MinuteRange): MinuteRangeDto => ({ minMinutes, maxMinutes });

const toDoseTimingDto = ({ onset, peak, duration }: DoseTiming): DoseTimingDto => ({
  onset: toMinuteRangeDto(onset),
  peak: toMinuteRangeDto(peak),
  duration: toMinuteRangeDto(duration),
});

export const toDoseResultDto = (result: DoseResult): DoseResultDto => ({
  doseLevel: result.doseLevel,
  effectsDescription: result.effectsDescription,
  onsetTime: result.onsetTime,
  peakTime: result.peakTime,
  duration: result.duration,
  expectedEffects: result.expectedEffects,
  possibleSideEffects: result.possibleSideEffects,
  metabolismNote: result.metabolismNote,
  adjustedMg: result.adjustedMg,
  timing: result.timing && toDoseTimingDto(result.timing),
  moreAdvice: result.moreAdvice,
  noMoreToday: result.noMoreToday,
  waitBeforeMoreMinutes: result.waitBeforeMoreMinutes,
  doNotDriveMinutes: result.doNotDriveMinutes,
  drivingAdvice: result.drivingAdvice,
  startingRange: { minMg: result.startingRange.minMg, maxMg: result.startingRange.maxMg },
  banners: result.banners,
  notes: result.notes,
  reasons: result.reasons.map(({ rule, because, source }) => ({ rule, because, source })),
});
