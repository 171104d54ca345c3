import type { Readable } from 'node:stream';
import { RequestTimeoutException } from '@nestjs/common';

/** Below this, an upload of the largest document would take longer than a quarter of an hour. */
const MIN_BYTES_PER_SECOND = 12 * 1024;

/** A slower upload may be ended to make room for another one. */
const SLOW_BYTES_PER_SECOND = 64 * 1024;

/** Before this, there is too little data to measure the speed. */
const JUDGED_AFTER_MS = 5_000;

/**
 * How fast an upload arrives. Only the time spent waiting for the sender counts, not that for our storage. An upload
 * that is too slow or stalls is ended, so that it does not occupy its place until the connection ends.
 */
export class UploadPace {
  private received = 0;
  private waitedMs = 0;
  private waitingSince: number | null = null;
  private readonly ended = Promise.withResolvers<never>();

  /** @param stallMs how long a sender may pause, and how much later than at the lowest speed a piece may arrive */
  constructor(private readonly stallMs: number) {
    // It may be ended while nothing is waiting for it.
    this.ended.promise.catch(() => {});
  }

  get bytesPerSecond(): number {
    return (this.received / Math.max(this.waited(), 1)) * 1000;
  }

  get isSlow(): boolean {
    return this.waited() >= JUDGED_AFTER_MS && this.bytesPerSecond < SLOW_BYTES_PER_SECOND;
  }

  /** Ends it to make room for another one. */
  end(): void {
    this.ended.reject(new RequestTimeoutException());
  }

  /**
   * Passes content on as long as it keeps coming.
   * @throws RequestTimeoutException
   */
  async *passOn(body: Readable): AsyncGenerator<Uint8Array> {
    const pieces = body.iterator({ destroyOnReturn: false });
    for (let piece = await this.next(pieces); !piece.done; piece = await this.next(pieces)) yield piece.value;
  }

  private async next(pieces: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
    const aheadMs = (this.received / MIN_BYTES_PER_SECOND) * 1000 - this.waitedMs;
    const timer = setTimeout(() => this.end(), this.stallMs + Math.min(aheadMs, 0));
    this.waitingSince = performance.now();
    try {
      const piece = await Promise.race([pieces.next(), this.ended.promise]);
      if (!piece.done) this.received += piece.value.length;
      return piece;
    } finally {
      clearTimeout(timer);
      this.waitedMs = this.waited();
      this.waitingSince = null;
    }
  }

  private waited(): number {
    return this.waitedMs + (this.waitingSince === null ? 0 : performance.now() - this.waitingSince);
  }
}
