import type { Certificate } from '../certificate/certificate.js';
import type { TestResults } from '../certificate/test-results.js';
import type { Warning } from '../certificate/warning.js';
import { isDoNotDrink } from './verdict.js';

/** A current certificate of a batch, as others of the same batch are compared with it. */
export type BatchTest = Pick<
  Certificate,
  | 'id'
  | 'reference'
  | 'labName'
  | 'labReportId'
  | 'testDate'
  | 'thcContent'
  | 'cbdContent'
  | 'outcome'
  | 'reviewedAt'
  | 'failureDismissal'
> & {
  readonly testResults: Pick<TestResults, 'panels' | 'analytes'>;
  /** Whether it contradicts itself, or was published over an error that the checks found. */
  readonly contradictory: boolean;
  /** Notices about its batch, and incidents of its laboratory. */
  readonly warnings: readonly Warning[];
};

/** How far the current certificates of one batch agree about its THC. */
export interface TestAgreement {
  /** Reference of the one with the newest test, of those compared. */
  readonly newest: string;
  /** How many are compared. */
  readonly tests: number;
  /** How many the batch has; more than are compared where it has very many. */
  readonly current: number;
  readonly thcLowestMg: number;
  readonly thcHighestMg: number;
  readonly thcDifferenceMg: number;
  /** The difference in percent of the mean of lowest and highest, rounded up to one decimal; 0 when they are the same. */
  readonly thcDifferencePercent: number;
  /** All of it as a sentence. */
  readonly sentence: string;
}

/** How many other certificates of the batch are compared with one. */
export const OTHER_TESTS_MAX = 20;

type DatedTest = Pick<BatchTest, 'id' | 'testDate' | 'reviewedAt'>;

/** The newest test first; on ties, the latest published. */
export function byNewestTest(one: DatedTest, other: DatedTest): number {
  return (
    descending(one.testDate, other.testDate) ||
    descending(one.reviewedAt?.getTime() ?? 0, other.reviewedAt?.getTime() ?? 0) ||
    descending(one.id, other.id)
  );
}

/** Those in which a contaminant failed or is above its limit, even if a reviewer dismissed the failure. */
export const failedTests = <Test extends Pick<BatchTest, 'outcome' | 'testResults'>>(
  tests: readonly Test[],
): readonly Test[] => tests.filter(isDoNotDrink);

/**
 * Compares figures only. Few laboratories print the uncertainty of their tests, so this does not judge whether the
 * difference is larger than that.
 * @param tests current certificates of a batch
 * @param current how many it has
 * @returns null for a single one
 */
export function agreementOf(tests: readonly BatchTest[], current: number): TestAgreement | null {
  const [newest, second] = tests.toSorted(byNewestTest);
  if (!newest || !second) return null;
  // Whole hundredths of a milligram, because sums of decimals are not exact.
  const hundredths = tests.map(({ thcContent }) => Math.round(thcContent * 100));
  const [lowest, highest] = [Math.min(...hundredths), Math.max(...hundredths)];
  const difference = highest - lowest;
  const figures = {
    thcLowestMg: lowest / 100,
    thcHighestMg: highest / 100,
    thcDifferenceMg: difference / 100,
    // Percent of the mean in tenths: 1000 × difference ÷ ((lowest + highest) ÷ 2).
    thcDifferencePercent: difference === 0 ? 0 : Math.ceil((2000 * difference) / (lowest + highest)) / 10,
  };
  const compared = { newest: newest.reference, tests: tests.length, current, ...figures };
  return { ...compared, sentence: sentenceOf(compared) };
}

function sentenceOf(agreement: Omit<TestAgreement, 'sentence'>): string {
  const { tests, current, thcLowestMg, thcHighestMg, thcDifferenceMg, thcDifferencePercent } = agreement;
  const who = `${current > tests ? `${tests} of the` : 'The'} ${current} current lab reports of this batch`;
  if (thcDifferenceMg === 0) return `${who} measured the same THC: ${thcHighestMg} mg.`;
  const figures = tests === 2 ? `${thcLowestMg} and ${thcHighestMg}` : `${thcLowestMg} to ${thcHighestMg}`;
  const apart = `${thcDifferenceMg} mg apart, or ${thcDifferencePercent}% of the mean of both`;
  return `${who} measured ${figures} mg of THC: ${apart}. Count on the higher figure.`;
}

const descending = <T extends string | number>(one: T, other: T): number => Number(one < other) - Number(one > other);
