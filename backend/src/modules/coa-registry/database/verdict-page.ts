import type { CertificateQuery } from '../../../domain/coa-registry/published-certificate.js';
import type { VerdictText } from '../../../domain/coa-registry/verdict-changes.js';
import { type Bind, COUNT_CAP, isShownAs, ORDERS, SUMMARY } from './list-statement.js';
import { LISTED, LISTED_BASIS } from './verdict-store.js';

/** The profile of a certificate that a statement reads under the name `c`. A subquery of one row: it is never hashed. */
export const PROFILE_OF = `SELECT v."profileId" FROM certificate_verdicts v WHERE v."certificateId" = c."id"`;

/** The profiles that have a verdict. */
export const profilesOf = (text: VerdictText, bind: Bind) =>
  `ARRAY(SELECT p."id" FROM verdict_profiles p WHERE ${hasVerdict(text, bind)})`;

const hasVerdict = (text: string, bind: Bind) => `${LISTED} @> ARRAY[${bind(text)}]::text[]`;

type OfVerdict = CertificateQuery & { readonly verdict: VerdictText };

/** Whether the profiles alone lead to the certificates. Those of a brand, or with a word, are looked up one by one. */
export const isOfVerdict = (query: CertificateQuery): query is OfVerdict =>
  query.verdict !== null && query.brandKey === null && query.search === null;

/**
 * A page of the certificates with a verdict. Few profiles have their certificates in the order of the page: what the pages of
 * all of them have is sorted. Many hold a good part of all certificates, which are walked until a page is full. Completeness
 * and the status that it is shown with alone are part of the profile.
 * By strength, the certificates of a period may lie far apart: where there are few, all of them are sorted instead.
 * @param few how many profiles are looked into one by one
 */
export function verdictPage(query: CertificateQuery, verdict: VerdictText, bind: Bind, few: number): string {
  const { column, direction } = ORDERS[query.sort];
  const { outcome, testedFrom, after } = query;
  const isByDate = column === '"testDate"';
  const order = `ORDER BY v.${column} ${direction}, v."certificateId" ${direction}`;
  const newest = `ORDER BY v."testDate" DESC`;
  const comparison = direction === 'ASC' ? '>' : '<';
  const rows = query.limit + 1;
  const columns = `v."certificateId", v."testDate", v."thcContent"`;
  const isFew = `(SELECT count(*) <= ${few} FROM profiles)`;
  const tested = testedFrom === null ? 'true' : `v."testDate" >= ${bind(testedFrom)}::date`;
  const behind = after
    ? `(v.${column}, v."certificateId") ${comparison} (${bind(after.value)}, ${bind(after.id)})`
    : 'true';
  const shown = (own: string) => (outcome === null ? 'true' : isShownAs(outcome, own, 'v."certificateId"', 'few'));
  const ofMany = `CASE WHEN v."profileId" IN (SELECT p."id" FROM profiles p WHERE p."outcome" = '${outcome}') THEN '${outcome}' END`;
  const matching = (condition: string, orderOfEach: string, upTo: number) => `
    SELECT ${columns} FROM profiles p CROSS JOIN LATERAL (
      SELECT ${columns} FROM certificate_verdicts v
       WHERE v."profileId" = p."id" AND ${tested} AND ${shown('p."outcome"')} AND ${condition} ${orderOfEach} LIMIT ${upTo}) v
     WHERE ${isFew}
    UNION ALL
    (SELECT ${columns} FROM certificate_verdicts v
      WHERE NOT ${isFew} AND (v."profileId" IN (SELECT p."id" FROM profiles p)) IS TRUE AND ${tested} AND ${shown(ofMany)} AND ${condition}
      ${orderOfEach} LIMIT ${upTo})`;
  const isShort = `(SELECT count(*) < ${COUNT_CAP} FROM hits)`;
  const isInOrder = isByDate || testedFrom === null;
  // Only counted, they come in any order: each profile has its certificates side by side.
  const inAnyOrder = `SELECT ${columns} FROM certificate_verdicts v
    WHERE v."profileId" = ANY (ARRAY(SELECT p."id" FROM profiles p)) AND ${tested} AND ${shown(ofMany)}`;
  const counted = isInOrder ? inAnyOrder : matching('true', newest, COUNT_CAP);
  const found = isInOrder
    ? matching(behind, order, rows)
    : `SELECT ${columns} FROM hits v WHERE ${isShort} AND ${behind} UNION ALL ${matching(`${behind} AND NOT ${isShort}`, order, rows)}`;
  return `WITH profiles AS MATERIALIZED (SELECT p."id", p."outcome" FROM verdict_profiles p
      WHERE ${hasVerdict(verdict, bind)}${query.panelsComplete ? ` AND p."panelsComplete"` : ''}),
    hits AS MATERIALIZED (SELECT ${columns} FROM (${counted}) v LIMIT ${COUNT_CAP}),
    page AS MATERIALIZED (SELECT v."certificateId" AS "id" FROM (${found}) v ${order} LIMIT ${rows})
    SELECT (SELECT count(*)::int FROM hits) AS counted, (SELECT coalesce(json_agg(r), '[]') FROM (
      SELECT ${SUMMARY} FROM page JOIN coa_data c USING ("id") ORDER BY c.${column} ${direction}, c."id" ${direction}) r) AS rows`;
}

/** Published certificates that lists can't answer for on the basis `$1`, counted up to the cap. */
export const UNCOMPARED = `SELECT count(*)::int AS "count" FROM (
  (SELECT 1 FROM certificate_verdicts WHERE ${LISTED_BASIS} IS DISTINCT FROM $1 LIMIT ${COUNT_CAP})
  UNION ALL
  (SELECT 1 FROM certificate_verdicts WHERE ${LISTED_BASIS} = $1 AND "profileId" IS NULL LIMIT ${COUNT_CAP})) uncompared`;
