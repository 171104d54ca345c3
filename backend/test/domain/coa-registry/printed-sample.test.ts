import { contentOf, type Source } from '../../../src/domain/coa-registry/certificate/certificate.js';
import {
  isDecimalWithin,
  type PrintedSample,
  printedSample,
  type SampleDraft,
  sampleErrors,
  withSamplerOf,
} from '../../../src/domain/coa-registry/certificate/printed-sample.js';
import { sampleFindings } from '../../../src/domain/coa-registry/checks/sample-checks.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { aDraft } from '../../support/builders.js';

const sampleOf = (draft: SampleDraft) => printedSample(draft) as PrintedSample;

describe('what a certificate prints about its sample', () => {
  it('is null when nothing of it is sent', () => {
    expect(printedSample(undefined)).toBeNull();
    expect(printedSample(null)).toBeNull();
    expect(printedSample({})).toBeNull();
    expect(printedSample({ revision: undefined, containerVolume: null })).toBeNull();
  });

  it('keeps the digits as they are printed', () => {
    const sent = { containerVolume: { amount: '012.00', unit: 'fl oz' as const }, densityGPerMl: '1.0400' };
    expect(printedSample(sent)).toMatchObject(sent);
  });

  it.each(['1', '0.5', '12.0', '0012', '1234567', '1234567.123456', '0.000001'])('takes %j for a decimal', (text) => {
    expect(isDecimalWithin(text, { min: 0, max: 9_999_999 })).toBe(true);
  });

  it.each(['', ' 1', '1 ', '-1', '+1', '1.', '.5', '1,000', '1e3', '12345678', '0.1234567', '१', '1\n', 'NaN'])(
    'does not take %j for a decimal',
    (text) => {
      expect(isDecimalWithin(text, { min: 0, max: 9_999_999 })).toBe(false);
    },
  );
});

describe('figures that no drink can have', () => {
  const volume = (amount: string, unit: 'mL' | 'L' | 'fl oz') => ({ containerVolume: { amount, unit } });
  const mass = (amount: string, unit: 'g' | 'kg' | 'oz') => ({ containerMass: { amount, unit } });

  it.each<SampleDraft>([
    volume('10', 'mL'),
    volume('5000', 'mL'),
    volume('0.355', 'L'),
    volume('5.000', 'L'),
    volume('12', 'fl oz'),
    volume('169', 'fl oz'),
    mass('10', 'g'),
    mass('0.369', 'kg'),
    mass('13', 'oz'),
    { servingsPerContainer: '0.1' },
    { servingsPerContainer: '100' },
    { densityGPerMl: '0.5' },
    { densityGPerMl: '2.000' },
  ])('are not among %j', (draft) => {
    expect(sampleErrors(sampleOf(draft))).toEqual([]);
  });

  it.each<[SampleDraft, string]>([
    [volume('9.999999', 'mL'), 'sample.containerVolume.amount'],
    [volume('5000.000001', 'mL'), 'sample.containerVolume.amount'],
    [volume('0', 'mL'), 'sample.containerVolume.amount'],
    [volume('355', 'L'), 'sample.containerVolume.amount'],
    [volume('355', 'fl oz'), 'sample.containerVolume.amount'],
    [mass('5001', 'g'), 'sample.containerMass.amount'],
    [mass('369', 'kg'), 'sample.containerMass.amount'],
    [{ servingsPerContainer: '0.099999' }, 'sample.servingsPerContainer'],
    [{ servingsPerContainer: '100.000001' }, 'sample.servingsPerContainer'],
    [{ densityGPerMl: '0.499999' }, 'sample.densityGPerMl'],
    [{ densityGPerMl: '1040' }, 'sample.densityGPerMl'],
  ])('are refused: %j', (draft, field) => {
    expect(sampleErrors(sampleOf(draft))).toMatchObject([{ field }]);
    expect(() => contentOf(aDraft({ sample: sampleOf(draft) }), 'lab')).toThrow(InvalidInput);
  });

  it('name the range in the unit that was sent', () => {
    expect(sampleErrors(sampleOf(volume('355', 'L')))).toEqual([
      {
        field: 'sample.containerVolume.amount',
        message: 'Container volume must be a number from 0.01 to 5 L, with at most six decimals',
      },
    ]);
  });

  it('have a date that does not exist among them', () => {
    expect(() => contentOf(aDraft({ sample: sampleOf({ issuedOn: '2026-02-29' }) }), 'lab')).toThrow(
      expect.objectContaining({ fields: [expect.objectContaining({ field: 'sample.issuedOn' })] }),
    );
  });
});

describe('the printed sample', () => {
  const codes = (draft: SampleDraft) =>
    sampleFindings({ sample: printedSample(draft), testDate: '2026-10-05' }, '2026-11-20').map(({ code }) => code);
  const ml = (amount: string) => ({ amount, unit: 'mL' as const });
  const grams = (amount: string) => ({ amount, unit: 'g' as const });

  it('contradicts the test date with another day of the analysis', () => {
    expect(codes({ testedOn: '2022-10-05' })).toEqual(['test-dates-differ']);
    expect(codes({ testedOn: '2026-10-05' })).toEqual([]);
    expect(codes({ issuedOn: '2023-01-10' })).toEqual(['test-dates-differ']);
    expect(codes({ receivedOn: '2023-10-05' })).toEqual(['test-dates-differ']);
    expect(codes({ collectedOn: '2025-10-04' })).toEqual(['test-dates-differ']);
    expect(codes({ receivedOn: '2025-10-05' })).toEqual([]);
  });

  it.each<[SampleDraft, boolean]>([
    [{ containerVolume: ml('355'), densityGPerMl: '1.00', containerMass: grams('900') }, true],
    [{ containerVolume: ml('355'), densityGPerMl: '1.02', containerMass: grams('362') }, false],
    [{ containerVolume: ml('355'), densityGPerMl: '1.02', containerMass: grams('300') }, true],
    [{ containerVolume: ml('355'), containerMass: grams('900') }, true],
    [{ containerVolume: ml('355'), containerMass: grams('360') }, false],
    [{ containerVolume: ml('355'), densityGPerMl: '1.00' }, false],
  ])('%j contradicts itself: %j', (draft, isContradiction) => {
    expect(codes(draft)).toEqual(isContradiction ? ['sample-contradicts'] : []);
  });
});

describe('printed dates', () => {
  const TODAY = '2026-11-20';
  const found = (draft: SampleDraft, testDate = draft.testedOn ?? '2026-10-05') =>
    sampleFindings({ sample: printedSample(draft), testDate }, TODAY);

  it.each<SampleDraft>([
    {},
    { collectedOn: '2026-10-05', receivedOn: '2026-10-05', testedOn: '2026-10-05', issuedOn: '2026-10-05' },
    { collectedOn: '2026-10-05', issuedOn: TODAY },
    { receivedOn: '2026-10-05', testedOn: '2026-10-14' },
  ])('in order are not reported: %j', (draft) => {
    expect(found(draft)).toEqual([]);
  });

  it.each<[SampleDraft, string, string]>([
    [
      { collectedOn: '2026-10-08', receivedOn: '2026-10-07' },
      'sample.receivedOn',
      'The sample was received (October 7, 2026) before it was collected (October 8, 2026).',
    ],
    [
      { receivedOn: '2026-10-16', issuedOn: '2026-10-15' },
      'sample.issuedOn',
      'The report was issued (October 15, 2026) before the sample was received (October 16, 2026).',
    ],
    [
      { testedOn: '2026-11-21' },
      'sample.testedOn',
      'The report says that the analysis ended on November 21, 2026. That day is in the future.',
    ],
  ])('out of order are a warning: %j', (draft, field, message) => {
    expect(found(draft)).toEqual([{ code: 'dates-out-of-order', severity: 'warning', field, message }]);
  });
});

describe('who picked the can', () => {
  const store = { sampledBy: 'store', boughtBy: '  Example  Consumer Union ' } as const;

  it('is left out where it is not stated, as in records from before', () => {
    expect(printedSample({ sampledBy: null, boughtBy: undefined })).toBeNull();
    expect(printedSample({ revision: '2' })).not.toHaveProperty('sampledBy');
    expect(printedSample(store)).toMatchObject({ sampledBy: 'store', boughtBy: 'Example Consumer Union' });
  });

  it.each<[Source, SampleDraft, string | null]>([
    ['submitter', { sampledBy: 'brand' }, null],
    ['submitter', { sampledBy: 'laboratory' }, 'sample.sampledBy'],
    ['submitter', store, 'sample.sampledBy'],
    ['lab', { sampledBy: 'brand' }, null],
    ['lab', { sampledBy: 'laboratory' }, null],
    ['lab', store, null],
    ['staff', { sampledBy: 'brand' }, null],
    ['staff', { sampledBy: 'laboratory' }, null],
    ['staff', store, null],
    ['lab', { sampledBy: 'store' }, 'sample.boughtBy'],
    ['lab', { sampledBy: 'brand', boughtBy: 'Example Consumer Union' }, 'sample.boughtBy'],
    ['lab', { boughtBy: 'Example Consumer Union' }, 'sample.boughtBy'],
    ['lab', { sampledBy: 'store', boughtBy: 'robin@union.example' }, 'sample.boughtBy'],
    ['lab', { sampledBy: 'store', boughtBy: 'Robin, (555) 123-4567' }, 'sample.boughtBy'],
  ])('from %s: %j', (source, draft, field) => {
    const content = () => contentOf(aDraft({ sample: sampleOf(draft) }), source);
    if (field === null) expect(content().sample).toMatchObject({ sampledBy: draft.sampledBy });
    else expect(content).toThrow(expect.objectContaining({ fields: [expect.objectContaining({ field })] }));
  });

  it.each<[SampleDraft | null, Source, SampleDraft | null, Partial<PrintedSample> | null]>([
    [
      { sampledBy: 'laboratory' },
      'submitter',
      { sampledBy: 'brand', revision: '2' },
      { sampledBy: 'laboratory', revision: '2' },
    ],
    [store, 'submitter', null, { sampledBy: 'store', boughtBy: 'Example Consumer Union' }],
    [null, 'submitter', { sampledBy: 'brand' }, { sampledBy: 'brand' }],
    [store, 'lab', { sampledBy: 'brand' }, { sampledBy: 'brand' }],
    [store, 'staff', { sampledBy: 'laboratory' }, { sampledBy: 'laboratory' }],
    [store, 'staff', null, null],
  ])('published as %j, then replaced by %s with %j', (original, source, replacement, expected) => {
    const before = { sample: printedSample(original) };
    const { sample } = withSamplerOf(before, { source, sample: printedSample(replacement) });
    expect(sample).toEqual(expected && printedSample(expected));
  });
});
