// Which files belong to which kind of test. vitest.config.mjs and scripts/test.mjs read it; CONTRIBUTING.md explains it.
import { globSync } from 'node:fs';
import { root } from './lib.mjs';

export const SLOW = 'backend/test/**/*.slow.test.ts';

export const SUITES = {
  /** Need neither database nor build. */
  unit: 'backend/test/{domain,modules,platform,content}/**/*.test.ts',
  web: 'frontend/src/**/*.test.{ts,tsx}',
  architecture: 'backend/test/architecture/*.test.ts',
  /** Need PostgreSQL and the built backend; those in site/ also the built site. */
  server: 'backend/test/{adapters,api,site,pdf,fuzz,multi-instance,fault-injection,scripts}/**/*.test.ts',
  slow: SLOW,
  /** Need PostgreSQL, the built site and a browser: Playwright runs them. */
  journeys: 'frontend/e2e/**/*.e2e.ts',
};

export const needsBuiltSite = (file) => file.startsWith('backend/test/site/') || file.startsWith('frontend/e2e/');

const filesOf = (suite) =>
  globSync(SUITES[suite], { cwd: root, exclude: suite === 'slow' ? [] : [SLOW] }).map((file) =>
    file.replaceAll('\\', '/'),
  );

/**
 * The test files whose path contains one of the patterns.
 * @param {readonly string[]} patterns paths below the root, or parts of them
 * @returns {Record<keyof typeof SUITES, string[]>}
 */
export function selectFiles(patterns) {
  const isWanted = (file) => patterns.some((pattern) => file.includes(pattern.replace(/^\.\//, '')));
  return Object.fromEntries(Object.keys(SUITES).map((suite) => [suite, filesOf(suite).filter(isWanted)]));
}
