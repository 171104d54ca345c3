import { Messenger, type News } from '../../src/domain/coa-registry/ports.js';
import type { Revertible } from './reverting-transactions.js';

/** Remembers what it was told to tell. */
export class RememberingMessenger extends Messenger implements Revertible {
  private news: readonly News[] = [];
  private isBroken = false;

  async tell(news: News): Promise<void> {
    if (this.isBroken) throw new Error('the messenger is broken');
    this.news = [...this.news, news];
  }

  told(): readonly News[] {
    return this.news;
  }

  /** From now on nothing can be told. */
  break(): void {
    this.isBroken = true;
  }

  keep(): () => void {
    const { news } = this;
    return () => {
      this.news = news;
    };
  }
}
