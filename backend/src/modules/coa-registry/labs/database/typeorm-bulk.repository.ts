import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { type Certificate, DuplicateBatch } from '../../../../domain/coa-registry/certificate/certificate.js';
import { MAX_REFERENCE_ATTEMPTS } from '../../../../domain/coa-registry/certificate/certificate-reference.js';
import { batchReportKey, reportKey } from '../../../../domain/coa-registry/certificate/report-key.js';
import {
  BulkInFlight,
  BulkRepository,
  NotStored,
  ReportRepeated,
  type ResultQuery,
} from '../../../../domain/coa-registry/labs/bulk-import.js';
import {
  advanceJob,
  type BulkJob,
  type CurrentLineResult,
  chunkEntries,
  type ImportCommand,
  type LineDocument,
  type LineResult,
  type PlannedLine,
  refusedResult,
  truncateErrors,
} from '../../../../domain/coa-registry/labs/bulk-job.js';
import { DomainError } from '../../../../domain/shared/domain-error.js';
import { nameKey } from '../../../../domain/shared/name-key.js';
import { arrayLiteral } from '../../../../platform/database/array-literal.js';
import { appendToAuditLog } from '../../../../platform/database/audit-log.js';
import { lockNames } from '../../../../platform/database/lock-names.js';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { addBrands, type BrandName, brandIdOf, brandsByKey, lockBrands } from '../../../brands/brands.sql.js';
import { certificateTable, rowOf } from '../../certificate/database/certificate.table.js';
import { reportKeyOrEmpty } from '../../certificate/database/certificate-columns.js';
import { bulkChunkTable, bulkJobTable } from './bulk.table.js';

@Injectable()
export class TypeOrmBulkRepository extends BulkRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  async openOrFind(job: BulkJob): Promise<BulkJob> {
    await this.database.createQueryBuilder().insert().into(bulkJobTable).values(job).orIgnore().execute();
    const { labId, idempotencyKey } = job;
    return this.database.manager.findOneByOrFail(bulkJobTable, { labId, idempotencyKey });
  }

  byId(id: string): Promise<BulkJob | null> {
    return this.database.manager.findOneBy(bulkJobTable, { id });
  }

  ofLab(labId: string, limit: number): Promise<BulkJob[]> {
    return this.database.manager.find(bulkJobTable, { where: { labId }, order: { createdAt: 'DESC' }, take: limit });
  }

  async repeated(certificates: readonly Certificate[]): Promise<ReadonlyMap<string, DomainError>> {
    const published = await publishedReports(this.database.manager, certificates);
    const waiting = await this.waitingReports(certificates);
    return new Map(
      certificates.flatMap((one): [string, DomainError][] => {
        const reference = waiting.get(batchReportKey(one));
        if (published.has(one.id)) return [[one.id, new DuplicateBatch(one)]];
        return reference ? [[one.id, new ReportRepeated(one, `waiting for review as ${reference}`)]] : [];
      }),
    );
  }

  /** The references of the lab's certificates of the same batches that wait for review, by {@link batchReportKey}. */
  private async waitingReports(certificates: readonly Certificate[]): Promise<ReadonlyMap<string, string>> {
    const labId = certificates[0]?.labId;
    if (!labId) return new Map();
    const waiting = await this.database.manager.find(certificateTable, {
      select: { reference: true, batchKey: true, brandName: true, labReportId: true },
      where: { labId, lifecycle: 'pending', batchKey: In(certificates.map(({ batchKey }) => batchKey)) },
    });
    return new Map(waiting.map((one) => [batchReportKey(one), one.reference]));
  }

  async results({ jobId, outcome, afterLine, limit }: ResultQuery): Promise<CurrentLineResult[]> {
    const rows = await this.database.query<{ result: LineResult; document: LineDocument | null }[]>(
      `SELECT page.result, CASE WHEN c."documentId" IS NOT NULL AND c."awaitedDocument" IS NULL THEN 'attached'
                                WHEN c."awaitedUntil" IS NOT NULL THEN 'awaited'
                                WHEN c."awaitedDocument" IS NOT NULL THEN 'missing' END AS "document"
         FROM (SELECT r.result FROM bulk_portions p CROSS JOIN LATERAL jsonb_array_elements(p."results") AS r(result)
                WHERE p."jobId" = $1 AND p."lastLine" > $2 AND (r.result->>'line')::int > $2
                      AND ($3::text IS NULL OR r.result->>'outcome' = $3)
                ORDER BY p."firstLine", (r.result->>'line')::int LIMIT $4) page
         LEFT JOIN coa_data c ON c."id" = (page.result->>'id')::uuid
        ORDER BY (page.result->>'line')::int`,
      [jobId, afterLine, outcome, limit],
    );
    return rows.map(({ result, document }) => ({ ...result, document }));
  }

  storeChunk(command: ImportCommand): Promise<BulkJob> {
    const { before, chunk, withNewId } = command;
    const certificates = chunk.lines.flatMap(({ certificate }) => certificate ?? []);
    return inTransaction(this.database, async (manager) => {
      const stored = await storeLines(manager, certificates, withNewId);
      const results = chunk.lines.map((line) => truncateErrors(resultOf(line, stored)));
      const { id, createdAt: _never, ...progress } = advanceJob(command, results);
      await appendToAuditLog(manager, ...chunkEntries(command, results));
      if (chunk.length > 0) {
        const row = { jobId: id, firstLine: before.lines + 1, lastLine: progress.lines, results };
        await manager.createQueryBuilder().insert().into(bulkChunkTable).values(row).orIgnore().execute();
      }
      // Optimistic lock on the number of lines: the second of two concurrent chunks is rolled back. Last in the
      // transaction, so that the job's row is locked only briefly.
      const { affected } = await manager.update(bulkJobTable, { id, lines: before.lines, state: 'open' }, progress);
      if (affected !== 1) throw new BulkInFlight();
      return { ...before, ...progress };
    });
  }
}

/** By the ID planned for a line's certificate: the stored certificate, or why it was rejected. */
type StoreResults = ReadonlyMap<string, Certificate | DomainError>;

async function storeLines(
  manager: EntityManager,
  certificates: readonly Certificate[],
  withNewId: ImportCommand['withNewId'],
  attempt = 1,
): Promise<StoreResults> {
  const published = await publishedReports(manager, certificates.filter(isWaiting));
  const stored = await store(
    manager,
    certificates.filter((one) => !isWaiting(one) || !published.has(one.id)),
  );
  const results = new Map<string, Certificate | DomainError>(certificates.map((one) => [one.id, one]));
  const leftOut = certificates.filter(({ id }) => !stored.has(id));
  if (leftOut.length === 0) return results;
  const refused = await publishedReports(manager, leftOut);
  for (const certificate of leftOut) results.set(certificate.id, new DuplicateBatch(certificate));
  // What was left out although its report is not published has a reference that is already in use. It gets a new one.
  const sameReference = leftOut.filter(({ id }) => !refused.has(id));
  const again = sameReference.map(withNewId);
  const retried: StoreResults =
    attempt < MAX_REFERENCE_ATTEMPTS && again.length > 0
      ? await storeLines(manager, again, withNewId, attempt + 1)
      : new Map();
  for (const [i, { id }] of sameReference.entries())
    results.set(id, retried.get(again[i]?.id ?? '') ?? new NotStored());
  return results;
}

/** @returns the stored IDs. Rows that violate a unique constraint are left out. */
async function store(manager: EntityManager, certificates: readonly Certificate[]): Promise<ReadonlySet<string>> {
  if (certificates.length === 0) return new Set();
  const brands = await brandsOf(manager, certificates);
  const tied = certificates.map((certificate) => {
    const brand = isWaiting(certificate) ? undefined : brands.get(nameKey(certificate.brandName));
    return rowOf(brand ? { ...certificate, brandId: brand.id, brandName: brand.name } : certificate);
  });
  const rows = tied.toSorted(byReport);
  const columns = manager.connection
    .getMetadata(certificateTable)
    .columns.filter(({ isInsert }) => isInsert)
    .map(({ propertyName, databaseName, type }) => ({
      ...columnOf(propertyName as keyof Row, String(type), rows),
      name: databaseName,
    }));
  const arrays = columns.flatMap(({ array }, i) => array?.(`$${i + 1}`) ?? []);
  const names = columns.flatMap(({ array, name }) => (array ? `"${name}"` : []));
  const stored = await manager.query<{ id: string }[]>(
    `INSERT INTO coa_data (${columns.map(({ name }) => `"${name}"`).join(', ')})
     SELECT ${columns.map(({ array, name, type }, i) => (array ? `"${name}"` : `$${i + 1}::${type}`)).join(', ')}
       FROM unnest(${arrays.join(', ')}) AS rows (${names.join(', ')})
     ON CONFLICT DO NOTHING RETURNING "id"`,
    columns.map(({ value }) => value),
  );
  return new Set(stored.map(({ id }) => id));
}

/** A column of the rows of a chunk, and how it is passed to PostgreSQL. */
interface Column {
  readonly name: string;
  readonly type: string;
  readonly value: unknown;
  /** The SQL that turns the parameter into an array. Left out when all rows have the same value, as in half of the columns. */
  readonly array?: (parameter: string) => string;
}

type Row = ReturnType<typeof rowOf>;

/** One array per column: unnest is several times as fast as json_to_recordset. */
function columnOf(name: keyof Row, type: string, rows: readonly Row[]): Column {
  const values = rows.map((row) => (type === 'jsonb' && row[name] !== null ? JSON.stringify(row[name]) : row[name]));
  const isOneValue = name !== 'id' && values.every((value) => value === values[0]);
  if (isOneValue) return { name, type, value: values[0] };
  if (type !== 'jsonb') return { name, type, value: arrayLiteral(values), array: (it) => `${it}::${type}[]` };
  // An array literal would need many escapes. JSON is no bare null here, and contains no raw control characters, so one can separate the values.
  const array = (it: string) => `string_to_array(${it}, chr(1), 'null')::jsonb[]`;
  return { name, type, value: values.map((value) => value ?? 'null').join('\u0001'), array };
}

/**
 * A fixed order for inserts: two concurrent files with the same reports would otherwise deadlock. The sort is stable, so
 * lines of one report keep their order. A file is from one laboratory.
 */
const byReport = (a: Certificate, b: Certificate): number =>
  order(a.batchKey, b.batchKey) || (a.brandId ?? 0) - (b.brandId ?? 0) || order(reportKey(a), reportKey(b));

const order = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** The brands of published certificates. Creates missing ones. */
async function brandsOf(
  manager: EntityManager,
  certificates: readonly Certificate[],
): Promise<ReadonlyMap<string, BrandName>> {
  const published = certificates.filter(({ lifecycle }) => lifecycle === 'approved');
  // A brand's first line determines how its name is written.
  const byKey = new Map(published.toReversed().map((certificate) => [nameKey(certificate.brandName), certificate]));
  // Sorted against deadlocks, like the batches.
  const keys = [...byKey.keys()].sort();
  if (keys.length === 0) return new Map();
  await lockNames(manager, keys, 'shared');
  const known = await brandsByKey(manager, keys);
  const missing = keys.flatMap((key) => {
    const first = known.has(key) ? undefined : byKey.get(key);
    return first ? [{ key, brandName: first.brandName, website: first.website }] : [];
  });
  if (missing.length === 0) return known;
  // The fixed lock order is brands before totals, and inserting a brand changes the totals.
  await lockBrands(manager, [], keys);
  await addBrands(manager, missing);
  return brandsByKey(manager, keys);
}

/** The ids of those certificates whose report the brand has already published for the batch. */
async function publishedReports(
  manager: EntityManager,
  certificates: readonly Certificate[],
): Promise<ReadonlySet<string>> {
  if (certificates.length === 0) return new Set();
  const rows = await manager.query<{ id: string }[]>(
    `SELECT asked."id"
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
            AS asked("id", "batchKey", "brandKey", "labKey", "labReportId")
       JOIN coa_data c ON c."batchKey" = asked."batchKey" AND c."submissionStatus" = 'approved'
        AND c."brandId" = ${brandIdOf('asked."brandKey"')} AND c."labKey" = asked."labKey"
        AND ${reportKeyOrEmpty('c."labReportId"')} = ${reportKeyOrEmpty('asked."labReportId"')}`,
    [
      certificates.map(({ id }) => id),
      certificates.map(({ batchKey }) => batchKey),
      certificates.map(({ brandName }) => nameKey(brandName)),
      certificates.map(({ labKey }) => labKey),
      certificates.map(({ labReportId }) => labReportId),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}

const isWaiting = ({ lifecycle }: Certificate) => lifecycle !== 'approved';

function resultOf({ result, certificate }: PlannedLine, results: StoreResults): LineResult {
  const stored = certificate && results.get(certificate.id);
  if (!stored) return result;
  if (stored instanceof DomainError) {
    const { code, fields: errors } = stored;
    return refusedResult(result.line, { labReportId: result.labReportId, code, errors });
  }
  return { ...result, id: stored.id, reference: stored.reference };
}
