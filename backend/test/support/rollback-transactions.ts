import { Transactions } from '../../src/domain/shared/ports.js';

/** A fake that can go back to what it held. */
export interface Revertible {
  /** @returns what goes back to now */
  keep(): () => void;
}

/** All or nothing, one at a time: when the work fails, every store goes back to what it held before. */
export class RollbackTransactions extends Transactions {
  private isOpen = false;

  constructor(private readonly stores: readonly Revertible[]) {
    super();
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.isOpen) return work();
    const kept = this.stores.map((store) => store.keep());
    this.isOpen = true;
    try {
      return await work();
    } catch (error) {
      for (const goBack of kept) goBack();
      throw error;
    } finally {
      this.isOpen = false;
    }
  }
}
