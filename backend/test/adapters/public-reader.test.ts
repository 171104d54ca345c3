import { PublicReader } from '../../src/platform/database/public-reader.js';
import { inTransaction } from '../../src/platform/database/transaction.js';
import { databaseOfThisFile } from './open-database.js';

const emptyDatabase = databaseOfThisFile();

const COUNT = 'SELECT count(*)::int AS count FROM email_subscriptions WHERE "email" = $1';

/** In `pg_prepared_statements` one sees those of one's own connection. */
const PREPARED = 'SELECT statement FROM pg_prepared_statements';

describe('what the public reads', () => {
  it('is prepared once, however often it runs', async () => {
    const database = await emptyDatabase();
    const reading = new PublicReader(database);
    for (const address of ['a', 'b', 'c']) await reading.read(COUNT, [address]);
    const prepared = await reading.readPlanned<{ statement: string }>(PREPARED, []);
    expect(prepared).toEqual([{ statement: COUNT }]);
  });

  it('is not prepared when its plan depends on its values', async () => {
    const database = await emptyDatabase();
    const reading = new PublicReader(database);
    await reading.readPlanned('SELECT 1 WHERE $1 = $1', ['a']);
    const prepared = await reading.readPlanned<{ statement: string }>(PREPARED, []);
    expect(prepared).not.toContainEqual({ statement: expect.stringContaining('WHERE $1 = $1') });
  });

  it('keeps no more statements than the code has shapes of', async () => {
    const database = await emptyDatabase();
    const reading = new PublicReader(database);
    for (let i = 0; i < 150; i += 1) await reading.read(`SELECT ${i} AS number`);
    const [{ count = 0 } = {}] = await reading.readPlanned<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_prepared_statements WHERE statement LIKE 'SELECT % AS number'`,
      [],
    );
    expect(count).toBe(100);
  });

  it('sees what the open transaction has written', async () => {
    const database = await emptyDatabase();
    const reading = new PublicReader(database);
    const seen = await inTransaction(database, async (manager) => {
      await manager.query(`INSERT INTO email_subscriptions ("email") VALUES ('robin@submitter.example')`);
      return reading.read(COUNT, ['robin@submitter.example']);
    });
    expect(seen).toEqual([{ count: 1 }]);
  });
});
