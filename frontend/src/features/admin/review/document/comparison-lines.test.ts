import { type ComparisonLine, comparisonLines, isConfirmable, isDifference, neighbor } from './comparison-lines';

const BOX = { page: 1, x: 1, y: 2, width: 3, height: 4 };
const same = (field: 'brandName' | 'batchId' | 'testDate' | 'thcContent' | 'labReportId', value: string) => ({
  ...({ field, submitted: value, read: value, result: 'same', box: BOX } as const),
});
const lead = { panel: 'heavyMetals', name: 'Lead', valueText: '0.1', value: 0.1, unit: 'µg/g' } as const;
const details = { lod: null, loq: null, limit: 0.5, method: null };

it('shows the fields and then the result rows, formatted like the facts', () => {
  const lines = comparisonLines({
    fields: [
      same('brandName', 'Heron'),
      { field: 'testDate', submitted: '2026-10-14', read: '2026-10-15', result: 'differs', box: BOX },
      { field: 'thcContent', submitted: '4.9', read: null, result: 'not_found', box: null },
    ],
    rows: [
      {
        submitted: { ...lead, ...details },
        read: { ...lead, ...details, valueText: 'ND', value: null, limit: 0.2, box: BOX },
        result: 'differs',
      },
      { submitted: null, read: { ...lead, ...details, panel: 'other', name: 'pH', box: BOX }, result: 'only_read' },
    ],
  });
  expect(lines.map(({ label, submitted, read, result }) => [label, submitted, read, result])).toEqual([
    ['Brand', 'Heron', 'Heron', 'same'],
    ['Test date', 'Oct 14, 2026', 'Oct 15, 2026', 'differs'],
    ['THC', '4.9\u00a0mg', null, 'not_found'],
    ['Heavy Metals: Lead', '0.1 µg/g, limit 0.5', 'ND µg/g, as a number none, limit 0.2', 'differs'],
    ['Other: pH', null, '0.1 µg/g', 'only_read'],
  ]);
});

it('never shows a value that it cannot format as another one', () => {
  const [date, thc, report] = comparisonLines({
    fields: [
      { field: 'testDate', submitted: 'October', read: '2026-1-2', result: 'differs', box: BOX },
      { field: 'thcContent', submitted: '4.9', read: 'ND', result: 'differs', box: BOX },
      { field: 'labReportId', submitted: '', read: 'R-1', result: 'differs', box: BOX },
    ],
    rows: [],
  });
  expect([date?.submitted, date?.read, thc?.read, report?.submitted]).toEqual(['October', '2026-1-2', 'ND', null]);
});

const line = (key: string, result: ComparisonLine['result'] = 'same'): ComparisonLine => ({
  ...{ key, label: key, submitted: '', read: '', result, box: BOX },
});
const LINES = [line('a'), line('b', 'differs'), line('c', 'not_found'), line('d'), line('e', 'only_read'), line('f')];
const step = (from: string | null, by: 1 | -1) => neighbor(LINES, from, by, isDifference)?.key;

it('steps through the differences in the order shown, and starts over', () => {
  expect([step(null, 1), step('b', 1), step('c', 1), step('e', 1)]).toEqual(['b', 'c', 'e', 'b']);
  expect([step(null, -1), step('e', -1), step('b', -1)]).toEqual(['e', 'c', 'e']);
});

it('goes on from a line that is the same, and from one that is gone', () => {
  expect([step('d', 1), step('d', -1), step('f', 1), step('a', -1), step('gone', 1)]).toEqual([
    'e',
    'c',
    'b',
    'e',
    'b',
  ]);
});

it('stays at the only difference, and finds none where there is none', () => {
  expect(neighbor([line('a'), line('b', 'differs')], 'b', 1, isDifference)?.key).toBe('b');
  expect(neighbor([line('a')], 'a', 1, isDifference)).toBeUndefined();
  expect(neighbor([], null, -1, isDifference)).toBeUndefined();
});

it('lets staff confirm a field that the document prints as submitted, and nothing else', () => {
  const lines = comparisonLines({
    fields: [
      same('brandName', 'Heron'),
      { ...same('batchId', 'B'), box: null },
      { ...same('testDate', '2026-10-14'), result: 'differs' },
    ],
    rows: [{ submitted: { ...lead, ...details }, read: { ...lead, ...details, box: BOX }, result: 'same' }],
  });
  expect(lines.map(isConfirmable)).toEqual([true, false, false, false]);
});
