import { Transactions } from '../../src/domain/shared/ports.js';

/** A fake that can go back to what it held. */
export interface Restorable {
  /** @returns what goes back to now */
  snapshot(): () => void;
}

/** All or nothing, one at a time: when the work fails, every store goes back to what it held before. */
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
