import pg from 'pg';

/** A pooled connection whose errors do not end the process. */
export class PooledClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // TypeORM adds its error listener only after it gets the connection. Without this one, a connection that breaks in
    // between would end the process. The next query on it fails, and the pool discards it.
    this.on('error', () => {});
  }

  /**
   * Closes the connection when a query exceeds `query_timeout`. The driver only stops waiting, and the pool would hand out
   * a busy or dead connection again. After that, the ROLLBACK of a transaction fails at once.
   */
  // Covers all overloads of the driver.
  override query(...question: never[]): never {
    const answer: unknown = super.query(...(question as unknown as [string]));
    if (answer instanceof Promise) answer.catch((error: unknown) => this.endIfSilent(error));
    return answer as never;
  }

  private endIfSilent(error: unknown): void {
    if (error instanceof Error && error.message === 'Query read timeout') void this.end();
  }
}
