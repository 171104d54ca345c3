// The baseline that the product is compared with: only node:http, pg, prepared statements and the domain's rules, with the
// same response bytes. With CONSTANTS_OF it serves that server's responses from memory and queries no database.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { AnalyteVocabulary } from '../backend/dist/domain/analytes/analytes.js';
import { automatedChecks } from '../backend/dist/domain/coa-registry/automated-checks.js';
import { submit } from '../backend/dist/domain/coa-registry/certificate.js';
import { ABSENCE_REASONS } from '../backend/dist/domain/coa-registry/certificate-document.js';
import { referenceOf } from '../backend/dist/domain/coa-registry/certificate-reference.js';
import { compareWithLabel } from '../backend/dist/domain/coa-registry/label-comparison.js';
import { labelDose } from '../backend/dist/domain/coa-registry/label-dose.js';
import { panelReports } from '../backend/dist/domain/coa-registry/panel-reports.js';
import { searchTerm } from '../backend/dist/domain/coa-registry/search-text.js';
import { statusDisplay } from '../backend/dist/domain/coa-registry/status-display.js';
import { verdictOn } from '../backend/dist/domain/coa-registry/verdict.js';
import { articleKeywords, relatedArticles } from '../backend/dist/domain/education/article.js';
import { currentEditions, MeasuredResults } from '../backend/dist/domain/measurements/measurements.js';
import { readVocabulary } from '../backend/dist/modules/analytes/vocabulary-file.js';
import { CertificateResults } from '../backend/dist/modules/coa-registry/certificate-results.js';
import { toResultsReadingDto } from '../backend/dist/modules/coa-registry/http/results.dto.js';
import { readRules } from '../backend/dist/modules/measurements/rules-file.js';
import { sumParts } from '../backend/dist/modules/measurements/sum-parts.js';
import { COLUMNS } from './registry.mjs';

const { DATABASE_URL, CONSTANTS_OF, HOME_PAGE_OF, PORT } = process.env;
const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  max: Number(process.env.DATABASE_POOL_MAX || 20),
  // Same as the product: a query that timed out must not slow down the next round.
  statement_timeout: 5_000,
});
// Without a listener, an error on an idle connection would end the process. A running query rejects by itself.
pool.on('error', () => {});
const content = new URL('../content', import.meta.url).pathname;
const vocabulary = new AnalyteVocabulary(readVocabulary(content));
const results = new CertificateResults(
  vocabulary,
  new MeasuredResults(currentEditions(readRules(content)), sumParts(vocabulary.data.analytes)),
  { now: () => new Date() },
);
const statementNames = new Map();

/** Prepared statements are planned once per connection. Off where the best plan depends on the values. */
async function query(text, values = [], isPrepared = true) {
  if (!statementNames.has(text)) statementNames.set(text, `baseline_${statementNames.size}`);
  return (await pool.query({ name: isPrepared ? statementNames.get(text) : undefined, text, values })).rows;
}

const SUMMARY = `c."id", c."reference", c."brandName", c."productName", c."batchId", c."thcContent"::float8 AS "thcContent",
  c."cbdContent"::float8 AS "cbdContent", c."labName", c."testDate"::text AS "testDate", c."status", c."underDosed",
  c."demonstration", c."source", c."testResults"->'panels'->>'pesticides' AS "pesticideStatus", c."panelsComplete"`;

function summary({
  id,
  reference,
  brandName,
  productName,
  batchId,
  thcContent,
  cbdContent,
  labName,
  testDate,
  status,
  ...rest
}) {
  const { pesticideStatus, panelsComplete, underDosed, demonstration, source } = rest;
  const { mark: statusMark, label: statusLabel } = statusDisplay(status, pesticideStatus);
  const labels = { labelComparison: compareWithLabel(productName, thcContent), labelDose: labelDose(productName) };
  const labelled = { pesticideStatus, panelsComplete, statusMark, statusLabel, ...labels };
  const measured = {
    id,
    reference,
    brandName,
    productName,
    batchId,
    thcContent,
    cbdContent,
    labName,
    testDate,
    status,
  };
  return { ...measured, ...labelled, underDosed, demonstration, source };
}

async function certificate(batchId) {
  const [row] = await query(
    `SELECT ${SUMMARY}, c."submissionStatus", c."labReportId", c."labKey", c."coaFileUrl",
            c."testResults"->'analytes' AS analytes, c."testResults"->'panels' AS panels, c."sample", c."reviewedAt",
            c."documentAbsence", c."provenance",
            EXISTS (SELECT 1 FROM partner_labs WHERE "nameKey" = c."labKey") OR EXISTS (SELECT 1 FROM coa_data o
              WHERE o."labKey" = c."labKey" AND o."submissionStatus" = 'approved' AND o."id" <> c."id") AS "labIsKnown",
            (SELECT coalesce(json_agg(o), '[]') FROM (SELECT "productName", "labName", "labKey", "submissionStatus" AS "lifecycle", "supersedes"
               FROM coa_data s WHERE s."batchKey" = c."batchKey" AND s."brandId" = c."brandId"
                AND s."submissionStatus" = 'withdrawn') o) AS "sameBatch",
            (SELECT coalesce(json_agg(o ORDER BY o."brandName"), '[]') FROM (SELECT s."brandName", s."productName", s."batchId",
               s."reference", s."submissionStatus" AS standing FROM coa_data s WHERE s."batchKey" = c."batchKey"
                 AND s."brandId" <> c."brandId" AND s."submissionStatus" = 'approved' LIMIT 20) o) AS "otherBrands",
            (SELECT coalesce(json_agg(t."reference"), '[]') FROM coa_data t WHERE t."batchKey" = c."batchKey" AND t."brandId" = c."brandId"
               AND t."submissionStatus" = 'approved' AND t."id" <> c."id") AS "otherTests",
            (SELECT coalesce(json_agg(o), '[]') FROM (SELECT r."reference", r."batchId", r."submissionStatus" AS "lifecycle" FROM coa_data r
               WHERE r."labKey" = c."labKey" AND r."labReportId" = c."labReportId" AND r."id" <> c."id"
                 AND r."submissionStatus" IN ('approved', 'withdrawn') LIMIT 5) o) AS "sameReport"
       FROM coa_data c WHERE c."batchKey" = $1 AND c."submissionStatus" = 'approved'
      ORDER BY c."testDate" DESC, c."reviewedAt" DESC, c."id" DESC LIMIT 1`,
    [batchId.toLowerCase()],
  );
  const { sameBatch, sameReport, labIsKnown } = row;
  const today = new Date().toISOString().slice(0, 10);
  const context = { today, sameBatch, sameReport, labIsKnown };
  const { submissionStatus: standing, labReportId, panels, analytes, coaFileUrl, reviewedAt } = row;
  const testResults = { version: 1, panels, analytes };
  const judged = { ...row, outcome: row.status, lifecycle: standing, testResults };
  const { lines, results: derived } = results.read(judged);
  return {
    ...{ standing, verdict: verdictOn(judged, today), ...summary(row), labReportId },
    ...{
      panelReports: panelReports(testResults),
      testResults: { ...testResults, analytes: lines },
      results: toResultsReadingDto(derived),
      sample: row.sample,
      coaFileUrl,
      reviewedAt,
      endedAt: null,
    },
    ...{ withdrawalReason: null, replacedBy: null, current: null, replaces: null, amendmentReason: null },
    otherBrands: row.otherBrands,
    // The bench's batches have one certificate each.
    otherTests: row.otherTests,
    agreement: null,
    findings: automatedChecks({ ...judged, website: null, contactEmail: null }, context),
    ...{ document: null, documentAbsence: absence(row.documentAbsence), provenance: row.provenance.map(origin) },
  };
}

const origin = ({ field, origin, page, confirmedBy }) => ({ field, origin, page, confirmedBy });

const absence = (code) => ({ code, statement: ABSENCE_REASONS[code] });

async function page(url, response) {
  const { search, brand, cursor, limit = '50' } = Object.fromEntries(url.searchParams);
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
  const [{ n }] = await query(counted, values, !search);
  const after = cursor && JSON.parse(Buffer.from(cursor, 'base64url').toString());
  const isAfter = after ? `(c."testDate", c."id") < (${bind(after.v)}, ${bind(after.id)})` : 'true';
  const order = `ORDER BY c."testDate" DESC, c."id" DESC LIMIT ${bind(Number(limit) + 1)}`;
  // Rows with long search texts have a separate index (docs/decisions/0020).
  const half = (length) =>
    `(SELECT ${SUMMARY} FROM coa_data c WHERE ${where} AND octet_length(c."searchText") ${length} AND ${isAfter} ${order})`;
  const rows = await query(
    search && n <= 1000
      ? `WITH c AS MATERIALIZED (SELECT * FROM coa_data c WHERE ${where}) SELECT ${SUMMARY} FROM c WHERE ${isAfter} ${order}`
      : `SELECT * FROM (${half('<= 1000')} UNION ALL ${half('> 1000')}) c ${order}`,
    values,
    !search,
  );
  const items = rows.slice(0, Number(limit));
  response.setHeader('x-total-count', Math.min(n, 1000)).setHeader('x-total-count-relation', n > 1000 ? 'gte' : 'eq');
  if (rows.length > items.length) {
    const { testDate, id } = items.at(-1);
    const next = Buffer.from(JSON.stringify({ s: 'newest', v: testDate, id })).toString('base64url');
    url.searchParams.set('cursor', next);
    response.setHeader('link', `<${url.pathname}${url.search}>; rel="next"`);
  }
  return items.map(summary);
}

async function statistics() {
  const [row] = await query(`SELECT coas, brands, "underDosed", "allPanels" FROM registry_totals`);
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
    query(`SELECT ${columns}, "content", "wordCount" FROM articles a WHERE "slug" = $1 AND ${standing}`, [slug]),
    query(`SELECT ${columns} FROM articles a WHERE ${standing} ORDER BY "publishedAt" DESC, "id"`),
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
  await query(
    `WITH kept AS (INSERT INTO coa_data (${columns}) VALUES (${columns.map((_, i) => `$${i + 1}`)}) RETURNING "id")
     INSERT INTO mail_outbox ("kind", "payload", "createdAt", "state")
     SELECT 'submission.received', json_build_object('certificateId', "id"), now(), 'not-needed' FROM kept`,
    Object.values(stored).map(asValue),
  );
  response.statusCode = 201;
  return { reference: referenceOf(id), dueDate: stored.reviewDueDate };
}

const constants = new Map();

/** The response of another server, fetched once. */
async function constant(origin, path) {
  if (!constants.has(path)) {
    const fetched = await fetch(origin + path, { headers: { 'accept-encoding': 'identity' } });
    constants.set(path, { type: fetched.headers.get('content-type'), body: Buffer.from(await fetched.arrayBuffer()) });
  }
  return constants.get(path);
}

async function handle(request, response) {
  if (CONSTANTS_OF) return constant(CONSTANTS_OF, request.url);
  if (request.url === '/') return constant(HOME_PAGE_OF, '/');
  const url = new URL(request.url, 'http://localhost');
  const lastSegment = () => decodeURIComponent(url.pathname.slice(url.pathname.lastIndexOf('/') + 1));
  const value = await (request.method === 'POST'
    ? submission(request, response)
    : url.pathname === '/api/coa'
      ? page(url, response)
      : url.pathname === '/api/coa-statistics'
        ? statistics()
        : url.pathname.startsWith('/api/articles/')
          ? article(lastSegment())
          : certificate(lastSegment()));
  return { type: 'application/json; charset=utf-8', body: Buffer.from(JSON.stringify(value)) };
}

const server = createServer({ keepAliveTimeout: 72_000 }, (request, response) => {
  handle(request, response).then(
    ({ type, body }) => response.setHeader('content-type', type).setHeader('content-length', body.length).end(body),
    (error) => response.writeHead(500).end(String(error.stack)),
  );
});
server.listen(Number(PORT), '127.0.0.1');
