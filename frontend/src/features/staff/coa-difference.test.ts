import { type Comparable, differencesOf } from './coa-difference';

const aCoa = (differing: Partial<Comparable> = {}): Comparable => ({
  brandName: 'Juniper & Tide',
  productName: 'Yuzu Seltzer 5 mg',
  batchId: '#C9030',
  thcContent: 4.82,
  cbdContent: 0.4,
  testDate: '2026-10-14',
  labName: 'Example Analytical',
  website: null,
  coaFileUrl: null,
  notes: null,
  analytes: [],
  verdict: null,
  ...differing,
});
const LEAD = {
  panel: 'heavyMetals',
  name: 'Lead',
  valueText: '<LOQ',
  value: null,
  unit: 'µg/g',
  lod: null,
  loq: null,
  limit: null,
  method: null,
} as const;
const PASSED = {
  status: 'passed',
  panels: { pesticides: 'passed', heavyMetals: 'passed', microbials: 'passed', residualSolvents: 'passed' },
} as const;

it('says nothing where both say the same, an empty text and none included', () => {
  expect(differencesOf(aCoa(), aCoa({ website: '', notes: '' }))).toEqual([]);
});

it('names what changed, in words and units as people read them', () => {
  expect(differencesOf(aCoa(), aCoa({ thcContent: 4.2, testDate: '2026-10-15', labName: 'Third Bench Labs' }))).toEqual(
    [
      { field: 'THC', before: '4.82\u00a0mg', after: '4.2\u00a0mg' },
      { field: 'Test date', before: 'Oct 14, 2026', after: 'Oct 15, 2026' },
      { field: 'Lab', before: 'Example Analytical', after: 'Third Bench Labs' },
    ],
  );
});

it('shows results that came, went and changed', () => {
  const before = aCoa({ analytes: [LEAD, { ...LEAD, name: 'Cadmium', valueText: 'ND', unit: null }] });
  const after = aCoa({
    analytes: [
      { ...LEAD, valueText: '0.2' },
      { ...LEAD, name: 'Arsenic' },
    ],
  });
  expect(differencesOf(before, after)).toEqual([
    { field: 'Lead', before: '<LOQ µg/g', after: '0.2 µg/g' },
    { field: 'Cadmium', before: 'ND', after: '–' },
    { field: 'Arsenic', before: '–', after: '<LOQ µg/g' },
  ]);
});

it('compares verdicts only when both have one', () => {
  const failed = { status: 'failed', panels: { ...PASSED.panels, pesticides: 'failed' } } as const;
  expect(differencesOf(aCoa({ verdict: PASSED }), aCoa())).toEqual([]);
  expect(differencesOf(aCoa({ verdict: PASSED }), aCoa({ verdict: failed }))).toEqual([
    { field: 'Overall result', before: 'Passed', after: 'Failed' },
    { field: 'Pesticides', before: 'Passed', after: 'Failed' },
  ]);
});
