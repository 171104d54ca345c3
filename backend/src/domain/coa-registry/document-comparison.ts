import {
  type Box,
  type DocumentContent,
  READ_FIELDS,
  type ReadFieldName,
  type ReadRow,
} from '../shared/document-reading.js';
import { nameKey } from '../shared/name-key.js';
import { type ComparableContent, fieldValue, isSameValue } from './document-fields.js';
import type { AnalyteResult } from './test-results.js';

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

/** A certificate beside what software read from its document. */
export interface DocumentComparison {
  readonly fields: readonly FieldComparison[];
  readonly rows: readonly RowComparison[];
}

/** Compares a certificate with its document, field by field and line by line. */
export const compareWithDocument = (
  content: ComparableContent & { readonly testResults: { readonly analytes: readonly AnalyteResult[] } },
  read: Pick<DocumentContent, 'fields' | 'rows'>,
): DocumentComparison => ({
  fields: READ_FIELDS.map((field) => compareField(field, content, read)),
  rows: compareRows(content.testResults.analytes, read.rows),
});

function compareField(
  field: ReadFieldName,
  content: ComparableContent,
  { fields }: Pick<DocumentContent, 'fields'>,
): FieldComparison {
  const submitted = fieldValue(content, field);
  const found = fields.find((one) => one.field === field);
  if (!found) return { field, submitted, read: null, result: 'not_found', box: null };
  const result = isSameValue(field, content, found.value) ? 'same' : 'differs';
  return { field, submitted, read: found.value, result, box: found.box };
}

/** Submitted lines first, in their order, each with the line of that name that the document has; then what is left there. */
function compareRows(submitted: readonly AnalyteResult[], read: readonly ReadRow[]): RowComparison[] {
  const left = new Set(read);
  const take = (isIt: (row: ReadRow) => boolean) => {
    const found = [...left].find(isIt);
    if (found) left.delete(found);
    return found ?? null;
  };
  const names = new Map(read.map((row) => [row, analyteKey(row.name)]));
  // Of two lines with one name, such as Δ9-THC by weight and by container, the one with the same unit belongs together.
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
    ...[...left].map((row): RowComparison => ({ submitted: null, read: row, result: 'only_read' })),
  ];
}

function compareRow(line: AnalyteResult, row: ReadRow | null): RowComparison {
  if (row === null) return { submitted: line, read: null, result: 'only_submitted' };
  const isSame = isSameResult(line, row) && areSameFigures(line, row);
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

const PRINTED_NUMBER = /^(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)$/;

/** The number, or else the meaning of the text. A number beside a text that says otherwise is neither. */
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

/** Unit and limits, as far as both have them. */
function areSameFigures(line: AnalyteResult, row: ReadRow): boolean {
  const isSame = (one: number | null, other: number | null) => one === null || other === null || one === other;
  const isSameUnit = line.unit === null || row.unit === null || unitKey(line.unit) === unitKey(row.unit);
  return isSameUnit && isSame(line.limit, row.limit) && isSame(line.lod, row.lod) && isSame(line.loq, row.loq);
}

/** "mcg/g", "ug/g" and "µg/g" are one unit; "%" and "% w/w" are not told apart from each other, but from "mg/g". */
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
