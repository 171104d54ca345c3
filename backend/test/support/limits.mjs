/**
 * How long anything in a test may take before it counts as hanging: a wait for a condition, a request, the start of a
 * process. Time limits only end what hangs; this one leaves room for a busy machine that is four times slower.
 */
export const HANGS_AFTER_MS = 120_000;

/** For a test or hook: longer, so that what hangs in it is named before the test is ended. */
export const TEST_HANGS_AFTER_MS = 2 * HANGS_AFTER_MS;

/** For what does minutes of work (`*.slow.test.ts`). */
export const SLOW_TEST_HANGS_AFTER_MS = 30 * HANGS_AFTER_MS;
