import type {
  AnalyteResultDto,
  PreviousContentDto,
  PrintedSampleDto,
  SubmissionDto,
} from '../../../../api/generated/types.gen';
import { PANELS, VERDICT_LABELS } from '../../../../components/coa-registry/panel-verdicts';
import { sampleLines } from '../../../../components/coa-registry/printed-sample';
import { formatDay } from '../../../../ui/text/days';
import { formatMg } from '../../../../ui/text/figures';
import type { Verdict } from '../decision/decision';
import { wasPublished } from '../queue/queue';

/** The parts of a certificate that are compared. */
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
  /** Absent where it is not compared. */
  readonly sample?: Partial<PrintedSampleDto> | null;
  /** Null while there is no verdict yet. */
  readonly verdict: Verdict | null;
  /** SHA-256 of its document, null without one. Absent where it is not compared. */
  readonly documentSha256?: string | null;
  /** Absent where these fields are not compared. */
  readonly sender?: Pick<SubmissionDto, 'labReportId' | 'contactName' | 'contactEmail' | 'submittedResults'>;
};

export interface Difference {
  readonly field: string;
  readonly before: string;
  readonly after: string;
  /** What happened to an analyte's row. Absent for other fields. */
  readonly line?: 'added' | 'removed' | 'changed';
}

const NOTHING = '–';

type Lines = readonly (readonly [field: string, value: string])[];

/** The fields and analytes that differ, in the order of a certificate. Empty if both are the same. */
export function certificateDifferences(before: Comparable, after: Comparable): readonly Difference[] {
  const hasVerdicts = before.verdict !== null && after.verdict !== null;
  return [
    ...changed(contentLines(before), contentLines(after)),
    ...sampleDifferences(before, after),
    ...documentDifference(before, after),
    ...(before.sender && after.sender ? senderDifferences(before.sender, after.sender) : []),
    ...(hasVerdicts ? changed(verdictLines(before.verdict), verdictLines(after.verdict)) : []),
    ...analyteDifferences(before.analytes, after.analytes),
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

function sampleDifferences({ sample: before }: Comparable, { sample: after }: Comparable): Difference[] {
  if (before === undefined || after === undefined) return [];
  const linesOf = (sample: Partial<PrintedSampleDto> | null): Lines =>
    sampleLines(sample).map(({ label, value }) => [label, value] as const);
  return changed(linesOf(before), linesOf(after));
}

/** A document is named by the start of its hash, which no other one has. */
const HASH_SHOWN = 12;

function documentDifference(
  { documentSha256: before }: Comparable,
  { documentSha256: after }: Comparable,
): Difference[] {
  if (before === undefined || after === undefined || before === after) return [];
  const named = (sha256: string | null) => (sha256 ? `SHA-256 ${sha256.slice(0, HASH_SHOWN)}…` : NOTHING);
  return [{ field: "The lab's PDF", before: named(before), after: named(after) }];
}

type SenderFacts = NonNullable<Comparable['sender']>;

function senderDifferences(before: SenderFacts, after: SenderFacts): Difference[] {
  return [
    ...changed(senderLines(before), senderLines(after)),
    ...textDifference("Results in the sender's own format", before.submittedResults, after.submittedResults),
  ];
}

const senderLines = ({ labReportId, contactName, contactEmail }: SenderFacts): Lines => [
  ['Lab report', labReportId || NOTHING],
  ['Contact name', contactName || NOTHING],
  ['Contact email', contactEmail || NOTHING],
];

/** The lines of a long text that only one version has. */
function textDifference(field: string, before: string | null, after: string | null): Difference[] {
  if (before === after) return [];
  const [old, now] = [before?.split('\n') ?? [], after?.split('\n') ?? []];
  return [{ field, before: onlyIn(old, now), after: onlyIn(now, old) }];
}

function onlyIn(lines: readonly string[], others: readonly string[]): string {
  const left = [...others];
  const own = lines.filter((line) => {
    const index = left.indexOf(line);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  return own.join('\n') || NOTHING;
}

const verdictLines = ({ status, panels }: Verdict): Lines => [
  ['Overall result', VERDICT_LABELS[status]],
  ...PANELS.map(({ key, label }) => [label, VERDICT_LABELS[panels[key]]] as const),
];

export const PANEL_LABELS: Readonly<Record<string, string>> = {
  cannabinoids: 'Cannabinoids',
  other: 'Other',
  ...Object.fromEntries(PANELS.map(({ key, label }) => [key, label])),
};

/** Matches rows by panel and analyte. Several rows of one analyte are matched in order. */
function analyteDifferences(before: readonly AnalyteResultDto[], after: readonly AnalyteResultDto[]): Difference[] {
  const old = byName(before);
  const now = byName(after);
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => lineDifference(old.get(key), now.get(key)));
}

function byName(lines: readonly AnalyteResultDto[]): ReadonlyMap<string, AnalyteResultDto> {
  const named = new Map<string, AnalyteResultDto>();
  for (const line of lines) {
    let key = `${line.panel} ${line.name}`;
    while (named.has(key)) key += ' again';
    named.set(key, line);
  }
  return named;
}

function lineDifference(before: AnalyteResultDto | undefined, after: AnalyteResultDto | undefined): Difference[] {
  const line = after ?? before;
  if (!line) return [];
  const field = `${PANEL_LABELS[line.panel] ?? line.panel}: ${line.name}`;
  if (!before) return [{ field, before: NOTHING, after: resultOf(line), line: 'added' }];
  if (!after) return [{ field, before: resultOf(line), after: NOTHING, line: 'removed' }];
  const details = differingDetails(before, after);
  const [old, now] = [resultOf(before, details), resultOf(after, details)];
  return old === now ? [] : [{ field, before: old, after: now, line: 'changed' }];
}

/** The parts of a result row that are shown and compared. */
type ResultRow = Pick<AnalyteResultDto, Detail | 'valueText' | 'unit'>;

/** Two results as printed, each with the details in which they differ. */
export function resultsBeside(one: ResultRow | null, other: ResultRow | null): [string | null, string | null] {
  const details = one && other ? differingDetails(one, other) : [];
  return [one && resultOf(one, details), other && resultOf(other, details)];
}

const differingDetails = (one: ResultRow, other: ResultRow) => DETAILS.filter((name) => one[name] !== other[name]);

/** The columns beside a result, in the order of the table. */
const DETAILS = ['value', 'lod', 'loq', 'limit', 'method'] as const;
type Detail = (typeof DETAILS)[number];

const DETAIL_LABELS: Record<Detail, string> = {
  value: 'as a number',
  lod: 'LOD',
  loq: 'LOQ',
  limit: 'limit',
  method: 'method',
};

/** The result as printed, with the given details. */
function resultOf(line: ResultRow, details: readonly Detail[] = []): string {
  const { valueText, unit } = line;
  const printed = unit ? `${valueText} ${unit}` : valueText;
  // The number is left out where the printed text already shows it.
  const named = details.filter((name) => name !== 'value' || String(line.value) !== valueText);
  return [printed, ...named.map((name) => `${DETAIL_LABELS[name]} ${line[name] ?? 'none'}`)].join(', ');
}

/** A submission in comparable form. The verdict is the reviewer's once it was published, the submitter's before. */
export const toComparable = (submission: SubmissionDto): Comparable => ({
  ...submission,
  documentSha256: submission.document?.sha256 ?? null,
  analytes: submission.testResults.analytes,
  verdict: wasPublished(submission)
    ? { status: submission.status, panels: submission.testResults.panels }
    : submission.reported,
});

/** The differences of a resubmission. Erased contact details are not compared. */
export function revisionDifferences(previous: PreviousContentDto, submission: SubmissionDto): readonly Difference[] {
  const isErased = submission.source === 'submitter' && previous.contactEmail === null;
  const asSent = (one: PreviousContentDto | SubmissionDto): Comparable => ({
    ...one,
    documentSha256: 'document' in one ? (one.document?.sha256 ?? null) : one.documentSha256,
    notes: isErased ? null : one.notes,
    analytes: one.testResults.analytes,
    verdict: one.reported,
    sender: {
      labReportId: one.labReportId,
      contactName: isErased ? null : one.contactName,
      contactEmail: isErased ? null : one.contactEmail,
      submittedResults: isErased ? null : one.submittedResults,
    },
  });
  return certificateDifferences(asSent(previous), asSent(submission));
}
