// npm run check:quick: everything that needs neither database nor browser.
import { BIOME, fail, node, TSC, VITEST } from './lib.mjs';

export async function checkQuick() {
  await Promise.all([
    node('format and lint', BIOME, ['check', '--error-on-warnings']),
    types('backend', ['-p', 'backend', '--noEmit']),
    types('domain alone', ['-p', 'backend/tsconfig.domain.json']),
    types('backend tests', ['-p', 'backend/tsconfig.test.json']),
    types('frontend', ['-p', 'frontend']),
    types('frontend tests', ['-p', 'frontend/tsconfig.test.json']),
    vitest('unit and architecture', ['unit', 'web', 'architecture']),
  ]);
}

// The compilers run in parallel, so one thread each is faster than every one of them using all threads.
const types = (label, args) => node(`types: ${label}`, TSC, [...args, '--singleThreaded']);

/** @param {string[]} suites of scripts/suites.mjs */
export const vitest = (label, suites, env = {}, args = []) =>
  node(label, VITEST, ['run', ...suites.flatMap((suite) => ['--project', suite]), ...args], { env });

if (import.meta.filename === process.argv[1]) await checkQuick().catch(fail);
