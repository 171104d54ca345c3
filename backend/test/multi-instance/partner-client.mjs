// A lab's client, written from docs/labs.md alone: it imports nothing from the product and calls only what the guide
// shows. argv: the folder with the guide's files. It prints one line of JSON for each step.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

const [, , folder = ''] = process.argv;
const { BASE_URL, CLEARBATCH_KEY } = process.env;

const say = (step, more = {}) => process.stdout.write(`${JSON.stringify({ step, ...more })}\n`);

async function call(method, path, { json, body, headers = {} } = {}) {
  const response = await fetch(BASE_URL + path, {
    method,
    headers: {
      authorization: `Bearer ${CLEARBATCH_KEY}`,
      ...(json && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: json ? JSON.stringify(json) : body,
  });
  const text = await response.text();
  const data = text === '' ? null : JSON.parse(text);
  return { status: response.status, headers: response.headers, data };
}

/** @returns the response, which must have this status */
async function expect(status, ...request) {
  const answer = await call(...request);
  assert.equal(answer.status, status, `${request[0]} ${request[1]}: ${answer.status} ${JSON.stringify(answer.data)}`);
  return answer;
}

const typeOf = ({ data }) => data.type.replace('/problems/', '');

/** Polls with If-None-Match until the status changes. */
async function movedOn(path, standing) {
  let current = await expect(200, 'GET', path);
  while (current.data.standing === standing) {
    await sleep(100);
    const polled = await call('GET', path, { headers: { 'if-none-match': current.headers.get('etag') } });
    if (polled.status !== 304) current = polled;
  }
  return current;
}

async function list(path) {
  const found = [];
  let total;
  for (let next = path; next; ) {
    const page = await expect(200, 'GET', next);
    total = Number(page.headers.get('x-total-count'));
    found.push(...page.data);
    next = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
  }
  assert.equal(total, found.length);
  return found;
}

const unique = randomUUID().slice(0, 8);
const guideCertificate = JSON.parse(await readFile(join(folder, 'certificate.json'), 'utf8'));
const aCertificate = (name) => ({
  ...guideCertificate,
  batchId: `JT ${unique} ${name}`,
  labReportId: `EA-${unique}-${name}`,
});
const certificates = '/api/partner/certificates';
const create = (json, status = 201) =>
  expect(status, 'POST', certificates, { json, headers: { 'idempotency-key': json.labReportId } });

// Check the key
const { data: lab } = await expect(200, 'GET', '/api/partner/lab');
assert.deepEqual(lab.scopes.toSorted(), ['certificates:read', 'certificates:write', 'webhooks:manage']);
say('key', { name: lab.name });

// Send the PDF
const pdf = await readFile(join(folder, 'report.pdf'));
const digest = createHash('sha256').update(pdf).digest();
const documentSha256 = digest.toString('hex');
const pdfPath = `/api/partner/documents/${documentSha256}`;
const contentDigest = `sha-256=:${digest.toString('base64')}:`;
const pdfHeaders = { 'content-type': 'application/pdf', 'content-digest': contentDigest };
await expect(201, 'PUT', pdfPath, { body: pdf, headers: pdfHeaders });
await expect(200, 'PUT', pdfPath, { body: pdf, headers: pdfHeaders });
let { data: document } = await expect(200, 'GET', pdfPath);
while (['received', 'reading'].includes(document.state)) {
  await sleep(100);
  ({ data: document } = await expect(200, 'GET', pdfPath));
}
assert.deepEqual([document.state, document.refusal], ['ready', null]);
say('PDF read');

// Validate it
const certificate = { ...aCertificate('one'), documentSha256 };
const { data: wrong } = await expect(200, 'POST', `${certificates}:validate`, {
  json: { ...certificate, thcContent: '4.82' },
});
assert.deepEqual([wrong.valid, wrong.errors.map(({ field }) => field)], [false, ['thcContent']]);
const { data: check } = await expect(200, 'POST', `${certificates}:validate`, { json: certificate });
assert.deepEqual([check.valid, check.errors], [true, []]);
say('validated');

// Send it, twice
const sent = await create(certificate);
assert.equal(sent.headers.get('location'), sent.data.links.selfPath);
const again = await create(certificate);
assert.equal(again.headers.get('idempotent-replayed'), 'true');
assert.equal(again.data.id, sent.data.id);
assert.equal(sent.data.document.sha256, documentSha256);
assert.deepEqual([sent.data.standing, sent.data.status, sent.data.reported.status], ['pending', 'pending', 'passed']);
say('sent', { id: sent.data.id });

// Find it
const other = await create(aCertificate('two'));
const filter = (query) => list(`${certificates}?${new URLSearchParams({ limit: '1', ...query })}`);
const ids = (found) => found.map(({ id }) => id);
assert.deepEqual(ids(await filter({ labReportId: certificate.labReportId.toLowerCase() })), [sent.data.id]);
assert.deepEqual(ids(await filter({ batchId: certificate.batchId })), [sent.data.id]);
assert.deepEqual(ids(await filter({ standing: 'pending', batchId: certificate.batchId })), [sent.data.id]);
assert.deepEqual(await filter({ standing: 'approved', batchId: certificate.batchId }), []);
assert.ok(ids(await filter({ standing: 'pending' })).includes(other.data.id));
say('found');

// Withdraw one
const takenBack = await expect(200, 'POST', `${other.data.links.selfPath}/withdrawal`, {
  json: { reason: 'Sent by mistake.' },
  headers: { 'if-match': other.headers.get('etag') },
});
assert.equal(takenBack.data.standing, 'rejected');
assert.equal(takenBack.data.links.coaPath, null);
say('taken back');

// Answer a reviewer
const returned = await movedOn(sent.data.links.selfPath, 'pending');
assert.equal(returned.data.standing, 'changes_requested');
const open = returned.data.comments.filter(({ weight, settledAt }) => weight === 'major' && !settledAt);
const answer = { ...certificate, notes: `Checked: ${open.map(({ text }) => text).join(' ')}` };
const stale = await expect(412, 'PUT', sent.data.links.selfPath, { json: answer, headers: { 'if-match': '"v1"' } });
assert.equal(typeOf(stale), 'changed-meanwhile');
const corrected = await expect(200, 'PUT', sent.data.links.selfPath, {
  json: answer,
  headers: { 'if-match': returned.headers.get('etag') },
});
assert.equal(corrected.data.standing, 'pending');
say('answered');

const published = await movedOn(sent.data.links.selfPath, 'pending');
assert.deepEqual([published.data.standing, published.data.status], ['approved', 'passed']);
const publicPage = await fetch(BASE_URL + published.data.links.certificatePath);
assert.equal(publicPage.status, 200);
assert.deepEqual([published.data.document.sha256, published.data.document.state], [documentSha256, 'ready']);
say('published');

// Amend it: the same report again is rejected
const repeated = await expect(409, 'POST', certificates, {
  json: certificate,
  headers: { 'idempotency-key': `${certificate.labReportId}-again` },
});
assert.equal(typeOf(repeated), 'duplicate-batch');
const amendment = await expect(201, 'POST', `${sent.data.links.selfPath}/amendments`, {
  json: { ...certificate, thcContent: 4.81, reason: 'The container size was wrong.' },
  headers: { 'idempotency-key': `${certificate.labReportId}-revision-2`, 'if-match': published.headers.get('etag') },
});
assert.equal(amendment.data.supersedes, sent.data.id);
say('amended', { id: amendment.data.id });
const current = await movedOn(amendment.data.links.selfPath, 'pending');
assert.equal(current.data.standing, 'approved');
assert.equal((await expect(200, 'GET', sent.data.links.selfPath)).data.standing, 'superseded');

const withdrawn = await expect(200, 'POST', `${amendment.data.links.selfPath}/withdrawal`, {
  json: { reason: 'The sample was mixed up.' },
  headers: { 'if-match': current.headers.get('etag') },
});
assert.equal(withdrawn.data.standing, 'withdrawn');
say('withdrawn');

// Send a compressed file
const file = (await readFile(join(folder, 'certificates.ndjson'), 'utf8')).replaceAll('EA-2026-', `EA-${unique}-`);
const lines = file.replaceAll(/"batchId":"/g, `$&${unique} `);
const bulk = (status, body, headers = {}) =>
  expect(status, 'POST', '/api/partner/bulk-jobs', {
    body,
    headers: { 'content-type': 'application/x-ndjson', 'idempotency-key': `file ${unique}`, ...headers },
  });
const packed = { 'content-encoding': 'gzip' };
const refused = await bulk(415, lines, { 'content-type': 'application/json' });
assert.equal(refused.headers.get('accept-post'), 'application/x-ndjson, text/csv');
assert.equal(typeOf(await bulk(400, '')), 'bulk-file-empty');
assert.equal(typeOf(await bulk(400, gzipSync(lines).subarray(0, -9), packed)), 'bulk-file-damaged');
const { data: job } = await bulk(201, gzipSync(lines), packed);
assert.deepEqual([job.state, job.lines, job.waiting, job.refused], ['completed', 3, 2, 1]);
assert.equal((await bulk(201, lines)).headers.get('idempotent-replayed'), 'true');
const results = await expect(200, 'GET', `/api/partner/bulk-jobs/${job.id}/results?outcome=refused`);
assert.deepEqual(
  results.data.map(({ line, labReportId, errors: [{ field }] }) => [line, labReportId, field]),
  [[2, `EA-${unique}-01202`, 'cbdContent']],
);
say('bulk');

// Catch up on what happened, as after a week offline: each page begins where the last one ended
const missed = [];
for (let after = ''; ; ) {
  const query = new URLSearchParams({ limit: '2', after });
  const { data: page } = await expect(200, 'GET', `/api/partner/events?${query}`);
  missed.push(...page.events);
  if (!page.hasMore) break;
  after = page.next;
}
const happenedTo = ({ id }) => missed.filter(({ data }) => data.id === id).map(({ type }) => type);
assert.deepEqual(happenedTo(sent.data), [
  'certificate.changes_requested',
  'certificate.published',
  'certificate.amended',
]);
assert.deepEqual(happenedTo(amendment.data), ['certificate.published', 'certificate.withdrawn']);
say('caught up');

// In production, the registry sends webhooks to public addresses only
const endpoints = '/api/partner/webhook-endpoints';
for (const host of ['localhost', '127.0.0.1', '[::1]']) {
  const json = { url: `http://${host}:8080/`, types: ['certificate.published'] };
  const { data } = await expect(400, 'POST', endpoints, { json });
  assert.equal(data.errors[0].field, 'url');
}
assert.deepEqual((await expect(200, 'GET', endpoints)).data, []);
say('webhook refused');
