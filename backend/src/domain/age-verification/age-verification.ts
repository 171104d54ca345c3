import { DAY_MS } from '../shared/durations.js';
import { Clock } from '../shared/ports.js';

/** Days an age confirmation stays valid (decision 0035). */
export const CONFIRMATION_DAYS = 30;

/** Name of the cookie that holds the token. */
export const AGE_COOKIE = 'age_verified';

/** Tolerated clock skew: a token that another instance just signed may carry a time slightly ahead of our clock. */
const CLOCK_SKEW_MS = 5_000;

/** Signs a time as an unforgeable token, and verifies it. */
export abstract class TokenSigner {
  abstract sign(at: Date): string;
  /** @returns the signed time; null if {@link sign} did not make the token or it was altered */
  abstract verify(token: string): Date | null;
}

/** The age gate. It has no accounts: the visitor's browser keeps a signed token. */
export class AgeVerification {
  constructor(
    private readonly tokenSigner: TokenSigner,
    private readonly clock: Clock,
  ) {}

  /** Records that the visitor is 21 or older. @returns a token valid for {@link CONFIRMATION_DAYS} days */
  confirm(): string {
    return this.tokenSigner.sign(this.clock.now());
  }

  /** @param token the cookie's value, if there is one; it may be forged or expired */
  isVerified(token: string | undefined): boolean {
    const confirmedAt = token === undefined ? null : this.tokenSigner.verify(token);
    if (!confirmedAt) return false;
    const ageMs = this.clock.now().getTime() - confirmedAt.getTime();
    return ageMs >= -CLOCK_SKEW_MS && ageMs < CONFIRMATION_DAYS * DAY_MS;
  }
}
