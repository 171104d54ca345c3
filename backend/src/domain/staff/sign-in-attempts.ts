import { DomainError } from '../shared/domain-error.js';

/** Attempts to sign in that failed, counted under one key: a name, an address, a known device, or a second factor. */
export interface Failures {
  readonly count: number;
  readonly lastAt: Date;
}

/** What failures are counted under, and what they cost. */
export interface Counter {
  readonly key: string;
  /** How many failures cost no waiting. */
  readonly free: number;
  /** Failures are forgotten when nothing follows for this long after the waiting is over. */
  readonly memoryMinutes: number;
  /**
   * What a success does. `forget`: all failures are forgotten. `undo`: only the attempt itself no longer counts, because
   * the failures before it were attempts on other accounts.
   */
  readonly onSuccess: 'forget' | 'undo';
}

/** What an attempt may do, and how many failures stood before it under the first of its keys. */
export interface Attempt {
  /** Nothing is tried before; null when the attempt may go on. */
  readonly notBefore: Date | null;
  readonly failures: number;
}

/** Names, devices and second factors: more than a person needs who mistypes. */
const FREE_FAILURES = 5;

/** Addresses: a whole office can share one. */
const FREE_FAILURES_OF_ADDRESS = 20;

const MEMORY_MINUTES = 15;

/** Longer than for a name: or a few guesses at each of many names every quarter of an hour would cost nothing. */
const MEMORY_OF_ADDRESS_MINUTES = 12 * 60;

const LONGEST_WAIT_MINUTES = 15;

const MINUTE_MS = 60_000;

const inMinutes = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS);

const ofAccount = (key: string): Counter => ({
  ...{ key, free: FREE_FAILURES, memoryMinutes: MEMORY_MINUTES, onSuccess: 'forget' },
});

export const byName = (username: string): Counter => ofAccount(`name:${username}`);
export const byDevice = (device: string): Counter => ofAccount(`device:${device}`);
export const byCode = (accountId: string): Counter => ofAccount(`code:${accountId}`);
export const byAddress = (address: string): Counter => ({
  key: `address:${address}`,
  ...{ free: FREE_FAILURES_OF_ADDRESS, memoryMinutes: MEMORY_OF_ADDRESS_MINUTES, onSuccess: 'undo' },
});

/**
 * Counters of a password, typed at sign-in or in a session. A known device is counted alone, so that strangers' failures
 * do not hold it up; its key holds for one account only.
 */
export const passwordCounters = (username: string, device: string | null, address: string): Counter[] =>
  device ? [byDevice(device)] : [byName(username), byAddress(address)];

/** Counters of a code. They are not those of passwords: knowing the password must not wipe out failed codes. */
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

/** The wait after the last failure doubles with each further one: 1, 2, 4, 8, then 15 minutes. */
const waitMinutes = (count: number, free: number): number =>
  count < free ? 0 : Math.min(LONGEST_WAIT_MINUTES, 2 ** (count - free));

const mayTryAt = ({ count, lastAt }: Failures, free: number): Date => inMinutes(lastAt, waitMinutes(count, free));

/** What is left of earlier failures; null when they are forgotten. */
function remembered(failures: Failures | null, { free, memoryMinutes }: Counter, now: Date): Failures | null {
  return failures && now < inMinutes(mayTryAt(failures, free), memoryMinutes) ? failures : null;
}

/** Until when nothing is tried; null when something may be. */
function heldUntil(failures: Failures | null, free: number, now: Date): Date | null {
  // Of two at once, the one counted later can have begun earlier: without a wait that means nothing.
  if (!failures || failures.count < free) return null;
  const at = mayTryAt(failures, free);
  return now < at ? at : null;
}

/** When failures of any kind are forgotten for certain, whatever their count. */
export const forgottenBefore = (now: Date): Date => inMinutes(now, -LONGEST_WAIT_MINUTES - MEMORY_OF_ADDRESS_MINUTES);

/**
 * What becomes of all counters of one attempt. It counts as a failure before it is tried, so that many at once are not
 * all tried before the first is counted; success clears it.
 * @param stored in the order of the counters
 */
export function attempted(
  counters: readonly Counter[],
  stored: readonly (Failures | null)[],
  now: Date,
): Attempt & { readonly counted: readonly Failures[] } {
  const known = counters.map((counter, index) => remembered(stored[index] ?? null, counter, now));
  const holds = counters.map(({ free }, index) => heldUntil(known[index] ?? null, free, now));
  const notBefore = holds.reduce((latest, at) => (at && (!latest || at > latest) ? at : latest), null);
  const counted = known.map((failures) => ({ count: (failures?.count ?? 0) + 1, lastAt: now }));
  return { notBefore, failures: known[0]?.count ?? 0, counted };
}

/**
 * Failures without an attempt that succeeded in the end. It was tried because nothing held it back, so nothing holds the
 * next one back either.
 */
export const withoutLast = ({ count, lastAt }: Failures, { free }: Counter): Failures => {
  const before = Math.max(0, count - 1);
  return { count: before, lastAt: inMinutes(lastAt, -waitMinutes(before, free)) };
};
