import type { Certificate } from '../../src/domain/coa-registry/certificate.js';
import { type Arrival, Messenger, type News } from '../../src/domain/coa-registry/ports.js';
import type { Revertible } from './rollback-transactions.js';

/** Remembers what it was told to tell. */
export class RememberingMessenger extends Messenger implements Revertible {
  private news: readonly News[] = [];
  private arrivals: readonly [Arrival, Certificate][] = [];
  private isBroken = false;

  async tell(news: News): Promise<void> {
    if (this.isBroken) throw new Error('the messenger is broken');
    this.news = [...this.news, news];
  }

  async acknowledge(arrival: Arrival, certificate: Certificate): Promise<void> {
    if (this.isBroken) throw new Error('the messenger is broken');
    this.arrivals = [...this.arrivals, [arrival, certificate]];
  }

  acknowledged(): readonly [Arrival, Certificate][] {
    return this.arrivals;
  }

  told(): readonly News[] {
    return this.news;
  }

  /** From now on nothing can be told. */
  break(): void {
    this.isBroken = true;
  }

  keep(): () => void {
    const { news, arrivals } = this;
    return () => {
      this.news = news;
      this.arrivals = arrivals;
    };
  }
}
