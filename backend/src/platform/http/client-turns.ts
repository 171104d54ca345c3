import type { FastifyRequest } from 'fastify';
import { Semaphore } from '../semaphore.js';
import { clientKey, TooManyRequests } from './rate-limit.js';

/** How long a request waits for the earlier ones of its client; then 429. */
const WAIT_SECONDS = 10;

const refusal = () => new TooManyRequests(WAIT_SECONDS);

interface Line {
  readonly semaphore: Semaphore;
  /** Requests that run or wait. */
  requests: number;
}

/**
 * Handles a few requests of each client at a time, so that a flood from one client delays the others by those few only.
 */
export class ClientTurns {
  private readonly lines = new Map<string, Line>();

  constructor(private readonly atOnce: number) {}

  /** Clients with a request that runs or waits. */
  get clients(): number {
    return this.lines.size;
  }

  /** @throws TooManyRequests when the client's turn does not come in time */
  async run<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const client = clientKey(request);
    const line = this.lines.get(client) ?? {
      semaphore: new Semaphore(this.atOnce, WAIT_SECONDS * 1000, refusal),
      requests: 0,
    };
    this.lines.set(client, line);
    line.requests += 1;
    try {
      return await line.semaphore.run(work);
    } finally {
      line.requests -= 1;
      if (line.requests === 0) this.lines.delete(client);
    }
  }
}
