import type { DataSource } from 'typeorm';

const ROWS_OF_A_PART = 1_000;

/** For as long a reader at the other end may take to fetch the next part; then its transaction is ended. */
const PATIENCE = '2min';

/**
 * Reads what a statement finds from a cursor of the database, part by part: however many rows there are, one part at a
 * time is in memory, and all of them are of one moment. Whoever stops reading closes the cursor.
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
    // It only read. A connection that is gone has nothing left to roll back.
    await runner.rollbackTransaction().catch(() => {});
    await runner.release();
  }
}
