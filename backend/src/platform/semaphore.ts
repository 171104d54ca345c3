import { ServiceUnavailableException } from '@nestjs/common';

/** More would only time out. */
const QUEUE_MAX = 200;

/** Limits how many of one kind of operation run at once, so that others get their turn. */
export class Semaphore {
  private free: number;
  private readonly queue = new Set<() => void>();

  constructor(
    permits: number,
    private readonly waitMs: number,
    private readonly refusal: () => Error = () => new ServiceUnavailableException(),
  ) {
    this.free = permits;
  }

  /** @throws the refusal when no permit is free in time */
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
    if (this.queue.size === QUEUE_MAX) throw this.refusal();
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.queue.delete(begin);
        reject(this.refusal());
      }, this.waitMs);
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
