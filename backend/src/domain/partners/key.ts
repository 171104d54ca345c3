import type { PartnerScope } from '../shared/calling-lab.js';
import { DomainError, domainError, InvalidInput } from '../shared/domain-error.js';
import { DAY_MS, MINUTE_MS } from '../shared/durations.js';
import type { Lab } from './lab.js';

/** An API key of a partner laboratory. The key itself is shown once and never stored. */
export interface LabKey {
  readonly id: string;
  readonly labId: string;
  /**
   * SHA-256 of the key. A fast hash is right here: slow hashes protect guessable passwords, and 256 random bits can't be
   * guessed.
   */
  readonly digest: string;
  /** First and last characters of the key, so that people can tell keys apart. */
  readonly prefix: string;
  readonly lastFour: string;
  /** A name for staff, e.g. the system that uses the key. */
  readonly label: string;
  readonly scopes: readonly PartnerScope[];
  readonly createdAt: Date;
  /** Name of the staff member. */
  readonly createdBy: string;
  readonly expiresAt: Date | null;
  /** Accurate to one minute. */
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** What staff choose for a new key. */
export interface KeyOptions {
  readonly label: string;
  readonly scopes: readonly PartnerScope[];
  /** Null for a key that does not expire. */
  readonly validDays: number | null;
}

/** Two, so that a lab can rotate keys: one in use and its replacement. */
export const LIVE_KEYS_MAX = 2;

export const VALID_DAYS = { min: 1, max: 730 } as const;

/** `live` keys open the registry, `test` keys the sandbox. */
export type KeyMode = 'live' | 'test';

/** Prefixes that people and secret scanners recognize; of one length. */
const KEY_PREFIXES: Readonly<Record<KeyMode, string>> = { live: 'coa_live_', test: 'coa_test_' };

/** 43 characters of base64url are 32 bytes. */
const RANDOM_PART = /^[A-Za-z0-9_-]{43}$/;

/** The first four and last four random characters are shown, so 208 bits stay secret. */
const SHOWN_PREFIX_LENGTH = KEY_PREFIXES.live.length + 4;

/** @param random 32 random bytes as base64url */
export const keyText = (random: string, mode: KeyMode): string => KEY_PREFIXES[mode] + random;

/** Whether a text has the form of a key of this mode. */
export function isWellFormed(presented: string, mode: KeyMode): boolean {
  const prefix = KEY_PREFIXES[mode];
  return presented.startsWith(prefix) && RANDOM_PART.test(presented.slice(prefix.length));
}

/** Whether a key opens only the sandbox. */
export const isTestKey = ({ prefix }: Pick<LabKey, 'prefix'>): boolean => prefix.startsWith(KEY_PREFIXES.test);

export class KeyMissing extends domainError(
  'unauthenticated',
  'key-missing',
  'Send your key in the header: Authorization: Bearer coa_live_…',
) {}

export class KeyMalformed extends domainError(
  'unauthenticated',
  'key-malformed',
  'This is not a valid key. A key is coa_live_ and 43 letters, digits, dashes or underscores, or coa_test_ and the same for the sandbox. Check that you copied all of it.',
) {}

export class KeyUnknown extends domainError(
  'unauthenticated',
  'key-unknown',
  "We don't recognize this key. Check that you copied it exactly.",
) {}

export class KeyRevoked extends domainError(
  'unauthenticated',
  'key-revoked',
  'This key was revoked. Ask us for a new one.',
) {}

export class KeyExpired extends domainError(
  'unauthenticated',
  'key-expired',
  'This key has expired. Ask us for a new one.',
) {}

export class LabSuspended extends DomainError {
  constructor(message = "Your lab's access is suspended. Write to us to find out why.") {
    super('forbidden', 'lab-suspended', message);
  }
}

export class ScopeMissing extends DomainError {
  constructor(scope: PartnerScope) {
    super('forbidden', 'scope-missing', `This key can't do that: it is missing the scope ${scope}.`);
  }
}

export class TooManyKeys extends domainError(
  'conflict',
  'too-many-keys',
  `A lab can have ${LIVE_KEYS_MAX} live keys. Revoke one before you create another.`,
) {}

export class KeyNotFound extends domainError('not-found', 'key-not-found', "We couldn't find this key.") {}

export class KeyAlreadyRevoked extends domainError('conflict', 'key-already-revoked', 'This key is already revoked.') {}

/** Anyone can open sandboxes, so what they store together is limited. */
export class SandboxFull extends domainError(
  'conflict',
  'sandbox-full',
  'The sandbox has no room left. Try again in a few days, or write to us.',
) {}

/** The generated parts of a new key. */
export interface KeyParts {
  readonly id: string;
  readonly labId: string;
  /** The key itself; only its digest and its two ends are stored. */
  readonly text: string;
  readonly digest: string;
  readonly createdBy: string;
}

/** @throws InvalidInput without scopes, or if `validDays` is out of range */
export function newKey({ text, ...parts }: KeyParts, { label, scopes, validDays }: KeyOptions, now: Date): LabKey {
  if (scopes.length === 0) throw new InvalidInput([{ field: 'scopes', message: 'Choose at least one scope' }]);
  if (validDays !== null && !(validDays >= VALID_DAYS.min && validDays <= VALID_DAYS.max)) {
    const message = `A key is valid for ${VALID_DAYS.min} to ${VALID_DAYS.max} days`;
    throw new InvalidInput([{ field: 'validDays', message }]);
  }
  return {
    ...parts,
    prefix: text.slice(0, SHOWN_PREFIX_LENGTH),
    lastFour: text.slice(-4),
    label,
    scopes,
    createdAt: now,
    expiresAt: validDays === null ? null : new Date(now.getTime() + validDays * DAY_MS),
    lastUsedAt: null,
    revokedAt: null,
  };
}

/** @throws KeyAlreadyRevoked */
export function revoke(key: LabKey, now: Date): LabKey {
  if (key.revokedAt) throw new KeyAlreadyRevoked();
  return { ...key, revokedAt: now };
}

/** A key's state as shown to staff. */
export type KeyState = 'live' | 'expired' | 'revoked';

export function keyState({ revokedAt, expiresAt }: LabKey, now: Date): KeyState {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'expired' : 'live';
}

/** @throws KeyRevoked, KeyExpired, LabSuspended */
export function assertKeyUsable(key: LabKey, lab: Pick<Lab, 'suspended'>, now: Date): void {
  const state = keyState(key, now);
  if (state === 'revoked') throw new KeyRevoked();
  if (state === 'expired') throw new KeyExpired();
  if (lab.suspended) throw new LabSuspended();
}

/** @param scope null if no scope is required @throws ScopeMissing */
export function assertScope({ scopes }: Pick<LabKey, 'scopes'>, scope: PartnerScope | null): void {
  if (scope !== null && !scopes.includes(scope)) throw new ScopeMissing(scope);
}

/** Records use at most once a minute, so that reads don't cause a write each. */
export const shouldRecordUse = ({ lastUsedAt }: LabKey, now: Date): boolean =>
  lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= MINUTE_MS;
