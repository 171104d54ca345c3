import type { DataSource } from 'typeorm';
import { brandTable } from '../../src/modules/brands/brand.table.js';
import { certificateTable } from '../../src/modules/coa-registry/database/certificate.table.js';
import { UNCOMPARED } from '../../src/modules/coa-registry/database/verdict-page.js';
import { LISTED, type Uncompared, VerdictStore } from '../../src/modules/coa-registry/database/verdict-store.js';
import { cloneDatabase, openDataSource, type TestDatabase } from '../support/test-database.js';
import { LIBRARY } from './certificate-fixtures.js';

let clone: TestDatabase;
let database: DataSource;
let store: VerdictStore;
let ids: string[];

const COUNT = 20;

beforeEach(async () => {
  clone = await cloneDatabase();
  database = await openDataSource(clone.url);
  store = new VerdictStore(database);
  const { identifiers } = await database.manager.insert(brandTable, [
    { name: 'Waxwing', nameKey: 'waxwing', contactEmail: '' },
  ]);
  const rows = LIBRARY.slice(0, COUNT).map((one) => ({ ...one, brandId: identifiers[0]?.id }));
  ids = rows.map(({ id }) => id).toSorted();
  await database.manager.insert(certificateTable, rows as object[]);
});

afterEach(async () => {
  await database?.destroy();
  await clone?.release();
});

/** The same verdict for every certificate. */
const all = (verdict: string) => async (part: readonly Uncompared[]) => part.map(() => [`rule:${verdict}`]);

/** Compares until nothing is left. @returns what the run reports */
async function compareAll(basis: string, verdict: string, of = store) {
  for (;;) {
    const part = await of.comparePart(basis, 7, all(verdict));
    if (part?.compared === 0) return part.finished;
  }
}

const stored = async (): Promise<{ id: string; verdicts: string[] | null }[]> =>
  database.query(
    `SELECT v."certificateId" AS "id", p."verdicts" FROM certificate_verdicts v
       LEFT JOIN verdict_profiles p ON p."id" = v."profileId" ORDER BY 1`,
  );

const end = (id: string | undefined) =>
  database.query(
    `UPDATE coa_data SET "submissionStatus" = 'withdrawn', "endedAt" = now(), "withdrawalReason" = 'x' WHERE "id" = $1`,
    [id],
  );

it('compares what is published, and reports once that it has', async () => {
  await store.announce('one');
  expect(await store.isDue('one')).toBe(true);
  expect(await compareAll('one', 'above')).toEqual({ compared: COUNT, changes: {} });
  expect(await stored()).toEqual(ids.map((id) => ({ id, verdicts: ['rule:above'] })));
  expect(await store.isDue('one')).toBe(false);
  expect(await compareAll('one', 'above')).toBeNull();
});

it('compares everything again on another basis, and counts what changed', async () => {
  await store.announce('one');
  await compareAll('one', 'not_above');
  await store.announce('two');
  expect(await store.isDue('two')).toBe(true);
  const changes = { rule: { 'not_above > above': COUNT } };
  expect(await compareAll('two', 'above')).toEqual({ compared: COUNT, changes });
  expect(await database.query(`SELECT DISTINCT "basis" FROM verdict_profiles`)).toEqual([{ basis: 'two' }]);
});

it('keeps what lists answer until all are compared again, also when other rules come before that', async () => {
  const listed = async () => {
    const rows = await database.query<{ listed: string[] }[]>(
      `SELECT DISTINCT ${LISTED} AS "listed" FROM certificate_verdicts v JOIN verdict_profiles p ON p."id" = v."profileId"`,
    );
    return rows.flatMap((row) => row.listed);
  };
  const uncompared = async (basis: string) => (await database.query(UNCOMPARED, [basis]))[0]?.count;
  await store.announce('one');
  await compareAll('one', 'not_above');
  expect([await listed(), await uncompared('one')]).toEqual([['rule:not_above'], 0]);
  await store.announce('two');
  await store.comparePart('two', 7, all('above'));
  expect([await listed(), await uncompared('two')]).toEqual([['rule:not_above'], COUNT]);
  await store.announce('three');
  await store.comparePart('three', 12, all('cannot_tell'));
  expect([await listed(), await uncompared('three')]).toEqual([['rule:not_above'], COUNT]);
  const changes = { rule: { 'not_above > cannot_tell': COUNT } };
  expect(await compareAll('three', 'cannot_tell')).toEqual({ compared: COUNT, changes });
  expect([await listed(), await uncompared('three')]).toEqual([['rule:cannot_tell'], 0]);
  await store.announce('one');
  await store.comparePart('one', 7, all('not_above'));
  expect(await listed()).toEqual(['rule:cannot_tell']);
  expect(await compareAll('one', 'not_above')).toMatchObject({ compared: COUNT });
  expect([await listed(), await uncompared('one')]).toEqual([['rule:not_above'], 0]);
});

it('keeps its report when another instance starts with the same basis', async () => {
  await store.announce('one');
  await store.comparePart('one', 7, all('above'));
  await new VerdictStore(database).announce('one');
  expect(await compareAll('one', 'above')).toMatchObject({ compared: COUNT });
  await store.announce('one');
  expect(await store.isDue('one')).toBe(false);
});

it('leaves the work to the basis that was announced last', async () => {
  await store.announce('one');
  await store.announce('two');
  expect(await store.isDue('one')).toBe(false);
  expect(await store.isDue('two')).toBe(true);
  await store.announce('one');
  expect(await store.isDue('one')).toBe(true);
});

it('goes on where it broke off', async () => {
  await store.announce('one');
  await store.comparePart('one', 7, all('above'));
  const breaks = store.comparePart('one', 7, () => Promise.reject(new Error('out of memory')));
  await expect(breaks).rejects.toThrow('out of memory');
  expect((await stored()).filter(({ verdicts }) => verdicts === null)).toHaveLength(COUNT - 7);
  expect(await compareAll('one', 'above')).toMatchObject({ compared: COUNT });
});

it('lets one instance compare at a time', async () => {
  await store.announce('one');
  const other = new VerdictStore(database);
  let secondPart: unknown;
  await store.comparePart('one', 7, async (part) => {
    secondPart = await other.comparePart('one', 7, all('above'));
    return all('above')(part);
  });
  expect(secondPart).toBeNull();
  expect(await compareAll('one', 'above', other)).toMatchObject({ compared: COUNT });
});

it('forgets a certificate that is withdrawn, also while it is being compared', async () => {
  await store.announce('one');
  let withdrawal: Promise<unknown> = Promise.resolve();
  await store.comparePart('one', COUNT, async (part) => {
    withdrawal = end(part[0]?.id);
    return all('above')(part);
  });
  await withdrawal;
  await end(ids.at(-1));
  expect((await stored()).length).toBeGreaterThanOrEqual(COUNT - 2);
  const published = await database.query(`SELECT "id" FROM coa_data WHERE "submissionStatus" = 'approved' ORDER BY 1`);
  expect((await stored()).map(({ id }) => id)).toEqual(published.map(({ id }: { id: string }) => id));
});

it('compares a certificate again when what is compared has changed', async () => {
  await store.announce('one');
  await compareAll('one', 'above');
  await database.query(`UPDATE coa_data SET "thcContent" = 1.25 WHERE "id" = $1`, [ids[3]]);
  expect((await stored()).filter(({ verdicts }) => verdicts === null)).toEqual([{ id: ids[3], verdicts: null }]);
  await database.query(`UPDATE coa_data SET "version" = "version" + 1`);
  expect((await stored()).filter(({ verdicts }) => verdicts === null)).toHaveLength(1);
  expect(await store.isDue('one')).toBe(true);
  expect(await compareAll('one', 'not_above')).toBeNull();
  expect((await stored())[3]?.verdicts).toEqual(['rule:not_above']);
});

it('stores what the domain finds wrong with certificates from before it was stored', async () => {
  const [contradictory, locked] = [ids[5], ids[6]];
  await database.query(`UPDATE coa_data SET "batchId" = 'N/A' WHERE "id" = ANY ($1)`, [[contradictory, locked]]);
  const judgments = async () =>
    database.query(`SELECT "ownErrors", "shownStatus" FROM coa_data WHERE "id" = $1`, [contradictory]);
  const failed = `SELECT count(*)::int AS n FROM coa_data WHERE "status" = 'failed' AND "doNotDrink" IS NOT TRUE`;
  expect(await database.query(failed)).not.toEqual([{ n: 0 }]);
  await store.announce('one');
  await database.transaction(async (request) => {
    await request.query(`SELECT 1 FROM coa_data WHERE "id" = $1 FOR UPDATE`, [locked]);
    await compareAll('one', 'above');
  });
  expect(await judgments()).toEqual([{ ownErrors: 1, shownStatus: 'pending' }]);
  expect(await database.query(failed)).toEqual([{ n: 0 }]);
  expect(await store.isDue('one')).toBe(false);
  const outcomes = `SELECT count(*)::int AS n FROM certificate_verdicts v JOIN verdict_profiles p ON p."id" = v."profileId"
      JOIN coa_data c ON c."id" = v."certificateId" WHERE p."outcome" <> c."shownStatus"`;
  expect(await database.query(outcomes)).toEqual([{ n: 0 }]);
});
