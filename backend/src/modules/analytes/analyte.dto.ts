import { ApiProperty } from '@nestjs/swagger';
import {
  type AmbiguousName,
  type Analyte,
  VOCABULARY_PANELS,
  type VocabularyData,
  type VocabularyPanel,
} from '../../domain/analytes/analytes.js';
import { OneOf, TextList, TextOrNull } from '../../platform/http/response-fields.js';

export class DecarboxylationDto {
  @ApiProperty({ description: 'Key of the analyte that it turns into', example: 'd9_thc' })
  readonly analyte!: string;

  @ApiProperty({ description: 'Mass of that analyte for a mass of 1, as decimal text', example: '0.877' })
  readonly factor!: string;
}

/** `implements` keeps this class complete. */
export class AnalyteDto implements Analyte {
  @ApiProperty({ description: 'Identifies the analyte and never changes', example: 'd9_thc' })
  readonly key!: string;

  @ApiProperty({ description: 'Its name on our pages', example: 'Δ9-THC' })
  readonly name!: string;

  @OneOf(VOCABULARY_PANELS, 'VocabularyPanel', 'The group it is tested with', 'cannabinoids')
  readonly panel!: VocabularyPanel;

  @TextOrNull('CAS registry number; null where it has none, or where we have no source for it', '1972-08-3')
  readonly cas!: string | null;

  @TextOrNull('Unit that reports usually print; null for a description in words', 'mg/g')
  readonly unit!: string | null;

  @TextList(
    'Other names that mean this analyte. Case, spaces and punctuation do not count, and `Δ`, `delta` and `D` are the same ' +
      'before a digit',
    ['Δ9-tetrahydrocannabinol'],
  )
  readonly names!: readonly string[];

  @ApiProperty({ description: 'Names that mean it only within its panel', type: [String], example: [] })
  readonly panelNames!: readonly string[];

  @ApiProperty({ description: 'Whether it is a total over other analytes', example: false })
  readonly isSum!: boolean;

  @TextList('Keys of the analytes of the sum; empty where the report decides what it adds up', [])
  readonly members!: readonly string[];

  @ApiProperty({
    description: 'What an acid turns into when heated; null for others',
    type: DecarboxylationDto,
    nullable: true,
    example: null,
  })
  readonly turnsInto!: DecarboxylationDto | null;

  @ApiProperty({ description: 'Whether it is a tetrahydrocannabinol (THC)', example: true })
  readonly isThc!: boolean;

  @ApiProperty({ description: 'Whether it does not occur in the plant', example: false })
  readonly isSynthetic!: boolean;

  @TextOrNull('What to know so that it is not misread', null)
  readonly note!: string | null;
}

export class AmbiguousNameDto implements AmbiguousName {
  @ApiProperty({ description: 'Name as printed', example: 'THC' })
  readonly name!: string;

  @ApiProperty({ description: 'Keys of analytes that it could mean', type: [String], example: ['d9_thc', 'total_thc'] })
  readonly couldBe!: readonly string[];
}

export class AnalyteVocabularyDto implements Omit<VocabularyData, 'panels'> {
  @ApiProperty({ description: 'Day of the last change', format: 'date', example: '2026-11-23' })
  readonly version!: string;

  @ApiProperty({ description: 'Every analyte, by panel', type: [AnalyteDto] })
  readonly analytes!: readonly AnalyteDto[];

  @ApiProperty({
    description: 'Names that could mean several analytes. We keep them as printed and assign none',
    type: [AmbiguousNameDto],
  })
  readonly ambiguous!: readonly AmbiguousNameDto[];
}
