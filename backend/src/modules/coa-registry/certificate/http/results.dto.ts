import { ApiProperty } from '@nestjs/swagger';
import type {
  LimitGroup,
  LimitReading,
  LineReading,
  ResultsReading,
  RuleReading,
} from '../../../../domain/measurements/measurements.js';
import {
  LOQ_FITS,
  type LoqFit,
  QUALIFIERS,
  type Qualifier,
  RULE_STATES,
  RULE_VERDICTS,
  type RuleState,
  type RuleVerdict,
} from '../../../../domain/shared/result-terms.js';
import { OneOf, TextOrNull } from '../../../../platform/http/response-fields.js';

/** The range of an amount. Rounded outward to six places after the point. */
export class AmountBoundsDto {
  @ApiProperty({ description: 'Lower bound, as decimal text', example: '4.93' })
  low!: string;

  @TextOrNull('Upper bound, as decimal text; null where nothing printed bounds it', '4.93')
  high!: string | null;
}

/** What is derived from one printed line. The line itself stays as printed. */
export class LineReadingDto implements LineReading {
  @OneOf(
    QUALIFIERS,
    'ResultQualifier',
    'What kind of statement the printed result is. `not_detected` lies between zero and the LOD, `below_loq` between zero ' +
      'and the LOQ. `unclear`: we do not understand the text, and "Pass" is not a figure',
    'measured',
  )
  qualifier!: Qualifier;

  @ApiProperty({
    description: 'Milligrams in one container; null where they do not follow from what the report prints',
    type: AmountBoundsDto,
    nullable: true,
    example: { low: '4.93', high: '4.93' },
  })
  mgPerContainer!: AmountBoundsDto | null;

  @ApiProperty({ description: 'Milligrams in one serving', type: AmountBoundsDto, nullable: true, example: null })
  mgPerServing!: AmountBoundsDto | null;

  @TextOrNull('Why there is no amount per container', null)
  refused!: string | null;
}

/** How a certificate compares with one rule, as we read the rule. */
export class RuleReadingDto {
  @ApiProperty({ description: 'Id of the rule (`getRule`)', example: 'us-2026-12-11' })
  id!: string;

  @ApiProperty({ description: 'Edition of our reading', type: 'integer', example: 1 })
  edition!: number;

  @ApiProperty({ description: 'ISO 3166 code of the jurisdiction', example: 'US' })
  jurisdiction!: string;

  @ApiProperty({ description: 'The jurisdiction as people say it', example: 'United States' })
  place!: string;

  @ApiProperty({ description: 'What it is', example: 'Federal definition from December 11, 2026' })
  title!: string;

  @OneOf(
    RULE_STATES,
    'RuleState',
    'Whether it is in force today, as far as we know; days are those of the place (of Washington, D.C. for federal rules)',
    'upcoming',
  )
  state!: RuleState;

  @TextOrNull('First day in force, `YYYY-MM-DD`', '2026-12-11')
  effectiveFrom!: string | null;

  @TextOrNull('Whom or what it is about, where that is not every hemp drink', null)
  scope!: string | null;

  @ApiProperty({
    description: 'What the verdict is about. Say it before the verdict: a rule can limit more than a report can answer',
    example: 'THC per container',
  })
  covers!: string;

  @OneOf(
    RULE_VERDICTS,
    'RuleVerdict',
    '`cannot_tell`: the figures or the rule do not decide it. `not_tested`: not all that it limits is on the certificate. ' +
      'None of them says whether a product may be sold',
    'above',
  )
  verdict!: RuleVerdict;

  @ApiProperty({
    description: 'The verdict in a few words, with the first day of a rule that is not in force yet',
    example: 'Above (from Dec 11, 2026)',
  })
  label!: string;

  @ApiProperty({
    description: 'The verdict with its figures, citation and the day of our reading',
    example:
      'Above the limit in the federal rule (from December 11, 2026) as we read it on November 22, 2026: at least ' +
      '4.92 mg of THC of all forms per container; the rule says at most 0.4 mg (7 U.S.C. 1639o(1)). ' +
      "Arithmetic on the lab's figures; not legal advice.",
  })
  sentence!: string;

  @TextOrNull(
    'The most THC that the rule allows in one container, in milligrams as decimal text; null where it has no such limit',
    '0.4',
  )
  containerLimitMg!: string | null;
}

/** A measured analyte as a share of a limit. */
export class LimitReadingDto implements LimitReading {
  @TextOrNull('Key of the analyte', 'lead')
  analyte!: string | null;

  @ApiProperty({ description: 'Name as printed', example: 'Lead' })
  name!: string;

  @OneOf(QUALIFIERS, 'ResultQualifier', 'What kind of statement the printed result is', 'not_detected')
  qualifier!: Qualifier;

  @ApiProperty({
    description: 'Percent of the limit; null where the amount cannot be compared with it',
    type: AmountBoundsDto,
    nullable: true,
    example: { low: '0', high: '2' },
  })
  percent!: AmountBoundsDto | null;

  @ApiProperty({ description: 'The limit, as decimal text', example: '500' })
  limit!: string;

  @ApiProperty({ description: 'Unit of the limit', example: 'µg/kg' })
  unit!: string;
}

export class LimitGroupDto implements LimitGroup {
  @TextOrNull('The rule that has the limits; null for the limits that the laboratory printed', null)
  ruleId!: string | null;

  @TextOrNull('Title of the rule; null for the limits that the laboratory printed', null)
  title!: string | null;

  @TextOrNull('Whom or what the rule is about, where that is not every hemp drink', null)
  scope!: string | null;

  @ApiProperty({ description: 'Measured analytes with a limit there', type: [LimitReadingDto] })
  limits!: readonly LimitReadingDto[];
}

/** Whether the method can measure the dose on the label. */
export class LoqFitDto {
  @OneOf(LOQ_FITS, 'LoqFitLevel', 'Up to 20% of the labeled dose, up to 100%, or more', 'good')
  fit!: LoqFit;

  @ApiProperty({
    description: 'The LOQ per container in percent of the labeled dose, as decimal text',
    example: '4.83',
  })
  percent!: string;
}

/** What is derived from the printed lines of a certificate: arithmetic on the laboratory's figures. */
export class ResultsReadingDto {
  @ApiProperty({ description: 'For each line of `testResults.analytes`, in their order', type: [LineReadingDto] })
  lines!: readonly LineReadingDto[];

  @ApiProperty({
    description: 'How it compares with each rule that has not ended, as we read it; the most serious verdict first',
    type: [RuleReadingDto],
  })
  rules!: readonly RuleReadingDto[];

  @ApiProperty({
    description: 'How many of `rules` it is above, as a sentence',
    example:
      'The figures are above the limits of 2 of 11 rules. For 9, the report does not say enough. This is arithmetic, not legal advice.',
  })
  rulesSummary!: string;

  @ApiProperty({ description: 'Measured amounts as shares of limits', type: [LimitGroupDto], example: [] })
  limitGroups!: readonly LimitGroupDto[];

  @ApiProperty({
    description: 'Whether the method can see the dose on the label; null where that does not follow from the report',
    type: LoqFitDto,
    nullable: true,
    example: null,
  })
  thcLoqFit!: LoqFitDto | null;

  @ApiProperty({
    description:
      'Milligrams of THC in one container, of the forms on the report: spans the figure of the certificate and what its ' +
      'lines come to. Forms that are not on the report can add to it',
    type: AmountBoundsDto,
    example: { low: '4.82', high: '4.86' },
  })
  thcPerContainer!: AmountBoundsDto;
}

export const toResultsReadingDto = ({ lines, rules, ...rest }: ResultsReading): ResultsReadingDto => ({
  lines,
  rules: rules.map(toRuleReadingDto),
  rulesSummary: rest.rulesSummary,
  limitGroups: rest.limitGroups,
  thcLoqFit: rest.thcLoqFit,
  thcPerContainer: rest.thcPerContainer,
});

const toRuleReadingDto = ({ rule, state, verdict, label, ...rest }: RuleReading): RuleReadingDto => ({
  id: rule.id,
  edition: rule.edition,
  jurisdiction: rule.jurisdiction,
  place: rule.place,
  title: rule.title,
  state,
  effectiveFrom: rule.effectiveFrom,
  scope: rule.scope,
  verdict,
  label,
  covers: rest.covers,
  sentence: rest.sentence,
  containerLimitMg: rest.containerLimitMg,
});
