import { asJson, coverageTable, fuzz, type Report, withoutSuccess } from './fuzz.js';
import type { Failure } from './run.js';

/** `npm run fuzz` says how many, from which seed, and which one to show; `npm run test:slow` asks for 20,000. */
const count = Number(process.env.FUZZ_COUNT || 5_000);
const seed = Number(process.env.FUZZ_SEED || 1);
const only = process.env.FUZZ_ONLY ? Number(process.env.FUZZ_ONLY) : undefined;
const isLong = process.env.FUZZ_COUNT !== undefined;

/** Much longer than it takes: a machine may be busy with other things. */
const PATIENCE_MS = 120_000 + count * 40;

const write = (text: string) => process.stdout.write(`${text}\n`);

/** What somebody needs who looks for the cause. */
const told = ({ number, what, faults, sent, answer, smallest }: Failure): string =>
  [
    `${what}: ${faults.join('; ').slice(0, 600)}`,
    ...(number === null ? [] : [`again: npm run fuzz -- --count ${count} --seed ${seed} --only-request ${number}`]),
    ...(smallest
      ? [`the smallest: ${asJson(smallest).slice(0, 2_000)}`]
      : sent
        ? [`sent: ${asJson(sent).slice(0, 800)}`]
        : []),
    `answered: ${answer.slice(0, 1_500)}`,
  ].join('\n');

describe(`${count} requests from seed ${seed}`, () => {
  let report: Report;
  beforeAll(async () => {
    report = await fuzz({ count, seed, ...(only !== undefined && { only }) });
    if (report.shown !== null) write(report.shown);
    if (isLong || report.failures.length > 0) write(coverageTable(report.coverage));
    const { failures, comparisons, pages, letters: emails, logLines, seconds } = report;
    write(
      `fuzz: seed ${seed}, ${count} requests, ${failures.length} faults; ${comparisons} stored things read back, ${pages} pages, ` +
        `${emails} letters and ${logLines} lines of the log looked at; ${seconds.toFixed(0)} s`,
    );
  }, PATIENCE_MS);

  it('are answered as the document says, and what was stored comes back', () => {
    expect(report.failures.slice(0, 20).map(told)).toEqual([]);
  });

  it('reach every operation, and succeed there at least once', () => {
    expect(withoutSuccess(report.coverage)).toEqual([]);
  });

  it('stored a good share of what they sent', () => {
    expect(report.comparisons).toBeGreaterThan(count / 40);
  });
});

(isLong ? it.skip : it)(
  'are counted when limits are on',
  async () => {
    const { failures, coverage } = await fuzz({ count: 400, seed }, { isLimited: true });
    expect(failures.slice(0, 20).map(told)).toEqual([]);
    expect([...coverage.values()].some((statuses) => statuses.has(429))).toBe(true);
  },
  PATIENCE_MS,
);
