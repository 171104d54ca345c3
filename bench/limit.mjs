// What the product is measured against: nothing but node:http, pg, prepared statements and the rules themselves, with the
// same bytes for the same questions. With CONSTANTS_OF it answers what that server answered once, from memory, and asks
// no database.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { automatedChecks } from '../backend/dist/domain/coa-registry/automated-checks.js';
import { referenceOf, submit } from '../backend/dist/domain/coa-registry/certificate.js';
import { compareWithLabel } from '../backend/dist/domain/coa-registry/label-comparison.js';
import { labelDose } from '../backend/dist/domain/coa-registry/label-dose.js';
import { panelReports } from '../backend/dist/domain/coa-registry/panel-reports.js';
import { searchTerm } from '../backend/dist/domain/coa-registry/search-text.js';
import { statusDisplay } from '../backend/dist/domain/coa-registry/status-display.js';
import { verdictOn } from '../backend/dist/domain/coa-registry/verdict.js';
import { articleKeywords, relatedArticles } from '../backend/dist/domain/education/article.js';
import { COLUMNS } from './registry.mjs';

const { DATABASE_URL, CONSTANTS_OF, HOME_PAGE_OF, PORT } = process.env;
const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  max: Number(process.env.DATABASE_POOL_MAX || 20),
  // As the product: what nobody waits for any more must not burden the next round.
  statement_timeout: 5_000,
});
// Whoever waits for an answer is told.
pool.on('error', () => {});
const names = new Map();

/** Named, so that the database plans it once for each connection; not where the best plan depends on the values. */
async function rowsOf(text, values = [], isPlannedOnce = true) {
  if (!names.has(text)) names.set(text, `limit_${names.size}`);
  return (await pool.query({ name: isPlannedOnce ? names.get(text) : undefined, text, values })).rows;
}

const SUMMARY = `c."id", c."brandName", c."productName", c."batchId", c."thcContent"::float8 AS "thcContent",
  c."cbdContent"::float8 AS "cbdContent", c."labName", c."testDate"::text AS "testDate", c."status", c."underDosed",
  c."demonstration", c."testResults"->'panels'->>'pesticides' AS "pesticideStatus"`;

function summary({ id, brandName, productName, batchId, thcContent, cbdContent, labName, testDate, status, ...rest }) {
  const { pesticideStatus, underDosed, demonstration } = rest;
  const { mark: statusMark, label: statusLabel } = statusDisplay(status, pesticideStatus);
  const labels = { labelComparison: compareWithLabel(productName, thcContent), labelDose: labelDose(productName) };
  const labelled = { pesticideStatus, statusMark, statusLabel, ...labels };
  const measured = { id, brandName, productName, batchId, thcContent, cbdContent, labName, testDate, status };
  return { ...measured, ...labelled, underDosed, demonstration };
}

async function certificate(batchId) {
  const [row] = await rowsOf(
    `SELECT ${SUMMARY}, c."reference", c."submissionStatus", c."source", c."labReportId", c."labKey", c."coaFileUrl",
            c."testResults"->'analytes' AS analytes, c."testResults"->'panels' AS panels, c."reviewedAt",
            EXISTS (SELECT 1 FROM partner_labs WHERE "nameKey" = c."labKey") OR EXISTS (SELECT 1 FROM coa_data o
              WHERE o."labKey" = c."labKey" AND o."submissionStatus" = 'approved' AND o."id" <> c."id") AS "labIsKnown",
            (SELECT coalesce(json_agg(o), '[]') FROM (SELECT "productName", "labName", "labKey", "submissionStatus" AS "lifecycle", "supersedes"
               FROM coa_data s WHERE s."batchKey" = c."batchKey" AND s."brandId" = c."brandId"
                AND s."submissionStatus" = 'withdrawn') o) AS "sameBatch",
            (SELECT coalesce(json_agg(o ORDER BY o."brandName"), '[]') FROM (SELECT s."brandName", s."productName", s."batchId",
               s."reference", s."submissionStatus" AS standing FROM coa_data s WHERE s."batchKey" = c."batchKey"
                 AND s."brandId" <> c."brandId" AND s."submissionStatus" = 'approved' LIMIT 20) o) AS "otherBrands",
            (SELECT coalesce(json_agg(o), '[]') FROM (SELECT r."reference", r."batchId", r."submissionStatus" AS "lifecycle" FROM coa_data r
               WHERE r."labKey" = c."labKey" AND r."labReportId" = c."labReportId" AND r."id" <> c."id"
                 AND r."submissionStatus" IN ('approved', 'withdrawn') LIMIT 5) o) AS "sameReport"
       FROM coa_data c WHERE c."batchKey" = $1 AND c."submissionStatus" = 'approved'
      ORDER BY c."reviewedAt" DESC, c."id" LIMIT 1`,
    [batchId.toLowerCase()],
  );
  const { sameBatch, sameReport, labIsKnown } = row;
  const today = new Date().toISOString().slice(0, 10);
  const context = { today, sameBatch, sameReport, labIsKnown };
  const { reference, submissionStatus: standing, source, labReportId, panels, analytes, coaFileUrl, reviewedAt } = row;
  const testResults = { version: 1, panels, analytes };
  const judged = { ...row, outcome: row.status, lifecycle: standing, testResults };
  return {
    ...{ standing, verdict: verdictOn(judged, today), ...summary(row), reference, source, labReportId },
    ...{ panelReports: panelReports(testResults), testResults, coaFileUrl, reviewedAt, endedAt: null },
    ...{ withdrawalReason: null, replacedBy: null, current: null, replaces: null, amendmentReason: null },
    otherBrands: row.otherBrands,
    findings: automatedChecks({ ...judged, website: null, contactEmail: null }, context),
  };
}

async function page(asked, response) {
  const { search, brand, cursor, limit = '50' } = Object.fromEntries(asked.searchParams);
  const values = [];
  const bind = (value) => `$${values.push(value)}`;
  const filters = [`c."submissionStatus" = 'approved'`];
  if (brand) filters.push(`c."brandId" = (SELECT "id" FROM brands WHERE "nameKey" = ${bind(brand.toLowerCase())})`);
  const parts = search ? searchTerm(search).parts : [];
  if (search) filters.push(`(${parts.map((part) => `c."searchText" LIKE ${bind(`%${part}%`)}`).join(' OR ')})`);
  const where = filters.join(' AND ');
  const counted = search
    ? `SELECT count(*)::int AS n FROM (SELECT 1 FROM coa_data c WHERE ${where} LIMIT 1001) counted`
    : brand
      ? `SELECT "coaCount" AS n FROM brands WHERE "nameKey" = $1`
      : `SELECT coas AS n FROM registry_totals`;
  const [{ n }] = await rowsOf(counted, values, !search);
  const after = cursor && JSON.parse(Buffer.from(cursor, 'base64url').toString());
  const behind = after ? `(c."testDate", c."id") < (${bind(after.v)}, ${bind(after.id)})` : 'true';
  const order = `ORDER BY c."testDate" DESC, c."id" DESC LIMIT ${bind(Number(limit) + 1)}`;
  // Rows with long search texts are in an index of their own (docs/decisions/0020).
  const half = (length) =>
    `(SELECT ${SUMMARY} FROM coa_data c WHERE ${where} AND octet_length(c."searchText") ${length} AND ${behind} ${order})`;
  const rows = await rowsOf(
    search && n <= 1000
      ? `WITH c AS MATERIALIZED (SELECT * FROM coa_data c WHERE ${where}) SELECT ${SUMMARY} FROM c WHERE ${behind} ${order}`
      : `SELECT * FROM (${half('<= 1000')} UNION ALL ${half('> 1000')}) c ${order}`,
    values,
    !search,
  );
  const shown = rows.slice(0, Number(limit));
  response.setHeader('x-total-count', Math.min(n, 1000)).setHeader('x-total-count-relation', n > 1000 ? 'gte' : 'eq');
  if (rows.length > shown.length) {
    const { testDate, id } = shown.at(-1);
    const next = Buffer.from(JSON.stringify({ s: 'newest', v: testDate, id })).toString('base64url');
    asked.searchParams.set('cursor', next);
    response.setHeader('link', `<${asked.pathname}${asked.search}>; rel="next"`);
  }
  return shown.map(summary);
}

async function statistics() {
  const [row] = await rowsOf(`SELECT coas, brands, "underDosed", "allPanels" FROM registry_totals`);
  const { coas, brands, underDosed, allPanels } = row;
  const underDosedPercent = coas === 0 ? 0 : Math.round((underDosed / coas) * 1000) / 10;
  const allPanelsPercent = coas === 0 ? 0 : Math.floor((allPanels / coas) * 100);
  const counted = { totalCoas: coas, totalBrands: brands, underDosedCount: underDosed, underDosedPercent };
  return { ...counted, allPanelsCount: allPanels, allPanelsPercent };
}

async function article(slug) {
  const columns = `"id", "slug", "title", "excerpt", "category", "readTime", "publishedAt", "updatedAt", "reviewedOn"::text`;
  const standing = `NOT EXISTS (SELECT 1 FROM article_withdrawals w WHERE w."articleId" = a."id")`;
  const [[{ content, wordCount, ...found }], all] = await Promise.all([
    rowsOf(`SELECT ${columns}, "content", "wordCount" FROM articles a WHERE "slug" = $1 AND ${standing}`, [slug]),
    rowsOf(`SELECT ${columns} FROM articles a WHERE ${standing} ORDER BY "publishedAt" DESC, "id"`),
  ]);
  return { ...found, content, keywords: articleKeywords(found), wordCount, related: relatedArticles(found, all) };
}

async function submission(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const draft = { website: null, notes: null, coaFileUrl: null, analytes: [], ...JSON.parse(Buffer.concat(chunks)) };
  const [id, now] = [randomUUID(), new Date()];
  const stored = submit(draft, id, now);
  const columns = Object.keys(stored).map((name) => `"${COLUMNS[name] ?? name}"`);
  const asValue = (value) =>
    typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value;
  await rowsOf(
    `WITH kept AS (INSERT INTO coa_data (${columns}) VALUES (${columns.map((_, i) => `$${i + 1}`)}) RETURNING "id")
     INSERT INTO mail_outbox ("kind", "payload", "createdAt", "state")
     SELECT 'submission.received', json_build_object('certificateId', "id"), now(), 'not-needed' FROM kept`,
    Object.values(stored).map(asValue),
  );
  response.statusCode = 201;
  return { reference: referenceOf(id), dueDate: stored.reviewDueDate };
}

const constants = new Map();

/** What another server answers, asked once. */
async function constant(origin, path) {
  if (!constants.has(path)) {
    const answer = await fetch(origin + path, { headers: { 'accept-encoding': 'identity' } });
    constants.set(path, { type: answer.headers.get('content-type'), body: Buffer.from(await answer.arrayBuffer()) });
  }
  return constants.get(path);
}

async function answer(request, response) {
  if (CONSTANTS_OF) return constant(CONSTANTS_OF, request.url);
  if (request.url === '/') return constant(HOME_PAGE_OF, '/');
  const asked = new URL(request.url, 'http://localhost');
  const last = () => decodeURIComponent(asked.pathname.slice(asked.pathname.lastIndexOf('/') + 1));
  const value = await (request.method === 'POST'
    ? submission(request, response)
    : asked.pathname === '/api/coa'
      ? page(asked, response)
      : asked.pathname === '/api/coa-statistics'
        ? statistics()
        : asked.pathname.startsWith('/api/articles/')
          ? article(last())
          : certificate(last()));
  return { type: 'application/json; charset=utf-8', body: Buffer.from(JSON.stringify(value)) };
}

const server = createServer({ keepAliveTimeout: 72_000 }, (request, response) => {
  answer(request, response).then(
    ({ type, body }) => response.setHeader('content-type', type).setHeader('content-length', body.length).end(body),
    (error) => response.writeHead(500).end(String(error.stack)),
  );
});
server.listen(Number(PORT), '127.0.0.1');
