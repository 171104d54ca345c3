import { testSeed } from '../../../scripts/test-seed.mjs';
import { SLOW_TEST_HANGS_AFTER_MS } from '../support/limits.mjs';
import { asJson, coverageTable, fuzz, type Report, withoutSuccess } from './fuzz.js';
import type { Failure } from './run.js';

/**
 * How many requests, from which seed (TEST_SEED), and which one to show:
 * `FUZZ_COUNT=100000 TEST_SEED=random npm test -- fuzz/fuzz.test`. `npm run test:slow` asks for 20,000.
 */
const count = Number(process.env.FUZZ_COUNT || 2_000);
const seed = testSeed();
const only = process.env.FUZZ_ONLY ? Number(process.env.FUZZ_ONLY) : undefined;
const isLong = process.env.FUZZ_COUNT !== undefined;
const command = `FUZZ_COUNT=${count} TEST_SEED=${seed} npm test -- fuzz/fuzz.test`;

const write = (text: string) => process.stdout.write(`${text}\n`);

/** Everything needed to find the cause. */
const describeFailure = ({ number, what, violations, sent, response, smallest }: Failure): string =>
  [
    `${what}: ${violations.join('; ').slice(0, 600)}`,
    ...(number === null ? [] : [`again: FUZZ_ONLY=${number} ${command}`]),
    ...(smallest
      ? [`the smallest: ${asJson(smallest).slice(0, 2_000)}`]
      : sent
        ? [`sent: ${asJson(sent).slice(0, 800)}`]
        : []),
    `answered: ${response.slice(0, 1_500)}`,
  ].join('\n');

describe(`${count} requests from seed ${seed}`, () => {
  let report: Report;
  beforeAll(async () => {
    report = await fuzz({ count, seed, ...(only !== undefined && { only }) });
    if (report.shown !== null) write(report.shown);
    if (isLong || report.failures.length > 0) write(coverageTable(report.coverage));
    const { failures, comparisons, pages, emails, logLines, seconds } = report;
    write(
      `fuzz: seed ${seed}, ${count} requests, ${failures.length} failures; ${comparisons} stored values read back; ` +
        `${pages} pages, ${emails} emails and ${logLines} log lines checked; ${seconds.toFixed(0)} s`,
    );
  }, SLOW_TEST_HANGS_AFTER_MS);

  it('get responses that match the OpenAPI document, and stored values read back unchanged', () => {
    expect(report.failures.slice(0, 20).map(describeFailure)).toEqual([]);
  });

  it('reach every operation and succeed at least once in each', () => {
    expect(withoutSuccess(report.coverage)).toEqual([]);
  });

  it('store and read back enough values', () => {
    expect(report.comparisons).toBeGreaterThan(count / 40);
  });
});
