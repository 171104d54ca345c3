import type { CertificateStatus } from '../../../../domain/coa-registry/certificate/test-results.js';
import type { CertificateSort } from '../../../../domain/coa-registry/registry/published-certificate.js';
import { COUNTED_EXACTLY_UP_TO } from '../../../../domain/shared/page.js';
import { dismissalOf } from './certificate-columns.js';

/**
 * Whether a certificate is current and failed, and the failure still stands. Few were ever dismissed; only for those is the
 * retest looked up.
 */
const isStandingFailure = (row: string) =>
  `${row}."submissionStatus" = 'approved' AND ${row}."doNotDrink"
    AND (${row}."failureDismissal" IS NULL OR (${dismissalOf(row)}) IS NULL)`;

/** Whether the batch of a certificate failed. A subquery of one row: it is looked up and never hashed. */
const batchFailed = (row: string) => `(SELECT true FROM coa_data f
    WHERE f."batchKey" = ${row}."batchKey" AND f."brandId" = ${row}."brandId" AND ${isStandingFailure('f')} LIMIT 1)`;

/** A day as text and an amount as a number: the driver would make a local midnight and a string of them. */
export const SUMMARY = `c."id", c."reference", c."brandName", c."productName", c."batchId", c."thcContent"::float8 AS "thcContent",
  c."cbdContent"::float8 AS "cbdContent", c."labName", c."testDate"::text AS "testDate", c."status" AS "outcome", c."underDosed",
  c."demonstration", c."source", c."testResults"->'panels'->>'pesticides' AS "pesticideStatus",
  c."panelsComplete", (c."doNotDrink" IS TRUE OR ${batchFailed('c')} IS TRUE) AS "doNotDrink",
  (c."ownErrors" > 0 OR c."overrideReason" IS NOT NULL) AS "contradictory"`;

/** Ids of certificates whose batch failed although they did not. They are few: one set, built once for a statement. */
const FAILED_WITH_BATCH = `SELECT s."id" FROM coa_data f
  JOIN coa_data s ON s."batchKey" = f."batchKey" AND s."brandId" = f."brandId"
  WHERE ${isStandingFailure('f')} AND s."submissionStatus" = 'approved' AND s."shownStatus" <> 'failed'`;

/**
 * Whether a published certificate is shown with this mark. Literals, not parameters: the planner must recognize the small
 * partial index of certificates that are not shown as passed.
 * @param own what it is shown with alone
 * @param id of the certificate
 * @param among how many are asked: a few are looked up one by one
 */
export function isShownAs(mark: CertificateStatus, own: string, id: string, among: 'few' | 'many'): string {
  if (mark === 'failed') return `(${own} = 'failed' OR ${id} = ANY (ARRAY(${FAILED_WITH_BATCH})))`;
  if (among === 'many') return `(${own} = '${mark}' AND ${id} NOT IN (${FAILED_WITH_BATCH}))`;
  return `(${own} = '${mark}' AND (SELECT ${batchFailed('s')} FROM coa_data s WHERE s."id" = ${id}) IS NULL)`;
}

export const PUBLISHED = `c."submissionStatus" = 'approved'`;

export const COUNT_CAP = COUNTED_EXACTLY_UP_TO + 1;

export const ORDERS: Record<CertificateSort, { column: '"testDate"' | '"thcContent"'; direction: 'ASC' | 'DESC' }> = {
  newest: { column: '"testDate"', direction: 'DESC' },
  oldest: { column: '"testDate"', direction: 'ASC' },
  strongest: { column: '"thcContent"', direction: 'DESC' },
  mildest: { column: '"thcContent"', direction: 'ASC' },
};

/** Adds a value to a statement. @returns its parameter */
export type Bind = (value: unknown) => string;

export const REPORT = `translate(regexp_replace(lower(c."labReportId"), '[^a-z0-9]+', '', 'g'), 'oil', '011')`;
const REFERENCE = `lower(replace(c."reference", '-', ''))`;

/** The domain's `queueText`, in the words of its index. */
export const QUEUE_TEXT = `(c."searchText" || '| ' || c."labKey" || ' | ' || coalesce(${REPORT}, '') || ' | #' || ${REFERENCE} || ' #'
  || substr(${REFERENCE}, 3) || ' #' || substr(${REFERENCE}, 7) || ' ')`;

/**
 * Search texts up to this many bytes are part of the list indexes, so that scanning them reads no rows. An index entry
 * holds 2,704 bytes at most; the few certificates with longer texts are in a separate index.
 */
export const SHORT = `octet_length(c."searchText") <= 1000`;
export const LONG = `octet_length(c."searchText") > 1000`;

/** The first published rows of an order. Each half is one walk of one index. */
export function shortAndLong(columns: string, condition: string, order: string, rows: number): string {
  const half = (length: string) =>
    `(SELECT ${columns} FROM coa_data c WHERE ${PUBLISHED} AND ${length} AND ${condition} ${order} LIMIT ${rows})`;
  return `SELECT * FROM (${half(SHORT)} UNION ALL ${half(LONG)}) c ${order} LIMIT ${rows}`;
}
