import type { DataSource } from 'typeorm';
import type { Certificate, Lifecycle } from '../../src/domain/coa-registry/certificate/certificate.js';
import {
  productWords,
  type SearchTerm,
  searchTerm,
  searchText,
  similarLotTerm,
  wordsTerm,
} from '../../src/domain/coa-registry/certificate/search-text.js';
import { COMPARED_BATCHES_MAX } from '../../src/domain/coa-registry/registry/nearest-batches.js';
import {
  CERTIFICATE_SORTS,
  type CertificateQuery,
} from '../../src/domain/coa-registry/registry/published-certificate.js';
import { labSearchParts } from '../../src/domain/coa-registry/review/lab-search.js';
import type { OwnCertificatesQuery } from '../../src/domain/coa-registry/review/ports.js';
import {
  type QueuePosition,
  type QueueQuery,
  queueTerm,
  queueText,
  type SearchedInQueue,
} from '../../src/domain/coa-registry/review/queue.js';
import { nameKey } from '../../src/domain/shared/name-key.js';
import { QUEUE_TEXT } from '../../src/modules/coa-registry/certificate/database/list-statement.js';
import { TypeOrmCertificateRepository } from '../../src/modules/coa-registry/certificate/database/typeorm-certificate.repository.js';
import { TypeOrmCheckContextReader } from '../../src/modules/coa-registry/checks/database/typeorm-check-context.reader.js';
import { PRINTED_NAMES_PART, printedNames } from '../../src/modules/coa-registry/coa-registry.sql.js';
import { TypeOrmPublishedCertificateReader } from '../../src/modules/coa-registry/registry/database/typeorm-published-certificate.reader.js';
import { TypeOrmSubmissionReader } from '../../src/modules/coa-registry/review/database/typeorm-submission.reader.js';
import { PublicReader } from '../../src/platform/database/public-reader.js';
import { EVERYTHING } from '../support/builders.js';
import { IN_QUEUE } from './certificate-steps.js';
import { CERTIFICATES, LARGEST_BRAND, loadLargeRegistry, PARTNER_LAB, WAITING } from './large-registry.js';
import { loadedDatabase, type PlanDatabase } from './plan-database.js';
import { RowsRead } from './rows-read.js';

/** What no list or search may read more rows of than this share. */
const SHARE = 0.05;

/** Nor a public list: a count of what one in four has reads some 6,000 rows until it has met its cap. */
const SHARE_OF_LISTS = 0.1;

const IN_PUBLISHED: QueueQuery = { ...IN_QUEUE, lifecycle: 'approved' };

const middleOfQueue = (value: string): QueuePosition => ({
  value,
  id: '00000000-0000-4000-8000-000000000000',
});

/** The newest test is of 2026-11-01. */
const [DAY, HALF_YEAR, YEAR] = ['2026-11-01', '2026-05-02', '2025-11-01'];

const COMPLETE = { panelsComplete: true } as const;

let loaded: PlanDatabase;
let database: DataSource;
let certificates: TypeOrmCertificateRepository;
let published: TypeOrmPublishedCertificateReader;
let checks: TypeOrmCheckContextReader;
let submissions: TypeOrmSubmissionReader;
let rowsRead: RowsRead;

beforeAll(async () => {
  loaded = await loadedDatabase(loadLargeRegistry);
  database = loaded.database;
  rowsRead = new RowsRead(database, 'coa_data');
  certificates = new TypeOrmCertificateRepository(database);
  published = new TypeOrmPublishedCertificateReader(new PublicReader(database));
  checks = new TypeOrmCheckContextReader(database);
  submissions = new TypeOrmSubmissionReader(database);
});

afterAll(async () => {
  rowsRead?.report();
  await loaded?.end();
});

it('the names that certificates print are read from one part of them', async () => {
  const part = await rowsRead.by('printed names', () => printedNames(database.manager, null));
  // Once for the names and once for where the next part begins, published and waiting.
  expect(part.rows).toBeLessThanOrEqual(4 * PRINTED_NAMES_PART);
  const { next, published: count } = await printedNames(database.manager, null);
  expect([count, next]).toEqual([PRINTED_NAMES_PART, expect.anything()]);
  const older = await rowsRead.by('older printed names', () => printedNames(database.manager, next));
  expect(older.rows).toBeLessThanOrEqual(2 * PRINTED_NAMES_PART);
});

describe.each(CERTIFICATE_SORTS)('%s first', (sort) => {
  it.each<[string, Partial<CertificateQuery>]>([
    ['the first page', {}],
    ['a large page', { limit: 200 }],
    ['a small brand', { brandKey: 'canyon porch' }],
    ['the largest brand', { brandKey: LARGEST_BRAND }],
    ['a brand that is not there', { brandKey: 'nobody' }],
    ['what passed', { outcome: 'passed' }],
    ['what failed', { outcome: 'failed' }],
    ['what is pending', { outcome: 'pending' }],
    ['what failed of the largest brand', { brandKey: LARGEST_BRAND, outcome: 'failed' }],
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
    ['part of a batch id in another spelling', looksFor('O4237l')],
    ['part of a batch id in pieces', looksFor('042 371')],
    ['a piece of batch ids', looksFor('04-2')],
    ['a name and a dose', looksFor('cucumber seltzer 5 mg')],
    ['a dose', looksFor('10 mg')],
    ['two letters', looksFor('ci')],
    ['two letters that few words begin with', looksFor('zq')],
    ['one letter', looksFor('c')],
    ['a word within the largest brand', { ...looksFor('seltzer'), brandKey: LARGEST_BRAND }],
    ['a seldom word within the largest brand', { ...looksFor('elderflower'), brandKey: LARGEST_BRAND }],
    ['a word among what passed', { ...looksFor('cucumber'), outcome: 'passed' }],
    ['a word among what failed', { ...looksFor('seltzer'), outcome: 'failed' }],
    ['a seldom word among what failed', { ...looksFor('elderflower'), outcome: 'failed' }],
    ['a year', { testedFrom: YEAR }],
    ['a day', { testedFrom: DAY }],
    ['what passed of half a year', { testedFrom: HALF_YEAR, outcome: 'passed' }],
    ['what failed of a year', { testedFrom: YEAR, outcome: 'failed' }],
    ['a year of the largest brand', { testedFrom: YEAR, brandKey: LARGEST_BRAND }],
    ['a word in one of four names, of a year', { ...looksFor('seltzer'), testedFrom: YEAR }],
    ['a word in one of four names, of a day', { ...looksFor('seltzer'), testedFrom: DAY }],
    ['a word in one of seventy names, of a year', { ...looksFor('verbena'), testedFrom: YEAR }],
    ['a seldom word, of a year', { ...looksFor('elderflower'), testedFrom: YEAR }],
    ['a word that is nowhere, of four years', { ...looksFor('sarsaparilla'), testedFrom: '2022-10-01' }],
    ['words of brand and product in any order', looksFor('elderflower cedar tonic', wordsTerm)],
    ['frequent words of brand and product', looksFor('finch seltzer', wordsTerm)],
    ['words that never stand together', looksFor('elderflower sarsaparilla', wordsTerm)],
    ['an id with one wrong digit', looksFor('QX-042379/K', similarLotTerm)],
    ['an id with one wrong digit, and a frequent word', looksFor('seltzer QX-042379/K', similarLotTerm)],
    ['an id of digits alone with one wrong', looksFor('042379', similarLotTerm)],
    ['all panels', COMPLETE],
    ['all panels of a year', { ...COMPLETE, testedFrom: YEAR }],
    ['all panels of what passed', { ...COMPLETE, outcome: 'passed' }],
    ['all panels of what is pending', { ...COMPLETE, outcome: 'pending' }],
    ['all panels of the largest brand', { ...COMPLETE, brandKey: LARGEST_BRAND }],
    ['a word in one of four names, with all panels', { ...COMPLETE, ...looksFor('seltzer') }],
    ['a seldom word with all panels', { ...COMPLETE, ...looksFor('elderflower') }],
    ['a word with all panels, of a year', { ...COMPLETE, ...looksFor('cucumber'), testedFrom: YEAR }],
  ])('%s', async (what, query) => {
    const wanted = { ...EVERYTHING, sort, ...query };
    const { rows, entries } = await rowsRead.by(`${sort}: ${what}`, () => published.publishedPage(wanted));
    expect(rows).toBeLessThan(SHARE_OF_LISTS * CERTIFICATES);
    // At worst it walks one index once.
    expect(entries).toBeLessThanOrEqual(CERTIFICATES);
  });

  it.each<[string, Partial<CertificateQuery>]>([
    ['all', {}],
    ['the largest brand', { brandKey: LARGEST_BRAND }],
    ['what failed', { outcome: 'failed' }],
    ['a frequent word', looksFor('seltzer')],
    ['a less frequent word', looksFor('verbena')],
    ['a year', { testedFrom: YEAR }],
    ['all panels of half a year', { ...COMPLETE, testedFrom: HALF_YEAR }],
    ['a frequent word of a year', { ...looksFor('seltzer'), testedFrom: YEAR }],
  ])('a page in the middle of %s', async (what, query) => {
    const after = await middleOf({ ...EVERYTHING, sort, ...query });
    const wanted = { ...EVERYTHING, sort, ...query, after };
    const { rows, entries } = await rowsRead.by(`${sort}: middle of ${what}`, () => published.publishedPage(wanted));
    expect(rows).toBeLessThan(SHARE_OF_LISTS * CERTIFICATES);
    // At worst it walks one index once.
    expect(entries).toBeLessThanOrEqual(CERTIFICATES);
  });
});

/** The planner takes a brand for an average one: among thousands of small ones it expects less of it than a page. */
it('a page of the largest brand reads its own rows, however small others are', async () => {
  const expecting = (setting: string) =>
    loaded.maintain((maintenance) =>
      maintenance.query(`ALTER TABLE coa_data ALTER COLUMN "brandId" ${setting}; ANALYZE coa_data ("id", "brandId")`),
    );
  const wanted: CertificateQuery = { ...EVERYTHING, brandKey: LARGEST_BRAND };
  await expecting('SET (n_distinct = 20000)');
  try {
    const { rows } = await rowsRead.by('the largest brand among small ones', () => published.publishedPage(wanted));
    expect(rows).toBeLessThan(2 * wanted.limit);
  } finally {
    await expecting('RESET (n_distinct)');
  }
});

it.each<[string, () => Promise<unknown>]>([
  ['the statistics', () => published.totals()],
  ['the latest published', () => published.latestPublished(50)],
  ['the queue', () => submissions.queue(IN_QUEUE)],
  ['a later page of the queue', () => submissions.queue({ ...IN_QUEUE, after: middleOfQueue('2026-11-15T00:15:00Z') })],
  ['the queue of laboratories', () => submissions.queue({ ...IN_QUEUE, source: 'lab' })],
  ['what is overdue', () => submissions.queue({ ...IN_QUEUE, dueBefore: '2026-11-19' })],
  ['the newest in the queue', () => submissions.queue({ ...IN_QUEUE, sort: 'newest' })],
  ['the queue by due date', () => submissions.queue({ ...IN_QUEUE, sort: 'due' })],
  ['the queue by brand', () => submissions.queue({ ...IN_QUEUE, sort: 'brand' })],
  [
    'a later page by brand',
    () => submissions.queue({ ...IN_QUEUE, sort: 'brand', after: middleOfQueue('maple comet\tx') }),
  ],
  ['the queue by lab', () => submissions.queue({ ...IN_QUEUE, sort: 'lab' })],
  ['the newest published', () => submissions.queue({ ...IN_QUEUE, lifecycle: 'approved', sort: 'newest' })],
  [
    'a seldom word among published ones',
    () => submissions.queue({ ...IN_PUBLISHED, search: queueTerm('elderflower') }),
  ],
  ['a reference among published ones', () => submissions.queue({ ...IN_PUBLISHED, search: queueTerm('CB-0000-0000') })],
  ['a lab that is nowhere', () => submissions.queue({ ...IN_PUBLISHED, search: queueTerm('no such lab') })],
  [
    'what waits for two hundred batches',
    () => submissions.waitingFor(Array.from({ length: 200 }, (_, i) => ({ batchKey: `w-${i}`, brandKey: 'waxwing' }))),
  ],
  ['what was approved first', () => submissions.queue({ ...IN_QUEUE, lifecycle: 'approved' })],
  [
    'what was approved later',
    () => submissions.queue({ ...IN_QUEUE, lifecycle: 'approved', after: middleOfQueue('2026-11-01T14:00:00Z') }),
  ],
  ['what there is to do', () => submissions.queueCounts('2026-11-19')],
])('%s', async (what, read) => {
  const { rows } = await rowsRead.by(what, read);
  expect(rows).toBeLessThan(SHARE * CERTIFICATES);
});

it.each<[string, Partial<OwnCertificatesQuery>]>([
  ['report number', { labReportId: 'ea-400' }],
  ['report number and standing', { labReportId: 'EA-400', lifecycle: 'pending' }],
  ['batch', { batchKey: 'w-400' }],
  ['batch and report number', { batchKey: 'w-400', labReportId: 'EA-400' }],
  ['a report number that it does not have', { labReportId: 'EA-401' }],
])('what a lab looks for by %s is read alone', async (what, query) => {
  const wanted = {
    labId: PARTNER_LAB,
    lifecycle: null,
    labReportId: null,
    batchKey: null,
    updatedSince: null,
    ...query,
  };
  const { rows } = await rowsRead.by(`of a lab: ${what}`, () =>
    submissions.ofLab({ ...wanted, limit: 50, after: null }),
  );
  expect(rows).toBeLessThan(10);
});

/** It stops at the cap of the count, which among one in eight is met after some eight thousand rows. */
it('published certificates of a large lab are read up to the cap', async () => {
  const wanted = { ...IN_PUBLISHED, search: queueTerm('meniscus') };
  const { rows } = await rowsRead.by('a lab of one in eight', () => submissions.queue(wanted));
  expect(rows).toBeLessThan(2 * SHARE * CERTIFICATES);
});

/** Some certificate in the middle of the registry. */
async function someCertificate(): Promise<Certificate> {
  const [row] = await database.query<{ id: string }[]>('SELECT "id" FROM coa_data ORDER BY "id" LIMIT 1 OFFSET 50000');
  const certificate = await certificates.byId(row?.id ?? '');
  if (!certificate) throw new Error('the registry is empty');
  return certificate;
}

it('one certificate is read with little around it, by its batch and by its reference', async () => {
  const { batchKey, brandName, reference } = await someCertificate();
  const byBatch = [null, nameKey(brandName)].map((brandKey) => () => published.publicByBatch(batchKey, brandKey));
  for (const read of [...byBatch, () => published.publicByReference(reference)]) {
    const { rows, count } = await rowsRead.by('one certificate', read);
    expect(count).toBe(1);
    expect(rows).toBeLessThan(30);
  }
});

it('the published certificates of a batch are found in few rows', async () => {
  const { batchKey, brandName } = await someCertificate();
  const read = () => certificates.publishedOfBatch({ batchKey, brandKey: nameKey(brandName) });
  const { rows, count } = await rowsRead.by('the published certificates of a batch', read);
  expect(count).toBe(1);
  expect(rows).toBeLessThan(30);
});

it('the certificates of a product are read with little around them', async () => {
  const { brandName, productName } = await someCertificate();
  for (const brand of [brandName, LARGEST_BRAND]) {
    const read = () => published.ofProduct(nameKey(brand), productWords(productName), 201);
    const { rows, count } = await rowsRead.by('a product', read);
    expect(count).toBe(1);
    expect(rows).toBeLessThan(300);
  }
});

it.each([['Example Analytical'], ['A New Lab']])(
  'the surroundings of a certificate of %s are few rows',
  async (labName) => {
    const { batchKey, brandName, id } = await someCertificate();
    const lab = { labKey: nameKey(labName), labId: null, labReportId: 'EA-1' };
    const of = { batchKey, brandKey: nameKey(brandName), ...lab, except: [id], viewer: 'staff' } as const;
    const { rows, count } = await rowsRead.by(`surroundings, ${labName}`, () => checks.checkContext(of));
    expect(count).toBe(1);
    expect(rows).toBeLessThan(30);
  },
);

it.each([
  ['a common batch id', { batchId: 'LOT-1' }],
  ['the id of another, with O for 0', { batchId: 'LOT-1OO' }],
  ['one letter', { batchId: 'x' }],
])('batch ids of the largest brand that are easy to mistake for %s are found in few rows', async (what, differing) => {
  const of = { ...(await someCertificate()), brandName: LARGEST_BRAND, ...differing };
  const { rows, count } = await rowsRead.by(`look-alikes: ${what}`, () => checks.lookAlikes(of));
  expect(count).toBe(1);
  expect(rows).toBeLessThan(SHARE * CERTIFICATES);
});

it.each([
  ['its own name', {}],
  ['a frequent name', { productName: 'Seltzer 5 mg' }],
  ['a seldom name', { productName: 'Lime Elderflower Seltzer 5 mg' }],
  ['a name that is nowhere', { productName: 'Sarsaparilla 5 mg' }],
  ['the largest brand', { brandName: LARGEST_BRAND }],
  ['a short name', { productName: 'zq' }],
  ['a name without a letter', { productName: '!?' }],
])('what is related to a certificate with %s is one statement of few rows', async (what, differing) => {
  const certificate = { ...(await someCertificate()), ...differing };
  const { rows, count } = await rowsRead.by(`related: ${what}`, () => submissions.related(certificate));
  expect(count).toBe(1);
  expect(rows).toBeLessThan(SHARE * CERTIFICATES);
});

it('the batches of the largest brand that a missing one is compared with are read alone', async () => {
  const { rows, count } = await rowsRead.by('nearest batches', () =>
    published.batchesOf(LARGEST_BRAND, COMPARED_BATCHES_MAX),
  );
  expect(count).toBe(1);
  expect(rows).toBeLessThanOrEqual(2 * COMPARED_BATCHES_MAX);
});

it('words like a misspelled one are found without the certificates', async () => {
  const misspelled = ['elderflwer', 'ginegr', 'qqqqqq', 'coper', 'sarsaparila', 'seltser'];
  const { rows, count } = await rowsRead.by('words like others', () => published.wordsLike(misspelled));
  expect([rows, count]).toEqual([0, 1]);
  expect(await published.wordsLike(misspelled)).toEqual(
    expect.arrayContaining(['elderflower', 'ginger', 'copper', 'seltzer']),
  );
});

it.each([
  ['a seldom word', 'elderflower'],
  ['a reference', 'W-1000'],
  ['a lab that is nowhere', 'no such lab'],
  ['a report number', 'EA-2026-0042'],
])('%s in the queue is found without reading the others that wait', async (what, input) => {
  const { rows } = await rowsRead.by(`queue: ${what}`, () =>
    submissions.queue({ ...IN_QUEUE, search: queueTerm(input) }),
  );
  expect(rows).toBeLessThan(200);
});

const ENDED = 5_000;

describe('among certificates that have ended', () => {
  const end = async (maintenance: DataSource) => {
    await maintenance.query(
      `UPDATE coa_data SET "submissionStatus" = CASE WHEN c.n % 2 = 0 THEN 'withdrawn' ELSE 'superseded' END, "endedAt" = now()
         FROM (SELECT "id", row_number() OVER (ORDER BY "reference") AS n FROM coa_data
                WHERE "submissionStatus" = 'approved' ORDER BY "reference" LIMIT ${ENDED}) c WHERE coa_data."id" = c."id"`,
    );
    // New entries of a trigram index are read one by one until autovacuum, at some time, sorts them in.
    await maintenance.query('VACUUM (ANALYZE) coa_data');
  };
  beforeAll(() => loaded.maintain(end));

  it.each([
    ['a whole batch id', ['| lot 1 ']],
    ['a batch code', ['| 1ot1 ', ' 1ot1']],
    ['a seldom word', ['elderflower']],
    ['a word that is nowhere', ['sarsaparilla']],
  ])('%s is found without reading the others', async (what, parts) => {
    const { rows, count } = await rowsRead.by(`ended: ${what}`, () => published.endedMatching(parts, [], 50));
    expect(count).toBe(1);
    expect(rows).toBeLessThan(200);
  });

  it.each([
    ['a frequent word', ['seltzer']],
    ['one letter', [' c']],
  ])('%s reads no more than has ended', async (what, parts) => {
    const { rows, count } = await rowsRead.by(`ended: ${what}`, () => published.endedMatching(parts, [], 50));
    expect(count).toBe(1);
    expect(rows).toBeLessThan(2 * (ENDED + WAITING));
  });
});

it('the queue is searched by the text that the domain makes', async () => {
  const sample = await database.query<(SearchedInQueue & { text: string })[]>(
    `SELECT "searchText", "labKey", "labReportId", "reference", ${QUEUE_TEXT} AS text FROM coa_data c TABLESAMPLE SYSTEM (1)`,
  );
  expect(sample.length).toBeGreaterThan(100);
  for (const { text, ...searched } of sample) expect(text).toBe(queueText(searched));
});

it('every list and search is one statement', async () => {
  for (const query of [{}, { brandKey: LARGEST_BRAND }, looksFor('seltzer'), looksFor('elderflower')]) {
    const { count } = await rowsRead.by('', () => published.publishedPage({ ...EVERYTHING, ...query }));
    expect(count).toBe(1);
  }
});

it('the certificates are searched by the text that the domain makes', async () => {
  const sample = await database.query<
    { productName: string; brandName: string; batchId: string; searchText: string }[]
  >(`SELECT "productName", "brandName", "batchId", "searchText" FROM coa_data TABLESAMPLE SYSTEM (1)`);
  expect(sample.length).toBeGreaterThan(100);
  for (const certificate of sample) expect(certificate.searchText).toBe(searchText(certificate));
});

describe('of what labs sent', () => {
  /** What no list of a lab's certificates, its page and its count together, may read more rows of than this share of all. */
  const SHARE_OF_LABS = 0.08;

  const LAB = '3f2c1a9e-6d0b-4b57-9a51-0f6f1f7f2c11';
  const SMALL_LAB = '3f2c1a9e-6d0b-4b57-9a51-0f6f1f7f2c12';

  /** One lab sent nearly everything, another every thousandth certificate. Every 5,000th was withdrawn. */
  const SENT = `
    UPDATE coa_data SET "source" = 'lab', "labReportId" = 'EA-' || substr("reference", 4),
           "labId" = CASE WHEN n % 1000 = 1 THEN '${SMALL_LAB}'::uuid ELSE '${LAB}' END,
           "submissionStatus" = CASE WHEN n % 5000 = 0 THEN 'withdrawn' ELSE 'approved' END,
           "endedAt" = CASE WHEN n % 5000 = 0 THEN now() END
      FROM (SELECT "id" AS of, row_number() OVER (ORDER BY "createdAt") AS n FROM coa_data
             WHERE "submissionStatus" = 'approved') numbered
     WHERE "id" = of`;

  const send = async (maintenance: DataSource) => {
    await maintenance.query(
      `INSERT INTO partner_labs ("id", "name", "nameKey", "contactEmail", "createdAt")
       VALUES ('${LAB}', 'Large', 'large', '', now()), ('${SMALL_LAB}', 'Small', 'small', '', now())`,
    );
    await maintenance.query(SENT);
    await maintenance.query('VACUUM (ANALYZE) coa_data');
  };
  // Every row changes, so these tests come last.
  beforeAll(() => loaded.maintain(send));

  it.each<[string, string, string | null, Lifecycle | null]>([
    ['all of the large lab', LAB, null, null],
    ['all of the small lab', SMALL_LAB, null, null],
    ['one status of nearly all', LAB, null, 'approved'],
    ['a status that few have', LAB, null, 'withdrawn'],
    ['a status that none has', LAB, null, 'rejected'],
    ['a word in one of four names', LAB, 'seltzer', null],
    ['a word in one of seventy names', LAB, 'verbena', null],
    ['a word in one of five thousand names', LAB, 'elderflower', null],
    ['a word that is nowhere', LAB, 'sarsaparilla', null],
    ['a seldom word of a seldom status', LAB, 'elderflower', 'withdrawn'],
    ['a frequent word of a seldom status', LAB, 'seltzer', 'withdrawn'],
    ['a frequent word of the small lab', SMALL_LAB, 'seltzer', null],
    ['a report number', LAB, 'EA-42371', null],
    ['part of a batch id', LAB, '042371', null],
    ['two letters', LAB, 'ci', null],
  ])('%s', async (what, labId, typed, lifecycle) => {
    const search = typed === null ? null : labSearchParts(typed);
    const { rows } = await rowsRead.by(`of labs: ${what}`, () =>
      submissions.searchOfLab({ labId, lifecycle, search, limit: 50, after: null }),
    );
    // A count of what is frequent reads the table from its beginning, where the rows stayed that no lab sent.
    expect(rows).toBeLessThanOrEqual(SHARE_OF_LABS * CERTIFICATES + ENDED);
  });
});

function looksFor(input: string, as = (term: SearchTerm): SearchTerm | null => term): Pick<CertificateQuery, 'search'> {
  const term = searchTerm(input);
  return { search: term && as(term) };
}

/** A position in the middle of the certificates of the period. */
async function middleOf({ sort, testedFrom }: CertificateQuery): Promise<CertificateQuery['after']> {
  const byDay = sort === 'newest' || sort === 'oldest';
  const [row] = await database.query<{ id: string; value: string | number }[]>(
    `SELECT "id", ${byDay ? '"testDate"::text' : '"thcContent"::float8'} AS value
       FROM (SELECT *, row_number() OVER (ORDER BY ${byDay ? '"testDate"' : '"thcContent"'}, "id") AS n, count(*) OVER () AS all
               FROM coa_data WHERE $1::date IS NULL OR "testDate" >= $1) c
      WHERE n = "all" / 2`,
    [testedFrom],
  );
  return row ?? null;
}

it('a laboratory reads its own ended certificates, however many others ended', async () => {
  await loaded.maintain(async (maintenance) => {
    await maintenance.query(
      `UPDATE coa_data SET "submissionStatus" = 'withdrawn', "endedAt" = now()
        WHERE "id" IN (SELECT "id" FROM coa_data WHERE "submissionStatus" = 'approved' LIMIT 5000)`,
    );
    await maintenance.query('VACUUM (ANALYZE) coa_data');
  });
  const { rows } = await rowsRead.by('a laboratory', () => published.laboratory('nothing'));
  expect(rows).toBeLessThan(10);
});

it('a list filtered by who picked the can reads few rows', async () => {
  await loaded.maintain(async (maintenance) => {
    // What was published cannot change.
    await maintenance.query('ALTER TABLE coa_data DISABLE TRIGGER coa_data_printed_text');
    await maintenance.query(
      `UPDATE coa_data SET "sample" = '{"sampledBy": "store", "boughtBy": "Example Consumer Union"}'
        WHERE "id" IN (SELECT "id" FROM coa_data WHERE "submissionStatus" = 'approved' ORDER BY "testDate" LIMIT 20)`,
    );
    await maintenance.query('VACUUM (ANALYZE) coa_data');
  });
  for (const sampledBy of ['store', 'brand'] as const) {
    const wanted: CertificateQuery = { ...EVERYTHING, sampledBy };
    const { rows } = await rowsRead.by(`picked by ${sampledBy}`, () => published.publishedPage(wanted));
    expect(rows).toBeLessThan(200);
  }
});
