import pg from 'pg';

/** A connection of the pool that a fault of the database ends, and nothing else with it. */
export class PooledClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // TypeORM listens for errors only some moments after it was handed the connection. One that breaks in between would
    // end the process; so it is noticed when it is used: the driver refuses to, and the pool throws it away.
    this.on('error', () => {});
  }

  /**
   * Ends the connection when an answer does not come within `query_timeout`. The driver only stops waiting: the pool
   * would then hand out a connection that still owes an answer, or is dead, and whoever gets it waits as long again. A
   * transaction's ROLLBACK fails at once for the same reason.
   */
  // The driver's many ways to ask are one here.
  override query(...question: never[]): never {
    const answer: unknown = super.query(...(question as unknown as [string]));
    if (answer instanceof Promise) answer.catch((error: unknown) => this.endIfSilent(error));
    return answer as never;
  }

  private endIfSilent(error: unknown): void {
    if (error instanceof Error && error.message === 'Query read timeout') void this.end();
  }
}
