import type { PreviousContentDto, SubmissionDto } from '../../../../api/generated/types.gen';
import { type Comparable, certificateDifferences, revisionDifferences } from './certificate-difference';

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
  expect(certificateDifferences(aCoa(), aCoa({ website: '', notes: '' }))).toEqual([]);
});

it('names what changed, in words and units as people read them', () => {
  expect(
    certificateDifferences(aCoa(), aCoa({ thcContent: 4.2, testDate: '2026-10-15', labName: 'Third Bench Labs' })),
  ).toEqual([
    { field: 'THC', before: '4.82\u00a0mg', after: '4.2\u00a0mg' },
    { field: 'Test date', before: 'Oct 14, 2026', after: 'Oct 15, 2026' },
    { field: 'Lab', before: 'Example Analytical', after: 'Third Bench Labs' },
  ]);
});

it('shows results that came, went and changed', () => {
  const before = aCoa({ analytes: [LEAD, { ...LEAD, name: 'Cadmium', valueText: 'ND', unit: null }] });
  const after = aCoa({
    analytes: [
      { ...LEAD, valueText: '0.2' },
      { ...LEAD, name: 'Arsenic' },
    ],
  });
  expect(certificateDifferences(before, after)).toEqual([
    { field: 'Heavy Metals: Lead', before: '<LOQ µg/g', after: '0.2 µg/g', line: 'changed' },
    { field: 'Heavy Metals: Cadmium', before: 'ND', after: '–', line: 'removed' },
    { field: 'Heavy Metals: Arsenic', before: '–', after: '<LOQ µg/g', line: 'added' },
  ]);
});

it('compares verdicts only when both have one', () => {
  const failed = { status: 'failed', panels: { ...PASSED.panels, pesticides: 'failed' } } as const;
  expect(certificateDifferences(aCoa({ verdict: PASSED }), aCoa())).toEqual([]);
  expect(certificateDifferences(aCoa({ verdict: PASSED }), aCoa({ verdict: failed }))).toEqual([
    { field: 'Overall result', before: 'Passed', after: 'Failed' },
    { field: 'Pesticides', before: 'Passed', after: 'Failed' },
  ]);
});

describe('a result line', () => {
  const lines = (before: object, after: object) =>
    certificateDifferences(
      aCoa({ analytes: [{ ...LEAD, ...before }] }),
      aCoa({ analytes: [{ ...LEAD, ...after }] }),
    ).map((one) => `${one.before} -> ${one.after}`);

  it.each([
    ['its unit', { unit: 'µg/g' }, { unit: 'ng/g' }, ['<LOQ µg/g -> <LOQ ng/g']],
    ['its limit', { limit: 0.5 }, { limit: 5 }, ['<LOQ µg/g, limit 0.5 -> <LOQ µg/g, limit 5']],
    ['a limit that is gone', { limit: 0.5 }, {}, ['<LOQ µg/g, limit 0.5 -> <LOQ µg/g, limit none']],
    [
      'its LOD, LOQ and method',
      { lod: 0.1, loq: 0.2, method: 'ICP-MS' },
      { lod: 0.3, loq: 0.4 },
      ['<LOQ µg/g, LOD 0.1, LOQ 0.2, method ICP-MS -> <LOQ µg/g, LOD 0.3, LOQ 0.4, method none'],
    ],
    [
      'a number that the print says',
      { valueText: '0.2', value: 0.2 },
      { valueText: '0.3', value: 0.3 },
      ['0.2 µg/g -> 0.3 µg/g'],
    ],
    [
      'a number that the print hides',
      { valueText: 'see note', value: 0.2 },
      { valueText: 'see note', value: 0.9 },
      ['see note µg/g, as a number 0.2 -> see note µg/g, as a number 0.9'],
    ],
    ['nothing', {}, {}, []],
  ])('says what changed: %s', (_, before, after, expected) => {
    expect(lines(before, after)).toEqual(expected);
  });

  it('of one name belongs to its panel, and of two alike the second to the second', () => {
    const other = { ...LEAD, panel: 'other' } as const;
    const before = aCoa({ analytes: [LEAD, { ...LEAD, valueText: '1' }, other] });
    const after = aCoa({ analytes: [LEAD, { ...LEAD, valueText: '2' }, { ...other, valueText: '3' }] });
    expect(certificateDifferences(before, after).map((one) => `${one.field} ${one.before} -> ${one.after}`)).toEqual([
      'Heavy Metals: Lead 1 µg/g -> 2 µg/g',
      'Other: Lead <LOQ µg/g -> 3 µg/g',
    ]);
  });
});

describe('what was sent again', () => {
  const asSent = (differing: object) =>
    ({
      ...aCoa(),
      labReportId: null,
      contactName: 'Robin Vale',
      contactEmail: 'robin@brand.example',
      source: 'submitter',
      submittedResults: null,
      reported: null,
      testResults: { analytes: [] },
      submissionStatus: 'pending',
      ...differing,
    }) as unknown as SubmissionDto & PreviousContentDto;

  it('is compared with its contact, report number and own results', () => {
    const before = asSent({ submittedResults: '{\n  "a": 1,\n  "b": 2\n}', contactEmail: 'kim@brand.example' });
    const after = asSent({ submittedResults: '{\n  "a": 1,\n  "b": 3\n}', labReportId: 'EA-1' });
    expect(revisionDifferences(before, after)).toEqual([
      { field: 'Lab report', before: '–', after: 'EA-1' },
      { field: 'Contact email', before: 'kim@brand.example', after: 'robin@brand.example' },
      { field: "Results in the sender's own format", before: '  "b": 2', after: '  "b": 3' },
    ]);
  });

  it('does not call erased contact details a change', () => {
    const erased = asSent({ contactName: null, contactEmail: null, notes: null, thcContent: 5 });
    expect(revisionDifferences(erased, asSent({ notes: 'Second run.' })).map(({ field }) => field)).toEqual(['THC']);
  });
});
