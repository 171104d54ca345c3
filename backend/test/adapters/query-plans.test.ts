import type { DataSource, Logger } from 'typeorm';
import { COA_SORTS, type CoaQuery, type CoaSort } from '../../src/domain/coa-registry/ports.js';
import { searchTerm, searchText } from '../../src/domain/coa-registry/search-text.js';
import { TypeOrmCoaRepository } from '../../src/modules/coa-registry/typeorm-coa.repository.js';
import { openForMaintenance } from '../../src/prepare.js';
import { cloneDatabase, openDataSource, type TestDatabase } from '../support/test-database.js';
import { CERTIFICATES, LARGEST_BRAND, loadLargeRegistry } from './large-registry.js';

/** What no list or search may read more of than this share. */
const SHARE = 0.05;

interface Statement {
  readonly sql: string;
  readonly values?: unknown[];
}

/** The part of a plan of PostgreSQL that is looked at here. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

let empty: TestDatabase;
let database: DataSource;
let coas: TypeOrmCoaRepository;
const statements: Statement[] = [];
const timings: string[] = [];

beforeAll(async () => {
  empty = await cloneDatabase();
  const maintenance = await openForMaintenance(empty.url);
  await loadLargeRegistry(maintenance);
  await maintenance.destroy();
  database = await openDataSource(empty.url);
  database.setOptions({ logging: ['query'], logger: recorder((statement) => statements.push(statement)) });
  coas = new TypeOrmCoaRepository(database);
}, 120_000);

afterAll(async () => {
  process.stdout.write(`${timings.join('\n')}\n`);
  await database?.destroy();
  await empty?.drop();
});

describe.each(COA_SORTS)('%s first', (sort) => {
  it.each<[string, Partial<CoaQuery>]>([
    ['the first page', {}],
    ['a large page', { limit: 200 }],
    ['a small brand', { brandKey: 'canyon porch' }],
    ['the largest brand', { brandKey: LARGEST_BRAND }],
    ['a brand that is not there', { brandKey: 'nobody' }],
    ['what passed', { status: 'passed' }],
    ['what failed', { status: 'failed' }],
    ['what is pending', { status: 'pending' }],
    ['what failed of the largest brand', { brandKey: LARGEST_BRAND, status: 'failed' }],
    ['a word in one of four names', looksFor('seltzer')],
    ['a word in one of sixteen names', looksFor('cucumber')],
    ['a word in one of thirty-three names', looksFor('rosemary')],
    ['a word in one of seventy names', looksFor('verbena')],
    ['a word in one of five thousand names', looksFor('elderflower')],
    ['several words', looksFor('blood orange cider')],
    ['a word that is nowhere', looksFor('sarsaparilla')],
    ['the name of the largest brand', looksFor(LARGEST_BRAND)],
    ['the last name of brands', looksFor('finch')],
    ['part of a batch id', looksFor('042371')],
    ['a shorter part of batch ids', looksFor('4237')],
    ['two letters', looksFor('ci')],
    ['two letters that few words begin with', looksFor('zq')],
    ['one letter', looksFor('c')],
    ['a word within the largest brand', { ...looksFor('seltzer'), brandKey: LARGEST_BRAND }],
    ['a seldom word within the largest brand', { ...looksFor('elderflower'), brandKey: LARGEST_BRAND }],
    ['a word among what passed', { ...looksFor('cucumber'), status: 'passed' }],
    ['a word among what failed', { ...looksFor('seltzer'), status: 'failed' }],
    ['a seldom word among what failed', { ...looksFor('elderflower'), status: 'failed' }],
  ])('%s', async (what, query) => {
    const asked = { ...EVERYTHING, sort, ...query };
    const { rows } = await rowsRead(`${sort}: ${what}`, () => coas.publishedPage(asked));
    expect(rows).toBeLessThan(SHARE * CERTIFICATES);
    await expectRightPage(asked);
  });

  it.each<[string, Partial<CoaQuery>]>([
    ['all', {}],
    ['the largest brand', { brandKey: LARGEST_BRAND }],
    ['what failed', { status: 'failed' }],
    ['a frequent word', looksFor('seltzer')],
    ['a less frequent word', looksFor('verbena')],
  ])('a page in the middle of %s', async (what, query) => {
    const after = await middleOf({ ...EVERYTHING, sort, ...query });
    const asked = { ...EVERYTHING, sort, ...query, after };
    const { rows } = await rowsRead(`${sort}: middle of ${what}`, () => coas.publishedPage(asked));
    expect(rows).toBeLessThan(SHARE * CERTIFICATES);
    await expectRightPage(asked);
  });
});

/** Such matches are many, and far from where a walk begins: both ways are long. */
it('a dose, by strength, reads its matches once and little more', async () => {
  const asked: CoaQuery = { ...EVERYTHING, ...looksFor('10 mg'), sort: 'mildest' };
  const [matches] = await plainly<{ n: number }>('count(*)::int AS n', asked, '');
  const { rows } = await rowsRead('mildest: a dose', () => coas.publishedPage(asked));
  expect(rows).toBeLessThan((matches?.n ?? 0) + 0.06 * CERTIFICATES);
  await expectRightPage(asked);
});

it.each<[string, () => Promise<unknown>]>([
  ['the statistics', () => coas.totals()],
  ['the latest published', () => coas.latestPublished(50)],
  ['the queue', () => coas.queue({ submissionStatus: 'pending', limit: 50, after: null })],
  ['what was approved first', () => coas.queue({ submissionStatus: 'approved', limit: 50, after: null })],
  [
    'what was approved later',
    () =>
      coas.queue({
        submissionStatus: 'approved',
        limit: 50,
        after: { createdAt: new Date('2026-11-01T14:00:00Z'), id: '00000000-0000-4000-8000-000000000000' },
      }),
  ],
])('%s', async (what, read) => {
  const { rows } = await rowsRead(what, read);
  expect(rows).toBeLessThan(SHARE * CERTIFICATES);
});

it('one certificate is read alone', async () => {
  const [row] = await database.query<{ batchKey: string }[]>('SELECT "batchKey" FROM coa_data LIMIT 1 OFFSET 50000');
  const { rows } = await rowsRead('one certificate', () => coas.publishedByBatch(row?.batchKey ?? ''));
  expect(rows).toBe(1);
});

it('every list and search is one statement', async () => {
  for (const query of [{}, { brandKey: LARGEST_BRAND }, looksFor('seltzer'), looksFor('elderflower')]) {
    const { count } = await rowsRead('', () => coas.publishedPage({ ...EVERYTHING, ...query }));
    expect(count).toBe(1);
  }
});

it('a plan that reads the whole table would be noticed', async () => {
  const { rows } = await rowsRead('', () => database.query(`SELECT count(*) FROM coa_data WHERE "labName" LIKE '%a%'`));
  expect(rows).toBe(CERTIFICATES);
});

it('the certificates are searched by the text that the domain makes', async () => {
  const sample = await database.query<
    { productName: string; brandName: string; batchId: string; searchText: string }[]
  >(`SELECT "productName", "brandName", "batchId", "searchText" FROM coa_data TABLESAMPLE SYSTEM (1)`);
  expect(sample.length).toBeGreaterThan(100);
  for (const certificate of sample) expect(certificate.searchText).toBe(searchText(certificate));
});

const EVERYTHING: CoaQuery = { search: null, brandKey: null, status: null, sort: 'newest', limit: 50, after: null };

function looksFor(input: string): Pick<CoaQuery, 'search'> {
  return { search: searchTerm(input) };
}

/** Runs it, and the statements that it ran once more to see how many certificates they read. */
async function rowsRead(what: string, run: () => Promise<unknown>): Promise<{ rows: number; count: number }> {
  statements.length = 0;
  const began = performance.now();
  await run();
  const ms = performance.now() - began;
  const ran = statements.splice(0);
  let rows = 0;
  for (const statement of ran) rows += await rowsReadBy(statement);
  if (what !== '') timings.push(`${what.padEnd(50)} ${ms.toFixed(1).padStart(7)} ms ${String(rows).padStart(7)} rows`);
  return { rows, count: ran.length };
}

async function rowsReadBy({ sql, values }: Statement): Promise<number> {
  const explain = `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${sql}`;
  const [row] = await database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>(explain, values);
  if (!row) throw new Error('PostgreSQL explained nothing');
  return rowsReadIn(row['QUERY PLAN'][0].Plan);
}

function rowsReadIn(node: PlanNode): number {
  const kept = node['Actual Rows'];
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const here = node['Relation Name'] === 'coa_data' ? (kept + removed) * node['Actual Loops'] : 0;
  return (node.Plans ?? []).reduce((sum, below) => sum + rowsReadIn(below), here);
}

/** The page must be that of the plainest statement that can be written for it. */
async function expectRightPage(query: CoaQuery): Promise<void> {
  const { items } = await coas.publishedPage(query);
  const expected = await plainly<{ id: string }>('c."id"', query, `${orderOf(query.sort)} LIMIT ${query.limit}`);
  expect(items.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
}

async function middleOf(query: CoaQuery): Promise<CoaQuery['after']> {
  const [half] = await plainly<{ n: number }>('count(*)::int / 2 AS n', query, '');
  const value = `${column(query.sort)}${column(query.sort) === 'c."testDate"' ? '::text' : '::float8'} AS value`;
  const rest = `${orderOf(query.sort)} OFFSET ${half?.n} LIMIT 1`;
  const [row] = await plainly<{ id: string; value: string | number }>(`c."id", ${value}`, query, rest);
  return row ?? null;
}

const column = (sort: CoaSort) => (sort === 'newest' || sort === 'oldest' ? 'c."testDate"' : 'c."thcContent"');
const direction = (sort: CoaSort) => (sort === 'oldest' || sort === 'mildest' ? 'ASC' : 'DESC');
const orderOf = (sort: CoaSort) => `ORDER BY ${column(sort)} ${direction(sort)}, c."id" ${direction(sort)}`;

function plainly<Row>(
  select: string,
  { search, brandKey, status, sort, after }: CoaQuery,
  rest: string,
): Promise<Row[]> {
  const behind = `(${column(sort)}, c."id") ${direction(sort) === 'ASC' ? '>' : '<'}`;
  const pattern = search ? `%${search.wordStart ? ' ' : ''}${search.text}%` : '%';
  const values = [brandKey, status, pattern, ...(after ? [after.value, after.id] : [])];
  return database.query(
    `SELECT ${select} FROM coa_data c JOIN brands b ON b."id" = c."brandId"
      WHERE ($1::text IS NULL OR b."nameKey" = $1) AND ($2::text IS NULL OR c."status" = $2) AND c."searchText" LIKE $3
        ${after ? `AND ${behind} ($4, $5)` : ''} ${rest}`,
    values,
  );
}

/** Hears every statement that TypeORM sends, however it was made. */
function recorder(hear: (statement: Statement) => void): Logger {
  const ignore = () => {};
  return {
    logQuery: (sql, values) => hear({ sql, values: values as unknown[] }),
    ...{ logQueryError: ignore, logQuerySlow: ignore, logSchemaBuild: ignore, logMigration: ignore, log: ignore },
  };
}
