// npm run check:quick: everything that needs neither database nor browser.
import { BIOME, fail, JEST, node, TSC } from './lib.mjs';

export async function checkQuick() {
  await Promise.all([
    node('format and lint', BIOME, ['check', '--error-on-warnings']),
    node('types: backend', TSC, ['-p', 'backend', '--noEmit']),
    node('types: domain alone', TSC, ['-p', 'backend/tsconfig.domain.json']),
    node('types: backend tests', TSC, ['-p', 'backend/tsconfig.test.json']),
    node('types: frontend', TSC, ['-p', 'frontend']),
    node('types: frontend tests', TSC, ['-p', 'frontend/tsconfig.test.json']),
  ]);
  await jest('unit and architecture', ['unit', 'web', 'architecture']);
}

/** @param {string[]} projects names in jest.config.mjs */
export const jest = (label, projects, env = {}) =>
  node(label, JEST, ['--selectProjects', ...projects], {
    env: { NODE_OPTIONS: '--experimental-vm-modules --no-warnings', ...env },
  });

if (import.meta.filename === process.argv[1]) await checkQuick().catch(fail);
