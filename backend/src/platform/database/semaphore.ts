import { ServiceUnavailableException } from '@nestjs/common';

/** So long somebody waits for a connection, too (connection.ts). */
const TIMEOUT_MS = 3_000;

/** More would only wait to be refused. */
const QUEUE_MAX = 200;

/** Work of a kind of which only so much may go on at once: whatever else there is to do finds room beside it. */
export class Semaphore {
  private free: number;
  private readonly queue = new Set<() => void>();

  constructor(atOnce: number) {
    this.free = atOnce;
  }

  /** @throws ServiceUnavailableException when its turn does not come in time */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await this.acquire();
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  private acquire(): Promise<void> {
    if (this.queue.size === QUEUE_MAX) throw new ServiceUnavailableException();
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.queue.delete(begin);
        reject(new ServiceUnavailableException());
      }, TIMEOUT_MS);
      this.queue.add(begin);
    });
  }

  private release(): void {
    const [next] = this.queue;
    if (!next) {
      this.free += 1;
      return;
    }
    this.queue.delete(next);
    next();
  }
}
