import {
  type Box,
  type DocumentContent,
  READ_FIELDS,
  type ReadFieldName,
  type ReadRow,
} from '../../shared/document-reading.js';
import { nameKey } from '../../shared/name-key.js';
import { PANELS } from '../../shared/result-terms.js';
import {
  type ComparableContent,
  fieldValue,
  hasCode,
  isDayOfOneAnalysis,
  isSameValue,
  searchable,
} from '../certificate/document-fields.js';
import { evidenceOfLine } from '../certificate/line-evidence.js';
import { type AnalyteResult, type Panel, type PanelVerdict, type TestResults } from '../certificate/test-results.js';

/** How a submitted value compares with the document. `not_found`: software did not find it there with certainty. */
export const FIELD_RESULTS = ['same', 'differs', 'not_found'] as const;
export type FieldResult = (typeof FIELD_RESULTS)[number];

/** How a measured line compares with the document. */
export const ROW_RESULTS = ['same', 'differs', 'only_submitted', 'only_read'] as const;
export type RowResult = (typeof ROW_RESULTS)[number];

/** A field of the certificate beside what software read from the document. */
export interface FieldComparison {
  readonly field: ReadFieldName;
  readonly submitted: string | null;
  readonly read: string | null;
  readonly result: FieldResult;
  /** Where the document says it. */
  readonly box: Box | null;
}

/** A measured line of the certificate beside the document's. */
export interface RowComparison {
  readonly submitted: AnalyteResult | null;
  readonly read: ReadRow | null;
  readonly result: RowResult;
}

/**
 * How a panel compares. `not_found`: software read nothing certain about it; `only_read`: the sender reported nothing.
 */
export const PANEL_RESULTS = ['same', 'differs', 'not_found', 'only_read'] as const;
export type PanelResult = (typeof PANEL_RESULTS)[number];

/** What the sender reports of a panel beside what the document says. */
export interface PanelComparison {
  readonly panel: Panel;
  readonly submitted: PanelVerdict | null;
  readonly read: PanelVerdict | null;
  readonly result: PanelResult;
  /** Where the document says it. */
  readonly box: Box | null;
}

/** A certificate beside what software read from its document. */
export interface DocumentComparison {
  readonly fields: readonly FieldComparison[];
  readonly panels: readonly PanelComparison[];
  readonly rows: readonly RowComparison[];
}

/**
 * Compares a certificate with its document, field by field, panel by panel and line by line.
 * @param text all text of the document, in which the batch is searched for if no label names it
 */
export const compareWithDocument = (
  content: ComparableContent & { readonly testResults: Pick<TestResults, 'analytes' | 'reported'> },
  read: Pick<DocumentContent, 'fields' | 'rows' | 'panels'>,
  text = '',
): DocumentComparison => ({
  fields: READ_FIELDS.map((field) => compareField(field, content, read, text)),
  panels: PANELS.map((panel) => comparePanel(panel, content.testResults, read)),
  rows: compareRows(content.testResults.analytes, read.rows),
});

function compareField(
  field: ReadFieldName,
  content: ComparableContent,
  { fields }: Pick<DocumentContent, 'fields'>,
  text: string,
): FieldComparison {
  const submitted = fieldValue(content, field);
  const found = fields.find((one) => one.field === field);
  if (!found) {
    const isPrinted = field === 'batchId' && submitted !== null && text !== '' && hasCode(searchable(text), submitted);
    if (isPrinted) return { field, submitted, read: submitted, result: 'same', box: null };
    return { field, submitted, read: null, result: 'not_found', box: null };
  }
  if (isDayOfOneAnalysis(found, content.testDate)) {
    return { field, submitted, read: null, result: 'not_found', box: found.box };
  }
  const result = isSameValue(field, content, found.value) ? 'same' : 'differs';
  return { field, submitted, read: found.value, result, box: found.box };
}

/** If the document makes two statements, the one that contradicts the sender counts. */
function comparePanel(
  panel: Panel,
  { reported }: Pick<TestResults, 'reported'>,
  { panels }: Pick<DocumentContent, 'panels'>,
): PanelComparison {
  const submitted = reported?.panels[panel] ?? null;
  const said = panels.filter((one) => one.panel === panel);
  const found = said.find(({ verdict }) => submitted !== null && verdict !== submitted) ?? said[0];
  if (!found) return { panel, submitted, read: null, result: 'not_found', box: null };
  const { verdict: read, box } = found;
  return {
    panel,
    submitted,
    read,
    box,
    result: submitted === null ? 'only_read' : submitted === read ? 'same' : 'differs',
  };
}

/**
 * Submitted lines first, in their order, each with the document's line of the same name; then the document's other
 * lines.
 */
function compareRows(submitted: readonly AnalyteResult[], read: readonly ReadRow[]): RowComparison[] {
  const left = new Set(read);
  const take = (isIt: (row: ReadRow) => boolean) => {
    const found = [...left].find(isIt);
    if (found) left.delete(found);
    return found ?? null;
  };
  const names = new Map(read.map((row) => [row, analyteKey(row.name)]));
  // If two lines have the same name, such as Δ9-THC by weight and by container, the one with the same unit is compared.
  const tries: readonly ((line: AnalyteResult, row: ReadRow) => boolean)[] = [
    (line, row) => line.panel === row.panel && unitKey(line.unit) === unitKey(row.unit),
    (line, row) => line.panel === row.panel,
    () => true,
  ];
  const partners = new Map<AnalyteResult, ReadRow>();
  for (const fits of tries) {
    for (const line of submitted) {
      if (partners.has(line)) continue;
      const key = analyteKey(line.name);
      const row = take((one) => names.get(one) === key && fits(line, one));
      if (row) partners.set(line, row);
    }
  }
  return [
    ...submitted.map((line) => compareRow(line, partners.get(line) ?? null)),
    ...unpaired(left, [...partners.values()]).map(
      (row): RowComparison => ({ submitted: null, read: row, result: 'only_read' }),
    ),
  ];
}

/** The document's other lines. The same line in another unit, at the same place, is not another one. */
function unpaired(left: Iterable<ReadRow>, paired: readonly ReadRow[]): readonly ReadRow[] {
  const placeOf = ({ box: { page, x, y }, name, panel }: ReadRow) => JSON.stringify([page, x, y, name, panel]);
  const seen = new Map(paired.map((row) => [placeOf(row), row.unit]));
  return [...left].filter((row) => {
    const place = placeOf(row);
    if (seen.has(place) && seen.get(place) !== row.unit) return false;
    seen.set(place, row.unit);
    return true;
  });
}

function compareRow(line: AnalyteResult, row: ReadRow | null): RowComparison {
  if (row === null) return { submitted: line, read: null, result: 'only_submitted' };
  const isSame = (isSameResult(line, row) || isRounded(line, row)) && areSameFigures(line, row);
  return { submitted: line, read: row, result: isSame ? 'same' : 'differs' };
}

type Result = Pick<AnalyteResult, 'valueText' | 'value'>;

/**
 * Whether two results say the same. A number equals only a number, and a text only a text of the same meaning: "ND" is not
 * zero, and "Not Detected" never equals "Detected".
 */
export function isSameResult(one: Result, other: Result): boolean {
  const [first, second] = [resultOf(one), resultOf(other)];
  return typeof first === typeof second && first === second;
}

/**
 * Whether one is the other with fewer decimals: 34.88 and 34.9. A single digit is too imprecise to agree, and so are
 * two numbers of which only one is above the limit.
 */
function isRounded(line: AnalyteResult, row: ReadRow): boolean {
  const [one, other] = [printedDecimal(line), printedDecimal(row)].sort(
    (a, b) => (a?.decimals ?? 0) - (b?.decimals ?? 0),
  );
  if (!one || !other || one.digits < 2 || evidenceOfLine(line) !== evidenceOfLine(row)) return false;
  return Math.round(Number(`${other.value}e${one.decimals}`)) === Math.round(Number(`${one.value}e${one.decimals}`));
}

/** A result that is only a number, with its number of decimals and of significant digits. */
function printedDecimal(result: Result): { value: number; decimals: number; digits: number } | null {
  const value = resultOf(result);
  const text = result.valueText.trim().replaceAll(',', '');
  if (typeof value !== 'number' || !/^\d*\.?\d+$/.test(text)) return null;
  const digits = text.replace('.', '').replace(/^0+/, '').length;
  return { value, decimals: text.split('.')[1]?.length ?? 0, digits };
}

const PRINTED_NUMBER = /^(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)$/;

/** The number, or else the meaning of the text. If number and text contradict each other, it is neither. */
function resultOf({ valueText, value }: Result): number | string {
  const text = valueText.trim();
  const digits = PRINTED_NUMBER.exec(text)?.[1];
  if (digits !== undefined) {
    const printed = Number(digits.replaceAll(',', ''));
    return value === null || value === printed ? printed : `${printed} and ${value}`;
  }
  const meaning = meaningOf(text);
  if (value === null) return meaning;
  // "0.31 µg/g": the number with its unit.
  return /^\.?\d/.test(text) ? value : `${meaning} and ${value}`;
}

/** Spellings of one meaning. Each pattern covers the whole text, so that no word in it, such as "not", is passed over. */
const MEANINGS: readonly (readonly [string, RegExp])[] = [
  ['not detected', /^(?:nd|not detected|none detected)$/],
  ['below loq', /^(?:< ?loq|bloq|bql|below loq|below limit of quantification|below the limit of quantification)$/],
  ['below lod', /^(?:< ?lod|blod|bdl|below lod|below limit of detection|below the limit of detection)$/],
  ['not tested', /^(?:nt|not tested)$/],
];

function meaningOf(text: string): string {
  const key = nameKey(text)
    .replace(/[.\s]+/gu, ' ')
    .replace(/^n ?d ?$/, 'nd')
    .trim();
  return MEANINGS.find(([, pattern]) => pattern.test(key))?.[0] ?? key;
}

/** Compares unit and limits if both have them. */
function areSameFigures(line: AnalyteResult, row: ReadRow): boolean {
  const isSame = (one: number | null, other: number | null) => one === null || other === null || one === other;
  const isSameUnit = line.unit === null || row.unit === null || unitKey(line.unit) === unitKey(row.unit);
  return isSameUnit && isSame(line.limit, row.limit) && isSame(line.lod, row.lod) && isSame(line.loq, row.loq);
}

/** "mcg/g", "ug/g" and "µg/g" are one unit; so are "%" and "% w/w", but they differ from "mg/g". */
export const unitKey = (unit: string | null): string =>
  nameKey(unit ?? '')
    .replace(/\s+|\.$/gu, '')
    .replace(/^(?:mcg|ug|μg)/u, 'μg')
    .replace(/w\/w$/, '');

/** "Δ9-THC", "∆9 THC", "Delta-9 THC" and "d9-THC" are one analyte. */
export const analyteKey = (name: string): string =>
  nameKey(name)
    .replace(/(?:delta|∆|δ|\bd)[\s-]*(?=\d)/gu, 'δ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
