import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import {
  type AcceptedLine,
  advanced,
  BulkInFlight,
  type BulkJob,
  BulkRepository,
  batchEntry,
  type ImportCommand,
  type LineResult,
  NotStored,
  type ResultQuery,
  refusal,
} from '../../../domain/coa-registry/bulk-import.js';
import { type Certificate, DuplicateBatch, MAX_REFERENCE_ATTEMPTS } from '../../../domain/coa-registry/certificate.js';
import { truncateErrors } from '../../../domain/coa-registry/line-errors.js';
import { DomainError } from '../../../domain/shared/domain-error.js';
import { nameKey } from '../../../domain/shared/name-key.js';
import { arrayLiteral } from '../../../platform/database/array-literal.js';
import { appendToAuditLog } from '../../../platform/database/audit-log.js';
import { lockNames } from '../../../platform/database/lock-names.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { bulkBatchTable, bulkJobTable } from './bulk.table.js';
import { certificateTable, rowOf } from './certificate.table.js';
import { brandIdOf } from './published-page.js';

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

  async results({ jobId, outcome, afterLine, limit }: ResultQuery): Promise<LineResult[]> {
    const rows = await this.database.query<{ result: LineResult }[]>(
      `SELECT r.result FROM bulk_portions p CROSS JOIN LATERAL jsonb_array_elements(p."results") AS r(result)
        WHERE p."jobId" = $1 AND p."lastLine" > $2 AND (r.result->>'line')::int > $2
              AND ($3::text IS NULL OR r.result->>'outcome' = $3)
        ORDER BY p."firstLine", (r.result->>'line')::int LIMIT $4`,
      [jobId, afterLine, outcome, limit],
    );
    return rows.map(({ result }) => result);
  }

  take(taking: ImportCommand): Promise<BulkJob> {
    const { before, portion: batch, renewed } = taking;
    const certificates = batch.lines.flatMap(({ certificate }) => certificate ?? []);
    return inTransaction(this.database, async (manager) => {
      const kept = await keep(manager, certificates, renewed);
      const results = batch.lines.map((line) => truncateErrors(resultOf(line, kept)));
      const { id, createdAt: _never, ...progress } = advanced(taking, results);
      if (results.length > 0) await appendToAuditLog(manager, batchEntry(taking, results));
      if (batch.length > 0) {
        const row = { jobId: id, firstLine: before.lines + 1, lastLine: progress.lines, results };
        await manager.createQueryBuilder().insert().into(bulkBatchTable).values(row).orIgnore().execute();
      }
      // Last, so that the job's row is locked as shortly as can be; a portion that came second is undone as a whole.
      const { affected } = await manager.update(bulkJobTable, { id, lines: before.lines, state: 'open' }, progress);
      if (affected !== 1) throw new BulkInFlight();
      return { ...before, ...progress };
    });
  }
}

/** By the id that a line's certificate was to have: the certificate as it was stored, or why it was not. */
type Kept = ReadonlyMap<string, Certificate | DomainError>;

async function keep(
  manager: EntityManager,
  certificates: readonly Certificate[],
  renewed: ImportCommand['renewed'],
  draw = 1,
): Promise<Kept> {
  const published = await publishedBatches(manager, certificates.filter(isWaiting));
  const stored = await store(
    manager,
    certificates.filter((one) => !isWaiting(one) || !published.has(batchOf(one))),
  );
  const kept = new Map<string, Certificate | DomainError>(certificates.map((one) => [one.id, one]));
  const leftOut = certificates.filter(({ id }) => !stored.has(id));
  if (leftOut.length === 0) return kept;
  const refused = await publishedBatches(manager, leftOut);
  for (const certificate of leftOut) kept.set(certificate.id, new DuplicateBatch(certificate));
  // What was left out while its batch is free clashed in its reference.
  const unlucky = leftOut.filter((certificate) => !refused.has(batchOf(certificate)));
  const again = unlucky.map(renewed);
  const later: Kept =
    draw < MAX_REFERENCE_ATTEMPTS && again.length > 0 ? await keep(manager, again, renewed, draw + 1) : new Map();
  for (const [i, { id }] of unlucky.entries()) kept.set(id, later.get(again[i]?.id ?? '') ?? new NotStored());
  return kept;
}

/** @returns the ids that were stored: without those whose batch is taken */
async function store(manager: EntityManager, certificates: readonly Certificate[]): Promise<ReadonlySet<string>> {
  if (certificates.length === 0) return new Set();
  const brands = await brandsOf(manager, certificates);
  const tied = certificates.map((certificate) => {
    const brand = isWaiting(certificate) ? undefined : brands.get(nameKey(certificate.brandName));
    return rowOf(brand ? { ...certificate, brandId: brand.id, brandName: brand.name } : certificate);
  });
  const rows = tied.toSorted(byBatch);
  const columns = manager.connection
    .getMetadata(certificateTable)
    .columns.map(({ propertyName, databaseName, type }) => ({
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

/** A column of a portion, and how it reaches PostgreSQL. */
interface Column {
  readonly name: string;
  readonly type: string;
  readonly value: unknown;
  /** The array that the parameter becomes; none where all rows have one value, as they have in half of the columns. */
  readonly array?: (parameter: string) => string;
}

type Row = ReturnType<typeof rowOf<Certificate>>;

/** Column by column: PostgreSQL takes arrays apart several times as fast as objects of JSON. */
function columnOf(name: keyof Row, type: string, rows: readonly Row[]): Column {
  const values = rows.map((row) => (type === 'jsonb' ? JSON.stringify(row[name]) : row[name]));
  const isOneValue = name !== 'id' && values.every((value) => value === values[0]);
  if (isOneValue) return { name, type, value: values[0] };
  if (type !== 'jsonb') return { name, type, value: arrayLiteral(values), array: (it) => `${it}::${type}[]` };
  // Much of JSON would have to be escaped in an array, and no control character can stand in it by itself.
  const array = (it: string) => `string_to_array(${it}, chr(1))::jsonb[]`;
  return { name, type, value: values.join('\u0001'), array };
}

/**
 * Of two files that name the same batches at once, each would otherwise wait for what the other one has stored. Lines of
 * one batch stay in their order.
 */
const byBatch = (a: Certificate, b: Certificate): number =>
  Number(a.batchKey > b.batchKey) - Number(a.batchKey < b.batchKey) || (a.brandId ?? 0) - (b.brandId ?? 0);

/** The brands of what is published, made where they are missing. */
async function brandsOf(manager: EntityManager, certificates: readonly Certificate[]): Promise<Brands> {
  const published = certificates.filter(({ lifecycle }) => lifecycle === 'approved');
  // The first line of a brand says how it is written.
  const byKey = new Map(published.toReversed().map((certificate) => [nameKey(certificate.brandName), certificate]));
  // Sorted for the same reason as batches are.
  const keys = [...byKey.keys()].sort();
  if (keys.length === 0) return new Map();
  await lockNames(manager, keys, 'shared');
  const known = await knownBrands(manager, keys);
  const missing = keys.filter((key) => !known.has(key));
  if (missing.length === 0) return known;
  // Brands before totals, which a new brand changes at once: the order in which everybody locks them.
  await manager.query(`SELECT 1 FROM brands WHERE "nameKey" = ANY ($1) ORDER BY "id" FOR NO KEY UPDATE`, [keys]);
  const rows = missing.map((key) => ({ key, brandName: byKey.get(key)?.brandName, website: byKey.get(key)?.website }));
  await manager.query(
    `INSERT INTO brands ("name", "nameKey", "contactEmail", "website")
     SELECT r."brandName", r."key", '', r."website"
       FROM json_to_recordset($1) AS r("key" text, "brandName" text, "website" text)
     ON CONFLICT ON CONSTRAINT brands_name_key DO NOTHING`,
    [JSON.stringify(rows)],
  );
  return knownBrands(manager, keys);
}

type Brands = ReadonlyMap<string, { readonly id: number; readonly name: string }>;

/** Brands by the names that lead to them, former ones included. */
async function knownBrands(manager: EntityManager, keys: readonly string[]): Promise<Brands> {
  const brands = await manager.query<{ id: number; name: string; key: string }[]>(
    `SELECT b."id", b."name", k.key FROM unnest($1::text[]) AS k(key)
       JOIN brands b ON b."nameKey" = k.key OR b."id" = (SELECT a."brandId" FROM brand_aliases a WHERE a."nameKey" = k.key)`,
    [keys],
  );
  return new Map(brands.map(({ key, ...brand }) => [key, brand]));
}

/** Of the batches of these certificates, those for which their brand has a published one. */
async function publishedBatches(
  manager: EntityManager,
  certificates: readonly Certificate[],
): Promise<ReadonlySet<string>> {
  if (certificates.length === 0) return new Set();
  const rows = await manager.query<{ batchKey: string; brandKey: string }[]>(
    `SELECT asked."batchKey", asked."brandKey" FROM unnest($1::text[], $2::text[]) AS asked("batchKey", "brandKey")
       JOIN coa_data c ON c."batchKey" = asked."batchKey" AND c."submissionStatus" = 'approved'
        AND c."brandId" = ${brandIdOf('asked."brandKey"')}`,
    [certificates.map(({ batchKey }) => batchKey), certificates.map(({ brandName }) => nameKey(brandName))],
  );
  return new Set(rows.map(({ batchKey, brandKey }) => batchOf({ batchKey, brandName: brandKey })));
}

const batchOf = ({ batchKey, brandName }: Pick<Certificate, 'batchKey' | 'brandName'>) =>
  JSON.stringify([batchKey, nameKey(brandName)]);

const isWaiting = ({ lifecycle }: Certificate) => lifecycle !== 'approved';

function resultOf({ result, certificate }: AcceptedLine, kept: Kept): LineResult {
  const stored = certificate && kept.get(certificate.id);
  if (!stored) return result;
  if (stored instanceof DomainError) {
    const { code, fields: errors } = stored;
    return refusal(result.line, { labReportId: result.labReportId, code, errors });
  }
  return { ...result, id: stored.id, reference: stored.reference };
}
