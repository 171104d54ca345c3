/** A delay is longer or shorter by up to this fraction, so that jobs that failed together are not retried together. */
const JITTER = 0.2;

/** The first attempt, and one after each delay. */
export const maxAttempts = (delaysMs: readonly number[]): number => delaysMs.length + 1;

/**
 * The delay before the next attempt; null when none is left.
 * @param delaysMs the delay after each failed attempt, without jitter
 * @param attempts made so far
 * @param jitter from 0 (shortest) to 1 (longest), see {@link jitterOf}
 */
export function retryDelayMs(delaysMs: readonly number[], attempts: number, jitter: number): number | null {
  const delay = delaysMs[attempts - 1];
  return delay === undefined ? null : Math.round(delay * (1 - JITTER + 2 * JITTER * jitter));
}

/**
 * A fraction that depends on the job and the attempt, because domain code has no random numbers. Fibonacci hashing puts
 * consecutive IDs far apart.
 */
export function jitterOf(jobId: string, attempts: number): number {
  let hash = attempts;
  for (const character of jobId) hash = Math.imul(hash, 31) + (character.codePointAt(0) ?? 0);
  return (Math.imul(hash, 0x9e3779b1) >>> 0) / 2 ** 32;
}

/** When a worker's lease on a job ends. A job still unfinished by then is free for other workers. */
export const leaseUntil = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);
