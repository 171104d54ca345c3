import type { PartnerScope } from '../shared/calling-lab.js';
import { DomainError, InvalidInput } from '../shared/domain-error.js';
import type { Lab } from './lab.js';

/** What opens the partner API to a laboratory. The key itself is shown once and kept nowhere. */
export interface LabKey {
  readonly id: string;
  readonly labId: string;
  /**
   * SHA-256 of the key. A fast hash is right here: slow ones make guessing a person's password costly, and nobody
   * guesses 256 random bits, however little each guess costs.
   */
  readonly digest: string;
  /** How the key begins and ends, so that people can tell keys apart. */
  readonly prefix: string;
  readonly lastFour: string;
  /** What staff call it, e.g. the system that uses it. */
  readonly label: string;
  readonly scopes: readonly PartnerScope[];
  readonly createdAt: Date;
  /** Name of the staff member. */
  readonly createdBy: string;
  readonly expiresAt: Date | null;
  /** True to the minute. */
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** What staff decide about a new key. */
export interface KeyOrder {
  readonly label: string;
  readonly scopes: readonly PartnerScope[];
  /** Null for a key that does not expire. */
  readonly validDays: number | null;
}

/** One in use and one to change over to. */
export const LIVE_KEYS_MAX = 2;

export const VALID_DAYS = { min: 1, max: 730 } as const;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The letters in front let people and secret scanners see what it is. */
const FRONT = 'coa_live_';

/** 43 characters of base64url are 32 bytes. */
const WELL_FORMED = /^coa_live_[A-Za-z0-9_-]{43}$/;

/** Four of the random characters are shown, and four of the last: 208 bits stay unknown. */
const PREFIX_LENGTH = FRONT.length + 4;

/** @param random 32 random bytes as base64url */
export const keyText = (random: string): string => FRONT + random;

export const isWellFormed = (presented: string): boolean => WELL_FORMED.test(presented);

export class KeyMissing extends DomainError {
  constructor() {
    super('unauthenticated', 'key-missing', 'Send your key in the header: Authorization: Bearer coa_live_…');
  }
}

export class KeyMalformed extends DomainError {
  constructor() {
    super(
      'unauthenticated',
      'key-malformed',
      'This is not a valid key. A key is coa_live_ and 43 letters, digits, dashes or underscores. Check that you copied all of it.',
    );
  }
}

export class KeyUnknown extends DomainError {
  constructor() {
    super('unauthenticated', 'key-unknown', "We don't recognize this key. Check that you copied it exactly.");
  }
}

export class KeyRevoked extends DomainError {
  constructor() {
    super('unauthenticated', 'key-revoked', 'This key was revoked. Ask us for a new one.');
  }
}

export class KeyExpired extends DomainError {
  constructor() {
    super('unauthenticated', 'key-expired', 'This key has expired. Ask us for a new one.');
  }
}

export class LabSuspended extends DomainError {
  constructor() {
    super('forbidden', 'lab-suspended', "Your lab's access is suspended. Write to us to find out why.");
  }
}

export class ScopeMissing extends DomainError {
  constructor(scope: PartnerScope) {
    super('forbidden', 'scope-missing', `This key can't do that: it is missing the scope ${scope}.`);
  }
}

export class TooManyKeys extends DomainError {
  constructor() {
    super(
      'conflict',
      'too-many-keys',
      `A lab can have ${LIVE_KEYS_MAX} live keys. Revoke one before you create another.`,
    );
  }
}

export class KeyNotFound extends DomainError {
  constructor() {
    super('not-found', 'key-not-found', "We couldn't find this key.");
  }
}

export class KeyAlreadyRevoked extends DomainError {
  constructor() {
    super('conflict', 'key-already-revoked', 'This key is already revoked.');
  }
}

/** What a new key is made of. */
export interface KeyParts {
  readonly id: string;
  readonly labId: string;
  /** The key itself; of it only the digest and its two ends are kept. */
  readonly text: string;
  readonly digest: string;
  readonly createdBy: string;
}

/** @throws InvalidInput when it would be valid for nothing, or for too long */
export function newKey({ text, ...parts }: KeyParts, { label, scopes, validDays }: KeyOrder, now: Date): LabKey {
  if (scopes.length === 0) throw new InvalidInput([{ field: 'scopes', message: 'Choose at least one scope' }]);
  if (validDays !== null && !(validDays >= VALID_DAYS.min && validDays <= VALID_DAYS.max)) {
    const message = `A key is valid for ${VALID_DAYS.min} to ${VALID_DAYS.max} days`;
    throw new InvalidInput([{ field: 'validDays', message }]);
  }
  return {
    ...parts,
    prefix: text.slice(0, PREFIX_LENGTH),
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

/** As staff see it. */
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

/** @param scope null where any key will do @throws ScopeMissing */
export function assertScope({ scopes }: Pick<LabKey, 'scopes'>, scope: PartnerScope | null): void {
  if (scope !== null && !scopes.includes(scope)) throw new ScopeMissing(scope);
}

/** Use is written down once a minute, so that reading does not turn into writing. */
export const shouldRecordUse = ({ lastUsedAt }: LabKey, now: Date): boolean =>
  lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= MINUTE_MS;
