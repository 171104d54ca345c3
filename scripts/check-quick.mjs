// npm run check:quick: everything that needs neither database nor browser, but for what takes seconds a file.
import { join } from 'node:path';
import { BIOME, buildClient, fail, node, reportTimes, root, TSC } from './lib.mjs';
import { jest } from './runners.mjs';
import { TestResults } from './test-results.mjs';

/**
 * The compilers first: beside them, the tests would only take longer. They check code and tests at once; npm test also
 * checks the code alone, without what only tests have. @param {TestResults} results
 */
export async function checkQuick(results) {
  await results.part('client', buildClient);
  await Promise.all([
    results.part('format and lint', () => node('format and lint', BIOME, ['check', '--error-on-warnings'])),
    types(results, 'domain', ['-p', 'backend/tsconfig.domain.json']),
    types(results, 'backend', ['-p', 'backend/tsconfig.test.json']),
    types(results, 'frontend', ['-p', 'frontend/tsconfig.test.json']),
  ]);
  await results.part('unit tests', (env) => jest('unit tests', ['unit', 'web'], env));
}

/** The build checks the backend alone. @param {TestResults} results */
export const checkFrontendAlone = (results) => types(results, 'frontend alone', ['-p', 'frontend']);

/** What a compiler found stays here, and the next run checks only what that does not cover. */
const FOUND = join(root, 'node_modules/.cache/clearbatch/types');

// Several run in parallel, so one thread each is faster than every one of them using all threads.
const types = (results, label, args) => {
  const kept = ['--incremental', '--tsBuildInfoFile', join(FOUND, `${label.replaceAll(' ', '-')}.tsbuildinfo`)];
  return results.part(`types: ${label}`, () => node(`types: ${label}`, TSC, [...args, ...kept, '--singleThreaded']));
};

async function main() {
  const results = new TestResults();
  await checkQuick(results);
  reportTimes();
  process.exitCode = results.report() ? 1 : 0;
}

if (import.meta.filename === process.argv[1]) await main().catch(fail);
