import type { Clock } from '../shared/ports.js';
import type { AttemptRepository, SecretEncryption } from './ports.js';
import { type Counter, TooManyAttempts } from './sign-in-attempts.js';

/** Makes whoever fails again and again wait. Names and addresses are kept as fingerprints only. */
export class LoginThrottle {
  constructor(
    private readonly attempts: AttemptRepository,
    private readonly encryption: SecretEncryption,
    private readonly clock: Clock,
  ) {}

  /** Counts an attempt as failed until {@link succeed}. @returns how many failed before @throws TooManyAttempts */
  async begin(counters: readonly Counter[]): Promise<number> {
    const now = this.clock.now();
    const { notBefore, failures } = await this.attempts.begin(this.disguised(counters), now);
    if (notBefore) throw new TooManyAttempts(notBefore, now);
    return failures;
  }

  async succeed(counters: readonly Counter[]): Promise<void> {
    await this.attempts.succeed(this.disguised(counters), this.clock.now());
  }

  private disguised(counters: readonly Counter[]): Counter[] {
    return counters.map((counter) => ({ ...counter, key: this.encryption.pseudonym(counter.key) }));
  }
}
