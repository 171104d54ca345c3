import type { CertificateQuery } from '../../../../domain/coa-registry/registry/published-certificate.js';
import { brandIdOf, certificateCountOf } from '../../../brands/brands.sql.js';
import {
  type Bind,
  COUNT_CAP,
  firstPublished,
  ORDERS,
  SUMMARY,
  shownOtherwise,
} from '../../certificate/database/list-statement.js';
import { storedVerdict } from '../../certificate/database/verdict-store.js';

/**
 * A page and its capped total, in one statement.
 * @param listedRun the run whose verdicts lists answer with; null before the first one is finished
 */
export function pageStatement(query: CertificateQuery, listedRun: number | null): { sql: string; values: unknown[] } {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const { column, direction } = ORDERS[query.sort];
  const order = `ORDER BY c.${column} ${direction}, c."id" ${direction}`;
  const verdict = query.verdict && withVerdict(storedVerdict(listedRun, query.verdict), bind);
  const filters = filtersOf(query, verdict, bind);
  const total = totalOf(query, verdict, filters, bind);
  const page = firstPublished({
    columns: `c."id", c.${column}`,
    conditions: filters,
    behindCursor: behindCursor(query, bind),
    mark: query.outcome,
    order,
    limit: query.limit + 1,
  });
  const sql = `
    WITH ${shownOtherwise(filters)}, page AS MATERIALIZED (${page})
    SELECT (${total}) AS counted, (
      SELECT coalesce(json_agg(r), '[]') FROM (SELECT ${SUMMARY} FROM page JOIN coa_data c USING ("id") ${order}) r) AS rows`;
  return { sql, values };
}

/** The rows of certificates with a verdict. Only published ones have any. */
const withVerdict = (verdict: string, bind: Bind) =>
  `certificate_verdicts v WHERE v."verdicts" @> ARRAY[${bind(verdict)}]::text[]`;

function filtersOf(query: CertificateQuery, verdict: string | null, bind: Bind): string[] {
  const { search, brandKey, testedFrom, panelsComplete, sampledBy } = query;
  const filters: string[] = [];
  if (brandKey !== null) filters.push(`c."brandId" = ${brandIdOf(bind(brandKey))}`);
  if (testedFrom !== null) filters.push(`c."testDate" >= ${bind(testedFrom)}::date`);
  if (panelsComplete) filters.push(`c."panelsComplete"`);
  if (sampledBy === 'unknown') filters.push(`c."sample"->>'sampledBy' IS NULL`);
  else if (sampledBy !== null) filters.push(`c."sample"->>'sampledBy' = ${bind(sampledBy)}`);
  if (verdict !== null) filters.push(`c."id" IN (SELECT v."certificateId" FROM ${verdict})`);
  if (search !== null) {
    for (const parts of [search.parts, ...(search.others ?? [])]) {
      filters.push(`(${parts.map((part) => `c."searchText" LIKE ${bind(`%${part}%`)}`).join(' OR ')})`);
    }
  }
  return filters;
}

function behindCursor({ sort, after }: CertificateQuery, bind: Bind): string[] {
  if (after === null) return [];
  const { column, direction } = ORDERS[sort];
  return [`(c.${column}, c."id") ${direction === 'ASC' ? '>' : '<'} (${bind(after.value)}, ${bind(after.id)})`];
}

/** How many there are, up to the cap. Triggers keep the number of all certificates, and of each brand's. */
function totalOf(
  { brandKey, outcome }: CertificateQuery,
  verdict: string | null,
  conditions: readonly string[],
  bind: Bind,
): string {
  const isAlone = conditions.length === 1 && outcome === null;
  if (conditions.length === 0 && outcome === null) return `SELECT least(t.coas, ${COUNT_CAP}) FROM registry_totals t`;
  if (isAlone && brandKey !== null) {
    return `SELECT coalesce(${certificateCountOf(brandIdOf(bind(brandKey)), COUNT_CAP)}, 0)`;
  }
  const counted =
    isAlone && verdict !== null
      ? `SELECT 1 FROM ${verdict} LIMIT ${COUNT_CAP}`
      : firstPublished({ columns: '1', conditions, mark: outcome, order: '', limit: COUNT_CAP });
  return `SELECT count(*)::int FROM (${counted}) counted`;
}
