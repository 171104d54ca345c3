import type { DataSource, QueryRunner } from 'typeorm';
import { BulkImport, type Warned } from '../../src/domain/coa-registry/labs/bulk-import.js';
import { type PlannedLine } from '../../src/domain/coa-registry/labs/bulk-job.js';
import { newLab } from '../../src/domain/partners/lab.js';
import { certificateTable } from '../../src/modules/coa-registry/certificate/database/certificate.table.js';
import { TypeOrmCertificateRepository } from '../../src/modules/coa-registry/certificate/database/typeorm-certificate.repository.js';
import { TypeOrmLabIncidentRepository } from '../../src/modules/coa-registry/certificate/database/typeorm-lab-incident.repository.js';
import { TypeOrmNoticeRepository } from '../../src/modules/coa-registry/certificate/database/typeorm-notice.repository.js';
import { TypeOrmBulkRepository } from '../../src/modules/coa-registry/labs/database/typeorm-bulk.repository.js';
import { partnerLabTable } from '../../src/modules/partners/database/partner.table.js';
import { RandomIds } from '../../src/platform/clock-and-ids.js';
import { aCertificate, aDraft, approved, NOW, PASSED } from '../support/builders.js';
import { StoppedClock } from '../support/in-memory-clock-and-ids.js';
import { until } from '../support/until.js';
import { stepsIn } from './certificate-steps.js';
import { databaseOfThisFile, waitingIn } from './open-database.js';

const LAB = {
  id: '3f2c1a9e-6d0b-4b57-9a51-0f6f1f7f2c11',
  name: 'Example Analytical',
  trusted: true,
  keyId: '9b1f6f5e-50a4-4f2c-8f6e-9a3ad4a0c5d2',
  isSandbox: false,
};

const emptyDatabase = databaseOfThisFile();

let database: DataSource;
const NOT_WARNED: Warned = { incidents: [], batches: new Set() };

let bulkImport: BulkImport;
let other: QueryRunner;
beforeEach(async () => {
  database = await emptyDatabase();
  await database.manager.insert(
    partnerLabTable,
    newLab({ name: LAB.name, website: null, contactEmail: 'data@lab.example' }, LAB.id, NOW),
  );
  bulkImport = new BulkImport(
    new TypeOrmBulkRepository(database),
    new TypeOrmLabIncidentRepository(database),
    new TypeOrmNoticeRepository(database),
    new StoppedClock(),
    new RandomIds(),
  );
  other = database.createQueryRunner();
  await other.startTransaction();
});
afterEach(() => other.release());

/** Imports a file with a line for each batch. */
async function importFile(...batches: { batchId: string; brandName?: string }[]) {
  const drafts = batches.map((batch, index) => ({
    line: index + 1,
    draft: aDraft({ ...batch, reported: PASSED }),
    documentSha256: null,
  }));
  const lines = drafts.map((line) => bulkImport.plan(line, LAB, NOT_WARNED));
  const job = await bulkImport.begin(LAB, 'a file');
  return bulkImport.store(job, { length: lines.length, lines, digest: '', isLast: true }, LAB);
}

const waits = async () => (await waitingIn(database)) === 1;

it('two files that name the same batches in another order do not wait for each other', async () => {
  const registry = { coas: new TypeOrmCertificateRepository(database) } as never;
  const { brandId } = await stepsIn(() => registry).published({ batchId: 'first' });
  const publish = (batchId: string) =>
    other.manager.insert(certificateTable, { ...approved(aCertificate({ batchId })), brandId } as object);
  await publish('A');
  const importing = importFile({ batchId: 'B' }, { batchId: 'A' });
  await until('the file waits', waits);
  await publish('B');
  await other.commitTransaction();
  expect(await importing).toMatchObject({ published: 0, refused: 2 });
});

it('a file with a new brand waits for the totals, but not for a publication of an existing brand', async () => {
  const registry = { coas: new TypeOrmCertificateRepository(database) } as never;
  const { brandId } = await stepsIn(() => registry).published({ brandName: 'Waxwing', batchId: 'A' });
  await other.query('SELECT 1 FROM brands WHERE "id" = $1 FOR NO KEY UPDATE', [brandId]);
  const importing = importFile({ batchId: 'B', brandName: 'Third Porch' }, { batchId: 'C', brandName: 'Waxwing' });
  await until('the file waits', waits);
  await other.query('UPDATE registry_totals SET "coas" = "coas"');
  await other.commitTransaction();
  expect(await importing).toMatchObject({ published: 2, refused: 0 });
});

it('two files with the same new brands in another order do not wait for each other', async () => {
  const insert = (name: string) =>
    other.manager.insert('Brand', { name, nameKey: name.toLowerCase(), contactEmail: '' });
  await insert('A');
  const importing = importFile({ batchId: 'A7', brandName: 'A' }, { batchId: 'B7', brandName: 'B' });
  await until('the file waits', waits);
  await insert('B');
  await other.commitTransaction();
  expect(await importing).toMatchObject({ published: 2, refused: 0 });
});

describe('a reference that another certificate has already', () => {
  /** Ids whose first 40 bits, the reference's, are equal for as long as it says so. */
  class ClashingIds extends RandomIds {
    clashes = 0;
    override uuid(): string {
      this.clashes -= 1;
      return this.clashes >= 0 ? `0f8fad5b-d9${super.uuid().slice(11)}` : super.uuid();
    }
  }
  const ids = new ClashingIds();
  const line = (number: number, batchId: string) =>
    bulkImport.plan(
      { line: number, draft: aDraft({ batchId, reported: PASSED }), documentSha256: null },
      LAB,
      NOT_WARNED,
    );
  async function store(lines: PlannedLine[]) {
    const job = await bulkImport.begin(LAB, 'a file');
    const done = await bulkImport.store(job, { length: lines.length, lines, digest: '', isLast: true }, LAB);
    const results = await bulkImport.resultsOf(LAB, { jobId: job.id, outcome: null, afterLine: 0, limit: 10 });
    return { done, results };
  }
  beforeEach(async () => {
    await other.rollbackTransaction();
    bulkImport = new BulkImport(
      new TypeOrmBulkRepository(database),
      new TypeOrmLabIncidentRepository(database),
      new TypeOrmNoticeRepository(database),
      new StoppedClock(),
      ids,
    );
  });

  it('costs no line: the certificate gets another one, and its result says which', async () => {
    ids.clashes = 2;
    const { done, results } = await store([line(1, 'A'), line(2, 'B')]);
    expect(done).toMatchObject({ published: 2, refused: 0 });
    const stored = await database.manager.find(certificateTable, { order: { batchId: 'ASC' } });
    expect(stored.map(({ id, reference }) => ({ id, reference }))).toEqual(
      results.map(({ id, reference }) => ({ id, reference })),
    );
  });

  it('is drawn anew a few times only', async () => {
    ids.clashes = Number.POSITIVE_INFINITY;
    const { done, results } = await store([line(1, 'A'), line(2, 'B')]);
    expect(done).toMatchObject({ published: 1, refused: 1 });
    expect(results[1]).toMatchObject({ outcome: 'refused', code: 'not-stored', id: null });
  });
});
