import { ApiProperty } from '@nestjs/swagger';
import { JURISDICTION_CODES, type Jurisdiction } from '../../domain/measurements/jurisdiction.js';
import { localDay } from '../../domain/measurements/local-day.js';
import {
  LIMIT_UNITS,
  type LimitUnit,
  type RuleCheck,
  type RuleEdition,
  ruleState,
  whyNoVerdict,
} from '../../domain/measurements/rule.js';
import { checkSentence } from '../../domain/measurements/verdict-sentence.js';
import { longDay } from '../../domain/shared/long-day.js';
import { RULE_STATES, type RuleState } from '../../domain/shared/result-terms.js';
import { OneOf, TextOrNull } from '../../platform/http/response-fields.js';

const CHECK_KINDS = ['sum', 'analyte', 'not_detected', 'excluded', 'not_evaluable'] as const;

/** One condition of a rule. */
export class RuleCheckDto {
  @OneOf(
    CHECK_KINDS,
    'RuleCheckKind',
    'What is compared. `sum`: a sum of THC forms; `analyte`: one analyte; `not_detected` and `excluded`: nothing may be ' +
      'found; `not_evaluable`: a certificate does not answer it',
    'sum',
  )
  kind!: RuleCheck['kind'];

  @ApiProperty({ description: 'The condition as a phrase', example: 'THC of all forms at most 0.4 mg per container' })
  text!: string;

  @TextOrNull('Key of the analyte, for `analyte`', null)
  analyte!: string | null;

  @TextOrNull('Limit in `unit`, as decimal text; null where there is none', '0.4')
  limit!: string | null;

  @ApiProperty({
    description: 'Unit of the limit',
    enum: LIMIT_UNITS,
    enumName: 'LimitUnit',
    nullable: true,
    example: 'mg/container',
  })
  unit!: LimitUnit | null;
}

export class RuleEvidenceDto {
  @ApiProperty({
    description: 'Words that we read',
    example: 'greater than 0.4 milligrams combined total per container of',
  })
  fragment!: string;

  @ApiProperty({ description: 'Where we read them', example: '139 Stat. 559, a stored copy' })
  where!: string;
}

/** One edition of a rule among the others. */
export class RuleHistoryDto {
  @ApiProperty({ description: 'Number of the edition', type: 'integer', example: 1 })
  edition!: number;

  @ApiProperty({ description: 'The day on which we read it', format: 'date', example: '2026-11-22' })
  readOn!: string;

  @ApiProperty({ description: 'The day by which we were to read it again', format: 'date', example: '2027-02-22' })
  rereadBy!: string;

  @TextOrNull('Why it replaced the one before; null for the first', null)
  reason!: string | null;
}

/** A rule as we understand it, not the rule itself. */
export class RuleDto {
  @ApiProperty({ description: 'Stays the same from edition to edition', example: 'us-2026-12-11' })
  id!: string;

  @ApiProperty({ description: 'Edition of our reading, from 1', type: 'integer', example: 1 })
  edition!: number;

  @ApiProperty({ description: 'Whether no newer edition replaced it. Only this one is compared with', example: true })
  isCurrent!: boolean;

  @OneOf(JURISDICTION_CODES, 'Jurisdiction', 'ISO 3166 code of the jurisdiction', 'US')
  jurisdiction!: Jurisdiction;

  @ApiProperty({ description: 'The jurisdiction as people say it', example: 'United States' })
  place!: string;

  @ApiProperty({ description: 'What it is', example: 'Federal definition from December 11, 2026' })
  title!: string;

  @ApiProperty({ description: 'Where the rule stands', example: '7 U.S.C. 1639o(1)' })
  citation!: string;

  @ApiProperty({ description: 'What kind of text we read', example: 'public law text' })
  sourceKind!: string;

  @TextOrNull(
    'Where anyone can read the text: an official site or, where we know no permanent link there, a publisher of law. For a rule that we know only from reports, the page of its bill. null where we know neither',
    'https://www.congress.gov/119/plaws/publ37/PLAW-119publ37.pdf',
  )
  textUrl!: string | null;

  @TextOrNull('Who enforces it, as far as we know', 'the Georgia Department of Agriculture')
  authority!: string | null;

  @OneOf(
    RULE_STATES,
    'RuleState',
    'Whether it is in force today, as far as we know; days are those of the place (of Washington, D.C. for federal rules)',
    'upcoming',
  )
  state!: RuleState;

  @TextOrNull('First day in force, `YYYY-MM-DD`; null where we have not read it', '2026-12-11')
  effectiveFrom!: string | null;

  @TextOrNull('Last day in force, `YYYY-MM-DD`; null while none is known', null)
  effectiveTo!: string | null;

  @TextOrNull('A day on which the text that we read was current', null)
  inForceOn!: string | null;

  @ApiProperty({ description: 'The day on which we read it', format: 'date', example: '2026-11-22' })
  readOn!: string;

  @ApiProperty({
    description: 'The day by which we are to read it again. After it, the rule gives no verdict until we did',
    format: 'date',
    example: '2027-02-22',
  })
  rereadBy!: string;

  @TextOrNull(
    'Why no certificate is compared with it today, in sentences: a change was reported that we have not read, or it was not ' +
      'read again in time, or a newer edition replaced it. Null where certificates are compared with it',
    null,
  )
  noVerdictReason!: string | null;

  @TextOrNull('Whom or what it is about, where that is not every hemp drink', null)
  scope!: string | null;

  @ApiProperty({
    description: 'Whether its limits do not apply to hemp drinks and are here to compare with',
    example: false,
  })
  forComparison!: boolean;

  @ApiProperty({ description: 'Its conditions; every one must hold', type: [RuleCheckDto] })
  checks!: readonly RuleCheckDto[];

  @ApiProperty({ description: 'What it also says, in sentences', type: [String], example: [] })
  notes!: readonly string[];

  @ApiProperty({ description: 'Parts we have not read. Our comparison does not use them', type: [String], example: [] })
  unread!: readonly string[];

  @ApiProperty({ description: 'What we read, word for word', type: [RuleEvidenceDto] })
  evidence!: readonly RuleEvidenceDto[];

  @TextOrNull('Why this edition replaced the one before', null)
  reason!: string | null;

  @ApiProperty({ description: 'All editions, the newest first: `getRuleEdition` has each', type: [RuleHistoryDto] })
  history!: readonly RuleHistoryDto[];
}

/** @param editions all public editions of the rule, the newest first */
export function toRuleDto(rule: RuleEdition, editions: readonly RuleEdition[], now: Date): RuleDto {
  const today = localDay(rule.jurisdiction, now);
  const newest = editions[0] ?? rule;
  const isCurrent = newest.edition === rule.edition;
  return {
    id: rule.id,
    edition: rule.edition,
    jurisdiction: rule.jurisdiction,
    place: rule.place,
    title: rule.title,
    citation: rule.citation,
    sourceKind: rule.sourceKind,
    textUrl: rule.textUrl,
    state: ruleState(rule, today),
    effectiveFrom: rule.effectiveFrom,
    effectiveTo: rule.effectiveTo,
    inForceOn: rule.inForceOn,
    rereadBy: rule.rereadBy,
    isCurrent,
    authority: rule.authority,
    noVerdictReason: isCurrent ? whyNoVerdict(rule, today) : replacedSentence(newest),
    readOn: rule.readOn,
    scope: rule.scope,
    forComparison: rule.forComparison,
    checks: rule.checks.map(toCheckDto),
    notes: rule.notes,
    unread: rule.unread,
    evidence: rule.evidence,
    reason: rule.reason,
    history: editions.map(({ edition, readOn, rereadBy, reason }) => ({ edition, readOn, rereadBy, reason })),
  };
}

const replacedSentence = ({ edition, readOn }: RuleEdition) =>
  `Edition ${edition}, which we read on ${longDay(readOn)}, replaced this one.`;

const toCheckDto = (check: RuleCheck): RuleCheckDto => ({
  kind: check.kind,
  text: checkSentence(check),
  analyte: check.kind === 'analyte' ? check.analyte : null,
  limit: 'limit' in check ? check.limit : null,
  unit: 'unit' in check ? check.unit : null,
});
