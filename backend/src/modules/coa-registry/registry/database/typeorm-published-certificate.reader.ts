import { Injectable } from '@nestjs/common';
import { productWords } from '../../../../domain/coa-registry/certificate/search-text.js';
import { type BatchTest, OTHER_TESTS_MAX } from '../../../../domain/coa-registry/checks/batch-tests.js';
import type { DocumentUse } from '../../../../domain/coa-registry/checks/document-checks.js';
import type { ReportPlaces } from '../../../../domain/coa-registry/checks/qr-host.js';
import { type LaboratoryFigures, PANELS_OF_NEWEST } from '../../../../domain/coa-registry/registry/laboratory.js';
import {
  LABORATORY_FIGURES,
  type LaboratoryCount,
} from '../../../../domain/coa-registry/registry/laboratory-comparison.js';
import type { ListedBatch } from '../../../../domain/coa-registry/registry/nearest-batches.js';
import {
  type CertificateCursor,
  type CertificateQuery,
  type CertificateSummary,
  type EndedCertificate,
  type EventScope,
  OTHER_BRANDS_MAX,
  type ProductCertificate,
  type Publication,
  type PublicCertificate,
  PublishedCertificateReader,
  type RegistryTotals,
  type Withdrawal,
} from '../../../../domain/coa-registry/registry/published-certificate.js';
import type { DocumentReading } from '../../../../domain/shared/document-reading.js';
import { nameKey } from '../../../../domain/shared/name-key.js';
import { PAGE_LIMIT, type Page, pageOf } from '../../../../domain/shared/page.js';
import { PANELS } from '../../../../domain/shared/result-terms.js';
import type { StoredDocument } from '../../../../domain/shared/stored-document.js';
import { likeAnywhere } from '../../../../platform/database/like.js';
import { PublicReader } from '../../../../platform/database/public-reader.js';
import { brandIdOf, brandReplyOf, discontinuedOn } from '../../../brands/brands.sql.js';
import { documentJson } from '../../../documents/documents.sql.js';
import { reportedProblemsOf } from '../../../hearing/hearing.sql.js';
import { isPartnerLab, partnerByName, partnerLab } from '../../../partners/partners.sql.js';
import { dismissalOf, newestTest } from '../../certificate/database/certificate-columns.js';
import { COUNT_CAP, firstPublished, ORDERS, QUEUE_TEXT, SUMMARY } from '../../certificate/database/list-statement.js';
import { FIND_LISTED_RUN, UNCOMPARED } from '../../certificate/database/verdict-store.js';
import { warningsOf } from '../../certificate/database/warnings-of.js';
import { certificateDocument } from '../../certificate/stored-certificate-documents.js';
import { NEWEST_OF_BATCH, SAME_BATCH, sameReport } from '../../checks/database/typeorm-check-context.reader.js';
import { pageStatement } from './published-page.js';

/** How many similar words are read for each word. */
const WORDS_LIKE_MAX = 30;

const WORDS_LIKE = `SELECT DISTINCT n."word" FROM unnest($1::text[]) AS typed("word") CROSS JOIN LATERAL
  (SELECT s."word" FROM search_words s ORDER BY s."word" <-> typed."word" LIMIT ${WORDS_LIKE_MAX}) n`;

/** What is current comes first, by its test, then what ended last. */
const currentFirst = (row: string) =>
  `${row}."submissionStatus" = 'approved' DESC, ${row}."endedAt" DESC, ${newestTest(row)}`;

/** The current certificate in place of an ended one: the end of its chain of amendments, or else its batch's. */
const CURRENT = `(
  WITH RECURSIVE later AS (
    SELECT c."id" UNION
    SELECT n."id" FROM coa_data n JOIN later ON n."supersedes" = later."id"
     WHERE n."submissionStatus" IN ('approved', 'superseded', 'withdrawn'))
  SELECT json_build_object('reference', k."reference", 'batchId', k."batchId", 'productName', k."productName")
    FROM (SELECT k."reference", k."batchId", k."productName", k."submissionStatus", k."testDate", k."reviewedAt", k."id", true AS "isLater"
            FROM coa_data k JOIN later USING ("id")
          UNION ALL
          SELECT k."reference", k."batchId", k."productName", k."submissionStatus", k."testDate", k."reviewedAt", k."id", false
            FROM coa_data k WHERE k."batchKey" = c."batchKey" AND k."brandId" = c."brandId") k
   WHERE k."submissionStatus" = 'approved' ORDER BY k."isLater" DESC, ${newestTest('k')} LIMIT 1)`;

const WAS_PUBLISHED = `'approved', 'withdrawn', 'superseded'`;

/** The words of the product's name, as in the index of products (1795950000002). */
const INDEXED_WORDS = 200;
const PRODUCT_WORDS = `left(split_part(c."searchText", '|', 1), ${INDEXED_WORDS})`;

const OF_PRODUCT = (words: string) =>
  `${PRODUCT_WORDS} = left(${words}, ${INDEXED_WORDS}) AND split_part(c."searchText", '|', 1) = ${words}`;

/** A condition whose values are numbered from 2. */
function inScope(scope?: EventScope): { condition: string; values: readonly unknown[] } {
  if (scope === undefined) return { condition: '', values: [] };
  if ('certificates' in scope) return { condition: 'AND c."id" = ANY ($2::uuid[])', values: [scope.certificates] };
  const [ofBrand, key] = [`AND c."brandId" = ${brandIdOf('$2')}`, nameKey(scope.brand)];
  if (scope.productName === null) return { condition: ofBrand, values: [key] };
  return { condition: `${ofBrand} AND ${OF_PRODUCT('$3')}`, values: [key, productWords(scope.productName)] };
}

/** Of each other brand that uses the batch id, the current certificate, or else the one that ended last. */
const OTHER_BRANDS = `(
  SELECT coalesce(json_agg(o ORDER BY o."brandName", o."reference"), '[]') FROM (
    SELECT DISTINCT ON (s."brandId") s."reference", s."brandName", s."productName", s."batchId", s."submissionStatus" AS "lifecycle"
      FROM coa_data s
     WHERE s."batchKey" = c."batchKey" AND s."brandId" <> c."brandId" AND s."submissionStatus" IN (${WAS_PUBLISHED})
     ORDER BY s."brandId", ${currentFirst('s')} LIMIT ${OTHER_BRANDS_MAX}) o)`;

/** Other current certificates of the batch. There can be more than are shown: those that failed are among them. */
const OTHER_TESTS = `(
  SELECT coalesce(json_agg(t), '[]') FROM (
    SELECT t."id", t."reference", t."labName", t."labReportId", t."testDate"::text AS "testDate", t."status" AS "outcome",
           t."thcContent"::float8 AS "thcContent", t."cbdContent"::float8 AS "cbdContent", t."reviewedAt",
           t."testResults" - 'submitted' - 'reported' AS "testResults", ${dismissalOf('t')} AS "failureDismissal",
           (t."ownErrors" > 0 OR t."overrideReason" IS NOT NULL) AS "contradictory", ${warningsOf('t')} AS "warnings"
      FROM coa_data t
     WHERE c."submissionStatus" = 'approved' AND t."batchKey" = c."batchKey" AND t."brandId" = c."brandId"
       AND t."submissionStatus" = 'approved' AND t."id" <> c."id"
     ORDER BY t."doNotDrink" IS TRUE DESC, t."failureDismissal" IS NULL DESC, ${newestTest('t')} LIMIT ${OTHER_TESTS_MAX}) t)`;

const CURRENT_TESTS = `(
  SELECT count(*)::int FROM coa_data t WHERE c."submissionStatus" = 'approved' AND t."batchKey" = c."batchKey"
     AND t."brandId" = c."brandId" AND t."submissionStatus" = 'approved')`;

/**
 * Whether another certificate names the lab. A range instead of `=`: for a lab with many certificates the planner would read
 * the table until it meets one, and that one may be its last.
 */
const HAS_OTHERS_OF_LAB = `EXISTS (SELECT 1 FROM coa_data k
  WHERE k."labKey" >= c."labKey" AND k."labKey" <= c."labKey" AND k."submissionStatus" = 'approved' AND k."id" <> c."id")`;

/** One half for each lifecycle: only then does PostgreSQL see that the partial index of the review queue holds every row. */
const ENDED_MATCHING = ['withdrawn', 'superseded']
  .map(
    (
      lifecycle,
    ) => `(SELECT c."reference", c."brandName", c."productName", c."batchId", c."submissionStatus" AS "lifecycle", c."endedAt", c."id"
      FROM coa_data c
     WHERE c."submissionStatus" = '${lifecycle}' AND ${QUEUE_TEXT} LIKE ANY ($1) AND c."searchText" LIKE ANY ($1)
       AND NOT EXISTS (SELECT FROM jsonb_array_elements($3::jsonb) needed WHERE NOT EXISTS
         (SELECT FROM jsonb_array_elements_text(needed) one WHERE c."searchText" LIKE one))
     ORDER BY c."endedAt" DESC, c."id" DESC LIMIT $2)`,
  )
  .join(' UNION ALL ');

/** Other certificates with the same document that are or were published. */
const DOCUMENT_USES = `SELECT u."reference", u."batchId", u."productName", u."submissionStatus" AS "lifecycle", 'same' AS "likeness"
  FROM coa_data u WHERE u."documentId" = c."documentId" AND u."id" <> c."id" AND u."id" IS DISTINCT FROM c."supersedes"
   AND u."submissionStatus" IN ('approved', 'withdrawn') ORDER BY u."createdAt" DESC, u."id" DESC LIMIT 3`;

/** What is known of the laboratory `$1`. */
const LABORATORY = `
  WITH newest AS (
    SELECT c."labName", c."testDate", c."testResults"->'panels' AS "panels" FROM coa_data c
      JOIN (SELECT "id" FROM coa_data WHERE "labKey" = $1 AND "submissionStatus" = 'approved'
             ORDER BY "testDate" DESC, "id" DESC LIMIT ${PANELS_OF_NEWEST}) n USING ("id")),
  partner AS (${partnerByName('$1')}),
  ended AS (
    SELECT count(*) FILTER (WHERE "submissionStatus" = 'superseded')::int AS "replaced",
           count(*) FILTER (WHERE "submissionStatus" = 'withdrawn')::int AS "withdrawn", max("labName") AS "labName"
      FROM coa_data WHERE "labKey" = $1 AND "submissionStatus" IN ('withdrawn', 'superseded'))
  SELECT coalesce((SELECT "labName" FROM newest ORDER BY "testDate" DESC LIMIT 1), (SELECT "name" FROM partner), ended."labName") AS "name",
         EXISTS (SELECT 1 FROM partner) AS "isPartner", (SELECT "accreditation" FROM partner) AS "accreditation",
         (SELECT count(*)::int FROM coa_data WHERE "labKey" = $1 AND "submissionStatus" = 'approved') AS "certificates",
         ended."replaced", ended."withdrawn", (SELECT json_build_object(${PANELS.map(
           (panel) => `'${panel}', count(*) FILTER (WHERE "panels"->>'${panel}' IN ('passed', 'failed'))`,
         )}) FROM newest) AS "panels"
    FROM ended`;

/** The counts of the laboratory `$1`, and of all others. */
const ownAndOthers = (results: string, holds: string) => {
  const sum = (of: string, whose: string) => `coalesce(sum(${of}) FILTER (WHERE "labKey" ${whose} $1), 0)::int`;
  return `${sum(results, '=')} AS "results", ${sum(holds, '=')} AS "holds", json_build_object(
    'results', ${sum(results, '<>')}, 'holds', ${sum(holds, '<>')}) AS "others"`;
};

/** What is compared of the laboratory `$1`, with the limits `$2`. */
const LABORATORY_COUNTS = `
  SELECT "figure", NULL::float AS "limitMg", ${ownAndOthers('"results"', '"holds"')} FROM laboratory_counts GROUP BY 1
  UNION ALL
  SELECT 'withinLimit', l.mg::float, n.* FROM unnest($2::numeric[]) l (mg), LATERAL (
    SELECT ${ownAndOthers('1', '(c."thcContent" <= l.mg)::int')} FROM coa_data c
     WHERE c."submissionStatus" = 'approved' AND c."thcContent" BETWEEN 0.95 * l.mg AND 1.05 * l.mg) n
  ORDER BY 2 NULLS FIRST`;

/** A certificate with its document and the other tests as JSON, in which times are texts. */
type PublicRow = Omit<PublicCertificate, 'document' | 'documentContext' | 'otherTests'> & {
  readonly otherTests: readonly (Omit<BatchTest, 'reviewedAt'> & { readonly reviewedAt: string })[];
  readonly document: JsonDocument | null;
  readonly documentUses: readonly DocumentUse[];
  readonly lab: ReportPlaces | null;
};

type JsonDocument = Omit<StoredDocument, 'receivedAt' | 'removedAt'> & {
  readonly receivedAt: string;
  readonly removedAt: string | null;
  readonly reading: DocumentReading | null;
};

function publicCertificate({ document, documentUses: uses, lab, ...row }: PublicRow): PublicCertificate {
  const otherTests = row.otherTests.map((test) => ({ ...test, reviewedAt: new Date(test.reviewedAt) }));
  const certificate = { ...row, otherTests };
  if (document === null) return { ...certificate, document: null, documentContext: null };
  const { reading, receivedAt, removedAt, ...rest } = document;
  const stored = {
    ...rest,
    receivedAt: new Date(receivedAt),
    removedAt: removedAt === null ? null : new Date(removedAt),
  };
  return {
    ...certificate,
    document: certificateDocument(stored, reading),
    documentContext: reading && { reading, uses, lab },
  };
}

interface FoundPage {
  readonly counted: number;
  readonly rows: CertificateSummary[];
}

/** Public reading. The {@link PublicReader} may use a replica. */
@Injectable()
export class TypeOrmPublishedCertificateReader extends PublishedCertificateReader {
  constructor(private readonly reading: PublicReader) {
    super();
  }

  publicByBatch(batchKey: string, brandKey: string | null): Promise<PublicCertificate | null> {
    if (brandKey === null) return this.publicOne(`c."batchKey" = $1`, [batchKey]);
    return this.publicOne(`c."batchKey" = $1 AND c."brandId" = ${brandIdOf('$2')}`, [batchKey, brandKey]);
  }

  publicByReference(reference: string): Promise<PublicCertificate | null> {
    return this.publicOne(`c."reference" = $1`, [reference]);
  }

  async publicDocumentOf(reference: string): Promise<{ documentId: string | null } | null> {
    const [row] = await this.reading.read<{ documentId: string | null }>(
      `SELECT c."documentId" FROM coa_data c WHERE c."reference" = $1 AND c."submissionStatus" IN (${WAS_PUBLISHED})`,
      [reference],
    );
    return row ?? null;
  }

  private async publicOne(condition: string, values: readonly string[]): Promise<PublicCertificate | null> {
    const [row] = await this.reading.read<PublicRow>(
      `SELECT ${SUMMARY}, c."submissionStatus" AS "lifecycle", c."labKey", c."labReportId",
              c."testResults" - 'submitted' - 'reported' AS "testResults", c."sample", c."coaFileUrl", c."reviewedAt", c."endedAt",
              c."withdrawalReason", c."amendmentReason", c."overrideReason", ${dismissalOf('c')} AS "failureDismissal",
              c."documentAbsence", c."provenance", ${documentJson('c."documentId"')} AS "document",
              CASE WHEN c."submissionStatus" = 'superseded' THEN (SELECT json_build_object('reference', n."reference",
                'batchId', n."batchId", 'productName', n."productName", 'reason', n."amendmentReason")
                FROM coa_data n WHERE n."supersedes" = c."id" AND n."submissionStatus" <> 'rejected') END AS "replacedBy",
              CASE WHEN c."supersedes" IS NOT NULL THEN (SELECT json_build_object('reference', o."reference",
                'batchId', o."batchId", 'productName', o."productName") FROM coa_data o WHERE o."id" = c."supersedes") END AS "replaces",
              CASE WHEN c."submissionStatus" <> 'approved' THEN ${CURRENT} END AS "current",
              ${OTHER_BRANDS} AS "otherBrands", ${OTHER_TESTS} AS "otherTests",
              ${CURRENT_TESTS} AS "currentTests", ${reportedProblemsOf('c')} AS "reportedProblems",
              ${brandReplyOf('c."id"')} AS "brandReply",
              json_build_object(
                'sameBatch', (SELECT coalesce(json_agg(r), '[]') FROM (${SAME_BATCH} WHERE s."batchKey" = c."batchKey"
                  AND s."brandId" = c."brandId" AND s."submissionStatus" <> 'superseded' AND s."id" <> c."id" ${NEWEST_OF_BATCH}) r),
                'sameReport', ${sameReport('c."labKey"', 'c."labReportId"', 's."id" <> c."id"')},
                'labIsKnown', ${isPartnerLab('c."labKey"')} OR ${HAS_OTHERS_OF_LAB}) AS "context",
              (SELECT coalesce(json_agg(u), '[]') FROM (${DOCUMENT_USES}) u) AS "documentUses",
              (SELECT to_json(l) FROM (${partnerLab('c."labId"', 'c."labKey"')}) l) AS "lab"
         FROM coa_data c
        WHERE ${condition} AND c."submissionStatus" IN (${WAS_PUBLISHED})
        ORDER BY ${currentFirst('c')} LIMIT 1`,
      [...values],
    );
    return row ? publicCertificate(row) : null;
  }

  publishedPage(query: CertificateQuery): Promise<Page<CertificateSummary, CertificateCursor>> {
    const read = () => this.readPage(query);
    return query.search === null ? read() : this.reading.withPermit(read);
  }

  private async readPage(query: CertificateQuery): Promise<Page<CertificateSummary, CertificateCursor>> {
    const { sql, values } = pageStatement(query, query.verdict === null ? null : await this.listedRun());
    // The limit is part of the statement text. Only the default page is a prepared statement, or each limit would be one.
    // Words and verdicts differ so much in how many certificates have them that each has its own plan.
    const isPrepared = query.limit === PAGE_LIMIT.default && query.search === null && query.verdict === null;
    const [found] = await (isPrepared
      ? this.reading.read<FoundPage>(sql, values)
      : this.reading.readPlanned<FoundPage>(sql, values));
    const { counted = 0, rows = [] } = found ?? {};
    const value = (row: CertificateSummary) =>
      ORDERS[query.sort].column === '"testDate"' ? row.testDate : row.thcContent;
    return pageOf(rows, query.limit, (last) => ({ value: value(last), id: last.id }), counted);
  }

  private async listedRun(): Promise<number | null> {
    const [row] = await this.reading.read<{ listed: number | null }>(FIND_LISTED_RUN);
    return row?.listed ?? null;
  }

  async uncompared(basis: string): Promise<number> {
    const [row] = await this.reading.read<{ count: number }>(UNCOMPARED, [basis, COUNT_CAP]);
    return row?.count ?? 0;
  }

  ofProduct(brandKey: string, words: string, limit: number): Promise<ProductCertificate[]> {
    // The index has only the beginning of long names.
    return this.reading.read<ProductCertificate>(
      `SELECT ${SUMMARY}, c."submissionStatus" AS "lifecycle" FROM coa_data c
        WHERE c."brandId" = ${brandIdOf('$1')} AND ${OF_PRODUCT('$2')} AND c."submissionStatus" IN (${WAS_PUBLISHED})
        ORDER BY c."testDate" DESC, c."id" DESC LIMIT $3`,
      [brandKey, words, limit],
    );
  }

  async discontinuedOn(brandKey: string, productKey: string): Promise<string | null> {
    const [row] = await this.reading.read<{ day: string | null }>(
      `SELECT ${discontinuedOn(brandIdOf('$1'), '$2')} AS "day"`,
      [brandKey, productKey],
    );
    return row?.day ?? null;
  }

  batchesOf(brandKey: string, limit: number): Promise<ListedBatch[]> {
    const order = 'ORDER BY c."testDate" DESC, c."id" DESC';
    const newest = firstPublished({
      columns: 'c."id", c."testDate"',
      conditions: [`c."brandId" = ${brandIdOf('$1')}`],
      order,
      limit,
    });
    return this.reading.read<ListedBatch>(
      `WITH newest AS MATERIALIZED (${newest})
       SELECT c."brandName", c."productName", c."batchId", c."testDate"::text AS "testDate"
         FROM newest JOIN coa_data c USING ("id") ${order}`,
      [brandKey],
    );
  }

  async wordsLike(words: readonly string[]): Promise<string[]> {
    const near = () => this.reading.read<{ word: string }>(WORDS_LIKE, [words]);
    return (await this.reading.withPermit(near)).map(({ word }) => word);
  }

  async endedMatching(
    parts: readonly string[],
    others: readonly (readonly string[])[],
    limit: number,
  ): Promise<EndedCertificate[]> {
    const sql = `SELECT "reference", "brandName", "productName", "batchId", "lifecycle" FROM (${ENDED_MATCHING}) e
      ORDER BY "endedAt" DESC, "id" DESC LIMIT $2`;
    return this.reading.withPermit(() =>
      this.reading.readPlanned<EndedCertificate>(sql, [
        parts.map(likeAnywhere),
        limit,
        JSON.stringify(others.map((some) => some.map(likeAnywhere))),
      ]),
    );
  }

  latestPublished(limit: number, scope?: EventScope): Promise<Publication[]> {
    const { condition, values } = inScope(scope);
    return this.reading.read<Publication>(
      `SELECT ${SUMMARY}, c."reviewedAt" AS "publishedAt" FROM coa_data c
        WHERE c."submissionStatus" = 'approved' ${condition} ORDER BY c."reviewedAt" DESC, c."id" DESC LIMIT $1`,
      [limit, ...values],
    );
  }

  latestWithdrawn(limit: number, scope?: EventScope): Promise<Withdrawal[]> {
    const { condition, values } = inScope(scope);
    return this.reading.read<Withdrawal>(
      `SELECT c."reference", c."brandName", c."productName", c."batchId", c."thcContent"::float8 AS "thcContent", c."labName",
              c."testDate"::text AS "testDate", c."endedAt" AS "withdrawnAt", coalesce(c."withdrawalReason", '') AS "reason"
         FROM coa_data c WHERE c."submissionStatus" = 'withdrawn' ${condition} ORDER BY c."endedAt" DESC, c."id" DESC LIMIT $1`,
      [limit, ...values],
    );
  }

  async totals(): Promise<RegistryTotals> {
    const [row] = await this.reading.read<RegistryTotals>(
      `SELECT coas, brands, "underDosed", "allPanels" FROM registry_totals`,
    );
    return row ?? { coas: 0, brands: 0, underDosed: 0, allPanels: 0 };
  }

  async laboratory(labKey: string): Promise<LaboratoryFigures> {
    const [row] = await this.reading.withPermit(() => this.reading.read<LaboratoryFigures>(LABORATORY, [labKey]));
    if (!row) throw new Error('an aggregate returned no row');
    return row;
  }

  async laboratoryCounts(labKey: string, limitsMg: readonly number[]): Promise<readonly LaboratoryCount[]> {
    const rows = await this.reading.withPermit(() =>
      this.reading.read<LaboratoryCount>(LABORATORY_COUNTS, [labKey, limitsMg]),
    );
    return LABORATORY_FIGURES.flatMap((figure) => rows.filter((row) => row.figure === figure && row.results > 0));
  }
}
