import type { DataSource } from 'typeorm';
import type { VerdictText } from '../../src/domain/coa-registry/checks/verdict-changes.js';
import { brandTable } from '../../src/modules/brands/brand.table.js';
import { certificateTable } from '../../src/modules/coa-registry/certificate/database/certificate.table.js';
import {
  FIND_LISTED_RUN,
  LOCK,
  UNCOMPARED,
  VerdictStore,
} from '../../src/modules/coa-registry/certificate/database/verdict-store.js';
import type { VerdictSource } from '../../src/modules/coa-registry/certificate/verdict-source.js';
import { cloneDatabase, openDataSource, type TestDatabase } from '../support/test-database.js';
import { LIBRARY } from './certificate-fixtures.js';

let clone: TestDatabase;
let database: DataSource;
let store: VerdictStore;
let ids: string[];
/** The rules that count now, and the verdict that they give every certificate. */
let rules: { basis: string; verdict: 'above' | 'not_above' | 'cannot_tell'; before?: () => void };

const COUNT = 20;

const source: VerdictSource = {
  get basis() {
    return rules.basis;
  },
  verdictsOf: (): VerdictText[] => {
    rules.before?.();
    return [`rule:${rules.verdict}`];
  },
};

beforeEach(async () => {
  clone = await cloneDatabase();
  database = await openDataSource(clone.url);
  store = new VerdictStore(database, source);
  rules = { basis: 'one', verdict: 'above' };
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

async function begin(basis: string, verdict: typeof rules.verdict): Promise<void> {
  rules = { basis, verdict };
  await store.begin();
}

/** Compares until nothing is left. @returns what the run reports */
async function compareAll(of = store) {
  for (;;) {
    const part = await of.comparePart(7);
    if (part?.compared === 0) return part.finished;
  }
}

const stored = async (): Promise<{ id: string; run: number | null; verdicts: string[] }[]> =>
  database.query(`SELECT "certificateId" AS "id", "run", "verdicts" FROM certificate_verdicts ORDER BY 1`);

const left = async () => (await stored()).filter(({ run }) => run === null).map(({ id }) => id);

/** What lists say of the certificates that they know. */
async function listed(): Promise<string[]> {
  const [run] = await database.query<{ listed: number | null }[]>(FIND_LISTED_RUN);
  const all = (await stored()).flatMap(({ verdicts }) => verdicts);
  return all.filter((one) => one.startsWith(`${run?.listed}:`)).map((one) => one.slice(one.indexOf(':') + 1));
}

const each = (verdict: string) => ids.map(() => `rule:${verdict}`);

const uncompared = async (basis: string) => (await database.query(UNCOMPARED, [basis, 1000]))[0]?.count;

const end = (id: string | undefined) =>
  database.query(
    `UPDATE coa_data SET "submissionStatus" = 'withdrawn', "endedAt" = now(), "withdrawalReason" = 'x' WHERE "id" = $1`,
    [id],
  );

it('compares what is published, and reports once that it has', async () => {
  await begin('one', 'above');
  expect(await store.isDue()).toBe(true);
  expect(await compareAll()).toEqual({ compared: COUNT, changes: {} });
  expect(await stored()).toEqual(ids.map((id) => ({ id, run: 1, verdicts: ['1:rule:above'] })));
  expect(await store.isDue()).toBe(false);
  expect(await compareAll()).toBeNull();
});

it('compares everything again with other rules, and counts what changed', async () => {
  await begin('one', 'not_above');
  await compareAll();
  await begin('two', 'above');
  expect(await store.isDue()).toBe(true);
  const changes = { rule: { 'not_above > above': COUNT } };
  expect(await compareAll()).toEqual({ compared: COUNT, changes });
  expect(await store.newestRuns()).toMatchObject([
    { id: 2, fingerprint: 'two', compared: COUNT, changes, finishedAt: expect.any(Date) },
    { id: 1, fingerprint: 'one' },
  ]);
});

it('keeps what lists answer until all are compared again, also when other rules come before that', async () => {
  await begin('one', 'not_above');
  await store.comparePart(7);
  expect([await listed(), await uncompared('one')]).toEqual([[], COUNT]);
  await compareAll();
  expect([await listed(), await uncompared('one')]).toEqual([each('not_above'), 0]);
  await begin('two', 'above');
  await store.comparePart(7);
  expect([await listed(), await uncompared('two')]).toEqual([each('not_above'), COUNT]);
  await begin('three', 'cannot_tell');
  await store.comparePart(12);
  expect([await listed(), await uncompared('three')]).toEqual([each('not_above'), COUNT]);
  const changes = { rule: { 'not_above > cannot_tell': COUNT } };
  expect(await compareAll()).toEqual({ compared: COUNT, changes });
  expect([await listed(), await uncompared('three')]).toEqual([each('cannot_tell'), 0]);
  await begin('one', 'not_above');
  await store.comparePart(7);
  expect(await listed()).toEqual(each('cannot_tell'));
  expect(await compareAll()).toMatchObject({ compared: COUNT });
  expect([await listed(), await uncompared('one')]).toEqual([each('not_above'), 0]);
});

it('stores the verdicts of what is being published, in its transaction', async () => {
  const fresh = (await database.manager.findBy(certificateTable, { id: ids[3] }))[0];
  if (!fresh) throw new Error('the certificate is not there');
  await database.query(`UPDATE coa_data SET "thcContent" = 1.25 WHERE "id" = $1`, [ids[3]]);
  await store.storeNew(database.manager, [fresh]);
  expect((await stored())[3]).toEqual({ id: ids[3], run: null, verdicts: [] });
  await begin('one', 'above');
  await store.storeNew(database.manager, [fresh]);
  expect((await stored())[3]).toEqual({ id: ids[3], run: 1, verdicts: ['1:rule:above'] });
  expect(await compareAll()).toMatchObject({ compared: COUNT - 1 });
});

it('keeps what lists answer of a certificate that is stored again during a run', async () => {
  const [again] = await database.manager.findBy(certificateTable, { id: ids[3] });
  await begin('one', 'above');
  await compareAll();
  await begin('two', 'not_above');
  await store.storeNew(database.manager, again ? [again] : []);
  expect(await listed()).toEqual(each('above'));
  await compareAll();
  expect(await listed()).toEqual(each('not_above'));
});

it('compares once more what a process with former rules published since', async () => {
  await begin('one', 'above');
  await begin('two', 'not_above');
  await compareAll();
  const [late] = await database.manager.findBy(certificateTable, { id: ids[3] });
  await database.query(`UPDATE certificate_verdicts SET "run" = NULL, "verdicts" = '{}' WHERE "certificateId" = $1`, [
    ids[3],
  ]);
  rules = { basis: 'one', verdict: 'above' };
  await store.storeNew(database.manager, late ? [late] : []);
  expect((await stored())[3]?.verdicts).toEqual(['1:rule:above']);
  rules = { basis: 'two', verdict: 'not_above' };
  expect([await store.isDue(), await uncompared('two')]).toEqual([true, 1]);
  await compareAll();
  expect([await listed(), await uncompared('two'), await store.isDue()]).toEqual([each('not_above'), 0, false]);
});

it('keeps its report when another process starts with the same rules', async () => {
  await begin('one', 'above');
  await store.comparePart(7);
  await new VerdictStore(database, source).begin();
  expect(await compareAll()).toMatchObject({ compared: COUNT });
  await store.begin();
  expect(await store.isDue()).toBe(false);
});

it('leaves the work to the rules that came last', async () => {
  await begin('one', 'above');
  await begin('two', 'above');
  rules.basis = 'one';
  expect([await store.isDue(), await store.comparePart(7)]).toEqual([false, null]);
  rules.basis = 'two';
  expect(await store.isDue()).toBe(true);
  await begin('one', 'above');
  expect(await store.isDue()).toBe(true);
});

it('goes on where it broke off', async () => {
  await begin('one', 'above');
  await store.comparePart(7);
  rules.before = () => {
    throw new Error('out of memory');
  };
  await expect(store.comparePart(7)).rejects.toThrow('out of memory');
  expect(await left()).toHaveLength(COUNT - 7);
  rules.before = () => {};
  expect(await compareAll()).toMatchObject({ compared: COUNT });
});

it('lets one process compare at a time', async () => {
  await begin('one', 'above');
  await database.transaction(async (other) => {
    await other.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    expect(await store.comparePart(7)).toBeNull();
  });
  expect(await compareAll()).toMatchObject({ compared: COUNT });
});

it('forgets a certificate that is withdrawn, also while it is being compared', async () => {
  await begin('one', 'above');
  const withdrawals: Promise<unknown>[] = [];
  rules.before = () => {
    if (withdrawals.length === 0) withdrawals.push(end(ids[0]));
  };
  await store.comparePart(COUNT);
  await Promise.all(withdrawals);
  await end(ids.at(-1));
  expect((await stored()).map(({ id }) => id)).toEqual(ids.slice(1, -1));
});

it('compares a certificate again when what is compared has changed', async () => {
  await begin('one', 'above');
  await compareAll();
  await database.query(`UPDATE coa_data SET "thcContent" = 1.25 WHERE "id" = $1`, [ids[3]]);
  expect(await left()).toEqual([ids[3]]);
  expect((await stored())[3]?.verdicts).toEqual([]);
  await database.query(`UPDATE coa_data SET "version" = "version" + 1`);
  expect(await left()).toHaveLength(1);
  expect(await store.isDue()).toBe(true);
  rules.verdict = 'not_above';
  expect(await compareAll()).toBeNull();
  expect((await stored())[3]?.verdicts).toEqual(['1:rule:not_above']);
});

it('stores what the domain finds wrong with certificates from before it was stored', async () => {
  const [contradictory, locked] = [ids[5], ids[6]];
  await database.query(`UPDATE coa_data SET "batchId" = 'N/A' WHERE "id" = ANY ($1)`, [[contradictory, locked]]);
  const judgments = async () =>
    database.query(`SELECT "ownErrors", "shownStatus" FROM coa_data WHERE "id" = $1`, [contradictory]);
  const failed = `SELECT count(*)::int AS n FROM coa_data WHERE "status" = 'failed' AND "doNotDrink" IS NOT TRUE`;
  expect(await database.query(failed)).not.toEqual([{ n: 0 }]);
  await begin('one', 'above');
  await database.transaction(async (request) => {
    await request.query(`SELECT 1 FROM coa_data WHERE "id" = $1 FOR UPDATE`, [locked]);
    await compareAll();
  });
  expect(await judgments()).toEqual([{ ownErrors: 1, shownStatus: 'pending' }]);
  expect(await database.query(failed)).toEqual([{ n: 0 }]);
  expect(await store.isDue()).toBe(false);
});
