import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_RECORDS, type DemoRecord } from '../../src/demo-records.js';
import { isSameValue } from '../../src/domain/coa-registry/certificate/document-fields.js';
import { extractContent } from '../../src/domain/documents/extraction/extract-content.js';
import type { DocumentContent } from '../../src/domain/shared/document-reading.js';
import { loadPdfium } from '../../src/modules/documents/reading/pdfium.js';
import { pageTexts } from '../pdf/page-texts.js';

/** The PDFs that the build printed. */
const FOLDER = join(import.meta.dirname, '../../dist/demo-documents');

const pdfium = await loadPdfium();
const documents = DEMO_RECORDS.map((record) => {
  const pages = pageTexts(pdfium, readFileSync(join(FOLDER, `${record.id}.pdf`)));
  return { record, pages, content: extractContent(pages) };
});
const readable = documents.filter(({ record }) => !record.isScan);

/** Each analyte of the record by its panel and name. */
const linesOf = ({ draft }: DemoRecord) => new Map(draft.analytes.map((line) => [`${line.panel} ${line.name}`, line]));

it('every record has a PDF that says on each page that it is invented', () => {
  expect(documents).toHaveLength(41);
  for (const { record, pages } of readable) {
    for (const { number, words } of pages) {
      const text = words.map((word) => word.text).join(' ');
      const page = `${record.draft.batchId}, page ${number}`;
      expect({ page, text }).toEqual({
        page,
        text: expect.stringContaining('Demonstration document. Invented laboratory'),
      });
    }
  }
  expect(readable.some(({ pages }) => pages.length > 2)).toBe(true);
});

it('nothing is read from the one that is a scan', () => {
  const scans = documents.filter(({ record }) => record.isScan);
  expect(scans.map(({ pages, content }) => [pages[0]?.words, content])).toEqual([
    [[], { fields: [], details: [], totals: [], panels: [], rows: [] }],
  ]);
});

it('every value that is read is the value of the record', () => {
  const wrong = readable.flatMap(({ record, content }) =>
    content.fields
      .filter(({ field, value }) => !isSameValue(field, record.draft, value))
      .map(({ field, value }) => `${record.draft.batchId}: ${field} ${record.draft[field]} read as ${value}`),
  );
  expect(wrong).toEqual([]);
});

it('a value that a record calls read from its PDF is read on that page', () => {
  const missing = readable.flatMap(({ record, content }) =>
    record.provenance
      .filter(({ origin }) => origin === 'document')
      .filter((known) => !content.fields.some(({ field, box }) => field === known.field && box.page === known.page))
      .map(({ field }) => `${record.draft.batchId}: ${field}`),
  );
  expect(missing).toEqual([]);
});

it('every verdict and every result that is read is that of the record', () => {
  expect(readable.flatMap(wrongVerdicts)).toEqual([]);
  expect(readable.flatMap(wrongRows)).toEqual([]);
  const read = readable.reduce((sum, { content }) => sum + content.rows.length, 0);
  expect(read).toBeGreaterThan(0.9 * readable.reduce((sum, { record }) => sum + record.draft.analytes.length, 0));
});

interface Compared {
  readonly record: DemoRecord;
  readonly content: DocumentContent;
}

const wrongVerdicts = ({ record, content }: Compared) =>
  content.panels
    .filter(({ panel, verdict }) => panel === 'mycotoxins' || verdict !== record.approval.panels[panel])
    .map(({ panel, printed }) => `${record.draft.batchId}: ${panel} ${printed}`);

/** A layout may print a result in another unit; its value is then compared with the record's total (see grading). */
function wrongRows({ record, content }: Compared): string[] {
  const lines = linesOf(record);
  return content.rows
    .filter(({ panel, name, valueText, unit }) => {
      const line = lines.get(`${panel} ${name}`);
      return !line || (unit === line.unit && valueText !== line.valueText) || isInverted(line.value, valueText);
    })
    .map(({ panel, name, valueText, unit }) => `${record.draft.batchId}: ${panel} ${name} ${valueText} ${unit}`);
}

/** Not detected read as a number, or the reverse. */
const isInverted = (value: number | null, read: string) => (value === null) !== Number.isNaN(Number(read));
