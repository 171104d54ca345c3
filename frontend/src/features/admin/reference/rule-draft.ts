import vocabulary from '../../../../../content/analytes.json' with { type: 'json' };
import type { Jurisdiction, LimitUnit, RuleCheckKind } from '../../../api/generated/types.gen';
import { placeName } from './rule-options';

/** One condition in the form. Fields that its kind does not need keep what was typed. */
export interface CheckDraft {
  /** Identifies the entry in the form. */
  readonly key: number;
  readonly kind: RuleCheckKind;
  readonly measures: readonly string[];
  readonly op: string;
  readonly limit: string;
  readonly unit: LimitUnit | '';
  /** Name of the analyte. */
  readonly analyte: string;
  /** Names of analytes, one a line. */
  readonly analytes: string;
  readonly text: string;
  readonly reason: string;
}

interface EvidenceDraft {
  readonly key: number;
  readonly fragment: string;
  readonly where: string;
}

/** An edition of a rule in the form: every field is text, empty if there is no value. */
export interface RuleDraft {
  readonly jurisdiction: Jurisdiction | '';
  readonly title: string;
  readonly citation: string;
  readonly sourceKind: string;
  readonly textUrl: string;
  readonly authority: string;
  readonly scope: string;
  readonly effectiveFrom: string;
  readonly effectiveTo: string;
  readonly inForceOn: string;
  readonly forComparison: boolean;
  readonly isShipped: boolean;
  readonly checks: readonly CheckDraft[];
  readonly evidence: readonly EvidenceDraft[];
  /** Sentences, one a line. */
  readonly notes: string;
  readonly unread: string;
  readonly reportedChange: string;
}

type Content = Readonly<Record<string, unknown>>;

let lastKey = 0;
const nextKey = () => ++lastKey;

export const newCheck = (): CheckDraft => ({
  key: nextKey(),
  kind: 'sum',
  measures: [],
  op: '<=',
  limit: '',
  unit: '',
  analyte: '',
  analytes: '',
  text: '',
  reason: '',
});

export const newEvidence = (): EvidenceDraft => ({ key: nextKey(), fragment: '', where: '' });

export const newRule = (): RuleDraft => ({
  ...toDraft({ isShipped: true }),
  checks: [newCheck()],
  evidence: [newEvidence()],
});

const keyOf = new Map(vocabulary.analytes.map(({ key, name }) => [name.toLowerCase(), key]));
const nameOf = new Map(vocabulary.analytes.map(({ key, name }) => [key, name]));

/** Includes names that the vocabulary lacks; the server refuses them with an error at the field. */
const analyteKey = (name: string) => keyOf.get(name.trim().toLowerCase()) ?? name.trim();
const analyteName = (key: string) => nameOf.get(key) ?? key;

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const linesOf = (typed: string) => typed.split('\n').flatMap((line) => line.trim() || []);
const orNull = (typed: string) => typed.trim() || null;

/** @param content the fields of an edition, as `getStaffRule` has them */
export const toDraft = (content: Content): RuleDraft => ({
  jurisdiction: text(content.jurisdiction) as RuleDraft['jurisdiction'],
  title: text(content.title),
  citation: text(content.citation),
  sourceKind: text(content.sourceKind),
  textUrl: text(content.textUrl),
  authority: text(content.authority),
  scope: text(content.scope),
  effectiveFrom: text(content.effectiveFrom),
  effectiveTo: text(content.effectiveTo),
  inForceOn: text(content.inForceOn),
  forComparison: content.forComparison === true,
  isShipped: content.isShipped === true,
  checks: list(content.checks).map((check) => toCheckDraft(check as Content)),
  evidence: list(content.evidence).map((one) => ({ ...newEvidence(), ...(one as Omit<EvidenceDraft, 'key'>) })),
  notes: list(content.notes).join('\n'),
  unread: list(content.unread).join('\n'),
  reportedChange: text(content.reportedChange),
});

function toCheckDraft({ measure, analyte, analytes, ...rest }: Content): CheckDraft {
  return {
    ...newCheck(),
    ...rest,
    measures: measure === undefined ? (list(rest.measures) as string[]) : [text(measure)],
    analyte: analyteName(text(analyte)),
    analytes: list(analytes).map(String).map(analyteName).join('\n'),
  };
}

/** The fields of an edition, as the server reads them. */
export const toContent = ({ jurisdiction, ...draft }: RuleDraft): Content => ({
  jurisdiction,
  place: jurisdiction === '' ? '' : placeName(jurisdiction),
  title: draft.title,
  citation: draft.citation,
  sourceKind: draft.sourceKind,
  textUrl: orNull(draft.textUrl),
  authority: orNull(draft.authority),
  scope: orNull(draft.scope),
  effectiveFrom: orNull(draft.effectiveFrom),
  effectiveTo: orNull(draft.effectiveTo),
  inForceOn: orNull(draft.inForceOn),
  forComparison: draft.forComparison,
  isShipped: draft.isShipped,
  checks: draft.checks.map(checkContent),
  evidence: draft.evidence.map(({ fragment, where }) => ({ fragment, where })),
  notes: linesOf(draft.notes),
  unread: linesOf(draft.unread),
  reportedChange: orNull(draft.reportedChange),
});

function checkContent({ kind, measures, op, limit, unit, analyte, analytes, ...words }: CheckDraft): Content {
  const bound = { op, limit: limit.trim(), unit };
  switch (kind) {
    case 'sum':
      return { kind, measures, ...bound };
    case 'analyte':
      return { kind, analyte: analyteKey(analyte), ...bound };
    case 'not_detected':
      return { kind, measure: measures[0] ?? '' };
    case 'excluded':
      return { kind, analytes: linesOf(analytes).map(analyteKey), reason: words.reason };
    case 'not_evaluable':
      return { kind, text: words.text, reason: words.reason };
  }
}
