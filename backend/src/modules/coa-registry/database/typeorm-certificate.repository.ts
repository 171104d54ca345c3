import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, Raw, type SelectQueryBuilder } from 'typeorm';
import type { SameBatch, SameReport } from '../../../domain/coa-registry/automated-checks.js';
import { type Certificate, DuplicateBatch, ReferenceTaken } from '../../../domain/coa-registry/certificate.js';
import type { ListedCertificate } from '../../../domain/coa-registry/listed-certificate.js';
import {
  type BrandBatch,
  type CertificateCursor,
  type CertificateQuery,
  CertificateRepository,
  type CertificateSummary,
  type CheckContextQuery,
  type LabCertificate,
  type LabCertificatesQuery,
  type LabQuery,
  OTHER_BRANDS_MAX,
  type Publication,
  type PublicCertificate,
  type QueueCounts,
  type QueueCursor,
  type RegistryTotals,
  type RelatedCertificates,
  type RevisionInContext,
  WAITING_FOR_BATCH_MAX,
  type WaitingForBatch,
  type Withdrawal,
} from '../../../domain/coa-registry/ports.js';
import { type QueuePosition, type QueueQuery, queueSortKey } from '../../../domain/coa-registry/queue.js';
import { AmendmentUnderWay, ChangedMeanwhile } from '../../../domain/coa-registry/review.js';
import { sameCodePart, searchTerm } from '../../../domain/coa-registry/search-text.js';
import type { HistoryLinks } from '../../../domain/coa-registry/submission-history.js';
import type { SubmissionRevision } from '../../../domain/coa-registry/submission-revision.js';
import type { AuditEntry } from '../../../domain/shared/audit.js';
import { nameKey } from '../../../domain/shared/name-key.js';
import { PAGE_LIMIT, type Page, pageEndingWith, pageOf, type Total, totalOf } from '../../../domain/shared/page.js';
import { appendToAuditLog } from '../../../platform/database/audit-log.js';
import { violatedConstraint } from '../../../platform/database/errors.js';
import { likeAnywhere } from '../../../platform/database/like.js';
import { lockNames } from '../../../platform/database/lock-names.js';
import { PublicReader } from '../../../platform/database/public-reader.js';
import { inTransaction, managerOf } from '../../../platform/database/transaction.js';
import { deleteMail, findMail } from '../../../platform/email/mail-about.js';
import { certificateTable, rowOf } from './certificate.table.js';
import { listedOf, listedRows } from './listed-certificates.js';
import {
  brandOf as brandIdOf,
  COUNT_CAP,
  ORDERS,
  PUBLISHED,
  pageStatement,
  SUMMARY,
  shortAndLong,
} from './published-page.js';
import { LABS_LIKE, queueStatements } from './queue-page.js';
import { type RevisionRow, submissionRevisionTable } from './submission-revision.table.js';

/** How many similar words there are to choose from, for each. */
const WORDS_LIKE_MAX = 30;

const WORDS_LIKE = `SELECT DISTINCT n."word" FROM unnest($1::text[]) AS asked("word") CROSS JOIN LATERAL
  (SELECT s."word" FROM search_words s ORDER BY s."word" <-> asked."word" LIMIT ${WORDS_LIKE_MAX}) n`;

const RELATED = `c."id", c."reference", c."brandName", c."productName", c."batchId", c."labName",
  c."thcContent"::float8 AS "thcContent", c."cbdContent"::float8 AS "cbdContent", c."testDate"::text AS "testDate",
  c."status", c."submissionStatus", c."takenBack"`;

const LAB_CERTIFICATE = `c."id", c."reference", c."brandName", c."productName", c."batchId", c."labReportId",
  c."testDate"::text AS "testDate", c."status", c."submissionStatus", c."takenBack", c."createdAt", c."reviewedAt",
  c."endedAt"`;

/** `labSearchText` of the domain, as the index coa_data_lab_search has it. */
const LAB_SEARCH_TEXT = `(c."searchText" || '|' || lower(c."reference") || '||' || lower(coalesce(c."labReportId", '')))`;

const WAITING_FROM_MAX = 5;
const SAME_BATCH_MAX = 20;
const RELATED_MAX = 5;
const LOOK_ALIKES_MAX = 3;
const SAME_BRAND = `c."brandId" = (SELECT "id" FROM brands WHERE "nameKey" = $3) AND c."id" <> $1`;

const SAME_BATCH = `SELECT s."id", s."productName", s."labName", s."labKey", s."submissionStatus", s."supersedes" FROM coa_data s`;
const NEWEST_OF_BATCH = `ORDER BY s."createdAt" DESC, s."id" DESC LIMIT ${SAME_BATCH_MAX}`;

/** How report numbers are compared in the index coa_data_by_lab_report: written the same way there. */
const reportKey = (text: string) => `lower(regexp_replace(normalize(${text}), '\\s+', ' ', 'g'))`;

const SAME_REPORT_MAX = 5;

/** Other records that carry the report number of the same laboratory. */
const sameReport = (labKey: string, labReportId: string, isOther: string) =>
  `(SELECT coalesce(json_agg(r), '[]') FROM (
     SELECT s."id", s."reference", s."batchId", s."submissionStatus" FROM coa_data s
      WHERE s."labKey" = ${labKey} AND s."labReportId" = ${labReportId}
        AND s."submissionStatus" NOT IN ('rejected', 'superseded') AND ${isOther}
      ORDER BY s."createdAt" DESC, s."id" DESC LIMIT ${SAME_REPORT_MAX}) r)`;

/** What stands in the place of an ended certificate: the end of the chain of amendments, or else its batch's. */
const CURRENT = `(
  WITH RECURSIVE later AS (
    SELECT c."id" UNION
    SELECT n."id" FROM coa_data n JOIN later ON n."supersedes" = later."id"
     WHERE n."submissionStatus" IN ('approved', 'superseded', 'withdrawn'))
  SELECT json_build_object('reference', k."reference", 'batchId', k."batchId", 'productName', k."productName")
    FROM (SELECT k."reference", k."batchId", k."productName", k."submissionStatus", true AS "isLater"
            FROM coa_data k JOIN later USING ("id")
          UNION ALL
          SELECT k."reference", k."batchId", k."productName", k."submissionStatus", false
            FROM coa_data k WHERE k."batchKey" = c."batchKey" AND k."brandId" = c."brandId") k
   WHERE k."submissionStatus" = 'approved' ORDER BY k."isLater" DESC LIMIT 1)`;

const WAS_PUBLISHED = `'approved', 'withdrawn', 'superseded'`;

/** Of each other brand that uses the batch id, the current certificate, or else the one that ended last. */
const OTHER_BRANDS = `(
  SELECT coalesce(json_agg(o ORDER BY o."brandName", o."reference"), '[]') FROM (
    SELECT DISTINCT ON (s."brandId") s."reference", s."brandName", s."productName", s."batchId", s."submissionStatus"
      FROM coa_data s
     WHERE s."batchKey" = c."batchKey" AND s."brandId" <> c."brandId" AND s."submissionStatus" IN (${WAS_PUBLISHED})
     ORDER BY s."brandId", s."submissionStatus" = 'approved' DESC, s."endedAt" DESC, s."id" LIMIT ${OTHER_BRANDS_MAX}) o)`;

/**
 * Whether a record is of the brand that has the name with this key: a published one is tied to it, one that waits claims
 * the brand by its name or a former one.
 */
const isOfBrand = (key: string) => `(s."brandId" = ${brandIdOf(key)}
  OR s."brandKey" = ${key}
  OR s."brandKey" IN (SELECT b."nameKey" FROM brands b WHERE b."id" = ${brandIdOf(key)}
                      UNION ALL SELECT a."nameKey" FROM brand_aliases a WHERE a."brandId" = ${brandIdOf(key)}))`;

interface FoundPage {
  readonly counted: number;
  readonly rows: CertificateSummary[];
}

@Injectable()
export class TypeOrmCertificateRepository extends CertificateRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly reading: PublicReader,
  ) {
    super();
  }

  /** A refused row is no error to PostgreSQL here, so that the transaction it happens in can go on. */
  async add(certificate: Certificate): Promise<void> {
    const { raw } = await managerOf(this.database)
      .createQueryBuilder()
      .insert()
      .into(certificateTable)
      .values(rowOf(certificate) as object)
      .orIgnore()
      .returning(['id'])
      .execute();
    if (raw.length === 1) return;
    const { reference } = certificate;
    if (await managerOf(this.database).existsBy(certificateTable, { reference })) throw new ReferenceTaken(reference);
    if (certificate.supersedes !== null) throw new AmendmentUnderWay();
    throw new Error('a certificate was refused for no reason that could be found');
  }

  async waitingFrom({ batchKey, submittedBy }: Pick<Certificate, 'batchKey' | 'submittedBy'>): Promise<Certificate[]> {
    if (submittedBy === null) return [];
    const manager = managerOf(this.database);
    const sender = submittedBy.toLowerCase();
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [
      `waiting-from ${sender} ${batchKey}`,
    ]);
    return manager.find(certificateTable, {
      where: {
        batchKey,
        submittedBy: Raw((column) => `lower(${column}) = :sender`, { sender }),
        submissionStatus: 'pending',
      },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: WAITING_FROM_MAX,
    });
  }

  async isBatchPublished({ batchKey, brandKey }: BrandBatch): Promise<boolean> {
    const found = await managerOf(this.database).query<unknown[]>(
      `SELECT 1 FROM coa_data WHERE "batchKey" = $1 AND "brandId" = ${brandIdOf('$2')} AND "submissionStatus" = 'approved'`,
      [batchKey, brandKey],
    );
    return found.length > 0;
  }

  publicByBatch(batchKey: string, brandKey: string | null): Promise<PublicCertificate | null> {
    if (brandKey === null) return this.publicOne(`c."batchKey" = $1`, [batchKey]);
    return this.publicOne(`c."batchKey" = $1 AND c."brandId" = ${brandIdOf('$2')}`, [batchKey, brandKey]);
  }

  publicByReference(reference: string): Promise<PublicCertificate | null> {
    return this.publicOne(`c."reference" = $1`, [reference]);
  }

  private async publicOne(condition: string, values: readonly string[]): Promise<PublicCertificate | null> {
    const [row] = await this.reading.read<PublicCertificate>(
      `SELECT ${SUMMARY}, c."reference", c."submissionStatus", c."source", c."labKey", c."labReportId",
              c."testResults" - 'submitted' - 'reported' AS "testResults", c."coaFileUrl", c."reviewedAt", c."endedAt",
              c."withdrawalReason", c."amendmentReason",
              CASE WHEN c."submissionStatus" = 'superseded' THEN (SELECT json_build_object('reference', n."reference",
                'batchId', n."batchId", 'productName', n."productName", 'reason', n."amendmentReason")
                FROM coa_data n WHERE n."supersedes" = c."id" AND n."submissionStatus" <> 'rejected') END AS "replacedBy",
              CASE WHEN c."supersedes" IS NOT NULL THEN (SELECT json_build_object('reference', o."reference",
                'batchId', o."batchId", 'productName', o."productName") FROM coa_data o WHERE o."id" = c."supersedes") END AS "replaces",
              CASE WHEN c."submissionStatus" <> 'approved' THEN ${CURRENT} END AS "current",
              ${OTHER_BRANDS} AS "otherBrands",
              json_build_object(
                'sameBatch', (SELECT coalesce(json_agg(r), '[]') FROM (${SAME_BATCH} WHERE s."batchKey" = c."batchKey"
                  AND s."brandId" = c."brandId" AND s."submissionStatus" <> 'superseded' AND s."id" <> c."id" ${NEWEST_OF_BATCH}) r),
                'sameReport', ${sameReport('c."labKey"', 'c."labReportId"', 's."id" <> c."id"')},
                'labIsKnown', EXISTS (SELECT 1 FROM partner_labs WHERE "nameKey" = c."labKey") OR EXISTS (SELECT 1 FROM coa_data k
                  WHERE k."labKey" = c."labKey" AND k."submissionStatus" = 'approved' AND k."id" <> c."id")) AS "context"
         FROM coa_data c
        WHERE ${condition} AND c."submissionStatus" IN (${WAS_PUBLISHED})
        ORDER BY c."submissionStatus" = 'approved' DESC, c."endedAt" DESC, c."reviewedAt" DESC, c."id" LIMIT 1`,
      [...values],
    );
    return row ?? null;
  }

  publishedPage(query: CertificateQuery): Promise<Page<CertificateSummary, CertificateCursor>> {
    const read = () => this.readPage(query);
    return query.search === null ? read() : this.reading.withPermit(read);
  }

  private async readPage(query: CertificateQuery): Promise<Page<CertificateSummary, CertificateCursor>> {
    const { sql, values } = pageStatement(query);
    // The limit stands in the statement, and each of a hundred would be one to remember on every connection.
    const [found] = await (query.limit === PAGE_LIMIT.default
      ? this.reading.read<FoundPage>(sql, values)
      : this.reading.readPlanned<FoundPage>(sql, values));
    const { counted = 0, rows = [] } = found ?? {};
    const value = (row: CertificateSummary) =>
      ORDERS[query.sort].column === '"testDate"' ? row.testDate : row.thcContent;
    return pageOf(rows, query.limit, (last) => ({ value: value(last), id: last.id }), counted);
  }

  async wordsLike(words: readonly string[]): Promise<string[]> {
    const near = () => this.reading.read<{ word: string }>(WORDS_LIKE, [words]);
    return (await this.reading.withPermit(near)).map(({ word }) => word);
  }

  latestPublished(limit: number): Promise<Publication[]> {
    return this.reading.read<Publication>(
      `SELECT ${SUMMARY}, c."reference", c."reviewedAt" AS "publishedAt" FROM coa_data c
        WHERE c."submissionStatus" = 'approved' ORDER BY c."reviewedAt" DESC, c."id" DESC LIMIT $1`,
      [limit],
    );
  }

  latestWithdrawn(limit: number): Promise<Withdrawal[]> {
    return this.reading.read<Withdrawal>(
      `SELECT c."reference", c."brandName", c."productName", c."batchId", c."thcContent"::float8 AS "thcContent", c."labName",
              c."testDate"::text AS "testDate", c."endedAt" AS "withdrawnAt", coalesce(c."withdrawalReason", '') AS "reason"
         FROM coa_data c WHERE c."submissionStatus" = 'withdrawn' ORDER BY c."endedAt" DESC, c."id" DESC LIMIT $1`,
      [limit],
    );
  }

  async totals(): Promise<RegistryTotals> {
    const [row] = await this.reading.read<RegistryTotals>(
      `SELECT coas, brands, "underDosed", "allPanels" FROM registry_totals`,
    );
    return row ?? { coas: 0, brands: 0, underDosed: 0, allPanels: 0 };
  }

  byId(id: string): Promise<Certificate | null> {
    return managerOf(this.database).findOneBy(certificateTable, { id });
  }

  async idOfReference(reference: string): Promise<string | null> {
    const [row] = await managerOf(this.database).query<{ id: string }[]>(
      `SELECT "id" FROM coa_data WHERE "reference" = $1`,
      [reference],
    );
    return row?.id ?? null;
  }

  async referencesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await managerOf(this.database).query<{ id: string; reference: string }[]>(
      `SELECT "id", "reference" FROM coa_data WHERE "id" = ANY ($1::uuid[])`,
      [ids],
    );
    return new Map(rows.map(({ id, reference }) => [id, reference]));
  }

  async queue(query: QueueQuery): Promise<Page<ListedCertificate, QueuePosition>> {
    const { page, count } = queueStatements(query, await this.labsOf(query));
    const [ids, [found]] = await Promise.all([
      this.database.query<{ id: string; key: unknown }[]>(page.sql, page.values),
      this.database.query<{ counted: number }[]>(count.sql, count.values),
    ]);
    const { items, hasMore } = await listedOf(
      this.database.manager,
      ids.map(({ id }) => id),
      query.limit,
    );
    const keys = new Map(ids.map(({ id, key }) => [id, key]));
    // Texts go by what the database makes of upper and lower case; times and days read the same on both sides.
    const positionOf = (last: ListedCertificate) => {
      const key = keys.get(last.id);
      return { value: typeof key === 'string' ? key : queueSortKey(last, query.sort), id: last.id };
    };
    return pageEndingWith(items, hasMore, positionOf, found?.counted ?? 0);
  }

  private async labsOf({ submissionStatus, search }: QueueQuery): Promise<string[]> {
    if (submissionStatus !== 'approved' || !search?.published.lab) return [];
    const rows = await this.database.query<{ labKey: string }[]>(LABS_LIKE, [likeAnywhere(search.published.lab)]);
    return rows.map(({ labKey }) => labKey);
  }

  waitingFor(batches: readonly BrandBatch[]): Promise<WaitingForBatch[]> {
    return this.database.query<WaitingForBatch[]>(
      `SELECT w."id", w."batchKey", w."brandName"
         FROM (SELECT DISTINCT * FROM unnest($1::text[], $2::text[]) AS a("batchKey", "brandKey")) asked CROSS JOIN LATERAL
        (SELECT c."id", c."batchKey", c."brandName" FROM coa_data c
          WHERE c."batchKey" = asked."batchKey" AND c."brandKey" = asked."brandKey"
            AND c."submissionStatus" IN ('pending', 'changes_requested')
          LIMIT ${WAITING_FOR_BATCH_MAX}) w`,
      [batches.map(({ batchKey }) => batchKey), batches.map(({ brandKey }) => brandKey)],
    );
  }

  async addRevision(revision: SubmissionRevision): Promise<void> {
    const { certificateId, version, replacedAt, submittedBy, contactName, notes, testResults, findings, ...content } =
      revision;
    const row = { certificateId, version, replacedAt, submittedBy, contactName, notes, testResults, findings, content };
    await managerOf(this.database).insert(submissionRevisionTable, row as object);
  }

  async lastRevision(certificateId: string): Promise<SubmissionRevision | null> {
    const [row] = await managerOf(this.database).find(submissionRevisionTable, {
      where: { certificateId },
      order: { version: 'DESC' },
      take: 1,
    });
    return row ? toRevision(row) : null;
  }

  async linksOf({ id, supersedes }: Certificate): Promise<HistoryLinks> {
    const [found] = await this.database.query<HistoryLinks[]>(
      `SELECT (SELECT json_build_object('id', o."id", 'reference', o."reference") FROM coa_data o WHERE o."id" = $2) AS "original",
              (SELECT json_build_object('id', n."id", 'reference', n."reference") FROM coa_data n
                WHERE n."supersedes" = $1 AND n."submissionStatus" <> 'rejected') AS "replacement"`,
      [id, supersedes],
    );
    return found ?? { original: null, replacement: null };
  }

  async queueCounts(today: string): Promise<QueueCounts> {
    const capped = (condition: string) =>
      `(SELECT count(*)::int FROM (SELECT 1 FROM coa_data WHERE ${condition} LIMIT ${COUNT_CAP}) counted)`;
    const [counts] = await this.database.query<Record<keyof QueueCounts, number>[]>(
      `SELECT ${capped(`"submissionStatus" = 'pending'`)} AS "pending",
              ${capped(`"submissionStatus" = 'pending' AND "dueOn" < $1`)} AS "overdue",
              ${capped(`"submissionStatus" = 'changes_requested'`)} AS "changesRequested"`,
      [today],
    );
    const total = (name: keyof QueueCounts): Total => totalOf(counts?.[name] ?? 0);
    return { pending: total('pending'), overdue: total('overdue'), changesRequested: total('changesRequested') };
  }

  async ofLab({ labId, submissionStatus, labReportId, batchKey, limit, after }: LabQuery) {
    const found = this.database.manager.createQueryBuilder(certificateTable, 'c').where('c.labId = :labId', { labId });
    if (submissionStatus) found.andWhere('c.submissionStatus = :submissionStatus', { submissionStatus });
    if (labReportId !== null) {
      found.andWhere(`${reportKey('c."labReportId"')} = ${reportKey(':labReportId::text')}`, { labReportId });
    }
    if (batchKey !== null) found.andWhere('c.batchKey = :batchKey', { batchKey });
    const counted = found.clone().select('1').limit(COUNT_CAP);
    found.orderBy({ 'c.createdAt': 'DESC', 'c.id': 'DESC' });
    if (after) found.andWhere('(c.createdAt, c.id) < (:createdAt, :id)', after);
    return this.arrivals(found, counted, limit);
  }

  async searchOfLab({ labId, submissionStatus, search, limit, after }: LabCertificatesQuery) {
    const values: unknown[] = [];
    const bind = (value: unknown) => `$${values.push(value)}`;
    const matching = [
      `c."labId" = ${bind(labId)}`,
      ...(submissionStatus === null ? [] : [`c."submissionStatus" = ${bind(submissionStatus)}`]),
      ...(search === null
        ? []
        : [`(${search.map((part) => `${LAB_SEARCH_TEXT} LIKE ${bind(likeAnywhere(part))}`).join(' OR ')})`]),
    ].join(' AND ');
    const counting = [...values];
    const behind = after ? `AND (c."createdAt", c."id") < (${bind(after.createdAt)}, ${bind(after.id)})` : '';
    const manager = managerOf(this.database);
    const [rows, [found]] = await Promise.all([
      manager.query<LabCertificate[]>(
        `SELECT ${LAB_CERTIFICATE} FROM coa_data c WHERE ${matching} ${behind}
          ORDER BY c."createdAt" DESC, c."id" DESC LIMIT ${limit + 1}`,
        values,
      ),
      manager.query<{ counted: number }[]>(
        `SELECT count(*)::int AS counted FROM (SELECT 1 FROM coa_data c WHERE ${matching} LIMIT ${COUNT_CAP}) m`,
        counting,
      ),
    ]);
    return pageOf(rows, limit, ({ createdAt, id }) => ({ createdAt, id }), found?.counted ?? 0);
  }

  /** Partner laboratories are known by name, whoever sent the certificate. */
  async checkContext({ batchKey, brandKey, labKey, labId, labReportId, except, viewer }: CheckContextQuery) {
    const ownLab = typeof viewer === 'object' ? viewer.labId : null;
    const isSeen = `s."id" <> ALL ($2::uuid[])
      AND ($7 OR s."submissionStatus" IN ('approved', 'withdrawn') OR s."labId" = $8::uuid)`;
    const [found] = await managerOf(this.database).query<
      { sameBatch: SameBatch[]; sameReport: SameReport[]; labIsKnown: boolean }[]
    >(
      `SELECT (SELECT coalesce(json_agg(r), '[]') FROM (
                ${SAME_BATCH} WHERE s."batchKey" = $1 AND ${isOfBrand('$6')} AND s."submissionStatus" <> 'superseded'
                  AND ${isSeen} ${NEWEST_OF_BATCH}) r) AS "sameBatch",
              ${sameReport('$4', '$5', isSeen)} AS "sameReport",
              $3::uuid IS NOT NULL OR EXISTS (SELECT 1 FROM partner_labs WHERE "nameKey" = $4)
                OR EXISTS (SELECT 1 FROM coa_data WHERE "labKey" = $4 AND "submissionStatus" = 'approved' AND "id" <> ALL ($2::uuid[]))
                AS "labIsKnown"`,
      [batchKey, except, labId, labKey, labReportId, brandKey, viewer === 'staff', ownLab],
    );
    return found ?? { sameBatch: [], sameReport: [], labIsKnown: false };
  }

  async lookAlikes({ brandName, batchId, batchKey }: Pick<Certificate, 'brandName' | 'batchId' | 'batchKey'>) {
    const part = sameCodePart(batchId);
    if (part === null) return [];
    const rows = await managerOf(this.database).query<{ batchId: string }[]>(
      `SELECT c."batchId" FROM coa_data c
        WHERE c."searchText" LIKE $3 AND c."batchKey" <> $2 AND ${PUBLISHED}
          AND c."brandId" IN (SELECT "id" FROM brands WHERE "nameKey" = $1
                              UNION ALL SELECT "brandId" FROM brand_aliases WHERE "nameKey" = $1)
        ORDER BY c."createdAt" DESC, c."id" LIMIT ${LOOK_ALIKES_MAX}`,
      [nameKey(brandName), batchKey, `%${part}%`],
    );
    return rows.map((row) => row.batchId);
  }

  async related({ id, batchKey, brandName, productName }: Certificate): Promise<RelatedCertificates> {
    const term = searchTerm(productName);
    const others = (condition: string, order: string, limit: number) =>
      `(SELECT coalesce(json_agg(r), '[]') FROM (SELECT ${RELATED} FROM coa_data c
         WHERE ${condition} AND c."id" <> $1 ORDER BY ${order} DESC, c."id" DESC LIMIT ${limit}) r)`;
    const [found] = await this.database.query<RelatedCertificates[]>(
      `SELECT (SELECT coalesce(json_agg(r), '[]') FROM (
                 SELECT ${RELATED} FROM coa_data c JOIN coa_data s USING ("id")
                  WHERE c."batchKey" = $2 AND c."id" <> $1
                  ORDER BY ${isOfBrand('$3')} DESC NULLS LAST, c."createdAt" DESC, c."id" DESC LIMIT ${SAME_BATCH_MAX}) r) AS "sameBatch",
              (SELECT coalesce(json_agg(r), '[]') FROM (${shortAndLong(RELATED, SAME_BRAND, 'ORDER BY c."testDate" DESC, c."id" DESC', RELATED_MAX)}) r) AS "sameBrand",
              ${others(`c."id" IN (SELECT "id" FROM (SELECT c."id" FROM coa_data c WHERE $4::text IS NOT NULL AND c."searchText" LIKE $4 AND ${PUBLISHED} LIMIT 200) named)`, `c."testDate"`, RELATED_MAX)} AS "similarProducts"`,
      [id, batchKey, nameKey(brandName), term && `% ${term.text} |%`],
    );
    return found ?? { sameBatch: [], sameBrand: [], similarProducts: [] };
  }

  change(changed: readonly Certificate[], entries: readonly AuditEntry[]): Promise<Certificate[]> {
    return inTransaction(this.database, async (manager) => {
      if (changed.length > 1) await lockAll(manager, changed);
      const stored: Certificate[] = [];
      for (const certificate of changed) stored.push(await storeChange(manager, certificate));
      for (const entry of entries) await appendToAuditLog(manager, entry);
      return stored;
    });
  }

  async ofSubmitter(address: string) {
    const manager = managerOf(this.database);
    const certificates = await ofSender(manager, address).getMany();
    const revisions = await revisionsOf(manager, address);
    return { certificates, revisions, mail: await findMail(manager, mailTo(certificates)) };
  }

  eraseSubmitter(address: string, without: (certificate: Certificate) => Certificate) {
    return inTransaction(this.database, async (manager) => {
      await holdAllOf(manager, address);
      const certificates = await ofSender(manager, address).setLock('for_no_key_update').getMany();
      for (const one of certificates) await storeChange(manager, without(one));
      const revisions = await revisionsOf(manager, address);
      await manager.query(FORGET_REVISIONS, [address, certificates.map(({ id }) => id)]);
      return { certificates, revisions, mail: await deleteMail(manager, mailTo(certificates)) };
    });
  }

  /** @param counted the same rows, up to the cap and in no order */
  private async arrivals(
    found: SelectQueryBuilder<Certificate>,
    counted: SelectQueryBuilder<Certificate>,
    limit: number,
  ): Promise<Page<ListedCertificate, QueueCursor>> {
    const [sql, values] = counted.getQueryAndParameters();
    const [{ items, hasMore }, [count]] = await Promise.all([
      listedRows(found, limit),
      this.database.query<{ counted: number }[]>(`SELECT count(*)::int AS counted FROM (${sql}) matching`, values),
    ]);
    return pageEndingWith(items, hasMore, ({ createdAt, id }) => ({ createdAt, id }), count?.counted ?? 0);
  }
}

/**
 * A change holds its brand's name, then locks its certificate, the brand that it counts for, and the totals. Whoever
 * changes several does each of that for all of them: with the totals in hand already, one would wait for a brand whose
 * holder waits for the totals.
 */
async function lockAll(manager: EntityManager, certificates: readonly Certificate[]): Promise<void> {
  const keys = certificates.map(({ brandName }) => nameKey(brandName));
  await lockNames(manager, keys, 'shared');
  const ids = certificates.map(({ id }) => id);
  await manager.query(`SELECT 1 FROM coa_data WHERE "id" = ANY ($1) ORDER BY "id" FOR NO KEY UPDATE`, [ids]);
  const brandIds = certificates.flatMap(({ brandId }) => brandId ?? []);
  await manager.query(
    `SELECT 1 FROM brands
      WHERE "id" = ANY ($1) OR "nameKey" = ANY ($2)
         OR "id" IN (SELECT "brandId" FROM brand_aliases WHERE "nameKey" = ANY ($2))
      ORDER BY "id" FOR NO KEY UPDATE`,
    [brandIds, keys],
  );
}

const SENT_WITH = `lower("submittedBy") = lower($1)`;

const ofSender = (manager: EntityManager, address: string) =>
  manager
    .createQueryBuilder(certificateTable, 'c')
    .where('lower(c.submittedBy) = lower(:address)', { address })
    .orderBy({ 'c.createdAt': 'ASC', 'c.id': 'ASC' });

/** As {@link withoutRevisionSender}. Another person may have sent the certificate again since, with their own address. */
const FORGET_REVISIONS = `UPDATE submission_revisions
  SET "submittedBy" = NULL, "contactName" = NULL, "notes" = NULL, "testResults" = "testResults" - 'submitted'
  WHERE lower("submittedBy") = lower($1) OR "certificateId" = ANY ($2)`;

async function revisionsOf(manager: EntityManager, address: string): Promise<RevisionInContext[]> {
  const rows = await manager.query<(RevisionRow & Pick<RevisionInContext, 'reference' | 'submissionStatus'>)[]>(
    `SELECT r.*, c."reference", c."submissionStatus" FROM submission_revisions r JOIN coa_data c ON c."id" = r."certificateId"
      WHERE lower(r."submittedBy") = lower($1) ORDER BY r."replacedAt", r."certificateId"`,
    [address],
  );
  return rows.map(({ reference, submissionStatus, ...row }) => ({ ...toRevision(row), reference, submissionStatus }));
}

const toRevision = ({ content, ...row }: RevisionRow): SubmissionRevision => ({ ...row, ...content });

/** Mail to the sender. What staff are told about a certificate stays. */
const mailTo = (certificates: readonly Pick<Certificate, 'id'>[]) => ({
  kind: 'submission.',
  named: 'certificateId',
  ids: certificates.map(({ id }) => id),
});

/**
 * Takes the locks of everybody who changes one of these certificates, in their order, and those of the brands that are
 * about to lose this contact: names, certificates, brands. The names alone, because whoever makes a brand has the totals
 * in hand before its certificate.
 */
async function holdAllOf(manager: EntityManager, address: string): Promise<void> {
  const contactBrands = `SELECT "id", "name" FROM brands WHERE NOT "verified" AND lower("contactEmail") = lower($1)`;
  const named = await manager.query<{ name: string }[]>(
    `SELECT "brandName" AS name FROM coa_data WHERE ${SENT_WITH} UNION SELECT "name" FROM (${contactBrands}) b`,
    [address],
  );
  await lockNames(manager, [...new Set(named.map(({ name }) => nameKey(name)))], 'alone');
  await manager.query(`SELECT 1 FROM coa_data WHERE ${SENT_WITH} ORDER BY "id" FOR NO KEY UPDATE`, [address]);
  await manager.query(
    `SELECT 1 FROM brands
      WHERE "id" IN (SELECT "brandId" FROM coa_data WHERE ${SENT_WITH} UNION SELECT "id" FROM (${contactBrands}) b)
      ORDER BY "id" FOR NO KEY UPDATE`,
    [address],
  );
}

async function storeChange(manager: EntityManager, certificate: Certificate): Promise<Certificate> {
  const becomesPublic = certificate.submissionStatus === 'approved' && certificate.brandId === null;
  const stored = becomesPublic ? { ...certificate, ...(await brandOf(manager, certificate)) } : certificate;
  const unchanged = { id: certificate.id, version: certificate.version - 1 };
  try {
    const { affected } = await manager.update(certificateTable, unchanged, rowOf(stored) as object);
    if (affected !== 1) throw new ChangedMeanwhile();
    return stored;
  } catch (error) {
    if (violatedConstraint(error) === 'coa_data_published_batch') throw new DuplicateBatch(certificate);
    throw error;
  }
}

/**
 * The brand of that name, or the one that it leads to since it was renamed or merged; made, unverified, from the
 * submission when there is none. Two at once end up with one.
 */
async function brandOf(
  manager: EntityManager,
  certificate: Certificate,
): Promise<Pick<Certificate, 'brandId' | 'brandName'>> {
  const key = nameKey(certificate.brandName);
  const { brandName, submittedBy, contactName, website, demonstration } = certificate;
  // So that nobody renames the brand or merges it away before the certificate is stored.
  await lockNames(manager, [key], 'shared');
  await manager.query(
    `INSERT INTO brands ("name", "nameKey", "contactEmail", "contactName", "website", "demonstration")
     SELECT $1, $2, $3, $4, $5, $6 WHERE NOT EXISTS (SELECT 1 FROM brand_aliases WHERE "nameKey" = $2)
     ON CONFLICT ON CONSTRAINT brands_name_key DO NOTHING`,
    [brandName, key, submittedBy ?? '', contactName, website, demonstration],
  );
  // Held, because a former name does not keep the brand that it leads to from being merged away. When that has just
  // happened, the name leads elsewhere.
  const held = () =>
    manager.query<{ id: number; name: string }[]>(
      `SELECT "id", "name" FROM brands
        WHERE "nameKey" = $1 OR "id" = (SELECT "brandId" FROM brand_aliases WHERE "nameKey" = $1) FOR KEY SHARE`,
      [key],
    );
  const brand = (await held())[0] ?? (await held())[0];
  if (!brand) throw new ChangedMeanwhile();
  return { brandId: brand.id, brandName: brand.name };
}
