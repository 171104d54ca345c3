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
  type Publication,
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

  latestPublished(limit: number): Promise<Publication[]> {
    return this.database.query<Publication[]>(
      `SELECT ${SUMMARY}, c."reviewedAt" AS "publishedAt" FROM coa_data c
        WHERE c."submissionStatus" = 'approved' ORDER BY c."reviewedAt" DESC, c."id" DESC LIMIT $1`,
      [limit],
    );
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

/** Fewer matches than this are collected and sorted; more of them lie close enough together to be met on a walk. */
const SORTED_UP_TO = 2500;

/** How many rows a walk looks at for each row it is to find, before it gives up and all matches are sorted after all. */
const LOOKED_AT_PER_ROW = 50;

/**
 * A page and its capped total in one statement. With one filter at most, the page walks an index that has its order.
 * A search, or two filters at once, first collect matches, because neither way alone is bounded: of a frequent word
 * there are too many to sort, and those of a seldom one, or of one that goes with the order ("10 mg", mildest first),
 * lie too far apart to walk to.
 */
function pageStatement(query: CoaQuery): { sql: string; values: unknown[] } {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const { column, direction } = ORDERS[query.sort];
  const filters = filtersOf(query, bind);
  const comparison = direction === 'ASC' ? '>' : '<';
  const parts: PageParts = {
    key: `c.${column}, c."id"`,
    filters,
    where: [PUBLISHED, ...filters].join(' AND '),
    behind: query.after
      ? `(c.${column}, c."id") ${comparison} (${bind(query.after.value)}, ${bind(query.after.id)})`
      : 'true',
    order: `ORDER BY c.${column} ${direction}, c."id" ${direction}`,
    rows: query.limit + 1,
  };
  const sql = query.search === null && filters.length < 2 ? walkedPage(parts) : collectedPage(parts);
  return { sql, values };
}

type Bind = (value: unknown) => string;

interface PageParts {
  /** What the rows are sorted by. */
  readonly key: string;
  readonly filters: readonly string[];
  readonly where: string;
  /** Whether a row comes after the page before. */
  readonly behind: string;
  readonly order: string;
  /** One more than are shown, to learn whether there is a next page. */
  readonly rows: number;
}

const PUBLISHED = `c."submissionStatus" = 'approved'`;

const COUNT_CAP = COUNTED_EXACTLY_UP_TO + 1;

function filtersOf({ search, brandKey, status }: CoaQuery, bind: Bind): string[] {
  const filters: string[] = [];
  if (brandKey !== null) {
    filters.push(`c."brandId" = (SELECT b."id" FROM brands b WHERE b."nameKey" = ${bind(brandKey)})`);
  }
  if (status !== null) filters.push(`c."status" = ${bind(status)}`);
  if (search !== null) {
    const pattern = `${bind(`%${search.wordStart ? ' ' : ''}${search.text}%`)}::text`;
    // In a subquery the planner does not see the pattern. For a word that it takes to be frequent it would read the table
    // instead of the index. It has no reason to where another filter leaves little, as most certificates passed; there
    // the pattern helps it choose between two indexes.
    const leavesLittle = brandKey !== null || (status !== null && status !== 'passed');
    filters.push(`c."searchText" LIKE ${leavesLittle ? pattern : `(SELECT ${pattern})`}`);
  }
  return filters;
}

function walkedPage({ filters, where, behind, order, rows }: PageParts): string {
  const counted =
    filters.length === 0
      ? `SELECT least(t.coas, ${COUNT_CAP}) FROM registry_totals t`
      : `SELECT count(*)::int FROM (SELECT 1 FROM coa_data c WHERE ${where} LIMIT ${COUNT_CAP}) matching`;
  return withRows(counted, `SELECT ${SUMMARY} FROM coa_data c WHERE ${where} AND ${behind} ${order} LIMIT ${rows}`);
}

/** Of the three sources of the page, conditions that look at no row switch two off before they read anything. */
function collectedPage({ key, where, behind, order, rows }: PageParts): string {
  const page = `
    WITH hits AS MATERIALIZED (SELECT ${key} FROM coa_data c WHERE ${where} LIMIT ${SORTED_UP_TO}),
    counted AS MATERIALIZED (SELECT count(*)::int AS n, count(*) < ${SORTED_UP_TO} AS all_here FROM hits),
    met AS MATERIALIZED (
      SELECT ${key}
        FROM (SELECT * FROM coa_data c WHERE ${PUBLISHED} AND ${behind} ${order} LIMIT ${rows * LOOKED_AT_PER_ROW}) c
       WHERE NOT (SELECT all_here FROM counted) AND ${where} ${order} LIMIT ${rows}),
    walked AS MATERIALIZED (SELECT count(*) = ${rows} AS far_enough FROM met),
    page AS (
      SELECT ${key} FROM (
        SELECT ${key} FROM hits c WHERE (SELECT all_here FROM counted) AND ${behind}
        UNION ALL
        SELECT ${key} FROM met c WHERE (SELECT far_enough FROM walked)
        UNION ALL
        SELECT ${key} FROM coa_data c
         WHERE NOT (SELECT all_here FROM counted) AND NOT (SELECT far_enough FROM walked) AND ${where} AND ${behind}
      ) c ${order} LIMIT ${rows})`;
  const counted = `SELECT least(n, ${COUNT_CAP}) FROM counted`;
  return `${page} ${withRows(counted, `SELECT ${SUMMARY} FROM page JOIN coa_data c USING ("id") ${order}`)}`;
}

/** Rows as one JSON array: PostgreSQL builds it faster than the driver builds objects from columns. */
const withRows = (counted: string, rows: string) =>
  `SELECT (${counted}) AS counted, (SELECT coalesce(json_agg(r), '[]') FROM (${rows}) r) AS rows`;
