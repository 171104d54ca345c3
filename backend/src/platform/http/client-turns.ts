import type { FastifyRequest } from 'fastify';
import { Semaphore } from '../database/semaphore.js';
import { clientKey } from './rate-limit.js';

/** How long a request waits for the earlier ones of its client; then 503. */
const WAIT_MS = 10_000;

interface Line {
  readonly semaphore: Semaphore;
  /** Requests that run or wait. */
  requests: number;
}

/**
 * Works on a few requests of each client at a time. However many one client sends, those of others wait for these few only.
 */
export class ClientTurns {
  private readonly lines = new Map<string, Line>();

  constructor(private readonly atOnce: number) {}

  /** Clients with a request that runs or waits. */
  get clients(): number {
    return this.lines.size;
  }

  /** @throws ServiceUnavailableException when the client's turn does not come in time */
  async run<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const client = clientKey(request);
    const line = this.lines.get(client) ?? { semaphore: new Semaphore(this.atOnce, WAIT_MS), requests: 0 };
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
