import { ApiProperty } from '@nestjs/swagger';
import {
  type CanStrength,
  canStrength,
  type ExperienceLevel,
  type ScaleStep,
} from '../../domain/dosing/can-strength.js';
import { canLevel, DOSE_LEVELS, type DoseLevel, EXPERIENCES, type Experience } from '../../domain/shared/dose-level.js';
import { IntegerOrNull, OneOf } from '../../platform/http/response-fields.js';

/** The field of a list that says how strong a container is. */
export const StrengthLevel = () =>
  ApiProperty({
    description:
      'How strong the whole container is, on one scale for all drinks: the level that the calculator gives its THC for a ' +
      'beginner of 150 lb or more. `high` and `very_high` are never good news, however close they are to the label. Null ' +
      "where the report's own lines contradict its total: then nothing tells",
    enum: DOSE_LEVELS,
    enumName: 'DoseLevel',
    nullable: true,
    example: 'moderate',
  });

/** @param isKnown whether the amount can be relied on */
export const strengthLevelOf = (thcMg: number, isKnown: boolean): DoseLevel | null =>
  isKnown ? canLevel(thcMg) : null;

export class ScaleStepDto implements ScaleStep {
  @OneOf(DOSE_LEVELS, 'DoseLevel', 'The step', 'high')
  level!: DoseLevel;

  @ApiProperty({
    description: 'The highest amount in it, in milligrams of THC; null for the last step',
    type: Number,
    nullable: true,
    example: 10,
  })
  upToMg!: number | null;
}

export class ExperienceLevelDto implements ExperienceLevel {
  @OneOf(EXPERIENCES, 'Experience', 'Experience with THC', 'occasional')
  experience!: Experience;

  @OneOf(DOSE_LEVELS, 'DoseLevel', 'The level for this experience', 'moderate')
  level!: DoseLevel;
}

/** How strong the whole container is, on one scale for all drinks. */
export class CanStrengthDto implements CanStrength {
  @OneOf(DOSE_LEVELS, 'DoseLevel', 'The step of the scale that `countedThcMg` is in', 'moderate')
  level!: DoseLevel;

  @ApiProperty({ description: 'The steps of the scale, the mildest first', type: [ScaleStepDto] })
  scale!: readonly ScaleStepDto[];

  @ApiProperty({ description: 'The same amount for people of each experience', type: [ExperienceLevelDto] })
  byExperience!: readonly ExperienceLevelDto[];

  @ApiProperty({ description: 'The most that a beginner starts with, in milligrams of THC', example: 2.5 })
  servingMg!: number;

  @ApiProperty({ description: 'How many of these the container holds', example: 1.93 })
  servings!: number;

  @IntegerOrNull(
    'Milliliters of the drink with one of them, rounded down; null where the volume of the container is not known, or it ' +
      'holds no more than one',
    184,
  )
  servingMl!: number | null;
}

export const toCanStrengthDto = (thcMg: number, volumeMl: number | null): CanStrengthDto =>
  canStrength(thcMg, volumeMl);
