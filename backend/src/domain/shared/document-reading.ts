import { type AnalyteResult, PANELS } from './result-terms.js';

/** What a document can say about a whole panel. */
export const READ_VERDICTS = ['passed', 'failed', 'not_tested', 'pending'] as const;

/** Panels whose result is read. A certificate has no field for that of mycotoxins. */
export const READ_PANELS = [...PANELS, 'mycotoxins'] as const;
export type ReadPanelName = (typeof READ_PANELS)[number];

/** A rectangle on a page, in PDF points (1/72 inch) from the page's top left corner, as the page is shown (rotated). */
export interface Box {
  /** Page number from 1. */
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A word as the page prints it, with its place in points from the page's top left corner. */
export interface PageWord {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Size of the type in points; a superscript is smaller than its neighbors. */
  readonly fontSize: number;
}

/** The text of one page. A scanned page has no words. */
export interface PageText {
  /** Page number from 1. */
  readonly number: number;
  /** Width and height in points, as the page is shown (rotated). */
  readonly width: number;
  readonly height: number;
  readonly words: readonly PageWord[];
}

/** Fields of a certificate that the reader looks for. The names are those of the submission form. */
export const READ_FIELDS = [
  'brandName',
  'productName',
  'batchId',
  'thcContent',
  'cbdContent',
  'testDate',
  'labName',
  'labReportId',
] as const;
export type ReadFieldName = (typeof READ_FIELDS)[number];

/** What else a report's header says about the sample. The submission form doesn't ask for it. */
export const READ_DETAILS = ['sampleId', 'dateCollected', 'dateReceived', 'dateIssued', 'sampledBy'] as const;
export type ReadDetailName = (typeof READ_DETAILS)[number];

/** A value that the document prints, with the place it was read from. */
export interface ReadField<Name = ReadFieldName> {
  readonly field: Name;
  /** As the form takes it: a day as `YYYY-MM-DD`, milligrams per container as a decimal number, other values as printed. */
  readonly value: string;
  /** As printed, e.g. `Oct 14, 2026`. */
  readonly printed: string;
  /** Where the value is. */
  readonly box: Box;
  /** The label beside or above it, as printed, e.g. `Batch ID:`; null for a value recognized without one. */
  readonly label: string | null;
}

/** A line of a results table. It is left out unless its name, value and column headings are all certain. */
export interface ReadRow extends AnalyteResult {
  /** The whole line. */
  readonly box: Box;
}

/** A total that the laboratory prints, in each unit in which it does. */
export interface ReadTotal {
  readonly total: 'thc' | 'cbd';
  /** As printed, e.g. `0.265` or `ND`. */
  readonly valueText: string;
  readonly value: number | null;
  /** As printed, e.g. `mg/serving`; null if it has none. */
  readonly unit: string | null;
  readonly box: Box;
}

/** What the document says about a whole panel, e.g. `Heavy Metals: PASS`. */
export interface ReadPanel {
  readonly panel: ReadPanelName;
  readonly verdict: (typeof READ_VERDICTS)[number];
  readonly printed: string;
  readonly box: Box;
}

/** A QR code on a page. Its text is compared and shown, never fetched. */
export interface QrCode {
  readonly text: string;
  readonly box: Box;
}

/**
 * What software read from a laboratory's PDF: an aid for people, never an authority. The documents context produces it;
 * the registry compares certificates with it.
 */
export interface DocumentContent {
  /** At most one value for each field; a field that is missing was not found with certainty. */
  readonly fields: readonly ReadField[];
  readonly panels: readonly ReadPanel[];
  readonly rows: readonly ReadRow[];
  /** At most one value for each detail. Missing in readings from before they were read. */
  readonly details?: readonly ReadField<ReadDetailName>[];
  /**
   * Values of fields that were not read, for a person to choose of: several under labels of one rank, such as a day of
   * testing for each panel, or names that only may be the brand's or the product's. Absent if there are none.
   */
  readonly candidates?: readonly ReadField[];
  /** At most one for each total and unit. Missing in readings from before they were read. */
  readonly totals?: readonly ReadTotal[];
}

/** What makes two documents the same although their bytes differ. */
export interface Fingerprint {
  /** SHA-256 in hex of the normalized words; null for a document with too little text to compare. */
  readonly wordsSha256: string | null;
  /** MinHash of three-word shingles; empty for a document with too little text. Two near copies agree in over 90 %. */
  readonly minHash: readonly number[];
}

/** Size of a page as it is shown, in points. */
export type PageSize = Pick<PageText, 'number' | 'width' | 'height'>;

/** Everything that the reader stores about a document that it could open. */
export interface DocumentReading extends DocumentContent {
  /** Pages of the document. At most the first 30 are read and shown. */
  readonly pageCount: number;
  readonly pages: readonly PageSize[];
  readonly qrCodes: readonly QrCode[];
  readonly fingerprint: Fingerprint;
}
