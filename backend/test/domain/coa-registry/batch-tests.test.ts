import fc from 'fast-check';
import {
  agreementOf,
  type BatchTest,
  byNewestTest,
  failedTests,
} from '../../../src/domain/coa-registry/checks/batch-tests.js';
import { PASSED } from '../../support/builders.js';

const agreementOfAll = (tests: readonly BatchTest[]) => agreementOf(tests, tests.length);

const test = (differing: Partial<BatchTest> = {}): BatchTest => ({
  id: '00000000-0000-4000-8000-000000000001',
  reference: 'CB-AAAA-AAAA',
  labName: 'Example Analytics',
  labReportId: 'EA-1',
  testDate: '2026-10-14',
  thcContent: 4.82,
  cbdContent: 0,
  outcome: 'passed',
  reviewedAt: new Date('2026-10-20T12:00:00Z'),
  testResults: { panels: PASSED.panels, analytes: [] },
  contradictory: false,
  warnings: [],
  failureDismissal: null,
  ...differing,
});

describe('the newest test of a batch', () => {
  const first = test();

  it.each<[string, Partial<BatchTest>]>([
    ['was made later, though it was published before', { testDate: '2026-10-15', reviewedAt: new Date(0) }],
    ['of one day was published later', { reviewedAt: new Date('2026-10-20T12:00:00.001Z') }],
    ['published at the same time has the greater id', { id: '00000000-0000-4000-8000-000000000002' }],
  ])('%s', (_, differing) => {
    const newer = test({ reference: 'CB-BBBB-BBBB', ...differing });
    expect([first, newer].sort(byNewestTest)[0]).toBe(newer);
    expect([newer, first].sort(byNewestTest)[0]).toBe(newer);
    expect(agreementOfAll([first, newer])?.newest).toBe('CB-BBBB-BBBB');
  });
});

describe('the agreement of the tests of a batch', () => {
  it('is unknown for a single one', () => {
    expect(agreementOfAll([])).toBeNull();
    expect(agreementOfAll([test()])).toBeNull();
  });

  it('is the difference in milligrams, and in percent of the mean rounded up', () => {
    expect(agreementOfAll([test({ thcContent: 5.1 }), test()])).toEqual({
      newest: 'CB-AAAA-AAAA',
      tests: 2,
      current: 2,
      thcLowestMg: 4.82,
      thcHighestMg: 5.1,
      thcDifferenceMg: 0.28,
      thcDifferencePercent: 5.7,
      sentence:
        'The 2 current lab reports of this batch measured 4.82 and 5.1 mg of THC: 0.28 mg apart, or 5.7% of the mean of both. Count on the higher figure.',
    });
  });

  it('of three is that of the lowest and the highest', () => {
    const { sentence } =
      agreementOfAll([test({ thcContent: 5 }), test({ thcContent: 4 }), test({ thcContent: 6 })]) ?? {};
    expect(sentence).toBe(
      'The 3 current lab reports of this batch measured 4 to 6 mg of THC: 2 mg apart, or 40% of the mean of both. Count on the higher figure.',
    );
  });

  it('of part of very many names how many it speaks of', () => {
    const { sentence } = agreementOf([test({ thcContent: 5 }), test({ thcContent: 4 })], 25) ?? {};
    expect(sentence).toContain('2 of the 25 current lab reports of this batch measured 4 and 5 mg');
  });

  it('of equal figures says so, also of none at all', () => {
    const sentenceOf = (thcContent: number) => agreementOfAll([test({ thcContent }), test({ thcContent })]);
    expect(sentenceOf(5)?.sentence).toBe('The 2 current lab reports of this batch measured the same THC: 5 mg.');
    expect(sentenceOf(0)).toMatchObject({ thcDifferenceMg: 0, thcDifferencePercent: 0 });
  });

  it('never claims more agreement than there is, and is the same in any order', () => {
    const amount = fc.integer({ min: 0, max: 100_000 }).map((hundredths) => hundredths / 100);
    fc.assert(
      fc.property(fc.array(amount, { minLength: 2, maxLength: 6 }), (amounts) => {
        const tests = amounts.map((thcContent) => test({ thcContent }));
        const agreement = agreementOfAll(tests);
        const { thcLowestMg = 0, thcHighestMg = 0, thcDifferencePercent = -1 } = agreement ?? {};
        const exact = thcHighestMg === 0 ? 0 : (200 * (thcHighestMg - thcLowestMg)) / (thcHighestMg + thcLowestMg);
        expect(thcDifferencePercent).toBeGreaterThanOrEqual(exact - 1e-9);
        expect(thcDifferencePercent).toBeLessThan(exact + 0.1 + 1e-9);
        expect(agreementOfAll(tests.toReversed())).toEqual(agreement);
      }),
    );
  });
});

it('failed tests are those with a failure, whatever else they say', () => {
  const failed = test({ outcome: 'failed' });
  expect(failedTests([test(), failed, test({ outcome: 'pending' })])).toEqual([failed]);
});
