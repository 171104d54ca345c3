import {
  type ComparisonLine,
  comparisonLines,
  isConfirmable,
  isDifference,
  isUnread,
  neighbor,
} from './comparison-lines';

const BOX = { page: 1, x: 1, y: 2, width: 3, height: 4 };
const same = (field: 'brandName' | 'batchId' | 'testDate', value: string) =>
  ({ field, submitted: value, read: value, result: 'same', box: BOX }) as const;
const lead = { panel: 'heavyMetals', name: 'Lead', valueText: '0.1', value: 0.1, unit: 'µg/g' } as const;
const details = { lod: null, loq: null, limit: 0.5, method: null };

it('shows fields and panels and then the result rows, formatted like the facts, with what differs first', () => {
  const lines = comparisonLines({
    fields: [
      same('brandName', 'Heron'),
      { field: 'testDate', submitted: '2026-10-14', read: '2026-10-15', result: 'differs', box: BOX },
      { field: 'thcContent', submitted: '4.9', read: null, result: 'not_found', box: null },
    ],
    panels: [
      { panel: 'microbials', submitted: 'passed', read: 'not_tested', result: 'differs', box: BOX },
      { panel: 'pesticides', submitted: 'passed', read: null, result: 'not_found', box: null },
    ],
    rows: [
      { submitted: null, read: { ...lead, ...details, panel: 'other', name: 'pH', box: BOX }, result: 'only_read' },
      {
        submitted: { ...lead, ...details },
        read: { ...lead, ...details, valueText: 'ND', value: null, limit: 0.2, box: BOX },
        result: 'differs',
      },
    ],
  });
  expect(lines.map(({ label, submitted, read, result }) => [label, submitted, read, result])).toEqual([
    ['Test date', 'Oct 14, 2026', 'Oct 15, 2026', 'differs'],
    ['Microbials panel', 'Passed', 'Not tested', 'differs'],
    ['Brand', 'Heron', 'Heron', 'same'],
    ['THC', '4.9\u00a0mg', null, 'not_found'],
    ['Pesticides panel', 'Passed', null, 'not_found'],
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
    panels: [],
    rows: [],
  });
  expect([date?.submitted, date?.read, thc?.read, report?.submitted]).toEqual(['October', '2026-1-2', 'ND', null]);
});

const line = (key: string, result: ComparisonLine['result'] = 'same'): ComparisonLine => ({
  key,
  label: key,
  submitted: '',
  read: '',
  result,
  box: BOX,
});
const LINES = [line('a'), line('b', 'differs'), line('c', 'differs'), line('d'), line('e', 'differs'), line('f')];
const step = (from: string | null, by: 1 | -1) => neighbor(LINES, from, by, isDifference)?.key;

it('steps through the differences in the order shown, and starts over', () => {
  expect([step(null, 1), step('b', 1), step('c', 1), step('e', 1)]).toEqual(['b', 'c', 'e', 'b']);
  expect([step(null, -1), step('e', -1), step('b', -1)]).toEqual(['e', 'c', 'e']);
});

it('goes on from a line that is the same, and from one that is gone', () => {
  expect([step('d', 1), step('d', -1), step('f', 1)]).toEqual(['e', 'c', 'b']);
  expect([step('a', -1), step('gone', 1)]).toEqual(['e', 'b']);
});

it('takes for a difference only what the document says otherwise', () => {
  const lines = (['same', 'not_found', 'only_submitted', 'only_read', 'differs'] as const).map((result) =>
    line(result, result),
  );
  expect(lines.filter(isDifference).map(({ key }) => key)).toEqual(['differs']);
  expect(lines.filter(isUnread).map(({ key }) => key)).toEqual(['not_found', 'only_submitted']);
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
    panels: [],
    rows: [{ submitted: { ...lead, ...details }, read: { ...lead, ...details, box: BOX }, result: 'same' }],
  });
  expect(lines.map(isConfirmable)).toEqual([false, true, false, false]);
});
