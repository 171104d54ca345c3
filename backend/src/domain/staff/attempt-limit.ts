import type { Clock } from '../shared/ports.js';
import type { AttemptRepository, Vault } from './ports.js';
import { type Counter, TooManyAttempts } from './sign-in-attempts.js';

/** Makes whoever fails again and again wait. Names and addresses are kept as fingerprints only. */
export class AttemptLimit {
  constructor(
    private readonly attempts: AttemptRepository,
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  /** Counts an attempt as failed until {@link clear}. @returns how many failed before @throws TooManyAttempts */
  async begin(counters: readonly Counter[]): Promise<number> {
    const now = this.clock.now();
    const { notBefore, failures } = await this.attempts.begin(this.disguised(counters), now);
    if (notBefore) throw new TooManyAttempts(notBefore, now);
    return failures;
  }

  async clear(counters: readonly Counter[]): Promise<void> {
    await this.attempts.clear(this.disguised(counters), this.clock.now());
  }

  private disguised(counters: readonly Counter[]): Counter[] {
    return counters.map(({ key, free }) => ({ key: this.vault.fingerprint(key), free }));
  }
}
