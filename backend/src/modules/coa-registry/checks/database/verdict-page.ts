import type { VerdictText } from '../../../../domain/coa-registry/checks/verdict-changes.js';
import type { CertificateQuery } from '../../../../domain/coa-registry/registry/published-certificate.js';
import { brandIdOf } from '../../../brands/brands.sql.js';
import {
  type Bind,
  COUNT_CAP,
  isShownAs,
  ORDERS,
  SUMMARY,
  shortAndLong,
} from '../../certificate/database/list-statement.js';
import { storedVerdict } from '../../certificate/database/verdict-store.js';

/**
 * A page of the certificates with a verdict, and its capped total.
 * @param listedRun the run that lists answer with; null before the first one is finished
 */
export function verdictPage(query: CertificateQuery, verdict: VerdictText, listedRun: number | null) {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const { column, direction } = ORDERS[query.sort];
  const order = `ORDER BY c.${column} ${direction}, c."id" ${direction}`;
  const withVerdict = `certificate_verdicts v WHERE v."verdicts" @> ARRAY[${bind(storedVerdict(listedRun, verdict))}]::text[]`;
  const hasVerdict = `c."id" IN (SELECT v."certificateId" FROM ${withVerdict})`;
  const filters = filtersOf(query, bind);
  const found = (columns: string, conditions: readonly string[], orderBy: string, limit: number) =>
    shortAndLong(columns, [hasVerdict, ...conditions].join(' AND '), orderBy, limit);
  const page = found(`c."id", c.${column}`, [...filters, ...behindCursor(query, bind)], order, query.limit + 1);
  // Only published certificates have verdicts.
  const counted =
    filters.length === 0 ? `SELECT 1 FROM ${withVerdict} LIMIT ${COUNT_CAP}` : found('1', filters, '', COUNT_CAP);
  const sql = `
    WITH page AS MATERIALIZED (${page})
    SELECT (SELECT count(*)::int FROM (${counted}) counted) AS counted,
           (SELECT coalesce(json_agg(r), '[]')
              FROM (SELECT ${SUMMARY} FROM page JOIN coa_data c USING ("id") ${order}) r) AS rows`;
  return { sql, values };
}

function filtersOf({ search, brandKey, outcome, testedFrom, panelsComplete }: CertificateQuery, bind: Bind): string[] {
  const filters: string[] = [];
  if (brandKey !== null) filters.push(`c."brandId" = ${brandIdOf(bind(brandKey))}`);
  if (outcome !== null) filters.push(isShownAs(outcome, 'c."shownStatus"', 'c."id"', 'few'));
  if (testedFrom !== null) filters.push(`c."testDate" >= ${bind(testedFrom)}::date`);
  if (panelsComplete) filters.push(`c."panelsComplete"`);
  if (search !== null) {
    filters.push(`(${search.parts.map((part) => `c."searchText" LIKE ${bind(`%${part}%`)}`).join(' OR ')})`);
  }
  return filters;
}

function behindCursor({ sort, after }: CertificateQuery, bind: Bind): string[] {
  if (after === null) return [];
  const { column, direction } = ORDERS[sort];
  return [`(c.${column}, c."id") ${direction === 'ASC' ? '>' : '<'} (${bind(after.value)}, ${bind(after.id)})`];
}
