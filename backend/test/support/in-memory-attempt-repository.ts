import { AttemptRepository } from '../../src/domain/staff/ports.js';
import {
  type Attempt,
  type Counter,
  countAttempt,
  type Failures,
  uncountAttempt,
} from '../../src/domain/staff/sign-in-attempts.js';

export class InMemoryAttemptRepository extends AttemptRepository {
  private readonly failures = new Map<string, Failures>();

  async begin(counters: readonly Counter[], now: Date): Promise<Attempt> {
    const stored = counters.map(({ key }) => this.failures.get(key) ?? null);
    const { counted, ...attempt } = countAttempt(counters, stored, now);
    if (attempt.notBefore) return attempt;
    for (const [index, { key }] of counters.entries()) this.failures.set(key, counted[index] as Failures);
    return attempt;
  }

  async succeed(counters: readonly Counter[]): Promise<void> {
    for (const counter of counters) {
      const stored = this.failures.get(counter.key);
      if (counter.onSuccess === 'forget') this.failures.delete(counter.key);
      else if (stored) this.failures.set(counter.key, uncountAttempt(stored, counter));
    }
  }
}
