import type { AnalyteResultDto, SubmissionDto } from '../../api/generated/types.gen';
import { PANELS, VERDICT_WORDS } from '../../layouts/panel-verdicts';
import { formatDay } from '../../ui/days';
import { formatMg } from '../../ui/figures';
import type { Verdict } from './decision';
import { wasPublished } from './queue';

/** What of two certificates is compared. */
export type Comparable = Pick<
  SubmissionDto,
  | 'brandName'
  | 'productName'
  | 'batchId'
  | 'thcContent'
  | 'cbdContent'
  | 'testDate'
  | 'labName'
  | 'website'
  | 'coaFileUrl'
  | 'notes'
> & {
  readonly analytes: readonly AnalyteResultDto[];
  /** Null while nobody has said what the panels show. */
  readonly verdict: Verdict | null;
};

export interface Difference {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

const NOTHING = '–';

type Lines = readonly (readonly [field: string, value: string])[];

/** Field by field, in the order in which a certificate is read; empty when the two say the same. */
export function differencesOf(before: Comparable, after: Comparable): readonly Difference[] {
  const hasVerdicts = before.verdict !== null && after.verdict !== null;
  return [
    ...changed(contentLines(before), contentLines(after)),
    ...(hasVerdicts ? changed(verdictLines(before.verdict), verdictLines(after.verdict)) : []),
    ...changed(analyteLines(before.analytes), analyteLines(after.analytes)),
  ];
}

function changed(before: Lines, after: Lines): Difference[] {
  const old = new Map(before);
  const now = new Map(after);
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? NOTHING, after: now.get(field) ?? NOTHING }))
    .filter((line) => line.before !== line.after);
}

const contentLines = (coa: Comparable): Lines => [
  ['Brand', coa.brandName],
  ['Product', coa.productName],
  ['Batch', coa.batchId],
  ['THC', formatMg(coa.thcContent)],
  ['CBD', formatMg(coa.cbdContent)],
  ['Test date', formatDay(coa.testDate)],
  ['Lab', coa.labName],
  ['Certificate file', coa.coaFileUrl || NOTHING],
  ['Website', coa.website || NOTHING],
  ['Notes', coa.notes || NOTHING],
];

const verdictLines = ({ status, panels }: Verdict): Lines => [
  ['Overall result', VERDICT_WORDS[status]],
  ...PANELS.map(({ key, label }) => [label, VERDICT_WORDS[panels[key]]] as const),
];

const analyteLines = (analytes: readonly AnalyteResultDto[]): Lines =>
  analytes.map(({ name, valueText, unit }) => [name, unit ? `${valueText} ${unit}` : valueText]);

/** A submission as it can be compared; its verdict is ours once it was published, the sender's before. */
export const comparable = (submission: SubmissionDto): Comparable => ({
  ...submission,
  analytes: submission.testResults.analytes,
  verdict: wasPublished(submission)
    ? { status: submission.status, panels: submission.testResults.panels }
    : submission.reported,
});
