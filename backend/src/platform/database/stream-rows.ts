import type { DataSource } from 'typeorm';

const ROWS_OF_A_PART = 1_000;

/** How long the client may take to fetch the next batch before the transaction is ended. */
const PATIENCE = '2min';

/**
 * Streams the rows of a statement from a database cursor, from one snapshot, with one batch in memory at a time. Ending
 * the iteration closes the cursor.
 */
export async function* streamRows<Row>(
  database: DataSource,
  select: string,
  values: readonly unknown[],
): AsyncGenerator<Row[], void> {
  const runner = database.createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query(`SET LOCAL idle_in_transaction_session_timeout = '${PATIENCE}'`);
    await runner.query(`DECLARE parts NO SCROLL CURSOR FOR ${select}`, [...values]);
    for (;;) {
      const rows: Row[] = await runner.query(`FETCH ${ROWS_OF_A_PART} FROM parts`);
      if (rows.length > 0) yield rows;
      if (rows.length < ROWS_OF_A_PART) return;
    }
  } finally {
    // Read-only: after a lost connection there is nothing to roll back.
    await runner.rollbackTransaction().catch(() => {});
    await runner.release();
  }
}
