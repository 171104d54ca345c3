import { AsyncLocalStorage } from 'node:async_hooks';
import { Transactions } from '../../src/domain/shared/ports.js';
import { IdempotencyStore, type StoredResponse } from '../../src/platform/http/idempotency.js';

interface Open {
  readonly reserved: Set<string>;
  readonly responses: StoredResponse[];
}

const nameOf = (callerId: string, key: string) => JSON.stringify([callerId, key]);

/** Concurrent transactions: a stored response is visible to others after the commit. */
export class InMemoryIdempotencyStore extends IdempotencyStore {
  readonly transactions: Transactions = { run: (work) => this.run(work) };
  private readonly open = new AsyncLocalStorage<Open>();
  private readonly reserved = new Set<string>();
  private responses: readonly StoredResponse[] = [];

  async reserve(callerId: string, key: string): Promise<boolean> {
    const name = nameOf(callerId, key);
    const own = this.current().reserved;
    if (this.reserved.has(name)) return own.has(name);
    this.reserved.add(name);
    own.add(name);
    return true;
  }

  async find(callerId: string, key: string): Promise<StoredResponse | null> {
    return this.responses.find((answer) => answer.callerId === callerId && answer.key === key) ?? null;
  }

  async save(answer: StoredResponse, forgettable: Date): Promise<void> {
    this.responses = this.responses.filter(({ createdAt }) => createdAt >= forgettable);
    this.current().responses.push(answer);
  }

  private async run<T>(work: () => Promise<T>): Promise<T> {
    const open: Open = { reserved: new Set(), responses: [] };
    try {
      const result = await this.open.run(open, work);
      this.responses = [...this.responses, ...open.responses];
      return result;
    } finally {
      for (const name of open.reserved) this.reserved.delete(name);
    }
  }

  private current(): Open {
    const open = this.open.getStore();
    if (!open) throw new Error('there is no transaction');
    return open;
  }
}
