// How tests are run: with Jest or Playwright, on the clock of the run, and recorded where TEST_RECORD is set.
import { join } from 'node:path';
import { buildClient, node, root } from './lib.mjs';
import { startTestPostgres } from './postgres.mjs';
import { runClock } from './test-clock.mjs';

const JEST = join(root, 'node_modules/jest/bin/jest.js');
const PLAYWRIGHT = join(root, 'node_modules/@playwright/test/cli.js');
const RECORDER = join(root, 'scripts/record-tests.mjs');

/** @param {string[]} suites of suites.mjs */
export async function jest(label, suites, env = {}, args = []) {
  await buildClient();
  await run(label, JEST, [...args, '--selectProjects', ...suites], 'default', env);
}

export const journeys = (label, args, env) => run(label, PLAYWRIGHT, ['test', ...args], 'list', env);

function run(label, file, args, reporter, env) {
  const reporters = [reporter, ...(env.TEST_RECORD ? [RECORDER] : [])];
  // Jest takes the option once for each reporter, Playwright a list.
  const options = file === JEST ? reporters.map((name) => `--reporters=${name}`) : [`--reporter=${reporters.join()}`];
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
