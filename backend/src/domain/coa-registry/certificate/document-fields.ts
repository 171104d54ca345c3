import type { ReadField, ReadFieldName } from '../../shared/document-reading.js';
import { nameKey } from '../../shared/name-key.js';
import { batchKey } from './batch-key.js';
import { toLatin } from './look-alikes.js';

/** The fields of a certificate that a document prints, too. */
export interface ComparableContent {
  readonly brandName: string;
  readonly productName: string;
  /** As printed on the container. */
  readonly batchId: string;
  /** Milligrams of THC per container, at most two decimals. The wire format fixes the name. */
  readonly thcContent: number;
  /** Milligrams of CBD per container, at most two decimals. */
  readonly cbdContent: number;
  /** Calendar day of the test, `YYYY-MM-DD`. */
  readonly testDate: string;
  readonly labName: string;
  /** The laboratory's own number of its report, e.g. `EA-2026-01187`; unique at most within that laboratory. */
  readonly labReportId?: string | null;
}

/** The value of a field as text; null when the certificate has none. */
export function fieldValue(content: ComparableContent, field: ReadFieldName): string | null {
  const value = content[field];
  return value === undefined || value === null || value === '' ? null : String(value);
}

/**
 * Whether the certificate and the document say the same. Amounts are compared as numbers, at the two decimals that a
 * certificate has; texts without case and spacing.
 */
export function isSameValue(field: ReadFieldName, content: ComparableContent, read: string): boolean {
  const value = fieldValue(content, field);
  if (value === null) return false;
  if (field === 'thcContent' || field === 'cbdContent') return isSameNumber(Number(value), read);
  if (field === 'testDate') return value === read.trim();
  if (field === 'batchId') return batchKey(value) === batchKey(read) || printsOnlyCode(read, value);
  return textKey(value) === textKey(read);
}

/** Words of letters and digits with one space between them, and one at each end. */
export const searchable = (text: string): string => ` ${toLatin(nameKey(text)).replace(/[^\p{L}\p{N}]+/gu, ' ')} `;

/** A code with or without spaces and hyphens between its characters: "C9031" does not contain "C903". */
const codePattern = (code: string): string | null => [...searchable(code).replaceAll(' ', '')].join(' ?') || null;

/** Whether a {@link searchable} text has a code as a whole. */
export function hasCode(printed: string, code: string): boolean {
  const pattern = codePattern(code);
  return pattern === null || new RegExp(` ${pattern} `, 'u').test(printed);
}

/** Whether a read value is that code, apart from a label before it and punctuation, as in "Lot # C-9030;". */
function printsOnlyCode(read: string, code: string): boolean {
  const pattern = codePattern(code);
  const label = '(?:(?:batch|lot) )?(?:(?:id|no|number|code) )?';
  return pattern !== null && new RegExp(`^${label}${pattern}$`, 'u').test(searchable(read).trim());
}

const ANALYSIS_LABEL = /anal[yz]|assay/i;
const COMPLETION_LABEL = /complet|finish/i;

/** Days between one analysis and the completed test: longer than the analyses of one report take. */
const ANALYSES_MAX_DAYS = 14;

/**
 * Whether the document may print the day of one analysis, shortly before the test was completed, which does not
 * contradict the day of completion.
 */
export function isDayOfOneAnalysis({ field, label, value }: ReadField, testDate: string): boolean {
  if (field !== 'testDate' || label === null) return false;
  if (!ANALYSIS_LABEL.test(label) || COMPLETION_LABEL.test(label)) return false;
  const days = (Date.parse(testDate) - Date.parse(value)) / 86_400_000;
  return days > 0 && days <= ANALYSES_MAX_DAYS;
}

const DECIMAL = /^\d+(?:\.\d+)?$/;

/** Text that is not a plain decimal number, such as "ND", is never a number, not even zero. */
const isSameNumber = (value: number, read: string): boolean =>
  DECIMAL.test(read.trim()) && (Number(read) === value || roundedToHundredths(read.trim()) === value);

/** As the form prefills it. Shifting the decimal text first keeps 1.005 from becoming 1.00. */
const roundedToHundredths = (decimal: string): number => Math.round(Number(`${decimal}e2`)) / 100;

/** Letters, digits and single spaces: "Juniper & Tide, LLC." and "Juniper & Tide LLC" are the same name. */
export const textKey = (text: string): string =>
  nameKey(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
