import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { HANGS_AFTER_MS, SLOW_TEST_HANGS_AFTER_MS, TEST_HANGS_AFTER_MS } from './backend/test/support/limits.mjs';
import { othersIn, SUITES } from './scripts/suites.mjs';
import { testSeed } from './scripts/test-seed.mjs';

testSeed();

const project = (name, more = {}) => ({
  extends: true,
  test: { name, include: [SUITES[name]], exclude: othersIn(name), ...more },
});
/** What takes longest starts first. Otherwise it could start last, and leave one worker with nothing to do meanwhile. */
const LONG = ['fuzz/fuzz.test.ts', 'partner-bulk.test.ts', 'query-plans.test.ts', 'start.test.ts'];

class LongestFirst extends BaseSequencer {
  async sort(files) {
    const isLong = ({ moduleId }) => LONG.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** What starts no processes and stops none can share one: threads begin and report sooner. */
const WITHOUT_PROCESSES = { pool: 'threads' };

const withDatabase = { globalSetup: 'backend/test/support/global-setup.mjs' };

export default defineConfig({
  // Transformed modules stay on disk between runs.
  fsModuleCache: true,
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  test: {
    globals: true,
    setupFiles: 'backend/test/support/property-seed.ts',
    testTimeout: TEST_HANGS_AFTER_MS,
    hookTimeout: TEST_HANGS_AFTER_MS,
    teardownTimeout: HANGS_AFTER_MS,
    expect: { poll: { timeout: HANGS_AFTER_MS } },
    // The files of a worker share one process and its loaded modules: to load Nest, TypeORM and our code again for each
    // file takes longer than most files' tests. Each file still has its own database and its own server.
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      project('unit', WITHOUT_PROCESSES),
      project('web', {
        ...WITHOUT_PROCESSES,
        environment: 'jsdom',
        setupFiles: ['backend/test/support/property-seed.ts', 'backend/test/support/web-setup.mjs'],
      }),
      project('properties'),
      project('server', withDatabase),
      project('slow', {
        ...withDatabase,
        testTimeout: SLOW_TEST_HANGS_AFTER_MS,
        hookTimeout: SLOW_TEST_HANGS_AFTER_MS,
      }),
    ],
  },
});
