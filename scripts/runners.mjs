// How tests are run: with Vitest or Playwright, on the clock of the run, and recorded where TEST_RECORD is set.
import { join } from 'node:path';
import { buildClient, node, root } from './lib.mjs';
import { startTestPostgres } from './postgres.mjs';
import { runClock } from './test-clock.mjs';

const VITEST = join(root, 'node_modules/vitest/vitest.mjs');
const PLAYWRIGHT = join(root, 'node_modules/@playwright/test/cli.js');
const RECORDER = join(root, 'scripts/record-tests.mjs');

/** @param {string[]} suites of suites.mjs */
export async function vitest(label, suites, env = {}, args = []) {
  await buildClient();
  await run(label, VITEST, ['run', ...suites.flatMap((suite) => ['--project', suite]), ...args], 'default', env);
}

export const journeys = (label, args, env) => run(label, PLAYWRIGHT, ['test', ...args], 'list', env);

function run(label, file, args, reporter, env) {
  const reporters = [reporter, ...(env.TEST_RECORD ? [RECORDER] : [])];
  // Vitest takes the option once for each reporter, Playwright a list.
  const options = file === VITEST ? reporters.map((name) => `--reporter=${name}`) : [`--reporter=${reporters.join()}`];
  return node(label, file, [...args, ...options], { env: { ...runClock(), ...env } });
}

/**
 * Starts the database while `buildFirst` runs, and ends it after `use`.
 * @template Built
 * @param {() => Promise<Built>} buildFirst
 * @param {(env: { TEST_PG_URL: string }, built: Built) => Promise<void>} use
 */
export async function withPostgres(buildFirst, use) {
  const [postgres, built] = await Promise.all([startTestPostgres(), buildFirst()]);
  console.log(`database for tests: ${postgres.kind}`);
  try {
    await use({ TEST_PG_URL: postgres.url() }, built);
  } finally {
    await postgres.stop();
  }
}
