import { extractContent } from '../../src/domain/documents/extraction/extract-content.js';
import { loadPdfium } from '../../src/modules/documents/reading/pdfium.js';
import { pageTexts } from './page-texts.js';
import { gradeContent, precision, recall, sum } from './sample-documents/grade.mjs';
import { randomRecord } from './sample-documents/random-records.mjs';
import { LAYOUTS, printSampleDocument, writeSampleDocument } from './sample-documents/sample-documents.mjs';

const SEEDS = [11, 12];

describe('reading sample documents', () => {
  let grades: readonly ReturnType<typeof gradeContent>[];

  beforeAll(async () => {
    const pdfium = await loadPdfium();
    const printed = SEEDS.flatMap((seed) => LAYOUTS.map((layout) => printSampleDocument(randomRecord(seed), layout)));
    const documents = await Promise.all(printed);
    grades = documents.map(({ pdf, truth }) => gradeContent(extractContent(pageTexts(pdfium, pdf)), truth));
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

it.each(LAYOUTS)('a sample document is the same bytes for the same record: %s', async (layout) => {
  const first = await writeSampleDocument(randomRecord(11), layout);
  expect(first.subarray(0, 5).toString()).toBe('%PDF-');
  expect(first.equals(await writeSampleDocument(randomRecord(11), layout))).toBe(true);
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
