import type { Batch } from './batches';
import { labelSentence, markKind, sourceSentence, warningSentence } from './batches';

const TODAY = '2026-11-23';

const NOTICE = {} as Batch['labIncidents'][number];
const RECALL = {} as Batch['notices'][number];

const batch = (differing: Partial<Batch> & { statedMg?: number | null } = {}): Batch => {
  const { statedMg = 5, ...rest } = differing;
  return {
    status: 'passed',
    thcContent: 4.9,
    testDate: '2026-10-14',
    labName: 'Example Analytical',
    source: 'lab',
    labIncidents: [],
    notices: [],
    labelComparison: { level: 'within', statedMg, percent: 98 },
    ...rest,
  } as Batch;
};

it.each<[string, Partial<Batch>]>([
  ['current', {}],
  ['current', { status: 'pending' }],
  ['noticed', { labIncidents: [NOTICE], testDate: '2025-11-22' }],
  ['noticed', { notices: [RECALL] }],
  ['failed', { labIncidents: [NOTICE], status: 'failed' }],
  ['old', { testDate: '2025-11-22' }],
  ['failed', { status: 'failed', testDate: '2025-01-01' }],
  ['replaced', { status: 'failed', standing: 'superseded' }],
  ['withdrawn', { status: 'passed', standing: 'withdrawn', testDate: '2024-01-01' }],
])('a mark is %s for %j', (kind, differing) => {
  expect(markKind(batch(differing), TODAY)).toBe(kind);
});

const measuring = (thcContent: number, level: Batch['labelComparison']['level']) =>
  batch({ thcContent, labelComparison: { level, statedMg: 5, percent: 100 } });

it.each<[string | null, Batch[]]>([
  [null, []],
  [null, [batch({ statedMg: null })]],
  [null, [batch({ standing: 'withdrawn' })]],
  ['The current certificate measured 4.9\u00a0mg, close to its label.', [batch(), batch({ standing: 'superseded' })]],
  ['The current certificate measured 5.9\u00a0mg, stronger than its label.', [measuring(5.9, 'over')]],
  // The verdict calls it weaker, too: it lacks more than 1 mg of 25.
  ['The current certificate measured 23.9\u00a0mg, weaker than its label.', [measuring(23.9, 'under')]],
  ['2 of 2 current certificates are close to their label.', [batch(), batch()]],
  [
    '1 of 4 current certificates is close to its label; 2 measured stronger, 1 measured weaker.',
    [batch(), measuring(6, 'over'), measuring(7, 'far_over'), measuring(1, 'far_under')],
  ],
  [
    '1 of 3 current certificates is close to its label; 1 measured stronger, 2 have a notice.',
    [batch(), batch({ labIncidents: [NOTICE] }), { ...measuring(6, 'over'), labIncidents: [NOTICE] }],
  ],
  ['The current certificate measured 4.9\u00a0mg; its label says 5\u00a0mg.', [batch({ labIncidents: [NOTICE] })]],
  [
    'The current certificate measured 6\u00a0mg, stronger than its label.',
    [{ ...measuring(6, 'over'), labIncidents: [NOTICE] }],
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

it.each([
  ['', [batch(), batch({ standing: 'withdrawn', status: 'failed' })]],
  ['1 failed its lab test: do not drink it. ', [batch(), batch({ status: 'failed' })]],
  ['There is a notice about the laboratory of 1 certificate. ', [batch({ labIncidents: [NOTICE] }), batch()]],
  [
    'There is a notice about the batch of 2 certificates. ',
    [batch({ notices: [RECALL] }), batch({ notices: [RECALL] })],
  ],
  [
    '1 failed its lab test: do not drink it. There is a notice about the laboratory of 2 certificates. ',
    [batch({ labIncidents: [NOTICE] }), batch({ labIncidents: [NOTICE], status: 'failed' })],
  ],
])('warns before any figure: %j', (sentence, batches) => {
  expect(warningSentence(batches)).toBe(sentence);
});
