import { endIncident } from '../../../src/domain/coa-registry/certificate/lab-incident.js';
import type { Publication, Withdrawal } from '../../../src/domain/coa-registry/registry/published-certificate.js';
import { registryEvents } from '../../../src/domain/coa-registry/registry/registry-events.js';
import { ACTOR, aBatchNotice, aCertificate, anIncident, approved, summaryOf } from '../../support/builders.js';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));

const publication = (hour: number, differing: Partial<Publication> = {}): Publication => ({
  ...summaryOf(approved(aCertificate({ batchId: '#C9030' }))),
  reference: 'CB-1Y7T-TPYS',
  publishedAt: at(hour),
  ...differing,
});

const withdrawal = (hour: number): Withdrawal => ({
  reference: 'CB-7K3M-9QXD',
  brandName: 'Waxwing',
  productName: 'Lime Shot 25 mg',
  batchId: 'WX-9',
  thcContent: 25.2,
  labName: 'Example Analytical',
  testDate: '2026-06-01',
  withdrawnAt: at(hour),
  reason: 'The sample was mixed up.',
});

it('comes newest first, publications and withdrawals together, up to the limit', () => {
  const incident = anIncident({}, at(4));
  const news = registryEvents([publication(5), publication(1)], [withdrawal(3), withdrawal(0)], [incident], [], 4);
  expect(news.map(({ page, at }) => [page, at.getUTCHours()])).toEqual([
    ['coa', 5],
    ['laboratory', 4],
    ['certificate', 3],
    ['coa', 1],
  ]);
});

it.each<[Partial<Publication>, string, string]>([
  [
    {},
    'Yuzu Seltzer 5 mg, batch #C9030',
    'Juniper & Tide: 4.82 mg THC measured, 5 mg stated. Tested by Example Analytical on October 14, 2026. Status: passed.',
  ],
  [
    { productName: 'Mocktail' },
    'Mocktail, batch #C9030',
    'Juniper & Tide: 4.82 mg THC measured. Tested by Example Analytical on October 14, 2026. Status: passed.',
  ],
  [
    { warnings: [anIncident()] },
    'See notice: Yuzu Seltzer 5 mg, batch #C9030',
    'Notice about the laboratory. Example Accreditation Board (November 2, 2026) says that Example Analytical was suspended. It is about tests from October 1, 2026 to October 31, 2026. Results of these tests may not be reliable. Juniper & Tide: 4.82 mg THC measured, 5 mg stated. Tested by Example Analytical on October 14, 2026. Status: passed.',
  ],
  [
    { warnings: [aBatchNotice({ kind: 'recall' })] },
    'Do not drink: Yuzu Seltzer 5 mg, batch #C9030',
    'Notice about this batch (CBN-2026-0007). Example Food Agency (November 2, 2026, number F-0417-2026) says that it is recalled. Do not drink it. Take it back to the store. Juniper & Tide: 4.82 mg THC measured, 5 mg stated. Tested by Example Analytical on October 14, 2026. Status: passed.',
  ],
  [
    { outcome: 'failed' },
    'Failed: Yuzu Seltzer 5 mg, batch #C9030',
    'Failed its lab test. Do not drink it. Juniper & Tide: 4.82 mg THC measured, 5 mg stated. Tested by Example Analytical on October 14, 2026. Status: failed.',
  ],
  [
    { outcome: 'failed', warnings: [anIncident()] },
    'Failed: Yuzu Seltzer 5 mg, batch #C9030',
    'Failed its lab test. Do not drink it. Notice about the laboratory. Example Accreditation Board (November 2, 2026) says that Example Analytical was suspended. It is about tests from October 1, 2026 to October 31, 2026. Results of these tests may not be reliable. Juniper & Tide: 4.82 mg THC measured, 5 mg stated. Tested by Example Analytical on October 14, 2026. Status: failed.',
  ],
])('says of a publication %j what it is', (differing, title, text) => {
  expect(registryEvents([publication(1, differing)], [], [], [], 9)[0]).toMatchObject({
    page: 'coa',
    title,
    summary: text,
  });
});

it('says of a withdrawal first that it was withdrawn', () => {
  expect(registryEvents([], [withdrawal(1)], [], [], 9)).toEqual([
    {
      page: 'certificate',
      values: { reference: 'CB-7K3M-9QXD' },
      at: at(1),
      title: 'Withdrawn: Lime Shot 25 mg, batch WX-9',
      summary: 'Withdrawn. Do not rely on this certificate of Waxwing. Reason: The sample was mixed up.',
    },
  ]);
});

it.each([
  ['cleared', 'Cleared: Notice about Example Analytical', 'Cleared. Reason: The board lifted it.'],
  [
    'retracted',
    'Our mistake: Notice about Example Analytical',
    'We published this notice in error. Reason: The board lifted it.',
  ],
] as const)('says when and why an incident was %s', (state, title, summary) => {
  const ended = endIncident(anIncident({}, at(1)), state, 'The board lifted it.', at(7), ACTOR);
  const values = { labName: 'Example Analytical' };
  expect(registryEvents([], [], [ended], [], 9)).toEqual([
    { page: 'laboratory', values, anchor: ended.id, at: at(7), title, summary },
  ]);
});
