import { reasonsForDifference } from './label-difference';

type Evidence = Parameters<typeof reasonsForDifference>[0];

const TODAY = '2026-11-26';

const sample = {
  containerVolume: null,
  containerMass: null,
  servingsPerContainer: null,
  densityGPerMl: null,
  collectedOn: '2026-10-01',
  receivedOn: null,
  testedOn: null,
  issuedOn: null,
  revision: null,
};

const aCoa = (measuredMg: number, differing: object = {}) =>
  ({
    labelComparison: { level: 'under', statedMg: 10, percent: measuredMg * 10 },
    verdict: { countedThcMg: measuredMg, isStrengthKnown: true },
    thcContent: measuredMg,
    testDate: '2026-10-10',
    sample,
    agreement: null,
    ...differing,
  }) as unknown as Evidence;

const reasons = (coa: Evidence) => reasonsForDifference(coa, TODAY)?.map((reason) => reason.replaceAll('\u00a0', ' '));

it('has none for a label that is met within 10%, or that states no dose', () => {
  expect(reasons(aCoa(9))).toBeUndefined();
  expect(reasons(aCoa(11))).toBeUndefined();
  expect(reasons(aCoa(7, { labelComparison: { level: 'not_stated', statedMg: null, percent: null } }))).toBeUndefined();
});

it('says that none is visible beyond 10%', () => {
  expect(reasons(aCoa(8.99))).toEqual([]);
  expect(reasons(aCoa(11.01))).toEqual([]);
});

it.each([
  [
    'a label of one serving',
    20.5,
    { sample: { ...sample, servingsPerContainer: '2' } },
    'The label may state one serving: 2 servings of 10 mg match what the lab measured in the container.',
  ],
  [
    'a measurement of one serving',
    5,
    { sample: { ...sample, servingsPerContainer: '2' } },
    'The lab may have measured one serving: 2 times 5 mg is what the label states.',
  ],
  [
    'retests that disagree',
    7,
    { agreement: { thcLowestMg: 7, thcHighestMg: 10, thcDifferencePercent: 35.3 } },
    'Lab reports of this batch disagree: 7 mg to 10 mg.',
  ],
  ['a sample that waited', 7, { testDate: '2026-11-15' }, /^The sample was tested 45 days after it was taken/],
  ['an old test', 12, { testDate: '2025-09-26' }, /^The test is 14 months old/],
  [
    'a sample that waited at the lab',
    7,
    { testDate: '2026-11-15', sample: { ...sample, collectedOn: null, receivedOn: '2026-10-01' } },
    /^The sample was tested 45 days after the lab received it/,
  ],
  ['lines that contradict the total', 12, { thcContent: 10 }, /line for THC and its total do not agree/],
])('names %s', (_, measuredMg, differing, reason) => {
  expect(reasons(aCoa(measuredMg, differing))).toEqual([
    typeof reason === 'string' ? reason : expect.stringMatching(reason),
  ]);
});

it('does not name what the data do not support', () => {
  // More than the label is not explained by waiting, and three servings do not explain twice the dose.
  expect(reasons(aCoa(12, { testDate: '2026-11-15' }))).toEqual([]);
  expect(reasons(aCoa(20, { sample: { ...sample, servingsPerContainer: '3' } }))).toEqual([]);
  expect(reasons(aCoa(7, { agreement: { thcLowestMg: 6.8, thcHighestMg: 7, thcDifferencePercent: 2.9 } }))).toEqual([]);
  expect(reasons(aCoa(7, { sample: null }))).toEqual([]);
});
