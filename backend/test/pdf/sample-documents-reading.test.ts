import { extractContent } from '../../src/domain/documents/extraction/extract-content.js';
import type { PageText } from '../../src/domain/shared/document-reading.js';
import { charactersOf } from '../../src/modules/documents/reading/page-characters.js';
import { geometryOf } from '../../src/modules/documents/reading/page-geometry.js';
import { wordsOf } from '../../src/modules/documents/reading/page-words.js';
import { loadPdfium, openDocument, type Pdfium } from '../../src/modules/documents/reading/pdfium.js';
import { gradeContent, precision, recall, sum } from './sample-documents/grade.mjs';
import { randomRecord } from './sample-documents/random-records.mjs';
import { LAYOUTS, printSampleDocument } from './sample-documents/sample-documents.mjs';

const SEEDS = [11, 12];

function pagesOf(pdfium: Pdfium, pdf: Buffer): readonly PageText[] {
  const document = openDocument(pdfium, pdf);
  return Array.from({ length: pdfium.FPDF_GetPageCount(document) }, (_, index) => {
    const page = pdfium.FPDF_LoadPage(document, index);
    const geometry = geometryOf(pdfium, page);
    if (!geometry) throw new Error('A sample page has a size');
    const words = wordsOf(charactersOf(pdfium, page, geometry, 100_000), geometry);
    return { number: index + 1, width: geometry.width, height: geometry.height, words };
  });
}

describe('reading sample documents', () => {
  let grades: readonly ReturnType<typeof gradeContent>[];

  beforeAll(async () => {
    const pdfium = await loadPdfium();
    const printed = SEEDS.flatMap((seed) => LAYOUTS.map((layout) => printSampleDocument(randomRecord(seed), layout)));
    const documents = await Promise.all(printed);
    grades = documents.map(({ pdf, truth }) => gradeContent(extractContent(pagesOf(pdfium, pdf)), truth));
  });

  it.each([
    ['header', 0.99, 0.8],
    ['rows', 0.99, 0.9],
    ['totals', 0.98, 0.75],
  ] as const)('keeps the goals for %s', (kind, leastPrecision, leastRecall) => {
    const count = sum(grades.map((grade) => grade[kind]));
    expect(count.stated).toBeGreaterThan(50);
    expect(precision(count)).toBeGreaterThanOrEqual(leastPrecision);
    expect(recall(count)).toBeGreaterThanOrEqual(leastRecall);
  });

  it('never turns a result around', () => {
    expect(grades.map(({ inverted }) => inverted)).toEqual(grades.map(() => 0));
  });
});

describe('the grade', () => {
  const truth = {
    fields: { batchId: 'A-1' },
    rows: [
      {
        panel: 'heavyMetals',
        name: 'Lead',
        lod: null,
        loq: null,
        limit: 0.5,
        method: null,
        results: [{ valueText: 'ND', unit: 'µg/g' }],
      },
    ],
    panels: { heavyMetals: 'passed' as const },
  };
  const box = { page: 1, x: 0, y: 0, width: 1, height: 1 };
  const lead = {
    panel: 'heavyMetals',
    name: 'Lead',
    value: null,
    unit: 'ug/g',
    lod: null,
    loq: null,
    limit: null,
    method: null,
  } as const;

  it('counts what is right, wrong and missing', () => {
    const field = { field: 'batchId', value: 'A-2', printed: 'A-2', box, label: null } as const;
    const right = gradeContent({ fields: [], panels: [], rows: [{ ...lead, valueText: 'ND', box }] }, truth);
    expect(right).toMatchObject({
      header: { correct: 0, wrong: 0, stated: 1 },
      rows: { correct: 1, wrong: 0, stated: 1 },
      inverted: 0,
    });
    const wrong = gradeContent(
      { fields: [field], panels: [], rows: [{ ...lead, valueText: '0.3', value: 0.3, box }] },
      truth,
    );
    expect(wrong).toMatchObject({ header: { wrong: 1 }, rows: { correct: 0, wrong: 1 }, inverted: 1 });
  });

  it('counts a limit taken for the detection limit as wrong', () => {
    const swapped = gradeContent(
      { fields: [], panels: [], rows: [{ ...lead, valueText: 'ND', lod: 0.5, box }] },
      truth,
    );
    expect(swapped.rows.wrong).toBe(1);
  });
});
