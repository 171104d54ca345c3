import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import type { BrandBatch } from '../../../../domain/coa-registry/certificate/batch-key.js';
import type { Certificate } from '../../../../domain/coa-registry/certificate/certificate.js';
import { searchTerm } from '../../../../domain/coa-registry/certificate/search-text.js';
import type { ListedCertificate } from '../../../../domain/coa-registry/review/listed-certificate.js';
import {
  type LabCertificate,
  type LabCertificatesQuery,
  type LabListCursor,
  type OwnCertificatesQuery,
  type RelatedCertificates,
  type Replacement,
  SubmissionReader,
  WAITING_FOR_BATCH_MAX,
  type WaitingForBatch,
} from '../../../../domain/coa-registry/review/ports.js';
import {
  type QueueCounts,
  type QueuePosition,
  type QueueQuery,
  queueSortKey,
} from '../../../../domain/coa-registry/review/queue.js';
import type { HistoryLinks } from '../../../../domain/coa-registry/review/submission-history.js';
import { nameKey } from '../../../../domain/shared/name-key.js';
import { type Page, pageEndingWith, pageOf, type Total, totalOf } from '../../../../domain/shared/page.js';
import { likeAnywhere } from '../../../../platform/database/like.js';
import { managerOf } from '../../../../platform/database/transaction.js';
import { currentBrandIdOf } from '../../../brands/brands.sql.js';
import { certificateTable } from '../../certificate/database/certificate.table.js';
import { RELATED, reportKeyOf } from '../../certificate/database/certificate-columns.js';
import { COUNT_CAP, firstPublished, PUBLISHED } from '../../certificate/database/list-statement.js';
import { isOfBrand, SAME_BATCH_MAX } from '../../checks/database/typeorm-check-context.reader.js';
import { listedOf, listedRows } from './listed-certificates.js';
import { LABS_LIKE, queueStatements } from './queue-page.js';

const LAB_CERTIFICATE = `c."id", c."reference", c."brandName", c."productName", c."batchId", c."labReportId",
  c."testDate"::text AS "testDate", c."status" AS "outcome", c."submissionStatus" AS "lifecycle", c."takenBack", c."createdAt", c."reviewedAt",
  c."endedAt"`;

/** `labSearchText` of the domain, as the index coa_data_lab_search defines it. */
const LAB_SEARCH_TEXT = `(c."searchText" || '|' || lower(c."reference") || '||' || lower(coalesce(c."labReportId", '')))`;

/** PostgreSQL lists a transaction a moment after it gave it its time. */
const JUST_BEGUN = '1 minute';

const RELATED_MAX = 5;
const SAME_BRAND = `c."brandId" = ${currentBrandIdOf('$3')} AND c."id" <> $1`;

@Injectable()
export class TypeOrmSubmissionReader extends SubmissionReader {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
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
    // The database's lower() decides the position of texts; times and days have the same text on both sides.
    const positionOf = (last: ListedCertificate) => {
      const key = keys.get(last.id);
      return { value: typeof key === 'string' ? key : queueSortKey(last, query.sort), id: last.id };
    };
    return pageEndingWith(items, hasMore, positionOf, found?.counted ?? 0);
  }

  private async labsOf({ lifecycle, search }: QueueQuery): Promise<string[]> {
    if (lifecycle !== 'approved' || !search?.published.lab) return [];
    const rows = await this.database.query<{ labKey: string }[]>(LABS_LIKE, [likeAnywhere(search.published.lab)]);
    return rows.map(({ labKey }) => labKey);
  }

  waitingFor(batches: readonly BrandBatch[]): Promise<WaitingForBatch[]> {
    return this.database.query<WaitingForBatch[]>(
      `SELECT w."id", w."batchKey", w."brandName"
         FROM (SELECT DISTINCT * FROM unnest($1::text[], $2::text[]) AS a("batchKey", "brandKey")) wanted CROSS JOIN LATERAL
        (SELECT c."id", c."batchKey", c."brandName" FROM coa_data c
          WHERE c."batchKey" = wanted."batchKey" AND c."brandKey" = wanted."brandKey"
            AND c."submissionStatus" IN ('pending', 'changes_requested')
          LIMIT ${WAITING_FOR_BATCH_MAX}) w`,
      [batches.map(({ batchKey }) => batchKey), batches.map(({ brandKey }) => brandKey)],
    );
  }

  async queueCounts(today: string): Promise<QueueCounts> {
    const capped = (condition: string) =>
      `(SELECT count(*)::int FROM (SELECT 1 FROM coa_data WHERE ${condition} LIMIT ${COUNT_CAP}) counted)`;
    const [counts] = await this.database.query<Record<keyof QueueCounts, number>[]>(
      `SELECT ${capped(`"submissionStatus" = 'pending'`)} AS "pending",
              ${capped(`"submissionStatus" = 'pending' AND "dueOn" < $1`)} AS "overdue",
              ${capped(`"submissionStatus" = 'changes_requested'`)} AS "changesRequested",
              ${capped(`"submissionStatus" = 'approved' AND "spotCheck" = 'due'`)} AS "spotChecks"`,
      [today],
    );
    const total = (name: keyof QueueCounts): Total => totalOf(counts?.[name] ?? 0);
    return {
      pending: total('pending'),
      overdue: total('overdue'),
      changesRequested: total('changesRequested'),
      spotChecks: total('spotChecks'),
    };
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
              (SELECT coalesce(json_agg(r), '[]') FROM (${firstPublished({ columns: RELATED, conditions: [SAME_BRAND], order: 'ORDER BY c."testDate" DESC, c."id" DESC', limit: RELATED_MAX })}) r) AS "sameBrand",
              ${others(`c."id" IN (SELECT "id" FROM (SELECT c."id" FROM coa_data c WHERE $4::text IS NOT NULL AND c."searchText" LIKE $4 AND ${PUBLISHED} LIMIT 200) named)`, `c."testDate"`, RELATED_MAX)} AS "similarProducts"`,
      [id, batchKey, nameKey(brandName), term && `% ${term.text} |%`],
    );
    return found ?? { sameBatch: [], sameBrand: [], similarProducts: [] };
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

  async ofLab({ labId, lifecycle, labReportId, batchKey, updatedSince, limit, after }: OwnCertificatesQuery) {
    const found = this.database.manager.createQueryBuilder(certificateTable, 'c').where('c.labId = :labId', { labId });
    if (lifecycle) found.andWhere('c.lifecycle = :lifecycle', { lifecycle });
    if (labReportId !== null) {
      found.andWhere(`${reportKeyOf('c."labReportId"')} = ${reportKeyOf(':labReportId::text')}`, { labReportId });
    }
    if (batchKey !== null) found.andWhere('c.batchKey = :batchKey', { batchKey });
    if (updatedSince !== null) found.andWhere('c.updatedAt >= :updatedSince', { updatedSince });
    const counted = found.clone().select('1').limit(COUNT_CAP);
    found.orderBy({ 'c.createdAt': 'DESC', 'c.id': 'DESC' });
    if (after) found.andWhere('(c.createdAt, c.id) < (:createdAt, :id)', after);
    return this.arrivals(found, counted, limit);
  }

  async changesKnownUntil(): Promise<Date> {
    const [known] = await this.database.query<{ until: Date }[]>(
      `SELECT least(now(), min(xact_start)) - interval '${JUST_BEGUN}' AS "until"
         FROM pg_stat_activity WHERE datname = current_database()`,
    );
    if (!known) throw new Error('an aggregate returned no row');
    return known.until;
  }

  async replacementsOf(ids: readonly string[]): Promise<Map<string, Replacement>> {
    if (ids.length === 0) return new Map();
    const rows = await managerOf(this.database).query<(Replacement & { readonly supersedes: string })[]>(
      `SELECT n."id", n."reference", n."batchId", n."supersedes" FROM coa_data n JOIN coa_data o ON o."id" = n."supersedes"
        WHERE n."supersedes" = ANY($1) AND n."submissionStatus" <> 'rejected' AND o."submissionStatus" = 'superseded'`,
      [ids],
    );
    return new Map(rows.map(({ supersedes, ...replacement }) => [supersedes, replacement]));
  }

  async searchOfLab({ labId, lifecycle, search, limit, after }: LabCertificatesQuery) {
    const values: unknown[] = [];
    const bind = (value: unknown) => `$${values.push(value)}`;
    const matching = [
      `c."labId" = ${bind(labId)}`,
      ...(lifecycle === null ? [] : [`c."submissionStatus" = ${bind(lifecycle)}`]),
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

  /** @param counted the same rows, up to the cap and in no order */
  private async arrivals(
    found: SelectQueryBuilder<Certificate>,
    counted: SelectQueryBuilder<Certificate>,
    limit: number,
  ): Promise<Page<ListedCertificate, LabListCursor>> {
    const [sql, values] = counted.getQueryAndParameters();
    const [{ items, hasMore }, [count]] = await Promise.all([
      listedRows(found, limit),
      this.database.query<{ counted: number }[]>(`SELECT count(*)::int AS counted FROM (${sql}) matching`, values),
    ]);
    return pageEndingWith(items, hasMore, ({ createdAt, id }) => ({ createdAt, id }), count?.counted ?? 0);
  }
}
