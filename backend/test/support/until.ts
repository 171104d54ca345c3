import { HANGS_AFTER_MS } from './limits.mjs';

/**
 * Waits until a condition holds; fails with its description when it hangs. Measures with the monotonic clock, because
 * tests stop and move `Date`.
 */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await holds())) {
    if (performance.now() - began > HANGS_AFTER_MS) throw new Error(`not within ${HANGS_AFTER_MS} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
