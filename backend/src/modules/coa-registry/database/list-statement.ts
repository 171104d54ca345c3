import type { CertificateSort } from '../../../domain/coa-registry/published-certificate.js';
import { COUNTED_EXACTLY_UP_TO } from '../../../domain/shared/page.js';
import { dismissalOf } from './certificate-columns.js';

/** A day as text and an amount as a number: the driver would make a local midnight and a string of them. */
export const SUMMARY = `c."id", c."reference", c."brandName", c."productName", c."batchId", c."thcContent"::float8 AS "thcContent",
  c."cbdContent"::float8 AS "cbdContent", c."labName", c."testDate"::text AS "testDate", c."status" AS "outcome", c."underDosed",
  c."demonstration", c."source", c."testResults"->'panels'->>'pesticides' AS "pesticideStatus",
  c."panelsComplete", (c."doNotDrink" IS TRUE OR EXISTS (SELECT 1 FROM coa_data f WHERE f."batchKey" = c."batchKey"
    AND f."brandId" = c."brandId" AND f."submissionStatus" = 'approved' AND f."doNotDrink" AND (${dismissalOf('f')}) IS NULL)) AS "doNotDrink",
  (c."ownErrors" > 0 OR c."overrideReason" IS NOT NULL) AS "contradictory"`;

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
