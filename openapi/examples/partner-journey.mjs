// From a key to a published certificate: sends the PDF, validates, sends, polls, answers a reviewer, and gets the webhook.
// Node 18 or later, standard library only. Needs BASE_URL, CLEARBATCH_KEY, and the report as PDF_FILE. It listens on
// WEBHOOK_PORT. WEBHOOK_URL is how the registry reaches it.
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyWebhook } from './verify-webhook.mjs';

const { BASE_URL, CLEARBATCH_KEY, PDF_FILE, WEBHOOK_PORT = '4499', POLL_SECONDS = '60' } = process.env;

/** After these responses, the same request may succeed. */
const WORTH_REPEATING = [408, 429, 500, 502, 503, 504];

/** One call. It retries where that may help, with the same headers, so nothing happens twice. */
async function call(method, path, { body, headers = {} } = {}, attempt = 1) {
  const answer = await send(method, path, body, headers).catch(() => null);
  if (answer?.ok || answer?.status === 304) return answer;
  const { type, detail, errors } = answer?.data ?? {};
  // Without a response, there is no way to know whether the request arrived.
  const mayHelp = !answer || WORTH_REPEATING.includes(answer.status) || type === '/problems/request-in-flight';
  if (!mayHelp || attempt === 5) {
    throw new Error(`${method} ${path}: ${answer?.status ?? 'no answer'} ${type} ${detail} ${JSON.stringify(errors)}`);
  }
  await sleep(1000 * Number(answer?.headers.get('retry-after') ?? 2 ** attempt));
  return call(method, path, { body, headers }, attempt + 1);
}

async function send(method, path, body, headers) {
  const response = await fetch(BASE_URL + path, {
    method,
    headers: {
      authorization: `Bearer ${CLEARBATCH_KEY}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: Buffer.isBuffer(body) ? body : body && JSON.stringify(body),
  });
  const text = await response.text();
  const data = /json/.test(response.headers.get('content-type')) ? JSON.parse(text) : null;
  return { ok: response.ok, status: response.status, headers: response.headers, data };
}

/** Sends a PDF and waits until software has read it, so that the checks can compare it. Returns its SHA-256. */
async function sendPdf(file) {
  const content = await readFile(file);
  const digest = createHash('sha256').update(content).digest();
  const sha256 = digest.toString('hex');
  const address = `/api/partner/documents/${sha256}`;
  const headers = { 'content-type': 'application/pdf', 'content-digest': `sha-256=:${digest.toString('base64')}:` };
  let { data: document } = await call('PUT', address, { body: content, headers });
  while (document.state === 'received' || document.state === 'reading') {
    await sleep(1000 * Number(POLL_SECONDS));
    ({ data: document } = await call('GET', address));
  }
  if (document.state === 'refused' || document.state === 'removed') {
    throw new Error(`PDF ${document.state}: ${document.refusal?.message ?? 'it was taken down'}`);
  }
  console.log(`PDF ${document.state}: ${document.bytes} bytes, SHA-256 ${sha256}`);
  return sha256;
}

/** Receives webhooks. A message that comes twice is reported once. */
async function listen(secretOf, onEvent) {
  const seen = new Set();
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    try {
      const event = verifyWebhook(secretOf(), request.headers, Buffer.concat(chunks));
      response.writeHead(204).end(); // answer first, then work
      const id = request.headers['webhook-id'];
      if (!seen.has(id)) onEvent(event);
      seen.add(id);
    } catch (error) {
      response.writeHead(400).end(error.message);
    }
  });
  await new Promise((resolve) => server.listen(Number(WEBHOOK_PORT), resolve));
  return server;
}

const { data: lab } = await call('GET', '/api/partner/lab');
console.log(`calling as ${lab.name}, with the key ${lab.keyPrefix}…${lab.keyLastFour}`);

const certificate = JSON.parse(await readFile(new URL('certificate.json', import.meta.url), 'utf8'));
// Random, so the example can run again and again. Yours are printed on the container and the report.
certificate.batchId = `JT-${randomUUID().slice(0, 8)}`;
certificate.labReportId = `EA-${randomUUID().slice(0, 8)}`;
certificate.documentSha256 = await sendPdf(PDF_FILE);

let endpoint;
let told;
const publication = new Promise((resolve) => {
  told = resolve;
});
const server = await listen(
  () => endpoint.secret,
  (event) => {
    console.log(`webhook: ${event.type} of ${event.data.labReportId}`);
    if (event.type === 'certificate.published' && event.data.labReportId === certificate.labReportId) told(event);
  },
);
const { WEBHOOK_URL = `http://127.0.0.1:${server.address().port}/` } = process.env;
({ data: endpoint } = await call('POST', '/api/partner/webhook-endpoints', {
  body: { url: WEBHOOK_URL, types: ['certificate.published', 'certificate.changes_requested', 'certificate.rejected'] },
}));

try {
  const { data: check } = await call('POST', '/api/partner/certificates:validate', { body: certificate });
  for (const { severity, message } of check.findings) console.log(`${severity}: ${message}`);
  if (!check.valid) throw new Error(`not sent: ${JSON.stringify(check.errors)}`);

  // The report number is a good key, because a restarted program sends the same one.
  const once = { body: certificate, headers: { 'idempotency-key': certificate.labReportId } };
  let current = await call('POST', '/api/partner/certificates', once);
  console.log(`sent as ${current.data.reference}: ${current.data.standing}, to be reviewed by ${current.data.dueDate}`);
  for (const { severity, message } of current.data.findings) console.log(`${severity}: ${message}`); // now of the PDF too
  const again = await call('POST', '/api/partner/certificates', once);
  console.log(`sent again: the same ${again.data.reference}, replayed: ${again.headers.get('idempotent-replayed')}`);

  const address = current.data.links.selfPath;
  while (current.data.standing === 'pending' || current.data.standing === 'changes_requested') {
    if (current.data.standing === 'changes_requested') {
      for (const { weight, sentence, text } of current.data.comments) console.log(`${weight}: ${text ?? sentence}`);
      current = await call('PUT', address, {
        body: { ...certificate, notes: 'Checked against the report: the figures are as printed.' },
        headers: { 'if-match': current.headers.get('etag') },
      });
      console.log(`answered: ${current.data.standing}`);
    }
    await sleep(1000 * Number(POLL_SECONDS));
    const polled = await call('GET', address, { headers: { 'if-none-match': current.headers.get('etag') } });
    if (polled.status !== 304) current = polled; // 304: nothing has changed
  }
  if (current.data.standing !== 'approved')
    throw new Error(`${current.data.standing}: ${current.data.rejectionReason}`);
  console.log(`published: ${BASE_URL}${current.data.links.coaPath}`);

  const event = await publication;
  console.log(`verified: ${event.data.reference} was published at ${event.timestamp}`);
} finally {
  await call('DELETE', `/api/partner/webhook-endpoints/${endpoint.id}`);
  server.close();
}
