import type {
  DocumentComparisonDto,
  FieldComparisonDto,
  PanelComparisonDto,
  ReadFieldName,
  RowComparisonDto,
} from '../../../../api/generated/types.gen';
import { PANELS, VERDICT_LABELS } from '../../../../components/coa-registry/panel-verdicts';
import type { PageBox } from '../../../../components/documents/page-boxes';
import { formatDay } from '../../../../ui/text/days';
import { formatMg } from '../../../../ui/text/figures';
import { PANEL_LABELS, resultsBeside } from '../submission/certificate-difference';

/** A field, a panel or a result row, as it was submitted and as it was read from the document. */
export interface ComparisonLine {
  readonly key: string;
  readonly label: string;
  /** Null where only the document has the row. */
  readonly submitted: string | null;
  /** Null where it was not found in the document. */
  readonly read: string | null;
  readonly result: FieldComparisonDto['result'] | PanelComparisonDto['result'] | RowComparisonDto['result'];
  /** Where the document prints it. */
  readonly box: PageBox | null;
  /** Set for a field, which staff can confirm; absent for a panel and a result row. */
  readonly field?: ReadFieldName;
}

const FIELD_LABELS: Readonly<Record<ReadFieldName, string>> = {
  brandName: 'Brand',
  productName: 'Product',
  batchId: 'Batch',
  thcContent: 'THC',
  cbdContent: 'CBD',
  testDate: 'Test date',
  labName: 'Lab',
  labReportId: 'Lab report',
};

/**
 * All lines in the order in which they are shown: fields and panels, then the result rows; differences first within
 * each group.
 */
export const comparisonLines = ({ fields, panels, rows }: DocumentComparisonDto): readonly ComparisonLine[] => [
  ...differingFirst([...fields.map(fieldLine), ...panels.map(panelLine)]),
  ...differingFirst(rows.map(rowLine)),
];

const differingFirst = (lines: readonly ComparisonLine[]) => [
  ...lines.filter(isDifference),
  ...lines.filter((line) => !isDifference(line)),
];

function fieldLine({ field, submitted, read, result, box }: FieldComparisonDto): ComparisonLine {
  return {
    key: field,
    label: FIELD_LABELS[field],
    submitted: shown(field, submitted),
    read: shown(field, read),
    result,
    box,
    field,
  };
}

/** In the format of the facts beside the document. A value of another form is shown as it is. */
function shown(field: ReadFieldName, value: string | null): string | null {
  if (!value) return null;
  if (field === 'testDate') return /^\d{4}-\d\d-\d\d$/.test(value) ? formatDay(value) : value;
  if (field !== 'thcContent' && field !== 'cbdContent') return value;
  const milligrams = Number(value);
  return Number.isFinite(milligrams) ? formatMg(milligrams) : value;
}

const PANEL_NAMES = Object.fromEntries(PANELS.map(({ key, label }) => [key, label]));

const panelLine = ({ panel, submitted, read, result, box }: PanelComparisonDto): ComparisonLine => ({
  key: `panel ${panel}`,
  label: `${PANEL_NAMES[panel]} panel`,
  submitted: submitted && VERDICT_LABELS[submitted],
  read: read && VERDICT_LABELS[read],
  result,
  box,
});

function rowLine({ submitted, read, result }: RowComparisonDto, index: number): ComparisonLine {
  const { panel, name } = submitted ?? read ?? { panel: 'other', name: '' };
  const [sent, printed] = resultsBeside(submitted, read);
  return {
    // A report can print one analyte twice.
    key: `row ${index}`,
    label: `${PANEL_LABELS[panel] ?? panel}: ${name}`,
    submitted: sent,
    read: printed,
    result,
    box: read?.box ?? null,
  };
}

/** The submission differs from the document. */
export const isDifference = ({ result }: ComparisonLine) => result === 'differs';

/** Software read nothing certain there, which is no evidence about the submission, so a person has to read it. */
export const isUnread = ({ result }: ComparisonLine) => result === 'not_found' || result === 'only_submitted';

/** A field can be confirmed as read if the document prints the submitted value. */
export const isConfirmable = ({ field, result, box }: ComparisonLine) =>
  field !== undefined && result === 'same' && box !== null;

/**
 * The next or previous line of a kind, starting over at the end.
 * @param current key of the line to start from; null to start at the first line, or at the last when going back
 */
export function neighbor(
  lines: readonly ComparisonLine[],
  current: string | null,
  step: 1 | -1,
  isWanted: (line: ComparisonLine) => boolean,
): ComparisonLine | undefined {
  const index = lines.findIndex(({ key }) => key === current);
  const from = index === -1 && step === -1 ? lines.length : index;
  for (let distance = 1; distance <= lines.length; distance += 1) {
    const line = lines[(from + step * distance + 2 * lines.length) % lines.length];
    if (line && isWanted(line)) return line;
  }
  return undefined;
}
