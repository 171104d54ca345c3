const swc = (tsx) => [
  '@swc/jest',
  {
    swcrc: false,
    sourceMaps: 'inline',
    module: { type: 'es6' },
    jsc: {
      target: 'es2024',
      experimental: { keepImportAttributes: true },
      keepClassNames: true,
      parser: { syntax: 'typescript', tsx, decorators: true },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
        react: { runtime: 'automatic' },
      },
    },
  },
];

const common = {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': swc(false), '^.+\\.tsx$': swc(true) },
  modulePathIgnorePatterns: ['<rootDir>/backend/dist', '<rootDir>/frontend/dist', '<rootDir>/.data'],
};

const project = (displayName, testMatch, more = {}) => ({ ...common, displayName, testMatch, ...more });

/** `unit` needs nothing; `server` needs the database that scripts/test.mjs starts (TEST_PG_URL). */
export default {
  // A machine that is busy with other things must not fail a test.
  testTimeout: 30_000,
  projects: [
    project('unit', ['<rootDir>/backend/test/{domain,platform,content}/**/*.test.ts']),
    project('web', ['<rootDir>/frontend/src/**/*.test.{ts,tsx}'], { testEnvironment: 'jsdom' }),
    project('architecture', ['<rootDir>/backend/test/architecture/*.test.ts']),
    project(
      'server',
      ['<rootDir>/backend/test/{adapters,api,fuzz,multi-instance,fault-injection,scripts}/**/*.test.ts'],
      {
        globalSetup: '<rootDir>/backend/test/support/global-setup.mjs',
      },
    ),
  ],
};
