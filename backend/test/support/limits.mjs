/**
 * How long anything in a test may take before it counts as hanging: a wait for a condition, a request, the start of a
 * process. Time limits only end what hangs; this one leaves room for a busy machine that is four times slower.
 */
export const HANGS_AFTER_MS = 120_000;

/** For a test or hook: longer, so that what hangs in it is named before the test is ended. */
export const TEST_HANGS_AFTER_MS = 2 * HANGS_AFTER_MS;

/** For what does minutes of work (`*.slow.test.ts`). */
export const SLOW_TEST_HANGS_AFTER_MS = 30 * HANGS_AFTER_MS;

/**
 * The limits of a server that a busy machine would reach; they end before the test that hangs. Tests about one of them set
 * it themselves.
 */
export const WIDE_LIMITS = {
  DATABASE_WAIT_MS: String(HANGS_AFTER_MS / 2),
  DATABASE_STATEMENT_MS: String(HANGS_AFTER_MS / 2),
  DATABASE_ANSWER_MS: String(HANGS_AFTER_MS / 2),
  CACHE_MAX_STALENESS_MS: String(HANGS_AFTER_MS / 2),
  REQUEST_MS: String(HANGS_AFTER_MS),
};

/** Those of production (config.ts), for tests of what happens when a server reaches them. */
export const PRODUCTION_LIMITS = {
  DATABASE_WAIT_MS: '3000',
  DATABASE_STATEMENT_MS: '5000',
  DATABASE_ANSWER_MS: '2000',
  CACHE_MAX_STALENESS_MS: '2000',
  REQUEST_MS: '30000',
};
