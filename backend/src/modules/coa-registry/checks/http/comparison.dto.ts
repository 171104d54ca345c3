import { ApiProperty } from '@nestjs/swagger';
import { z } from 'zod';
import { RULE_VERDICTS, type RuleVerdict } from '../../../../domain/shared/result-terms.js';
import { OptionalText } from '../../../../platform/http/fields.js';
import { encodeCursor } from '../../../../platform/http/paging.js';
import { Integer, TextOrNull, Time, TimeOrNull } from '../../../../platform/http/response-fields.js';
import type { VerdictRun } from '../../certificate/database/verdict.table.js';
import type { ImpactPart } from '../rule-impact.js';

const VerdictOrNull = (description: string, example: RuleVerdict) =>
  ApiProperty({ description, enum: RULE_VERDICTS, enumName: 'RuleVerdict', nullable: true, example });

export class RuleImpactQueryDto {
  @OptionalText('cursor', 300, {
    description: 'Where to go on: `next` of the answer before',
    example: 'IjBmOGZhZDViLWQ5Y2ItNDY5Zi1hMTY1LTcwODY3NzI4OTUwZSI',
  })
  cursor?: string;
}

/** A verdict that became another one. */
export class VerdictChangeDto {
  @VerdictOrNull('Verdict before; null where certificates were not compared with the rule', 'not_above')
  before!: RuleVerdict | null;

  @VerdictOrNull('Verdict after; null where they no longer are', 'above')
  after!: RuleVerdict | null;

  @Integer('How many certificates', 12)
  certificates!: number;
}

export class RuleImpactDto {
  @Integer('Certificates of this part', 500)
  compared!: number;

  @ApiProperty({ description: 'What would change for them', type: [VerdictChangeDto] })
  changes!: VerdictChangeDto[];

  @TextOrNull('Send it as `cursor` to count the next part; null after the last one', null)
  next!: string | null;
}

/** A verdict on a rule that became another one. */
export class RuleVerdictChangeDto extends VerdictChangeDto {
  @ApiProperty({ description: 'Id of the rule', example: 'us-ct-infused-beverage' })
  rule!: string;
}

export class ComparisonDto {
  @Time('When it began', '2026-11-26T15:04:05.000Z')
  startedAt!: Date;

  @TimeOrNull('When all certificates were compared; null before', '2026-11-26T15:05:05.000Z')
  finishedAt!: Date | null;

  @Integer('Certificates compared so far', 840)
  compared!: number;

  @ApiProperty({ description: 'What it changed so far', type: [RuleVerdictChangeDto] })
  changes!: RuleVerdictChangeDto[];
}

export const impactCursorSchema = z.uuid();

export const toRuleImpactDto = ({ compared, changes, next }: ImpactPart): RuleImpactDto => ({
  compared,
  changes: changes.map(({ before, after, certificates }) => ({ before, after, certificates })),
  next: next && encodeCursor(next),
});

export const toComparisonDto = ({ startedAt, finishedAt, compared, changes }: VerdictRun): ComparisonDto => ({
  startedAt,
  finishedAt,
  compared,
  changes: Object.entries(changes).flatMap(([rule, counts]) =>
    Object.entries(counts).map(([change, certificates]) => {
      const [before = null, after = null] = change.split(' > ').map(toVerdict);
      return { rule, before, after, certificates };
    }),
  ),
});

const toVerdict = (text: string): RuleVerdict | null => RULE_VERDICTS.find((verdict) => verdict === text) ?? null;
