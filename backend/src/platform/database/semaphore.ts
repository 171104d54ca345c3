import { ServiceUnavailableException } from '@nestjs/common';

/** So long somebody waits for a connection, too (connection.ts). */
const PATIENCE_MS = 3_000;

/** More would only wait to be refused. */
const WAITING_MAX = 200;

/** Work of a kind of which only so much may go on at once: whatever else there is to do finds room beside it. */
export class Turns {
  private free: number;
  private readonly waiting = new Set<() => void>();

  constructor(atOnce: number) {
    this.free = atOnce;
  }

  /** @throws ServiceUnavailableException when its turn does not come in time */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await this.turn();
    try {
      return await work();
    } finally {
      this.pass();
    }
  }

  private turn(): Promise<void> {
    if (this.waiting.size === WAITING_MAX) throw new ServiceUnavailableException();
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.delete(begin);
        reject(new ServiceUnavailableException());
      }, PATIENCE_MS);
      this.waiting.add(begin);
    });
  }

  private pass(): void {
    const [next] = this.waiting;
    if (!next) {
      this.free += 1;
      return;
    }
    this.waiting.delete(next);
    next();
  }
}
