import type { SearchTerm } from '../../../../domain/coa-registry/certificate/search-text.js';
import type { CertificateQuery } from '../../../../domain/coa-registry/registry/published-certificate.js';
import { brandIdOf, certificateCountOf } from '../../../brands/brands.sql.js';
import {
  type Bind,
  COUNT_CAP,
  isShownAs,
  LONG,
  ORDERS,
  PUBLISHED,
  SHORT,
  SUMMARY,
  shortAndLong,
} from '../../certificate/database/list-statement.js';

type ListQuery = Omit<CertificateQuery, 'verdict'>;

/** Where one way to search ends and another begins. No result depends on it. */
export interface Bounds {
  /** How many rows tell how frequent a term is. */
  readonly sample: number;
  /** With so many matches in a sample, going through rows meets the cap sooner than the trigram index does. */
  readonly frequent: number;
  /** How many rows that takes at most; most often it is a small part of them. */
  readonly countedAmong: number;
  /** How many rows a walk reads to fill a page. Rarer matches are collected and sorted instead. */
  readonly walkedUpTo: number;
  /** More matches than this are not kept before it is known that all have to be sorted. */
  readonly sortedUpTo: number;
  /** When a period of test dates has no more certificates than this, all of them are looked at. */
  readonly collectedAmong: number;
}

const BOUNDS: Bounds = {
  sample: 2000,
  frequent: 30,
  countedAmong: 100_000,
  walkedUpTo: 20_000,
  sortedUpTo: 8000,
  collectedAmong: 30_000,
};

/** A page and its capped total in one statement. Lists by verdict have another one. */
export function pageStatement(query: ListQuery, bounds = BOUNDS): { sql: string; values: unknown[] } {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const { column, direction } = ORDERS[query.sort];
  const comparison = direction === 'ASC' ? '>' : '<';
  const parts: PageParts = {
    brand: query.brandKey === null ? null : brandIdOf(bind(query.brandKey)),
    status: shownAs(query, 'few'),
    statusOfMany: shownAs(query, 'many'),
    tested: query.testedFrom === null ? 'true' : `c."testDate" >= ${bind(query.testedFrom)}::date`,
    panels: query.panelsComplete ? `c."panelsComplete"` : 'true',
    search: query.search === null ? 'true' : searchFor(query.search, searchedText(query), bind),
    behind: query.after
      ? `(c.${column}, c."id") ${comparison} (${bind(query.after.value)}, ${bind(query.after.id)})`
      : 'true',
    key: `c.${column}, c."id"`,
    order: orderBy(column, direction),
    rows: query.limit + 1,
  };
  return { sql: statementOf(query, parts, bounds), values };
}

const shownAs = ({ outcome }: ListQuery, among: 'few' | 'many') =>
  outcome === null ? 'true' : isShownAs(outcome, 'c."shownStatus"', 'c."id"', among);

/** Parts that a page does not have are `true`. */
interface PageParts {
  /** The id of the brand. */
  readonly brand: string | null;
  readonly status: string;
  /** The same, where so many are asked that looking up each takes longer. */
  readonly statusOfMany: string;
  /** Whether the test is recent enough. Every list index has the date. */
  readonly tested: string;
  /** Whether all panels are reported. Such certificates have list indexes of their own (see the migration). */
  readonly panels: string;
  readonly search: string;
  /** Whether a row comes after the page before. */
  readonly behind: string;
  /** What the rows are sorted by. */
  readonly key: string;
  readonly order: string;
  /** One more than are shown, to learn whether there is a next page. */
  readonly rows: number;
}

const orderBy = (column: string, direction: string) => `ORDER BY c.${column} ${direction}, c."id" ${direction}`;

/** In a subquery, or the planner would see the pattern and guess how frequent it is. */
const searchFor = ({ parts }: SearchTerm, searched: string, bind: Bind) =>
  `(${parts.map((part) => `${searched} LIKE (SELECT ${bind(`%${part}%`)}::text)`).join(' OR ')})`;

/** Whether the filters alone lead to few enough certificates to look at all of them. */
const leavesLittle = ({ brandKey, outcome }: ListQuery) =>
  brandKey !== null || outcome === 'failed' || outcome === 'pending';

/** As an expression the trigram index does not know: with a frequent term it would be the longer way, and is chosen by chance. */
const UNINDEXED_TEXT = `(c."searchText" || '')`;

const searchedText = (query: ListQuery) => (leavesLittle(query) ? UNINDEXED_TEXT : `c."searchText"`);

const BY_DATE = orderBy('"testDate"', 'DESC');
const BY_STRENGTH = orderBy('"thcContent"', 'DESC');

const isByDate = (order: string) => order.includes('"testDate"');

function statementOf(query: ListQuery, parts: PageParts, bounds: Bounds): string {
  const { search, outcome, brandKey, testedFrom, panelsComplete, sort } = query;
  const { brand, status, tested, panels } = parts;
  const filters = [search, outcome, brandKey].filter((filter) => filter !== null).length;
  const isByDate = ORDERS[sort].column === '"testDate"';
  const isNarrowed = testedFrom !== null || panelsComplete;
  // Those that failed are not in the order of one index: a failure is shown by all certificates of its batch.
  const isOrdered = isByDate && search === null && outcome !== 'failed';
  if (!isNarrowed && (filters === 0 || (filters === 1 && isOrdered))) return walkedPage(parts);
  if (brand !== null) return collectedPage(parts, `c."brandId" = ${brand} AND ${status} AND ${tested} AND ${panels}`);
  if (leavesLittle(query)) return collectedPage(parts, `${status} AND ${tested} AND ${panels}`);
  // By strength, the certificates of a short period may lie far apart.
  const isWalked = search === null && (isByDate || testedFrom === null);
  return isWalked ? walkedPage(parts) : searchedPage(parts, bounds);
}

function walkedPage(parts: PageParts): string {
  const { brand, key, status, tested, panels, behind, order, rows } = parts;
  if (brand === null) {
    const condition = `${status} AND ${tested} AND ${panels} AND ${behind}`;
    return withRows(countOf(parts), shortAndLong(SUMMARY, condition, order, rows));
  }
  // The planner takes every brand for an average one, and would read all of a large one to sort it. Looking at the index
  // alone, walking it is the cheaper way for any size.
  const condition = `c."brandId" = ${brand} AND ${status} AND ${behind}`;
  const page = `WITH page AS MATERIALIZED (SELECT c."id" FROM (${shortAndLong(key, condition, order, rows)}) c)`;
  return `${page} ${withRows(countOf(parts), rowsOfPage(order))}`;
}

function countOf({ brand, status, tested, panels }: PageParts): string {
  if (brand !== null) {
    return `SELECT coalesce(${certificateCountOf(brand, COUNT_CAP)}, 0)`;
  }
  const filters = [status, tested, panels].filter((filter) => filter !== 'true').join(' AND ');
  if (filters === '') return `SELECT least(t.coas, ${COUNT_CAP}) FROM registry_totals t`;
  const counted = `SELECT 1 FROM coa_data c WHERE ${PUBLISHED} AND ${SHORT} AND ${filters}
    UNION ALL SELECT 1 FROM coa_data c WHERE ${PUBLISHED} AND ${LONG} AND ${filters} LIMIT ${COUNT_CAP}`;
  return `SELECT count(*)::int FROM (${counted}) counted`;
}

/** Certificates of one brand, or those that did not pass: one index range has them, with all columns that this needs. */
function collectedPage({ key, search, behind, order, rows }: PageParts, among: string): string {
  const half = (length: string) =>
    `SELECT ${key} FROM coa_data c WHERE ${PUBLISHED} AND ${length} AND ${among} AND ${search}`;
  const page = `
    WITH hits AS MATERIALIZED (${half(SHORT)} UNION ALL ${half(LONG)}),
    page AS (SELECT c."id" FROM hits c WHERE ${behind} ${order} LIMIT ${rows})`;
  return `${page} ${withRows(`SELECT least(count(*)::int, ${COUNT_CAP}) FROM hits`, rowsOfPage(order))}`;
}

/**
 * No one way is bounded. Walking in the order ends soon for a frequent term and never for a seldom one; the trigram index
 * finds all matches of a term, however many they are. A sample tells which it is, from the
 * beginning of two orders, because the matches of a frequent term may lie far behind in one ("10 mg", strongest first).
 * Of a short period, or where few report all panels, all are looked at instead.
 * A condition that is always false disables the other plans, which then read no rows.
 */
function searchedPage(parts: PageParts, bounds: Bounds): string {
  const { key, status, statusOfMany, tested, panels, search, behind, order, rows } = parts;
  const { sample, frequent, countedAmong, walkedUpTo, sortedUpTo, collectedAmong } = bounds;
  const matches = `${status} AND ${tested} AND ${search}`;
  const walk = (condition: string, along: string, upTo: number | 'ALL') =>
    `(SELECT c."id", c."testDate", c."thcContent", c."shownStatus", c."searchText" FROM coa_data c
       WHERE ${PUBLISHED} AND ${SHORT} AND ${panels} AND ${isByDate(along) ? tested : 'true'} AND ${condition}
       ${along} LIMIT ${upTo}) c`;
  const matching = (along: string) => `(SELECT count(*) FROM ${walk('true', along, sample)} WHERE ${matches})`;
  const isNarrowed = tested !== 'true' || panels !== 'true';
  const isFew = isNarrowed ? '(SELECT NOT more FROM few)' : 'false';
  const collected = [SHORT, LONG].map(
    (length) => `SELECT ${key} FROM coa_data c WHERE ${isFew} AND ${PUBLISHED} AND ${length} AND ${panels}
       AND ${statusOfMany} AND ${tested} AND ${search.replaceAll(`c."searchText"`, UNINDEXED_TEXT)}`,
  );
  const page = `
    WITH ${isNarrowed ? `few AS MATERIALIZED (SELECT count(*) > 0 AS more FROM (SELECT 1 FROM ${walk('true', BY_DATE, 'ALL')} OFFSET ${collectedAmong} LIMIT 1) c),` : ''}
    sample AS MATERIALIZED (SELECT ${matching(BY_DATE)} AS by_date, ${matching(BY_STRENGTH)} AS by_strength WHERE NOT ${isFew}),
    met AS MATERIALIZED (
      SELECT 1 FROM ${walk('true', BY_DATE, countedAmong)}
       WHERE (SELECT by_date >= ${frequent} AND by_date >= by_strength FROM sample) AND ${matches}
      UNION ALL
      SELECT 1 FROM ${walk('true', BY_STRENGTH, countedAmong)}
       WHERE (SELECT by_strength >= ${frequent} AND by_date < by_strength FROM sample) AND ${matches}
       LIMIT ${COUNT_CAP}),
    near AS MATERIALIZED (
      SELECT ${key} FROM ${walk(behind, order, walkedUpTo)}
       WHERE (SELECT by_date + by_strength > 0 FROM sample) AND ${matches} ${order} LIMIT ${rows}),
    known AS MATERIALIZED (
      SELECT (SELECT count(*) FROM met) = ${COUNT_CAP} AS total, (SELECT count(*) FROM near) = ${rows} AS page),
    hits AS MATERIALIZED (${isNarrowed ? `${collected.join(' UNION ALL ')} UNION ALL` : ''}
      (SELECT ${key} FROM coa_data c WHERE NOT ${isFew} AND NOT (SELECT total FROM known) AND ${PUBLISHED} AND ${panels} AND ${matches}
       LIMIT (SELECT CASE WHEN page THEN ${COUNT_CAP} ELSE ${Math.max(COUNT_CAP, sortedUpTo + 1)} END FROM known))),
    way AS MATERIALIZED (
      SELECT page AS is_near, NOT page AND total AS is_far,
             NOT page AND NOT total AND (${isFew} OR n <= ${sortedUpTo}) AS is_collected,
             NOT page AND NOT total AND NOT ${isFew} AND n > ${sortedUpTo} AS is_to_collect
        FROM known, (SELECT count(*) AS n FROM hits) collected),
    page AS (
      SELECT c."id" FROM (
        SELECT ${key} FROM near c WHERE (SELECT is_near FROM way)
        UNION ALL
        (SELECT ${key} FROM ${walk(behind, order, 'ALL')} WHERE (SELECT is_far FROM way) AND ${matches} ${order} LIMIT ${rows})
        UNION ALL
        SELECT ${key} FROM coa_data c
         WHERE (SELECT is_near OR is_far FROM way) AND ${PUBLISHED} AND ${LONG} AND ${panels} AND ${matches} AND ${behind}
        UNION ALL
        SELECT ${key} FROM hits c WHERE (SELECT is_collected FROM way) AND ${behind}
        UNION ALL
        SELECT ${key} FROM coa_data c
         WHERE (SELECT is_to_collect FROM way) AND ${PUBLISHED} AND ${panels} AND ${matches} AND ${behind}
      ) c ${order} LIMIT ${rows})`;
  const counted = `SELECT CASE WHEN total THEN ${COUNT_CAP} ELSE least((SELECT count(*) FROM hits), ${COUNT_CAP}) END::int FROM known`;
  return `${page} ${withRows(counted, rowsOfPage(order))}`;
}

const rowsOfPage = (order: string) => `SELECT ${SUMMARY} FROM page JOIN coa_data c USING ("id") ${order}`;

/** Rows as one JSON array: PostgreSQL builds it faster than the driver builds objects from columns. */
const withRows = (counted: string, rows: string) =>
  `SELECT (${counted}) AS counted, (SELECT coalesce(json_agg(r), '[]') FROM (${rows}) r) AS rows`;
