import type { CertificateStatus } from '../../../../domain/coa-registry/certificate/test-results.js';
import type { CertificateSort } from '../../../../domain/coa-registry/registry/published-certificate.js';
import { COUNTED_EXACTLY_UP_TO } from '../../../../domain/shared/page.js';
import { dismissalOf } from './certificate-columns.js';
import { toldNotToDrink, warnedAbout, warningsOf } from './warnings-of.js';

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
  coalesce(c."sample"->>'sampledBy', 'unknown') AS "sampledBy", c."sample"->>'boughtBy' AS "boughtBy",
  c."panelsComplete", (c."doNotDrink" IS TRUE OR ${batchFailed('c')} IS TRUE) AS "doNotDrink",
  (c."ownErrors" > 0 OR c."overrideReason" IS NOT NULL) AS "contradictory", ${warningsOf('c')} AS "warnings"`;

export const PUBLISHED = `c."submissionStatus" = 'approved'`;

/**
 * Certificates that are not shown with the mark they would have alone: their batch failed or must not be drunk
 * although they did not fail, or a warning is about them. Sets, built once for a statement that asks.
 * @param conditions of the list: a warning may be about many certificates, and each is read for this
 */
export const shownOtherwise = (
  conditions: readonly string[],
) => `not_to_drink AS MATERIALIZED (SELECT s."id" FROM coa_data f
  JOIN coa_data s ON s."batchKey" = f."batchKey" AND s."brandId" = f."brandId"
  WHERE ${isStandingFailure('f')} AND s."submissionStatus" = 'approved' AND s."shownStatus" <> 'failed'
  UNION ${toldNotToDrink('c."id"', `${PUBLISHED} AND c."shownStatus" <> 'failed'`)}),
  warned_about AS MATERIALIZED (${warnedAbout(
    'c."id", c."testDate", c."thcContent"',
    [PUBLISHED, `c."shownStatus" = 'passed'`, ...conditions].join(' AND '),
  )})`;

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
 * The list indexes carry search texts up to this many bytes, so that filtering by them reads no rows: an index entry has room
 * for 2,704 bytes. The few certificates with longer texts have an index of their own.
 */
const BY_LENGTH = [`octet_length(c."searchText") <= 1000`, `octet_length(c."searchText") > 1000`];

const NOT_SHOWN_AS_FAILED = `c."id" NOT IN (SELECT "id" FROM not_to_drink)`;

/** Parts without a certificate in common; one index finds each. */
function partsShownAs(mark: CertificateStatus | null): string[] {
  if (mark === null) return BY_LENGTH;
  // Literals, not parameters: the planner must recognize the small partial index of certificates that are not shown as passed.
  const alone = BY_LENGTH.map((length) => `${length} AND c."shownStatus" = '${mark}'`);
  if (mark === 'failed') return [...alone, `c."id" = ANY (ARRAY(SELECT "id" FROM not_to_drink))`];
  const notFailed = alone.map((part) => `${part} AND ${NOT_SHOWN_AS_FAILED}`);
  if (mark === 'pending') return notFailed;
  return notFailed.map((part) => `${part} AND c."id" NOT IN (SELECT "id" FROM warned_about)`);
}

interface PublishedList {
  /** With the mark `pending`, only `id` and those of {@link ORDERS}. */
  readonly columns: string;
  readonly conditions: readonly string[];
  /** Further conditions on `id` and the columns of {@link ORDERS}. */
  readonly behindCursor?: readonly string[];
  readonly order: string;
  readonly limit: number;
  /** The mark that they are shown with; null for any. A statement that asks for one begins with {@link shownOtherwise}. */
  readonly mark?: CertificateStatus | null;
}

/** The first `limit` published certificates `c` that meet all conditions. */
export function firstPublished(list: PublishedList): string {
  const { columns, conditions, behindCursor = [], order, limit, mark = null } = list;
  const sources = partsShownAs(mark).map(
    (part) => `coa_data c WHERE ${[PUBLISHED, part, ...conditions, ...behindCursor].join(' AND ')}`,
  );
  if (mark === 'pending') {
    const once = '(SELECT DISTINCT ON ("id") * FROM warned_about)';
    sources.push(`${once} c WHERE ${[NOT_SHOWN_AS_FAILED, ...behindCursor].join(' AND ')}`);
  }
  const parts = sources.map((source) => `(SELECT ${columns} FROM ${source} ${order} LIMIT ${limit})`);
  return `SELECT * FROM (${parts.join(' UNION ALL ')}) c ${order} LIMIT ${limit}`;
}
