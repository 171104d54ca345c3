import type { DataSource } from 'typeorm';
import { migrations } from '../../src/migrations/index.js';
import { coaTable } from '../../src/modules/coa-registry/coa.table.js';
import { migrate, openForMaintenance } from '../../src/prepare.js';
import { aCoa, approved } from '../support/builders.js';
import { SILENT, schema } from '../support/schema.js';
import { cloneDatabase, type TestDatabase } from '../support/test-database.js';

const NAMES = migrations.map(({ name }) => name);

describe('the migrations', () => {
  let empty: TestDatabase;
  let database: DataSource;
  beforeEach(async () => {
    empty = await cloneDatabase('template0');
    database = await openForMaintenance(empty.url);
  });
  afterEach(async () => {
    await database.destroy();
    await empty.drop();
  });

  it('run from an empty database, once', async () => {
    expect(await migrate(database)).toEqual(NAMES);
    expect(await migrate(database)).toEqual([]);
  });

  it('leave nothing that the entities say otherwise', async () => {
    await migrate(database);
    expect(await drift(database)).toEqual([]);
  });

  it('run down to nothing and up again to the same', async () => {
    await migrate(database);
    const before = await schema(database);
    for (const _ of NAMES) await database.undoLastMigration();
    expect(await schema(database)).toEqual([]);
    expect(await migrate(database)).toEqual(NAMES);
    expect(await schema(database)).toEqual(before);
    expect(await drift(database)).toEqual([]);
  });

  it('make whoever had an account before there were roles an administrator, still signed in', async () => {
    await migrate(database);
    const since = NAMES.slice(NAMES.findIndex((name) => name.startsWith('StaffSecurity')));
    for (const _ of since) await database.undoLastMigration();
    const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
    await database.query(`INSERT INTO users ("id", "username", "password") VALUES ($1, 'robin', 'hash')`, [id]);
    await database.query(
      `INSERT INTO staff_sessions ("tokenDigest", "accountId", "createdAt", "expiresAt")
       VALUES ('one', $1, now(), now() + interval '1 hour'), ('other', $1, now(), now() + interval '1 hour')`,
      [id],
    );
    expect(await migrate(database)).toEqual(since);
    expect(await database.query('SELECT roles, version FROM users')).toEqual([
      { roles: ['administrator'], version: 1 },
    ]);
    expect(await database.query('SELECT DISTINCT id FROM staff_sessions')).toHaveLength(2);
  });

  it('make of the certificates that are there what searching needs', async () => {
    await migrate(database);
    const since = NAMES.slice(NAMES.findIndex((name) => name.startsWith('SearchAsTyped')));
    for (const _ of since) await database.undoLastMigration();
    const brandId = 1;
    await database.query(
      `INSERT INTO brands ("name", "nameKey", "contactEmail") VALUES ('Oil & Lily', 'oil & lily', '')`,
    );
    const published = ['#C9030', 'LOT-24/117', 'Ölig 0', 'IO', '抹茶 7', '!'].map((batchId) => ({
      ...approved(aCoa({ batchId, brandName: 'Oil & Lily', productName: 'Blood Orange 10 mg' })),
      brandId,
    }));
    const waiting = aCoa({ batchId: 'W-1', productName: 'Elderflower 5 mg' });
    const former = ({ searchText: text }: { searchText: string }) => text.split('|').slice(0, 3).join('|');
    const rows = [...published, waiting].map((one) => ({ ...one, searchText: former(one) }));
    await database.manager.insert(coaTable, rows as object[]);
    expect(await migrate(database)).toEqual(since);
    const stored = await database.query<{ batchId: string; searchText: string }[]>(
      'SELECT "batchId", "searchText" FROM coa_data',
    );
    const byBatch = (all: readonly { batchId: string; searchText: string }[]) =>
      new Map(all.map(({ batchId, searchText: text }) => [batchId, text]));
    expect(byBatch(stored)).toEqual(byBatch([...published, waiting]));
    expect(await database.query('SELECT "word" FROM search_words ORDER BY 1')).toEqual(
      ['blood', 'lily', 'orange'].map((word) => ({ word })),
    );
    for (const _ of since) await database.undoLastMigration();
    expect(byBatch(await database.query('SELECT "batchId", "searchText" FROM coa_data'))).toEqual(byBatch(rows));
  });

  it('run once when two instances start at once', async () => {
    const other = await openForMaintenance(empty.url);
    try {
      const done = await Promise.all([migrate(database), migrate(other)]);
      expect(done.toSorted((a, b) => a.length - b.length)).toEqual([[], NAMES]);
      expect(await drift(database)).toEqual([]);
    } finally {
      await other.destroy();
    }
  });

  it('let nobody else wait when one fails', async () => {
    database.setOptions({ logger: SILENT });
    await database.query(`CREATE TABLE brands ("blocks" text)`);
    await expect(migrate(database)).rejects.toThrow(/brands/);
    expect(await database.query('SELECT * FROM pg_locks WHERE locktype = $1', ['advisory'])).toEqual([]);
    await database.query('DROP TABLE brands');
    expect(await migrate(database)).toEqual(NAMES);
  });

  it('have names in the order of their times', () => {
    const times = NAMES.map((name) => Number(/\d{13}$/.exec(name)?.[0]));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(times).size).toBe(NAMES.length);
  });
});

it('drift is noticed', async () => {
  const { url, drop } = await cloneDatabase();
  const database = await openForMaintenance(url);
  try {
    await database.query(`ALTER TABLE brands DROP COLUMN "website"`);
    await database.query('DROP INDEX coa_data_queue');
    const statements = (await drift(database)).join('\n');
    expect(statements).toContain('ADD "website"');
    expect(statements).toContain('CREATE INDEX "coa_data_queue"');
  } finally {
    await database.destroy();
    await drop();
  }
});

/** What would have to be run to make the database as the entities say. */
async function drift(database: DataSource): Promise<string[]> {
  const { upQueries } = await database.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}
