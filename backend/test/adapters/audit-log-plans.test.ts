import type { DataSource } from 'typeorm';
import type { AuditFilter, AuditQuery } from '../../src/domain/audit/ports.js';
import { openForMaintenance } from '../../src/migrate-and-seed.js';
import { TypeOrmAuditLog } from '../../src/modules/audit/typeorm-audit-log.js';
import { cloneDatabase, openDataSource, type TestDatabase } from '../support/test-database.js';
import { RowsRead } from './rows-read.js';

const ENTRIES = 100_000;

/** What no page may read more of: the page, the count up to 1,001, and a little to find where both begin. */
const ROWS = 1_001 + 51 * 12 + 200;

/**
 * Forty actions of five kinds of things; most entries are of one action, `a.rare` has ten, and `old.` is nothing but the
 * first tenth. Of six actors one left long ago and one did nearly everything.
 */
const LOG = `
  INSERT INTO audit_log ("at", "actorId", "actorName", "action", "subject", "after")
  SELECT timestamptz '2026-01-01Z' + i * interval '1 minute', actor, actor,
         CASE WHEN i <= ${ENTRIES / 10} THEN 'old.verb-' || i % 10
              WHEN i % 10000 = 7 THEN 'a.rare'
              WHEN i % 10 < 7 THEN 'submission.approved'
              ELSE (ARRAY['submission', 'brand', 'article'])[1 + i % 3] || '.verb-' || i % 30 % 10 END,
         'certificate:' || i % 20000, '{"status": "passed"}'
    FROM generate_series(1, ${ENTRIES}) i,
         LATERAL (SELECT CASE WHEN i < ${ENTRIES / 3} THEN 'left' WHEN i % 100 = 0 THEN 'seldom' ELSE 'busy' END AS actor) who`;

let empty: TestDatabase;
let database: DataSource;
let read: RowsRead;
let log: TypeOrmAuditLog;
beforeAll(async () => {
  empty = await cloneDatabase();
  const maintenance = await openForMaintenance(empty.url);
  await maintenance.query('ALTER TABLE audit_log SET (autovacuum_enabled = false)');
  await maintenance.query(LOG);
  await maintenance.query('ANALYZE');
  await maintenance.destroy();
  database = await openDataSource(empty.url);
  read = new RowsRead(database, 'audit_log');
  log = new TypeOrmAuditLog(database);
});

afterAll(async () => {
  read?.report();
  await database?.destroy();
  await empty?.release();
});

const EVERYTHING: AuditQuery = {
  ...{ action: null, actor: null, subject: null, from: null, until: null },
  ...{ limit: 50, after: null },
};

const FILTERS: [string, Partial<AuditFilter>][] = [
  ['everything', {}],
  ['one frequent action', { action: 'submission.approved' }],
  ['actions that begin alike', { action: 'submission.' }],
  ['a rare action', { action: 'a.rare' }],
  ['actions that were done long ago', { action: 'old.' }],
  ['an action that never was', { action: 'nothing.' }],
  ['one letter', { action: 'a' }],
  ['a busy actor', { actor: 'busy' }],
  ['an actor who seldom did anything', { actor: 'seldom' }],
  ['an actor who left', { actor: 'left' }],
  ['nobody', { actor: 'nobody' }],
  ['one thing', { subject: 'certificate:77' }],
  ['a day', { from: new Date('2026-02-01Z'), until: new Date('2026-02-02Z') }],
  ['since a day', { from: new Date('2026-02-01Z') }],
  ['until a day', { until: new Date('2026-01-03Z') }],
  ['an action of a day', { action: 'submission.', from: new Date('2026-02-01Z'), until: new Date('2026-02-02Z') }],
  ['an actor of a day', { actor: 'busy', from: new Date('2026-02-20Z'), until: new Date('2026-02-21Z') }],
  ['a thing and an actor', { subject: 'certificate:77', actor: 'busy' }],
];

it.each(FILTERS)('a page of %s', async (what, filter) => {
  const query = { ...EVERYTHING, ...filter };
  const { rows } = await read.by(what, () => log.page(query));
  expect(rows).toBeLessThanOrEqual(ROWS);
  await expectRightPage(query);
});

it.each(FILTERS)('a page in the middle of %s', async (what, filter) => {
  const [middle] = await plainly({ ...EVERYTHING, ...filter }, 'OFFSET 30000 LIMIT 1');
  const query = { ...EVERYTHING, ...filter, after: middle ?? null };
  const { rows } = await read.by(`middle of ${what}`, () => log.page(query));
  expect(rows).toBeLessThanOrEqual(ROWS);
  await expectRightPage(query);
});

it('a plan that reads the whole log would be noticed', async () => {
  const { rows } = await read.by('', () => database.query(`SELECT count(*) FROM audit_log WHERE "actorId" LIKE '%e%'`));
  expect(rows).toBe(ENTRIES);
});

/** The page must be that of the plainest statement that can be written for it. */
async function expectRightPage(query: AuditQuery): Promise<void> {
  const { items } = await log.page(query);
  const expected = await plainly(query, `LIMIT ${query.limit}`);
  expect(items.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
}

function plainly(
  { action, actor, subject, from, until, after }: AuditQuery,
  rest: string,
): Promise<{ id: string; at: Date }[]> {
  return database.query(
    `SELECT "id", "at" FROM audit_log
      WHERE ($1::text IS NULL OR starts_with("action", $1)) AND ($2::text IS NULL OR "actorName" = $2)
        AND ($3::text IS NULL OR "subject" = $3) AND ($4::timestamptz IS NULL OR "at" >= $4)
        AND ($5::timestamptz IS NULL OR "at" < $5) AND ($6::timestamptz IS NULL OR ("at", "id") < ($6, $7::bigint))
      ORDER BY "at" DESC, "id" DESC ${rest}`,
    [action, actor, subject, from, until, after?.at ?? null, after?.id ?? null],
  );
}
