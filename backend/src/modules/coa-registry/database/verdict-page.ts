import type { CertificateQuery, StoredVerdict } from '../../../domain/coa-registry/published-certificate.js';
import { type Bind, COUNT_CAP, isShownAs, ORDERS, SUMMARY } from './list-statement.js';

/** The profile of a certificate that a statement reads under the name `c`. A subquery of one row: it is never hashed. */
export const PROFILE_OF = `SELECT v."profileId" FROM certificate_verdicts v WHERE v."certificateId" = c."id"`;

/** The profiles that have a verdict. */
export const profilesOf = ({ basis, text }: StoredVerdict, bind: Bind) =>
  `ARRAY(SELECT p."id" FROM verdict_profiles p WHERE ${hasVerdict(basis, text, bind)})`;

const hasVerdict = (basis: string, text: string, bind: Bind) =>
  `p."basis" = ${bind(basis)} AND p."verdicts" @> ARRAY[${bind(text)}]::text[]`;

type OfVerdict = CertificateQuery & { readonly verdict: StoredVerdict };

/** Whether the profiles alone lead to the certificates. Those of a brand, or with a word, are looked up one by one. */
export const isOfVerdict = (query: CertificateQuery): query is OfVerdict =>
  query.verdict !== null && query.brandKey === null && query.search === null;

/**
 * A page of the certificates with a verdict. Each profile has its certificates in the order of the page; what the pages of
 * all of them have is sorted. Completeness and the status that it is shown with alone are part of the profile.
 * By strength, the certificates of a period may lie far apart: where there are few, all of them are sorted instead.
 */
export function verdictPage(query: CertificateQuery, { basis, text }: StoredVerdict, bind: Bind): string {
  const { column, direction } = ORDERS[query.sort];
  const isByDate = column === '"testDate"';
  const order = `ORDER BY v.${column} ${direction}, v."certificateId" ${direction}`;
  const comparison = direction === 'ASC' ? '>' : '<';
  const profiles = [hasVerdict(basis, text, bind), ...(query.panelsComplete ? [`p."panelsComplete"`] : [])].join(
    ' AND ',
  );
  const shown = query.outcome === null ? 'true' : isShownAs(query.outcome, 'p."outcome"', 'v."certificateId"', 'few');
  const isRecent = query.testedFrom === null ? 'true' : `v."testDate" >= ${bind(query.testedFrom)}::date`;
  const tested = `${isRecent} AND ${shown}`;
  const { after } = query;
  const behind = after
    ? `(v.${column}, v."certificateId") ${comparison} (${bind(after.value)}, ${bind(after.id)})`
    : 'true';
  const rows = query.limit + 1;
  const ofEach = (condition: string, orderOfEach: string, upTo: number) => `
    SELECT v."certificateId", v."testDate", v."thcContent" FROM verdict_profiles p CROSS JOIN LATERAL (
      SELECT v."certificateId", v."testDate", v."thcContent" FROM certificate_verdicts v
       WHERE v."profileId" = p."id" AND ${condition} ${orderOfEach} LIMIT ${upTo}) v
     WHERE ${profiles}`;
  const walked = (gate: string) => ofEach(`${tested} AND ${behind} AND ${gate}`, order, rows);
  const hits = `hits AS MATERIALIZED (${ofEach(tested, `ORDER BY v."testDate" DESC`, COUNT_CAP)} LIMIT ${COUNT_CAP})`;
  const few = `(SELECT count(*) < ${COUNT_CAP} FROM hits)`;
  const found =
    isByDate || query.testedFrom === null
      ? walked('true')
      : `SELECT * FROM hits v WHERE ${few} AND ${behind} UNION ALL ${walked(`NOT ${few}`)}`;
  return `WITH ${hits}, page AS MATERIALIZED (SELECT v."certificateId" AS "id" FROM (${found}) v ${order} LIMIT ${rows})
    SELECT (SELECT count(*)::int FROM hits) AS counted, (SELECT coalesce(json_agg(r), '[]') FROM (
      SELECT ${SUMMARY} FROM page JOIN coa_data c USING ("id") ORDER BY c.${column} ${direction}, c."id" ${direction}) r) AS rows`;
}

/** Published certificates without verdicts on the basis `$1`, counted up to the cap. */
export const UNCOMPARED = `SELECT count(*)::int AS "count" FROM (
  SELECT 1 FROM certificate_verdicts v WHERE v."profileId" IS NULL
  UNION ALL
  SELECT 1 FROM verdict_profiles p CROSS JOIN LATERAL (
    SELECT 1 FROM certificate_verdicts v WHERE v."profileId" = p."id" LIMIT ${COUNT_CAP}) v
   WHERE p."basis" <> $1 LIMIT ${COUNT_CAP}) uncompared`;
