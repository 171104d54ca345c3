import type { CoaQuery, CoaSort } from '../../domain/coa-registry/ports.js';
import { COUNTED_EXACTLY_UP_TO } from '../../domain/shared/page.js';

/** A day as text and an amount as a number: the driver would make a local midnight and a string of them. */
export const SUMMARY = `c."id", c."brandName", c."productName", c."batchId", c."thcContent"::float8 AS "thcContent",
  c."cbdContent"::float8 AS "cbdContent", c."labName", c."testDate"::text AS "testDate", c."status", c."underDosed",
  c."demonstration", c."testResults"->'panels'->>'pesticides' AS "pesticideStatus"`;

export const PUBLISHED = `c."submissionStatus" = 'approved'`;

export const COUNT_CAP = COUNTED_EXACTLY_UP_TO + 1;

export const ORDERS: Record<CoaSort, { column: '"testDate"' | '"thcContent"'; direction: 'ASC' | 'DESC' }> = {
  newest: { column: '"testDate"', direction: 'DESC' },
  oldest: { column: '"testDate"', direction: 'ASC' },
  strongest: { column: '"thcContent"', direction: 'DESC' },
  mildest: { column: '"thcContent"', direction: 'ASC' },
};

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
export function pageStatement(query: CoaQuery): { sql: string; values: unknown[] } {
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

function filtersOf({ search, brandKey, status }: CoaQuery, bind: Bind): string[] {
  const filters: string[] = [];
  if (brandKey !== null) {
    const key = bind(brandKey);
    filters.push(`c."brandId" = (SELECT b."id" FROM brands b WHERE b."nameKey" = ${key}
      UNION ALL SELECT a."brandId" FROM brand_aliases a WHERE a."nameKey" = ${key} LIMIT 1)`);
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
