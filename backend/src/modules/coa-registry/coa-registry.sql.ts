import type { EntityManager } from 'typeorm';
import { searchWords } from '../../domain/shared/search-words.js';
import { brandIdOf, nameKeysOf } from '../brands/brands.sql.js';
import { reportKeyOrEmpty } from './certificate/database/certificate-columns.js';
import { isInWindow } from './certificate/database/lab-incidents-of.js';

/** SQL: whether a certificate refers to the document that `sha256` names, or waits for it. */
export const isReferredByCertificate = (sha256: string) =>
  `(EXISTS (SELECT 1 FROM coa_data c WHERE c."documentId" = ${sha256})
    OR EXISTS (SELECT 1 FROM coa_data c WHERE c."awaitedDocument" = ${sha256}
                  AND c."submissionStatus" IN ('pending', 'changes_requested')))`;

const PRINTED_ON_CAN = 'c."brandId", c."batchKey", c."productName"';

/** SQL: brand, batch and product of a certificate, or of every published one that an incident of a laboratory is about. */
export const subjectsOf = (certificateId: string, incidentId: string) => `(
  SELECT ${PRINTED_ON_CAN} FROM coa_data c WHERE c."id" = ${certificateId}
  UNION SELECT ${PRINTED_ON_CAN} FROM lab_incidents i JOIN coa_data c ON ${isInWindow('c')}
   WHERE i."id" = ${incidentId} AND c."submissionStatus" = 'approved')`;

/** SQL: keys of brand, batch and product that a notice is or was about; the brand under all of its names. */
export const noticeSubjectsOf = (noticeId: string) => `(
  SELECT nb."batchKey", nb."productKey", coalesce(brand."nameKey", nb."brandKey") AS "brandKey"
    FROM notice_batches nb LEFT JOIN LATERAL ${nameKeysOf(brandIdOf('nb."brandKey"'))} brand ON true
   WHERE nb."noticeId" = ${noticeId})`;

/** SQL: certificates that are or were published, for joins. */
export const PUBLIC_CERTIFICATES = `(
  SELECT "id", "reference", "brandId", "brandName", "productName", "batchId", "batchKey", "labName",
         "submissionStatus" AS "lifecycle", "reviewedAt", "withdrawalReason", "amendmentReason"
    FROM coa_data WHERE "submissionStatus" IN ('approved', 'withdrawn', 'superseded'))`;

/**
 * Violated when a certificate is published under a brand that is being merged, or when the same report is published
 * twice.
 */
export const BRAND_CONSTRAINTS: readonly (string | null)[] = ['coa_data_brand_fkey', 'coa_data_published_batch'];

/** Batch ids for which two brands have both published the same report of the same laboratory, `limit` of them at most. */
export async function sharedBatches(
  manager: EntityManager,
  brandIds: readonly [number, number],
  limit: number,
): Promise<readonly string[]> {
  const rows = await manager.query<{ batchId: string }[]>(
    `SELECT f."batchId" FROM coa_data f JOIN coa_data i USING ("batchKey", "labKey")
      WHERE ${reportKeyOrEmpty('f."labReportId"')} = ${reportKeyOrEmpty('i."labReportId"')} AND f."brandId" = $1 AND f."submissionStatus" = 'approved' AND i."brandId" = $2 AND i."submissionStatus" = 'approved'
      ORDER BY f."batchKey" LIMIT ${limit}`,
    [...brandIds],
  );
  return rows.map(({ batchId }) => batchId);
}

/**
 * Rows per statement, because a brand may have more certificates than can be changed within the statement time limit.
 */
const REASSIGN_BATCH = 2_000;

/**
 * Moves a brand's certificates, or some of them, to another brand, or to the same one under a new name. Certificates
 * repeat their brand's name, also as the second part of their search text.
 *
 * All of them are locked first, in the order that publishing and withdrawing use: certificate, then brand. Not FOR
 * UPDATE, which could deadlock: it would wait for a transaction that is storing an amendment of one of them, and that
 * waits for the brand's name.
 * @param which all of a brand, or certificates by their ids
 * @returns their ids
 */
export async function reassignBrand(
  manager: EntityManager,
  which: { readonly brandId: number } | { readonly ids: readonly string[] },
  to: { readonly id: number; readonly name: string },
): Promise<readonly string[]> {
  const [condition, value] =
    'ids' in which ? ['"id" = ANY ($1::uuid[])', which.ids] : ['"brandId" = $1', which.brandId];
  const locked = await manager.query<{ id: string }[]>(
    `SELECT "id" FROM coa_data WHERE ${condition} ORDER BY "id" FOR NO KEY UPDATE`,
    [value],
  );
  const ids = locked.map(({ id }) => id);
  for (let from = 0; from < ids.length; from += REASSIGN_BATCH) {
    await manager.query(
      `UPDATE coa_data SET "brandId" = $2, "brandName" = $3, "version" = "version" + 1,
              "searchText" = regexp_replace("searchText", '\\|[^|]*', '|' || $4)
        WHERE "id" = ANY ($1::uuid[]) AND ("brandId" <> $2 OR "brandName" <> $3)`,
      [ids.slice(from, from + REASSIGN_BATCH), to.id, to.name, ` ${searchWords(to.name)} `],
    );
  }
  return ids;
}

/** Certificates per statement; a full panel has some 100 lines. */
export const PRINTED_NAMES_PART = 2_000;

/** More names than labs print, and few enough to send. */
const NAMES_MAX = 20_000;

/**
 * A report can print one name twice, so duplicates are removed within each certificate first, which needs no sorting.
 */
const names = (rows: string) => `
  SELECT line.panel, line.name, count(*)::int AS certificates, (max(ARRAY["at", "shown"]))[2] AS example
    FROM (${rows}) part
    CROSS JOIN LATERAL (
      SELECT DISTINCT one->>'panel' AS panel, one->>'name' AS name
        FROM jsonb_array_elements(
          CASE jsonb_typeof("testResults"->'analytes') WHEN 'array' THEN "testResults"->'analytes' ELSE '[]' END) one) line
   WHERE line.name IS NOT NULL
   GROUP BY 1, 2 ORDER BY 3 DESC LIMIT ${NAMES_MAX}`;

/** SQL: the names that published certificates before a position print, newest first. Only so many are read. */
export const PUBLISHED_NAMES = names(`
  SELECT "reference" AS "shown", "reviewedAt"::text AS "at", "testResults" FROM coa_data
   WHERE "submissionStatus" = 'approved' AND ("reviewedAt", "id") < ($1::timestamptz, $2::uuid)
   ORDER BY "reviewedAt" DESC, "id" DESC LIMIT ${PRINTED_NAMES_PART}`);

/** SQL: the names that the newest submissions print. */
const WAITING_NAMES = names(`
  SELECT "id"::text AS "shown", "createdAt"::text AS "at", "testResults" FROM coa_data
   WHERE "submissionStatus" = 'pending' ORDER BY "createdAt" DESC, "id" DESC LIMIT ${PRINTED_NAMES_PART}`);

const PUBLISHED_PART = `
  SELECT count(*)::int AS count, (array_agg("reviewedAt" ORDER BY "reviewedAt", "id"))[1] AS "publishedAt",
         (array_agg("id" ORDER BY "reviewedAt", "id"))[1] AS id
    FROM (SELECT "id", "reviewedAt" FROM coa_data
           WHERE "submissionStatus" = 'approved' AND ("reviewedAt", "id") < ($1::timestamptz, $2::uuid)
           ORDER BY "reviewedAt" DESC, "id" DESC LIMIT ${PRINTED_NAMES_PART}) part`;

const WAITING_PART = `
  SELECT count(*)::int AS count FROM (
    SELECT 1 FROM coa_data WHERE "submissionStatus" = 'pending' LIMIT ${PRINTED_NAMES_PART}) part`;

const NEWEST = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

interface NameRow {
  readonly panel: string;
  readonly name: string;
  readonly certificates: number;
  readonly example: string;
}

/** The names that a part of the published certificates print, and with the first part, those of submissions that wait. */
export async function printedNames(
  manager: EntityManager,
  after: { readonly publishedAt: Date; readonly id: string } | null,
) {
  const position = after ? [after.publishedAt, after.id] : NEWEST;
  const isFirst = after === null;
  const published = await manager.query<NameRow[]>(PUBLISHED_NAMES, position);
  const [part] = await manager.query<{ count: number; publishedAt: Date; id: string }[]>(PUBLISHED_PART, position);
  const waiting = isFirst ? await manager.query<NameRow[]>(WAITING_NAMES) : [];
  const [waitingPart] = isFirst ? await manager.query<{ count: number }[]>(WAITING_PART) : [];
  return {
    names: merged(published, waiting),
    published: part?.count ?? 0,
    waiting: waitingPart?.count ?? 0,
    next: part?.count === PRINTED_NAMES_PART ? { publishedAt: part.publishedAt, id: part.id } : null,
  };
}

function merged(published: readonly NameRow[], waiting: readonly NameRow[]) {
  const keyOf = ({ panel, name }: NameRow) => `${panel} ${name}`;
  const inQueue = new Map(waiting.map((row) => [keyOf(row), row]));
  const inPublished = new Set(published.map(keyOf));
  const onlyInQueue = waiting.filter((row) => !inPublished.has(keyOf(row)));
  return [...published, ...onlyInQueue].map((row) => {
    const { panel, name } = row;
    const queued = inQueue.get(keyOf(row));
    const isPublished = inPublished.has(keyOf(row));
    return {
      panel,
      name,
      published: isPublished ? row.certificates : 0,
      waiting: queued?.certificates ?? 0,
      exampleReference: isPublished ? row.example : null,
      exampleSubmission: queued?.example ?? null,
    };
  });
}
