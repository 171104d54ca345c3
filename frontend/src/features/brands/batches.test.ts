import type { Batch } from './batches';
import { isWithinBand, labelSentence, markKind, sourceSentence } from './batches';

const TODAY = '2026-11-23';

const batch = (differing: Partial<Batch> & { statedMg?: number | null } = {}): Batch => {
  const { statedMg = 5, ...rest } = differing;
  return {
    ...{ status: 'passed', thcContent: 4.9, testDate: '2026-10-14', labName: 'Example Analytical', source: 'lab' },
    labelComparison: { level: 'within', statedMg, percent: 98 },
    ...rest,
  } as Batch;
};

it.each<[string, Partial<Batch>]>([
  ['current', {}],
  ['current', { status: 'pending' }],
  ['old', { testDate: '2025-11-22' }],
  ['failed', { status: 'failed', testDate: '2025-01-01' }],
  ['replaced', { status: 'failed', standing: 'superseded' }],
  ['withdrawn', { status: 'passed', standing: 'withdrawn', testDate: '2024-01-01' }],
])('a mark is %s for %j', (kind, differing) => {
  expect(markKind(batch(differing), TODAY)).toBe(kind);
});

it.each([
  [5.5, 5, true],
  [5.51, 5, false],
  [4.5, 5, true],
  [4.49, 5, false],
  [1.1, 1, true],
  [2.75, 2.5, true],
])('%d mg is within 10%% of %d mg: %s', (thcMg, statedMg, isWithin) => {
  expect(isWithinBand(thcMg, statedMg)).toBe(isWithin);
});

it.each<[string | null, Batch[]]>([
  [null, []],
  [null, [batch({ statedMg: null })]],
  [null, [batch({ standing: 'withdrawn' })]],
  [
    'The current certificate measured 4.9\u00a0mg, within 10% of the label.',
    [batch(), batch({ standing: 'superseded' })],
  ],
  ['The current certificate measured 5.9\u00a0mg, more than 10% above the label.', [batch({ thcContent: 5.9 })]],
  ['2 of 2 current certificates are within 10% of the label.', [batch(), batch()]],
  [
    '1 of 4 current certificates are within 10% of the label; 2 measured more, 1 measured less.',
    [batch(), batch({ thcContent: 6 }), batch({ thcContent: 5.6 }), batch({ thcContent: 1 })],
  ],
])('says %j', (sentence, batches) => {
  expect(labelSentence(batches)).toBe(sentence);
});

it('a picture says how many figures it has, from when, and who supplied them', () => {
  const older = batch({ testDate: '2026-01-02', labName: 'Third Bench Labs', source: 'submitter' });
  expect(sourceSentence([batch(), older])).toBe(
    '2 certificates, tested from Jan 2, 2026 to Oct 14, 2026 by Example Analytical, Third Bench Labs. ' +
      'Supplied: 1 by the lab, 1 by a submitter and checked by our staff.',
  );
  expect(sourceSentence([batch()])).toMatch(/^1 certificate, tested on Oct 14, 2026 by Example Analytical\./);
});
