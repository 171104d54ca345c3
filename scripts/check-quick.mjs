// npm run check:quick: everything that needs neither database nor browser.
import { join } from 'node:path';
import { BIOME, fail, node, reportTimes, root, TSC } from './lib.mjs';
import { vitest } from './runners.mjs';
import { TestResults } from './test-results.mjs';

/** The compilers first: beside them, the tests would only take longer. @param {TestResults} results */
export async function checkQuick(results) {
  await Promise.all([
    results.part('format and lint', () => node('format and lint', BIOME, ['check', '--error-on-warnings'])),
    types(results, 'backend', ['-p', 'backend', '--noEmit']),
    types(results, 'domain alone', ['-p', 'backend/tsconfig.domain.json']),
    types(results, 'backend tests', ['-p', 'backend/tsconfig.test.json']),
    types(results, 'frontend', ['-p', 'frontend']),
    types(results, 'frontend tests', ['-p', 'frontend/tsconfig.test.json']),
  ]);
  await results.part('unit and architecture', (env) =>
    vitest('unit and architecture', ['unit', 'web', 'architecture'], env),
  );
}

/** What a compiler found stays here, and the next run checks only what that does not cover. */
const FOUND = join(root, 'node_modules/.cache/clearbatch/types');

// They run in parallel, so one thread each is faster than every one of them using all threads.
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
