import type { DataSource } from 'typeorm';
import { batchKey } from '../../src/domain/coa-registry/certificate/batch-key.js';
import { FORM_SUBMITTER, type Submitter } from '../../src/domain/coa-registry/certificate/certificate.js';
import { migrate, openForMaintenance } from '../../src/migrate-and-seed.js';
import { migrations } from '../../src/migrations/index.js';
import { certificateTable } from '../../src/modules/coa-registry/certificate/database/certificate.table.js';
import { ACTOR, aCertificate, aLine, approved, NOW, rejected } from '../support/builders.js';
import { SILENT, schema } from '../support/schema.js';
import { bareDatabase, cloneDatabase, type TestDatabase } from '../support/test-database.js';

const NAMES = migrations.map(({ name }) => name);

describe('the migrations', () => {
  let empty: TestDatabase;
  let database: DataSource;
  beforeEach(async () => {
    empty = await bareDatabase();
    database = await openForMaintenance(empty.url);
  });
  afterEach(async () => {
    await database.destroy();
    await empty.release();
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

  it('make accounts from before there were roles administrators, still signed in', async () => {
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

  it('compare names and batch ids that are there as new ones are compared, and lose none that became equal', async () => {
    await migrate(database);
    const since = NAMES.slice(NAMES.findIndex((name) => name.startsWith('ComparableNames')));
    for (const _ of since) await database.undoLastMigration();
    const former = (name: string) => name.normalize('NFC').trim().toLowerCase();
    for (const name of ['Fizz', 'ﬁzz', 'Ｊｕｎｉｐｅｒ', 'Weiß']) {
      await database.query(`INSERT INTO brands ("name", "nameKey", "contactEmail") VALUES ($1, $2, '')`, [
        name,
        former(name),
      ]);
    }
    await database.query(`INSERT INTO brand_aliases ("nameKey", "brandId") VALUES ('ｔｉｄｅ', 1)`);
    await database.query(
      `INSERT INTO partner_labs ("id", "name", "nameKey", "contactEmail", "createdAt")
       VALUES ('7c9e6679-7425-40de-944b-e07fc1f90ae7', 'Ｌａｂ', 'ｌａｂ', 'data@lab.example', now())`,
    );
    const day = (n: number) => new Date(Date.UTC(2026, 9, n));
    const ids = ['LOT-1', 'LОT-1', 'LOT – 2', 'LOT\u20112', 'LOT - 3', 'ПАРТИЯ-4', 'C9030'];
    const rows = ids.map((batchId, n) => ({
      ...approved(aCertificate({ batchId, brandName: 'Fizz', labName: 'Ａｎａｌｙｔｉｃａｌ' })),
      batchId,
      labName: 'Ａｎａｌｙｔｉｃａｌ',
      batchKey: former(batchId),
      labKey: former('Ａｎａｌｙｔｉｃａｌ'),
      brandId: 1,
      createdAt: day(n + 1),
    }));
    await insertWithColumnsThatExist(database, rows);

    expect(await migrate(database)).toEqual(since);
    const keys = async (sql: string) => (await database.query<{ key: string }[]>(sql)).map(({ key }) => key);
    expect(await keys('SELECT "nameKey" AS key FROM brands ORDER BY "id"')).toEqual([
      'fizz',
      'ﬁzz',
      'juniper',
      'weiss',
    ]);
    expect(await keys('SELECT "nameKey" AS key FROM brand_aliases')).toEqual(['tide']);
    expect(await keys('SELECT "nameKey" AS key FROM partner_labs')).toEqual(['lab']);
    expect(await keys('SELECT DISTINCT "labKey" AS key FROM coa_data')).toEqual(['analytical']);
    const stored = await keys('SELECT "batchKey" AS key FROM coa_data ORDER BY "createdAt"');
    expect(stored).toEqual(['lot-1', former('LОT-1'), 'lot-2', 'lot\u20112', 'lot-3', batchKey('ПАРТИЯ-4'), 'c9030']);
    expect(await database.query('SELECT "coas" FROM registry_totals')).toEqual([{ coas: 7 }]);
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
      ...approved(aCertificate({ batchId, brandName: 'Oil & Lily', productName: 'Blood Orange 10 mg' })),
      brandId,
    }));
    const waiting = aCertificate({ batchId: 'W-1', productName: 'Elderflower 5 mg' });
    const former = ({ searchText: text }: { searchText: string }) => text.split('|').slice(0, 3).join('|');
    const rows = [...published, waiting].map((one) => ({ ...one, searchText: former(one) }));
    await insertWithColumnsThatExist(database, rows);
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

  it('let two brands use one batch id, and keep the batches that are there', async () => {
    await migrate(database);
    const since = NAMES.slice(NAMES.findIndex((name) => name.startsWith('BatchesOfBrands')));
    for (const _ of since) await database.undoLastMigration();
    await database.query(
      `INSERT INTO brands ("name", "nameKey", "contactEmail") VALUES ('Aster', 'aster', ''), ('Birch', 'birch', '')`,
    );
    const published = { ...approved(aCertificate({ batchId: '001', brandName: 'Aster' })), brandId: 1 };
    const waiting = aCertificate({ batchId: '002', brandName: ' The  Birch ' });
    await insertWithColumnsThatExist(database, [published, waiting]);
    expect(await migrate(database)).toEqual(since);
    const keys = `SELECT "batchId", "brandKey" FROM coa_data ORDER BY 1`;
    expect(await database.query(keys)).toEqual([
      { batchId: '001', brandKey: null },
      { batchId: '002', brandKey: 'the birch' },
    ]);
    const another = { ...approved(aCertificate({ batchId: '001', brandName: 'Birch' })), brandId: 2 };
    await database.manager.insert(certificateTable, another as object);
    await expect(
      database.manager.insert(certificateTable, {
        ...approved(aCertificate({ batchId: '001' })),
        brandId: 2,
      } as object),
    ).rejects.toThrow('coa_data_published_batch');
  });

  it('let a batch have several reports, and cannot be undone while one has', async () => {
    await migrate(database);
    const since = NAMES.slice(NAMES.findIndex((name) => name.startsWith('Retests')));
    for (const _ of since) await database.undoLastMigration();
    await database.query(`INSERT INTO brands ("name", "nameKey", "contactEmail") VALUES ('Aster', 'aster', '')`);
    const report = (labReportId: string | null) => ({
      ...approved(aCertificate({ batchId: '001', brandName: 'Aster', labReportId })),
      brandId: 1,
    });
    const insert = (labReportId: string | null) =>
      database.manager.insert(certificateTable, report(labReportId) as object);
    await insertWithColumnsThatExist(database, [report(null)]);
    await expect(insertWithColumnsThatExist(database, [report('EA-1')])).rejects.toThrow('coa_data_published_batch');
    expect(await migrate(database)).toEqual(since);
    await insert('EA-1');
    for (const same of ['ea-1', 'EA - 1', 'EA\u2013 1'])
      await expect(insert(same)).rejects.toThrow('coa_data_published_batch');
    await expect(insert(null)).rejects.toThrow('coa_data_published_batch');
    const undoAll = async () => {
      for (const _ of since) await database.undoLastMigration();
    };
    await expect(undoAll()).rejects.toThrow('coa_data_published_batch');
    await database.query(
      `UPDATE coa_data SET "submissionStatus" = 'withdrawn', "endedAt" = now() WHERE "labReportId" = 'EA-1'`,
    );
    await undoAll();
  });

  it('mark the certificates that are there of drinks not to be drunk', async () => {
    await migrate(database);
    const since = NAMES.slice(NAMES.findIndex((name) => name.startsWith('DoNotDrink')));
    for (const _ of since) await database.undoLastMigration();
    const line = (valueText: string, value: number | null, more = {}) =>
      aLine({ valueText, value, limit: 0.5, ...more });
    const lines = {
      'above by number': line('0.81', 0.81),
      'found by text': line('Detected in 25 g', null, { limit: null }),
      'failed by text': line('FAIL', null),
      'within by text': line('ND', null),
      'below by text': line('Detected, <LOQ', null),
      'of a cannabinoid': line('9', 9, { panel: 'cannabinoids' }),
    };
    const rows = Object.entries(lines).map(([batchId, one]) => aCertificate({ batchId, analytes: [one] }));
    await insertWithColumnsThatExist(database, rows);
    await migrate(database);
    const marked = await database.query(`SELECT "batchId" FROM coa_data WHERE "doNotDrink" ORDER BY "batchId"`);
    expect(marked.map(({ batchId }: { batchId: string }) => batchId)).toEqual([
      'above by number',
      'failed by text',
      'found by text',
    ]);
  });

  it('keep the verdicts that lists answered with, also while certificates were being compared again', async () => {
    await migrate(database);
    const since = NAMES.slice(NAMES.findIndex((name) => name.startsWith('VerdictsInArrays')));
    for (const _ of since) await database.undoLastMigration();
    await database.query(`INSERT INTO brands ("name", "nameKey", "contactEmail") VALUES ('Aster', 'aster', '')`);
    const rows = ['compared again', 'compared before', 'new'].map((batchId) => ({
      ...approved(aCertificate({ batchId, brandName: 'Aster' })),
      brandId: 1,
    }));
    await insertWithColumnsThatExist(database, rows);
    await database.query(
      `INSERT INTO verdict_bases ("fingerprint", "announcedAt", "compared", "changes", "finishedAt") VALUES
         ('first', '2026-10-01Z', 3, '{}', '2026-10-01T00:01Z'), ('listed', '2026-10-02Z', 2, '{"r": {"above > not_above": 2}}', '2026-10-02T00:01Z'),
         ('begun', '2026-10-03Z', 1, '{}', NULL)`,
    );
    await database.query(
      `INSERT INTO verdict_profiles ("basis", "verdicts", "listedVerdicts", "outcome", "panelsComplete", "key") VALUES
         ('begun', '{r:above}', '{r:not_above}', 'passed', true, 'a'), ('listed', '{r:cannot_tell}', '{r:above}', 'passed', true, 'b')`,
    );
    await database.query(
      `UPDATE certificate_verdicts SET "profileId" = c.profile FROM (VALUES ($1::uuid, 1), ($2, 2)) c (id, profile) WHERE "certificateId" = c.id`,
      rows.slice(0, 2).map(({ id }) => id),
    );
    expect(await migrate(database)).toEqual(since);
    const verdicts = await database.query(
      `SELECT c."batchId", v."run", v."verdicts" FROM certificate_verdicts v JOIN coa_data c ON c."id" = v."certificateId" ORDER BY 1`,
    );
    expect(verdicts).toEqual([
      { batchId: 'compared again', run: 2, verdicts: ['2:r:not_above'] },
      { batchId: 'compared before', run: 2, verdicts: ['2:r:cannot_tell'] },
      { batchId: 'new', run: null, verdicts: [] },
    ]);
    const runs = await database.query(`SELECT "id", "fingerprint", "compared", "changes" FROM verdict_runs ORDER BY 1`);
    expect(runs).toEqual([
      { id: 1, fingerprint: 'first', compared: 3, changes: {} },
      { id: 2, fingerprint: 'listed', compared: 2, changes: { r: { 'above > not_above': 2 } } },
    ]);
  });

  it('mark what a lab took back, and give its reason the words of the lab', async () => {
    await migrate(database);
    const since = NAMES.slice(NAMES.findIndex((name) => name.startsWith('TakenBack')));
    for (const _ of since) await database.undoLastMigration();
    const labId = '3f2c1a9e-6d0b-4b57-9a51-0f6f1f7f2c11';
    await database.query(
      `INSERT INTO partner_labs ("id", "name", "nameKey", "contactEmail", "createdAt") VALUES ($1, 'A', 'a', '', now())`,
      [labId],
    );
    const sentBy = (sender: Submitter, reason: string) => ({
      ...rejected(aCertificate({ batchId: reason }, NOW, sender), reason),
      searchText: '',
    });
    const lab = { source: 'lab', labId } as const;
    const byLab = sentBy(lab, 'Withdrawn by the lab: Wrong sample');
    const byStaff = sentBy(lab, 'The photo cannot be read.');
    const quoted = sentBy(FORM_SUBMITTER, 'Withdrawn by the lab: it says so itself');
    await insertWithColumnsThatExist(database, [byLab, byStaff, quoted]);
    for (const [{ id }, actor] of [
      [byLab, `lab:${labId}`],
      [byStaff, ACTOR.id],
      [quoted, ACTOR.id],
    ] as const) {
      await database.query(
        `INSERT INTO audit_log ("at", "actorId", "actorName", "action", "subject") VALUES (now(), $1, 'x', 'submission.rejected', $2)`,
        [actor, `certificate:${id}`],
      );
    }
    const reasons = () => database.query('SELECT "rejectionReason" AS reason FROM coa_data ORDER BY 1');
    const before = await reasons();
    expect(await migrate(database)).toEqual(since);
    expect(await database.query('SELECT "rejectionReason" AS reason, "takenBack" FROM coa_data ORDER BY 1')).toEqual([
      { reason: 'The photo cannot be read.', takenBack: false },
      { reason: 'Withdrawn by the lab: it says so itself', takenBack: false },
      { reason: 'Wrong sample', takenBack: true },
    ]);
    for (const _ of since) await database.undoLastMigration();
    expect(await reasons()).toEqual(before);
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

  it('release the lock when one fails', async () => {
    database.setOptions({ logger: SILENT });
    await database.query(`CREATE TABLE brands ("blocks" text)`);
    await expect(migrate(database)).rejects.toThrow(/brands/);
    // Other tests lock in other databases meanwhile.
    const locks = `SELECT * FROM pg_locks JOIN pg_database d ON d.oid = database AND datname = current_database()
      WHERE locktype = 'advisory'`;
    expect(await database.query(locks)).toEqual([]);
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
  const { url, release } = await cloneDatabase();
  const database = await openForMaintenance(url);
  try {
    await database.query(`ALTER TABLE brands DROP COLUMN "website"`);
    await database.query('DROP INDEX coa_data_queue');
    const statements = (await drift(database)).join('\n');
    expect(statements).toContain('ADD "website"');
    expect(statements).toContain('CREATE INDEX "coa_data_queue"');
  } finally {
    await database.destroy();
    await release();
  }
});

/** Stores certificates as a version before this one did: without the columns that did not exist yet. */
async function insertWithColumnsThatExist(database: DataSource, rows: readonly object[]): Promise<void> {
  const columns = await database.query<{ name: string }[]>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'coa_data'`,
  );
  const known = new Set(columns.map(({ name }) => name));
  const fields = database.getMetadata(certificateTable).columns;
  const columnOf = new Map(fields.map(({ propertyName, databaseName }) => [propertyName, databaseName]));
  for (const row of rows) {
    const given = Object.entries(row).flatMap(([field, one]): [string, unknown][] => {
      const name = columnOf.get(field) ?? field;
      return known.has(name) ? [[name, one]] : [];
    });
    const value = (one: unknown) => (typeof one === 'object' && !(one instanceof Date) ? JSON.stringify(one) : one);
    await database.query(
      `INSERT INTO coa_data (${given.map(([name]) => `"${name}"`).join(', ')})
       VALUES (${given.map((_, index) => `$${index + 1}`).join(', ')})`,
      given.map(([, one]) => (one === null ? null : value(one))),
    );
  }
}

/** What would have to be run to make the database as the entities say. */
async function drift(database: DataSource): Promise<string[]> {
  const { upQueries } = await database.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}
