import type { ReadFieldName } from '../shared/document-reading.js';
import { nameKey } from '../shared/name-key.js';
import { batchKey } from './batch-key.js';

/** The fields of a certificate that a document prints, too. */
export interface ComparableContent {
  readonly brandName: string;
  readonly productName: string;
  readonly batchId: string;
  readonly thcContent: number;
  readonly cbdContent: number;
  readonly testDate: string;
  readonly labName: string;
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
  if (field === 'batchId') return batchKey(value) === batchKey(read);
  return textKey(value) === textKey(read);
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
