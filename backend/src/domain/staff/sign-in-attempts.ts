import { DomainError } from '../shared/domain-error.js';
import { MINUTE_MS } from '../shared/durations.js';

/** Failed sign-in attempts counted under one key: a username, an IP address, a trusted device, or a second factor. */
export interface Failures {
  readonly count: number;
  readonly lastAt: Date;
}

/** A counter of failures and its throttling rule. */
export interface Counter {
  readonly key: string;
  /** Number of failures without a wait. */
  readonly freeFailures: number;
  /** Failures are forgotten this many minutes after the wait ends, unless another follows. */
  readonly memoryMinutes: number;
  /**
   * Effect of a success. `forget`: clears all failures. `undo`: uncounts only this attempt, because the earlier failures
   * may be attempts on other accounts.
   */
  readonly onSuccess: 'forget' | 'undo';
}

/** Whether an attempt may proceed, and the earlier failures under its first key. */
export interface Attempt {
  /** Earliest time for another attempt; null if this one may proceed. */
  readonly notBefore: Date | null;
  readonly failures: number;
}

/** For usernames, devices and second factors: enough for typing mistakes. */
const FREE_FAILURES = 5;

/** For IP addresses: a whole office can share one. */
const FREE_FAILURES_OF_ADDRESS = 20;

const MEMORY_MINUTES = 15;

/** Longer than for a username, or an attacker could try many usernames every 15 minutes without ever waiting. */
const MEMORY_OF_ADDRESS_MINUTES = 12 * 60;

const LONGEST_WAIT_MINUTES = 15;

const inMinutes = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS);

const ofAccount = (key: string): Counter => ({
  key,
  freeFailures: FREE_FAILURES,
  memoryMinutes: MEMORY_MINUTES,
  onSuccess: 'forget',
});

export const byName = (username: string): Counter => ofAccount(`name:${username}`);
export const byDevice = (device: string): Counter => ofAccount(`device:${device}`);
export const byCode = (accountId: string): Counter => ofAccount(`code:${accountId}`);
export const byAddress = (address: string): Counter => ({
  key: `address:${address}`,
  freeFailures: FREE_FAILURES_OF_ADDRESS,
  memoryMinutes: MEMORY_OF_ADDRESS_MINUTES,
  onSuccess: 'undo',
});

/**
 * Counters for a password, at sign-in or within a session. A trusted device has its own counter, so that other people's
 * failures don't block it; its key is valid for one account only.
 */
export const passwordCounters = (username: string, device: string | null, address: string): Counter[] =>
  device ? [byDevice(device)] : [byName(username), byAddress(address)];

/** Counters for a code. Separate from those for passwords: a correct password must not clear failed codes. */
export const codeCounters = (accountId: string, device: string | null, address: string): Counter[] =>
  device ? [byCode(device)] : [byCode(accountId), byAddress(address)];

export class TooManyAttempts extends DomainError {
  constructor(notBefore: Date, now: Date) {
    const seconds = Math.ceil((notBefore.getTime() - now.getTime()) / 1000);
    super(
      'too-many',
      'too-many-attempts',
      `Too many failed attempts. Please wait ${duration(seconds)} and try again.`,
      [],
      seconds,
    );
  }
}

function duration(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

/** Exponential backoff after the last failure: 1, 2, 4, 8, then 15 minutes. */
const waitMinutes = (count: number, freeFailures: number): number =>
  count < freeFailures ? 0 : Math.min(LONGEST_WAIT_MINUTES, 2 ** (count - freeFailures));

const nextAttemptAt = ({ count, lastAt }: Failures, freeFailures: number): Date =>
  inMinutes(lastAt, waitMinutes(count, freeFailures));

/** Earlier failures; null once they are forgotten. */
function activeFailures(
  failures: Failures | null,
  { freeFailures, memoryMinutes }: Counter,
  now: Date,
): Failures | null {
  return failures && now < inMinutes(nextAttemptAt(failures, freeFailures), memoryMinutes) ? failures : null;
}

/** When the next attempt is allowed; null if it is allowed now. */
function blockedUntil(failures: Failures | null, freeFailures: number, now: Date): Date | null {
  // Concurrent attempts can be counted out of order, so `lastAt` may be in the future; without a wait that must not block.
  if (!failures || failures.count < freeFailures) return null;
  const at = nextAttemptAt(failures, freeFailures);
  return now < at ? at : null;
}

/** Failures last counted before this time are forgotten under any counter. */
export const expiredBefore = (now: Date): Date => inMinutes(now, -LONGEST_WAIT_MINUTES - MEMORY_OF_ADDRESS_MINUTES);

/**
 * Counts an attempt under all its counters. It counts as a failure in advance, so that parallel attempts can't all run
 * before the first is counted; success clears it.
 * @param stored in the order of the counters
 */
export function countAttempt(
  counters: readonly Counter[],
  stored: readonly (Failures | null)[],
  now: Date,
): Attempt & { readonly counted: readonly Failures[] } {
  const active = counters.map((counter, index) => activeFailures(stored[index] ?? null, counter, now));
  const blocks = counters.map(({ freeFailures }, index) => blockedUntil(active[index] ?? null, freeFailures, now));
  const notBefore = blocks.reduce((latest, at) => (at && (!latest || at > latest) ? at : latest), null);
  const counted = active.map((failures) => ({ count: (failures?.count ?? 0) + 1, lastAt: now }));
  return { notBefore, failures: active[0]?.count ?? 0, counted };
}

/**
 * Failures without an attempt that turned out to succeed. That attempt had no wait, so the next one has none either.
 */
export const uncountAttempt = ({ count, lastAt }: Failures, { freeFailures }: Counter): Failures => {
  const before = Math.max(0, count - 1);
  return { count: before, lastAt: inMinutes(lastAt, -waitMinutes(before, freeFailures)) };
};
