import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AlreadyDecided, type Certificate, DuplicateBatch } from '../../domain/coa-registry/certificate.js';
import {
  type CoaCursor,
  type CoaQuery,
  CoaRepository,
  type CoaSort,
  type CoaSummary,
  type CoaTotals,
  type PublishedCoa,
  type QueueCursor,
  type QueueQuery,
} from '../../domain/coa-registry/ports.js';
import type { AuditEntry } from '../../domain/shared/audit.js';
import { nameKey } from '../../domain/shared/name-key.js';
import { COUNTED_EXACTLY_UP_TO, type Page, totalOf } from '../../domain/shared/page.js';
import { appendToAuditLog } from '../../platform/database/audit-log.js';
import { violatedConstraint } from '../../platform/database/errors.js';
import { coaTable } from './coa.table.js';

/** A day as text and an amount as a number: the driver would make a local midnight and a string of them. */
const SUMMARY = `c."id", c."brandName", c."productName", c."batchId", c."thcContent"::float8 AS "thcContent",
  c."cbdContent"::float8 AS "cbdContent", c."labName", c."testDate"::text AS "testDate", c."status", c."underDosed",
  c."demonstration", c."testResults"->'panels'->>'pesticides' AS "pesticideStatus"`;

const ORDERS: Record<CoaSort, { column: '"testDate"' | '"thcContent"'; direction: 'ASC' | 'DESC' }> = {
  newest: { column: '"testDate"', direction: 'DESC' },
  oldest: { column: '"testDate"', direction: 'ASC' },
  strongest: { column: '"thcContent"', direction: 'DESC' },
  mildest: { column: '"thcContent"', direction: 'ASC' },
};

@Injectable()
export class TypeOrmCoaRepository extends CoaRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  async add(certificate: Certificate): Promise<void> {
    try {
      await this.database.manager.insert(coaTable, certificate as object);
    } catch (error) {
      if (violatedConstraint(error) !== 'coa_data_open_batch_key') throw error;
      throw new DuplicateBatch(certificate.batchId, await this.standingOf(certificate.batchKey));
    }
  }

  async publishedByBatch(batchKey: string): Promise<PublishedCoa | null> {
    const [row] = await this.database.query<PublishedCoa[]>(
      `SELECT ${SUMMARY}, c."testResults" - 'submitted' AS "testResults", c."coaFileUrl", c."reviewedAt"
         FROM coa_data c WHERE c."batchKey" = $1 AND c."submissionStatus" = 'approved'`,
      [batchKey],
    );
    return row ?? null;
  }

  async publishedPage(query: CoaQuery): Promise<Page<CoaSummary, CoaCursor>> {
    const { sql, values } = pageStatement(query);
    const [found] = await this.database.query<{ counted: number; rows: CoaSummary[] }[]>(sql, values);
    const { counted = 0, rows = [] } = found ?? {};
    const items = rows.slice(0, query.limit);
    const last = items.at(-1);
    const value = (row: CoaSummary) => (ORDERS[query.sort].column === '"testDate"' ? row.testDate : row.thcContent);
    const next = rows.length > query.limit && last ? { value: value(last), id: last.id } : null;
    return { items, next, total: totalOf(counted) };
  }

  async totals(): Promise<CoaTotals> {
    const [row] = await this.database.query<CoaTotals[]>(`SELECT coas, brands, "underDosed" FROM registry_totals`);
    return row ?? { coas: 0, brands: 0, underDosed: 0 };
  }

  byId(id: string): Promise<Certificate | null> {
    return this.database.manager.findOneBy(coaTable, { id });
  }

  async queue({ submissionStatus, limit, after }: QueueQuery): Promise<Page<Certificate, QueueCursor>> {
    const found = this.database.manager
      .createQueryBuilder(coaTable, 'c')
      .where('c.submissionStatus = :submissionStatus', { submissionStatus })
      .orderBy({ 'c.createdAt': 'ASC', 'c.id': 'ASC' })
      .take(limit + 1);
    if (after) found.andWhere('(c.createdAt, c.id) > (:createdAt, :id)', after);
    const [rows, [count]] = await Promise.all([
      found.getMany(),
      this.database.query<{ counted: number }[]>(
        `SELECT count(*)::int AS counted
           FROM (SELECT 1 FROM coa_data WHERE "submissionStatus" = $1 LIMIT ${COUNTED_EXACTLY_UP_TO + 1}) waiting`,
        [submissionStatus],
      ),
    ]);
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    const next = rows.length > limit && last ? { createdAt: last.createdAt, id: last.id } : null;
    return { items, next, total: totalOf(count?.counted ?? 0) };
  }

  decide(decided: Certificate, entry: AuditEntry): Promise<Certificate> {
    return this.database.transaction(async (manager) => {
      const brand = decided.submissionStatus === 'approved' ? await brandOf(manager, decided) : {};
      const stored = { ...decided, ...brand };
      const { affected } = await manager.update(
        coaTable,
        { id: decided.id, submissionStatus: 'pending' },
        stored as object,
      );
      if (affected !== 1) throw new AlreadyDecided();
      await appendToAuditLog(manager, entry);
      return stored;
    });
  }

  /** Read after the constraint refused a batch, to say which of the two reasons it was. */
  private async standingOf(batchKey: string): Promise<'pending' | 'approved'> {
    return (await this.publishedByBatch(batchKey)) ? 'approved' : 'pending';
  }
}

/** The brand of that name; made, unverified, from the submission when there is none. Two at once end up with one. */
async function brandOf(
  manager: EntityManager,
  certificate: Certificate,
): Promise<Pick<Certificate, 'brandId' | 'brandName'>> {
  const key = nameKey(certificate.brandName);
  await manager.query(
    `INSERT INTO brands ("name", "nameKey", "contactEmail", "contactName", "website", "demonstration")
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT ON CONSTRAINT brands_name_key DO NOTHING`,
    [
      certificate.brandName,
      key,
      certificate.submittedBy ?? '',
      certificate.contactName,
      certificate.website,
      certificate.demonstration,
    ],
  );
  const [brand] = await manager.query<{ id: number; name: string }[]>(
    `SELECT "id", "name" FROM brands WHERE "nameKey" = $1`,
    [key],
  );
  if (!brand) throw new Error('a brand vanished between two statements of one transaction');
  return { brandId: brand.id, brandName: brand.name };
}

/**
 * A page and its capped total in one statement. The page walks the index of its order; only a search first collects up
 * to 1,001 matches from the trigram index, and sorts those when they are all there are.
 */
function pageStatement(query: CoaQuery): { sql: string; values: unknown[] } {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const { column, direction } = ORDERS[query.sort];

  const filters = [`c."submissionStatus" = 'approved'`];
  if (query.brandKey !== null) {
    filters.push(`c."brandId" = (SELECT b."id" FROM brands b WHERE b."nameKey" = ${bind(query.brandKey)})`);
  }
  if (query.status !== null) filters.push(`c."status" = ${bind(query.status)}`);
  if (query.search !== null) {
    const { text, wordStart } = query.search;
    filters.push(`c."searchText" LIKE ${bind(`%${wordStart ? ' ' : ''}${text}%`)}`);
  }
  const where = filters.join(' AND ');
  const isUnfiltered = filters.length === 1;

  const comparison = direction === 'ASC' ? '>' : '<';
  const behind = query.after
    ? `(c.${column}, c."id") ${comparison} (${bind(query.after.value)}, ${bind(query.after.id)})`
    : 'true';
  const order = `ORDER BY c.${column} ${direction}, c."id" ${direction} LIMIT ${bind(query.limit + 1)}`;
  const cap = COUNTED_EXACTLY_UP_TO + 1;

  const counted = isUnfiltered
    ? `SELECT least(t.coas, ${cap}) FROM registry_totals t`
    : `SELECT count(*)::int FROM (SELECT 1 FROM coa_data c WHERE ${where} LIMIT ${cap}) matching`;
  const walk = `SELECT ${SUMMARY} FROM coa_data c WHERE ${where} AND ${behind} ${order}`;
  if (query.search === null) return { sql: withRows(counted, walk), values };

  const sql = `
    WITH hits AS MATERIALIZED (SELECT c."id", c.${column} FROM coa_data c WHERE ${where} LIMIT ${cap}),
    counted AS MATERIALIZED (SELECT count(*)::int AS n FROM hits),
    few AS (SELECT c."id" FROM hits c WHERE (SELECT n FROM counted) < ${cap} AND ${behind} ${order}),
    page AS (
      (SELECT ${SUMMARY} FROM few JOIN coa_data c USING ("id") ORDER BY c.${column} ${direction}, c."id" ${direction})
      UNION ALL
      (SELECT ${SUMMARY} FROM coa_data c
        WHERE (SELECT n FROM counted) >= ${cap} AND ${where} AND ${behind} ${order})
    )
    ${withRows('SELECT n FROM counted', 'SELECT * FROM page')}`;
  return { sql, values };
}

/** Rows as one JSON array: PostgreSQL builds it faster than the driver builds objects from columns. */
const withRows = (counted: string, rows: string) =>
  `SELECT (${counted}) AS counted, (SELECT coalesce(json_agg(r), '[]') FROM (${rows}) r) AS rows`;
