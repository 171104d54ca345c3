import { Clock } from '../shared/ports.js';
import { TokenSigner } from './ports.js';

/** How long a confirmation is remembered (decision 0035). */
export const REMEMBERED_DAYS = 30;

/** Name under which the visitor's browser keeps the token. */
export const AGE_COOKIE = 'age_verified';

const DAY_MS = 86_400_000;

/** Clocks of two instances differ a little: what one has just sealed is not of the future to another. */
const AHEAD_MS = 5_000;

/** What a visitor has said about their age. There is no account behind it: the visitor's browser keeps the token. */
export class AgeVerification {
  constructor(
    private readonly tokenSigner: TokenSigner,
    private readonly clock: Clock,
  ) {}

  /** The visitor confirms being 21 or older. @returns the token that proves it for {@link REMEMBERED_DAYS} days */
  confirm(): string {
    return this.tokenSigner.sign(this.clock.now());
  }

  /** @param token what the visitor's browser kept, if anything; it may be forged or old */
  isVerified(token: string | undefined): boolean {
    const confirmedAt = token === undefined ? null : this.tokenSigner.verify(token);
    if (!confirmedAt) return false;
    const ageMs = this.clock.now().getTime() - confirmedAt.getTime();
    return ageMs >= -AHEAD_MS && ageMs < REMEMBERED_DAYS * DAY_MS;
  }
}
