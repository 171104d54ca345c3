// npm run check:quick: all checks that need neither database nor browser.
import { BIOME, fail, JEST, node, TSC } from './lib.mjs';

export async function checkQuick() {
  await Promise.all([
    node('format and lint', BIOME, ['check', '--error-on-warnings']),
    types('backend', ['-p', 'backend', '--noEmit']),
    types('domain alone', ['-p', 'backend/tsconfig.domain.json']),
    types('backend tests', ['-p', 'backend/tsconfig.test.json']),
    types('frontend', ['-p', 'frontend']),
    types('frontend tests', ['-p', 'frontend/tsconfig.test.json']),
    jest('unit and architecture', ['unit', 'web', 'architecture']),
  ]);
}

// The compilers run in parallel, so one thread each is faster than every one of them using all threads.
const types = (label, args) => node(`types: ${label}`, TSC, [...args, '--singleThreaded']);

/** @param {string[]} projects names in jest.config.mjs */
export const jest = (label, projects, env = {}, args = []) =>
  node(label, JEST, ['--selectProjects', ...projects, ...args], {
    env: { NODE_OPTIONS: '--experimental-vm-modules --no-warnings', ...env },
  });

if (import.meta.filename === process.argv[1]) await checkQuick().catch(fail);
