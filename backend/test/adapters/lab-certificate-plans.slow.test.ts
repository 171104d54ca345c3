import type { DataSource } from 'typeorm';
import type { Lifecycle } from '../../src/domain/coa-registry/certificate.js';
import { labSearchParts } from '../../src/domain/coa-registry/lab-search.js';
import { openForMaintenance } from '../../src/migrate-and-seed.js';
import { TypeOrmSubmissionReader } from '../../src/modules/coa-registry/database/typeorm-submission.reader.js';
import { cloneDatabase, openDataSource, type TestDatabase } from '../support/test-database.js';
import { CERTIFICATES, loadLargeRegistry } from './large-registry.js';
import { RowsRead } from './rows-read.js';

/** What no list of a lab's certificates, its page and its count together, may read more rows of than this share of all. */
const SHARE = 0.08;

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

let empty: TestDatabase;
let database: DataSource;
let submissions: TypeOrmSubmissionReader;
let rowsRead: RowsRead;
beforeAll(async () => {
  empty = await cloneDatabase();
  const maintenance = await openForMaintenance(empty.url);
  await loadLargeRegistry(maintenance);
  await maintenance.query(
    `INSERT INTO partner_labs ("id", "name", "nameKey", "contactEmail", "createdAt")
     VALUES ('${LAB}', 'Large', 'large', '', now()), ('${SMALL_LAB}', 'Small', 'small', '', now())`,
  );
  await maintenance.query(SENT);
  await maintenance.query('VACUUM (ANALYZE) coa_data');
  await maintenance.destroy();
  database = await openDataSource(empty.url);
  rowsRead = new RowsRead(database, 'coa_data');
  submissions = new TypeOrmSubmissionReader(database);
});

afterAll(async () => {
  rowsRead?.report();
  await database?.destroy();
  await empty?.release();
});

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
  const { rows } = await rowsRead.by(what, () =>
    submissions.searchOfLab({ labId, lifecycle, search, limit: 50, after: null }),
  );
  expect(rows).toBeLessThanOrEqual(SHARE * CERTIFICATES);
});
