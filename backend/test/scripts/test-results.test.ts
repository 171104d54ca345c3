import { appendFileSync } from 'node:fs';
import { mayRunAgain, slowTestsFor } from '../../../scripts/suites.mjs';
import { TestResults } from '../../../scripts/test-results.mjs';

const A_JOURNEY = 'frontend/e2e/home.e2e.ts';

interface Result {
  readonly file?: string;
  readonly title?: string;
  readonly outcome?: 'passed' | 'failed' | 'skipped';
  readonly seconds?: number;
  readonly reason?: string;
}

/** A runner that records these tests, and fails as runners do if one of them failed. */
const running =
  (...results: Result[]) =>
  async ({ TEST_RECORD }: { TEST_RECORD: string }) => {
    for (const result of results) {
      const test = { file: A_JOURNEY, title: 'opens', outcome: 'passed', seconds: 1, limitSeconds: 60, ...result };
      appendFileSync(TEST_RECORD, `${JSON.stringify(test)}\n`);
    }
    if (results.some(({ outcome }) => outcome === 'failed')) throw new Error('the runner failed');
  };

let printed: string[];
let results: TestResults;
let runAgain: string[];
beforeEach(() => {
  printed = [];
  runAgain = [];
  results = new TestResults();
  jest.spyOn(console, 'log').mockImplementation((line = '') => void printed.push(...String(line).split('\n')));
});
afterEach(() => {
  jest.restoreAllMocks();
});

const again = (...outcome: Result[]) =>
  results.runFailedAgain((file: string, env: { TEST_RECORD: string }) => {
    runAgain.push(file);
    return running(...outcome.map((result) => ({ ...result, file })))(env);
  });

const last = (count: number) => printed.slice(-count);

it('are green when every test of every part passed, with the tests that took longest', async () => {
  expect(await results.part('unit', running({ seconds: 2, title: 'slow' }, { outcome: 'skipped' }))).toBe(true);
  await again();
  expect(results.report()).toBe(false);
  expect(printed).toContain(`    2.0 s of 60  ${A_JOURNEY}: slow`);
  expect(last(1)).toEqual(['1 passed, 0 failed, 1 skipped']);
});

it('list all failures at the end, also of parts that come after one that failed', async () => {
  expect(
    await results.part('unit', running({ file: 'backend/test/domain/shared/name-key.test.ts', outcome: 'failed' })),
  ).toBe(false);
  await results.part('types', () => Promise.reject(new Error('types: failed after 3 s')));
  results.notRun('journeys', 'the build failed');
  expect(results.report()).toBe(true);
  expect(last(4)).toEqual([
    '0 passed, 3 failed, 0 skipped',
    'FAIL backend/test/domain/shared/name-key.test.ts: opens',
    'FAIL types: failed after 3 s',
    'FAIL journeys: NOT RUN, because the build failed',
  ]);
});

it('say why a test failed in one line, without the colors of its runner', async () => {
  const reason = "\u001b[31mreplica 12 ms\u001b[39m:\n  expected 'A' to be 'B'";
  await results.part('unit', running({ outcome: 'failed', reason }));
  results.report();
  expect(last(2)).toEqual([`FAIL ${A_JOURNEY}: opens`, "     replica 12 ms: expected 'A' to be 'B'"]);
});

it('run a failed journey once more, and say so when it passes', async () => {
  await results.part('journeys', running({ outcome: 'failed' }, { title: 'closes' }));
  await again({}, { title: 'closes' });
  expect(runAgain).toEqual([A_JOURNEY]);
  expect(results.report()).toBe(false);
  expect(last(2)).toEqual(['2 passed, 0 failed, 0 skipped', `FLAKY ${A_JOURNEY}: opens`]);
});

it('are red when it fails again, or when nothing was run', async () => {
  await results.part(
    'journeys',
    running({ outcome: 'failed' }, { file: 'frontend/e2e/search.e2e.ts', outcome: 'failed' }),
  );
  await again({ outcome: 'failed' });
  expect(results.report()).toBe(true);
  expect(last(2)).toEqual([`FAIL ${A_JOURNEY}: opens`, 'FAIL frontend/e2e/search.e2e.ts: opens']);

  results = new TestResults();
  await results.part('journeys', running({ outcome: 'failed' }));
  await again();
  expect(results.report()).toBe(true);
});

it('run nothing again when more than three files failed, or when the result is red in any case', async () => {
  const files = ['a', 'b', 'c', 'd'].map((name) => ({
    file: `frontend/e2e/${name}.e2e.ts`,
    outcome: 'failed' as const,
  }));
  await results.part('journeys', running(...files));
  await again({});
  expect(runAgain).toEqual([]);
  expect(results.report()).toBe(true);

  results = new TestResults();
  await results.part('unit', running({ file: 'backend/test/domain/shared/name-key.test.ts', outcome: 'failed' }));
  await results.part('journeys', running({ outcome: 'failed' }));
  await again({});
  expect(runAgain).toEqual([]);
});

it.each([
  ['frontend/e2e/home.e2e.ts', 'opens', true],
  ['backend/test/api/search.test.ts', 'finds', true],
  ['backend/test/site/gate.test.ts', 'asks', true],
  ['backend/test/api/coa-review.test.ts', 'an approval > is accepted once when two are sent concurrently', false],
  ['backend/test/api/retests.test.ts', 'of several approved at once publishes one', false],
  ['backend/test/domain/shared/name-key.test.ts', 'adds', false],
  ['backend/test/fuzz/fuzz.test.ts', 'get responses', false],
  ['backend/test/adapters/query-plans.test.ts', 'reads few rows', false],
  ['backend/test/fault-injection/kill.slow.test.ts', 'loses nothing', false],
])('%s: %s may run again: %s', (file, title, expected) => {
  expect(mayRunAgain({ file, title })).toBe(expected);
});

it('name the slow tests of what a change touches', () => {
  expect(slowTestsFor(['scripts/backup/backup.mjs', 'README.md'])).toEqual([
    'The change touches backups: also run npm run test:slow -- backup',
  ]);
});
