import { SLOW_TEST_HANGS_AFTER_MS, TEST_HANGS_AFTER_MS } from './backend/test/support/limits.mjs';
import { othersIn, SUITES } from './scripts/suites.mjs';
import { testSeed } from './scripts/test-seed.mjs';

testSeed();

const project = (name, more = {}) => ({
  displayName: name,
  roots: ['<rootDir>/backend/test', '<rootDir>/frontend/src'],
  testMatch: [SUITES[name], ...othersIn(name).map((pattern) => `!${pattern}`)].map(belowRoot),
  testRunner: '<rootDir>/scripts/jest/test-runner.mjs',
  testEnvironment: '<rootDir>/scripts/jest/node-environment.mjs',
  testTimeout: TEST_HANGS_AFTER_MS,
  setupFilesAfterEnv: ['<rootDir>/backend/test/support/property-seed.ts'],
  transform: {},
  ...more,
});

const belowRoot = (pattern) => pattern.replace(/^!?/, '$&**/');

const withDatabase = {
  globalSetup: '<rootDir>/backend/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/backend/test/support/global-teardown.mjs',
};

export default {
  watchman: false,
  maxWorkers: 2,
  testSequencer: '<rootDir>/scripts/jest/longest-first.mjs',
  // Far above what a worker needs. With a limit, Jest runs nothing in its own process, which would wait for what a test leaves.
  workerIdleMemoryLimit: '4GB',
  projects: [
    project('unit'),
    project('web', {
      // Only its own workers have a document.
      runner: ['jest-runner', { workers: 'with a document' }],
      testEnvironment: '<rootDir>/scripts/jest/dom-environment.mjs',
      setupFilesAfterEnv: [
        '<rootDir>/backend/test/support/property-seed.ts',
        '<rootDir>/backend/test/support/web-setup.mjs',
      ],
    }),
    project('properties'),
    project('server', withDatabase),
    project('slow', { ...withDatabase, testTimeout: SLOW_TEST_HANGS_AFTER_MS }),
  ],
};
