import { Transactions } from '../../src/domain/shared/ports.js';

/** An in-memory store that can restore its earlier contents. */
export interface Restorable {
  /** @returns a function that restores the current contents */
  snapshot(): () => void;
}

/** Transactions one at a time: if the work fails, every store is rolled back. */
export class RollbackTransactions extends Transactions {
  private isOpen = false;

  constructor(private readonly stores: readonly Restorable[]) {
    super();
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.isOpen) return work();
    const snapshots = this.stores.map((store) => store.snapshot());
    this.isOpen = true;
    try {
      return await work();
    } catch (error) {
      for (const restore of snapshots) restore();
      throw error;
    } finally {
      this.isOpen = false;
    }
  }
}
