import type { DocumentReading, ReadField, ReadFieldName, ReadRow } from '../../src/domain/shared/document-reading.js';

const BOX = { page: 1, x: 72, y: 96, width: 84, height: 11 };

/** A value that software read on page 1, unless told. */
export const aField = (field: ReadFieldName, value: string, page = 1): ReadField => ({
  field,
  value,
  printed: value,
  box: { ...BOX, page },
  label: null,
});

/** A line of a results table; lead by default. */
export const aRow = (differing: Partial<ReadRow> = {}): ReadRow => ({
  panel: 'heavyMetals',
  name: 'Lead',
  valueText: '0.31',
  value: 0.31,
  unit: 'µg/g',
  lod: null,
  loq: null,
  limit: null,
  method: null,
  box: BOX,
  ...differing,
});

/** A reading of a one-page document with a QR code and nothing else; pass only what the test is about. */
export const aReading = (differing: Partial<DocumentReading> = {}): DocumentReading => ({
  pageCount: 1,
  pages: [{ number: 1, width: 612, height: 792 }],
  fields: [],
  panels: [],
  rows: [],
  qrCodes: [{ text: 'https://lab.example/verify/1', box: BOX }],
  fingerprint: { wordsSha256: null, minHash: [] },
  ...differing,
});
