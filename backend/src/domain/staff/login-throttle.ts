import type { Clock } from '../shared/ports.js';
import type { AttemptRepository, SecretEncryption } from './ports.js';
import { type Counter, TooManyAttempts } from './sign-in-attempts.js';

/** Throttles repeated failed sign-in attempts. Counters store names and IP addresses as pseudonyms only. */
export class LoginThrottle {
  constructor(
    private readonly attempts: AttemptRepository,
    private readonly encryption: SecretEncryption,
    private readonly clock: Clock,
  ) {}

  /** Counts the attempt as failed until {@link succeed}. @returns the number of earlier failures @throws TooManyAttempts */
  async begin(counters: readonly Counter[]): Promise<number> {
    const now = this.clock.now();
    const { notBefore, failures } = await this.attempts.begin(this.pseudonymized(counters), now);
    if (notBefore) throw new TooManyAttempts(notBefore, now);
    return failures;
  }

  async succeed(counters: readonly Counter[]): Promise<void> {
    await this.attempts.succeed(this.pseudonymized(counters), this.clock.now());
  }

  private pseudonymized(counters: readonly Counter[]): Counter[] {
    return counters.map((counter) => ({ ...counter, key: this.encryption.pseudonym(counter.key) }));
  }
}
