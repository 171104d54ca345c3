import { execFile, spawnSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  createCertificate,
  getSubmission,
  listSubmissions,
  requestChanges,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import { machineTime } from '../../../scripts/test-clock.mjs';
import { temporaryFolder } from '../support/server-process.js';
import { cloneDatabase, type TestDatabase } from '../support/test-database.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { aPdf, sha256Of } from '../support/tiny-pdf.js';
import { until } from '../support/until.js';
import { answering, WebhookReceiver } from '../support/webhook-receiver.js';
import { approve, aReport, labWithKey, resolveAllComments, sandboxKey, signInAsStaff, stored } from './api-helpers.js';
import { callsOf, readDocument } from './document.js';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'openapi/examples');

/** How to check that a program is installed. */
const PROBES: Record<string, string[]> = { sh: ['-c', ':'], go: ['version'] };
const isInstalled = (program: string) => spawnSync(program, PROBES[program] ?? ['--version']).status === 0;

/** What an example needs; its test is skipped if that is not installed. */
const itWith =
  (programs: readonly string[]) =>
  (name: string, work: () => Promise<void>): void => {
    const missing = programs.filter((program) => !isInstalled(program));
    if (missing.length === 0) it(name, work);
    else it.skip(`${name} (not run: ${missing.join(', ')} not installed)`, work);
  };

interface ProcessResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The server runs in this process, so waiting for a child process must not block the event loop. */
function run(
  program: string,
  args: readonly string[],
  { env = {} as Record<string, string>, input = '', cwd = folder } = {},
): Promise<ProcessResult> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { cwd, env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}

let server: TestServer;
let staff: Client;
let lab: Awaited<ReturnType<typeof labWithKey>>;
let sandbox: TestDatabase;
beforeAll(async () => {
  sandbox = await cloneDatabase();
  server = await startServer({ WEBHOOK_ALLOW_LOOPBACK: 'true', SANDBOX_DATABASE_URL: sandbox.url });
  staff = await signInAsStaff(server, 'robin');
  lab = await labWithKey(staff, { name: 'Example Analytical' });
});
afterAll(async () => {
  await server?.stop();
  await sandbox?.release();
});

const environment = () => ({ BASE_URL: server.url, CLEARBATCH_KEY: lab.issued.key });

interface Answer {
  readonly status: number | null;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: any response of an example
  readonly body: any;
}

/** Runs a shell example. @returns its output; with `--include`, also status and headers */
async function shell(file: string, env: Record<string, string> = {}, expected = 0): Promise<Answer> {
  const { code, stdout, stderr } = await run('sh', [join(folder, file)], {
    cwd: tmpdir(),
    env: { ...environment(), ...env },
  });
  expect({ code, said: code === expected ? '' : stdout + stderr }).toEqual({ code: expected, said: '' });
  const [, status, lines = '', rest] = /^HTTP\/1\.1 (\d+)[^\r]*\r\n([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(stdout) ?? [];
  const headers = new Headers(lines.split('\r\n').flatMap((line) => pair(line)));
  const text = rest ?? stdout;
  return { status: status === undefined ? null : Number(status), headers, body: text === '' ? null : JSON.parse(text) };
}

function pair(line: string): [string, string][] {
  const colon = line.indexOf(':');
  return colon === -1 ? [] : [[line.slice(0, colon), line.slice(colon + 1).trim()]];
}

/** The exit code of `curl --fail-with-body` after an error response. */
const REFUSED = 22;

const OBJECTION = { code: 'units-unclear' as const, weight: 'major' as const, text: 'Please check the THC figure.' };

async function sendBack(id: string): Promise<void> {
  const { data } = await getSubmission({ client: staff, path: { id }, throwOnError: true });
  const body = { version: data.version, comments: [OBJECTION] };
  await requestChanges({ client: staff, path: { id }, body, throwOnError: true });
}

function fileWith(content: Buffer): string {
  const file = join(temporaryFolder('pdf'), 'report.pdf');
  writeFileSync(file, content);
  return file;
}

const withShell = itWith(['sh', 'curl']);

describe('one certificate, from the shell', () => {
  let id: string;
  let etag: string;

  withShell('identifies the lab', async () => {
    expect((await shell('who-am-i.sh')).body).toMatchObject({ name: 'Example Analytical', trusted: false });
  });

  withShell('validates and stores nothing', async () => {
    const before = await stored(server);
    expect((await shell('validate-certificate.sh')).body).toMatchObject({ valid: true, errors: [] });
    expect(await stored(server)).toEqual(before);
  });

  withShell('sends it, and a retry creates no second one', async () => {
    const first = await shell('send-certificate.sh');
    expect(first).toMatchObject({ status: 201, body: { standing: 'pending', labReportId: 'EA-2026-01187' } });
    expect(first.headers.get('location')).toBe(`/api/partner/certificates/${first.body.id}`);
    const second = await shell('send-certificate.sh');
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    id = first.body.id;
  });

  withShell('reads it', async () => {
    const { headers, body } = await shell('read-certificate.sh', { CERTIFICATE_ID: id });
    expect(headers.get('etag')).toBe('"v1"');
    expect(body).toMatchObject({ id, standing: 'pending' });
  });

  withShell('sends its PDF, by hash and with the certificate', async () => {
    const content = aPdf('Certificate of Analysis');
    const PDF_FILE = fileWith(content);
    const headers = { Authorization: `Bearer ${lab.issued.key}`, 'Idempotency-Key': 'with a PDF' };
    const { data } = await createCertificate({ client: server.client(), headers, body: aReport(), throwOnError: true });
    const uploaded = await shell('upload-document.sh', { PDF_FILE });
    expect(uploaded).toMatchObject({ status: 201, body: { sha256: sha256Of(content), bytes: content.length } });
    const read = await shell('read-document.sh', { SHA256: sha256Of(content) });
    expect(read).toMatchObject({ status: 200, body: { sha256: sha256Of(content), refusal: null } });
    const reading = await shell('get-reading.sh', { SHA256: sha256Of(content) });
    expect([200, 202]).toContain(reading.status);
    expect(reading.body).toMatchObject({ sha256: sha256Of(content), refusal: null });
    for (let time = 0; time < 2; time += 1) {
      const attached = await shell('attach-document.sh', { PDF_FILE, CERTIFICATE_ID: data.id });
      expect(attached).toMatchObject({ status: 200, body: { id: data.id, document: { sha256: sha256Of(content) } } });
    }
  });

  withShell('finds it by its report number', async () => {
    const { body } = await shell('find-certificate.sh');
    expect(body).toMatchObject([{ id, status: 'pending', reported: { status: 'passed' } }]);
  });

  withShell('finds a request for changes and resubmits', async () => {
    await sendBack(id);
    const { body: waiting } = await shell('list-certificates.sh');
    expect(waiting).toMatchObject([{ id, comments: [OBJECTION] }]);
    const ETAG = (await shell('read-certificate.sh', { CERTIFICATE_ID: id })).headers.get('etag') ?? '';
    const corrected = await shell('correct-certificate.sh', { CERTIFICATE_ID: id, ETAG });
    expect(corrected.body).toMatchObject({ standing: 'pending', thcContent: 4.81 });
    const stale = await shell('correct-certificate.sh', { CERTIFICATE_ID: id, ETAG }, REFUSED);
    expect(stale).toMatchObject({ status: 412, body: { type: '/problems/changed-meanwhile' } });
  });

  withShell('amends a published certificate', async () => {
    await resolveAllComments(staff, id);
    await approve(staff, id);
    etag = (await shell('read-certificate.sh', { CERTIFICATE_ID: id })).headers.get('etag') ?? '';
    const amendment = await shell('amend-certificate.sh', { CERTIFICATE_ID: id, ETAG: etag });
    expect(amendment).toMatchObject({ status: 201, body: { standing: 'pending', supersedes: id } });
    await approve(staff, amendment.body.id);
    const { body: old } = await shell('read-certificate.sh', { CERTIFICATE_ID: id });
    expect(old.standing).toBe('superseded');
    id = amendment.body.id;
  });

  withShell('withdraws it', async () => {
    const ETAG = (await shell('read-certificate.sh', { CERTIFICATE_ID: id })).headers.get('etag') ?? '';
    const { body } = await shell('withdraw-certificate.sh', { CERTIFICATE_ID: id, ETAG });
    expect(body).toMatchObject({ standing: 'withdrawn', withdrawalReason: expect.stringContaining('mixed up') });
  });

  withShell('approves one in the sandbox', async () => {
    const key = await sandboxKey(server.client(), server.mailFolder);
    const headers = { authorization: `Bearer ${key}`, 'Idempotency-Key': 'one' };
    const { data } = await createCertificate({ client: server.client(), headers, body: aReport(), throwOnError: true });
    const { body } = await shell('approve-in-sandbox.sh', { CLEARBATCH_KEY: key, CERTIFICATE_ID: data.id });
    expect(body).toMatchObject({ id: data.id, standing: 'approved' });
    await shell('trust-in-sandbox.sh', { CLEARBATCH_KEY: key });
    const next = { headers: { ...headers, 'Idempotency-Key': 'two' }, body: aReport() };
    expect((await createCertificate({ client: server.client(), ...next })).data?.standing).toBe('approved');
  });

  withShell('reads what happened, and goes on from there', async () => {
    const { body } = await shell('list-events.sh');
    const told = body.events.map(({ type }: { type: string }) => type);
    expect(told).toEqual(expect.arrayContaining(['certificate.changes_requested', 'certificate.amended']));
    expect((await shell('list-events.sh', { AFTER: body.next })).body).toMatchObject({ events: [], hasMore: false });
  });

  withShell('lists what changed since', async () => {
    const { headers, body } = await shell('list-changed-certificates.sh', { UPDATED_SINCE: '2026-01-01T00:00:00Z' });
    expect(body.map((one: { id: string }) => one.id)).toContain(id);
    const UPDATED_SINCE = headers.get('x-updated-until') ?? '';
    expect((await shell('list-changed-certificates.sh', { UPDATED_SINCE })).status).toBe(200);
  });
});

describe('many certificates, from the shell', () => {
  withShell('sends a file and reads the results of its lines', async () => {
    const sent = await shell('send-bulk-file.sh');
    expect(sent).toMatchObject({ status: 201, body: { state: 'completed', lines: 3, waiting: 2, refused: 1 } });
    const compressed = await shell('send-bulk-file-gzip.sh');
    expect(compressed.headers.get('idempotent-replayed')).toBe('true');
    expect(compressed.body).toEqual(sent.body);
    const env = { JOB_ID: sent.body.id };
    expect((await shell('read-bulk-job.sh', env)).body).toEqual(sent.body);
    expect((await shell('list-bulk-jobs.sh')).body).toEqual([sent.body]);
    const refused = [{ line: 2, outcome: 'refused', labReportId: 'EA-2026-01202', errors: [{ field: 'cbdContent' }] }];
    expect((await shell('list-refused-lines.sh', env)).body).toMatchObject(refused);
  });
});

describe('webhooks, from the shell', () => {
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await WebhookReceiver.open();
  });
  afterAll(() => receiver?.close());

  withShell('adds an endpoint, tests it, and enables it again after a failure', async () => {
    const WEBHOOK_URL = receiver.url;
    const { body: endpoint } = await shell('add-webhook-endpoint.sh', { WEBHOOK_URL });
    expect(endpoint).toMatchObject({ url: receiver.url, enabled: true, secret: expect.stringMatching(/^whsec_/) });
    const env = { WEBHOOK_URL, ENDPOINT_ID: endpoint.id };
    expect((await shell('list-webhook-endpoints.sh')).body).toMatchObject([{ id: endpoint.id }]);

    receiver.answer = answering(410);
    const { body: delivery } = await shell('test-webhook-endpoint.sh', env);
    await until('the delivery fails', async () => (await shell('list-webhook-deliveries.sh')).body.length === 1);
    const { body: failed } = await shell('read-webhook-delivery.sh', { DELIVERY_ID: delivery.id });
    expect(failed).toMatchObject({ state: 'failed', history: [{ number: 1, status: 410 }] });

    receiver.answer = answering(204);
    expect((await shell('change-webhook-endpoint.sh', env)).body).toMatchObject({ enabled: true });
    const { body: rotated } = await shell('rotate-webhook-secret.sh', env);
    expect(rotated.secret).not.toBe(endpoint.secret);
    await shell('redeliver-webhook.sh', { DELIVERY_ID: delivery.id });
    await until('it arrives', async () => receiver.received.length === 2);
    expect(receiver.received[1]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id']);

    await shell('delete-webhook-endpoint.sh', env);
    expect((await shell('list-webhook-endpoints.sh')).body).toEqual([]);
  });
});

it('the client completes the journey: send the PDF, validate, send, poll, answer a reviewer, verify the webhook', async () => {
  const content = aPdf('Certificate of Analysis of Yuzu Seltzer');
  const documentSha256 = sha256Of(content);
  const PDF_FILE = fileWith(content);
  const env = { ...environment(), PDF_FILE, WEBHOOK_PORT: '0', POLL_SECONDS: '0.05' };
  const ended = run(process.execPath, [join(folder, 'partner-journey.mjs')], { env });

  const waiting = async () => {
    const { data } = await listSubmissions({ client: staff, query: { search: 'JT-', limit: 200 }, throwOnError: true });
    return data.find(({ batchId }) => /^JT-[0-9a-f]{8}$/.test(batchId));
  };
  await until('the client submits', async () => (await waiting()) !== undefined);
  const id = (await waiting())?.id ?? '';
  await sendBack(id);
  const isAnswered = async () =>
    (await getSubmission({ client: staff, path: { id } })).data?.notes?.startsWith('Checked');
  await until('the client resubmits', async () => (await isAnswered()) === true);
  await resolveAllComments(staff, id);
  await approve(staff, id);

  const { code, stdout, stderr } = await ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { data } = await getSubmission({ client: staff, path: { id }, throwOnError: true });
  expect(data).toMatchObject({ document: { sha256: documentSha256, state: 'ready' } });
  for (const line of [
    'calling as Example Analytical, with the key coa_live_',
    `PDF ready: ${content.length} bytes, SHA-256 ${documentSha256}`,
    'error: ', // the batch is random, so it is not in the PDF
    `sent as ${data.reference}: pending`,
    `sent again: the same ${data.reference}, replayed: true`,
    'webhook: certificate.changes_requested of EA-',
    'major: Please check the THC figure.',
    'answered: pending',
    `published: ${server.url}/brands/Juniper%20%26%20Tide/coa/JT-`,
    'webhook: certificate.published of EA-',
    `verified: ${data.reference} was published at 20`,
  ]) {
    expect(stdout).toContain(line);
  }
});

describe('verifying a webhook', () => {
  const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
  const BODY = JSON.stringify({ type: 'certificate.published', data: { productName: 'Bière d’été 5 mg' } });
  // Programs in other languages know the machine's time only, so those in Node use it here as well.
  const now = () => Math.floor(machineTime() / 1000);

  function signed(secret: string, id: string, timestamp: string, body: string): string {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  }

  interface Message {
    readonly secret: string;
    readonly headers: Record<string, string>;
    readonly body: string;
  }

  function message({ secret = SECRET, at = now(), signatures = (own: string) => own, body = BODY } = {}): Message {
    const timestamp = String(at);
    const headers = {
      'webhook-id': 'a3d7c1f0-2b4e-4c6d-8f10-7e5b9d3c2a11',
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures(signed(secret, 'a3d7c1f0-2b4e-4c6d-8f10-7e5b9d3c2a11', timestamp, body)),
    };
    return { secret: SECRET, headers, body };
  }

  const without = (name: string): Message => {
    const { headers, ...rest } = message();
    return { ...rest, headers: Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name)) };
  };
  const OTHER = `whsec_${randomBytes(32).toString('base64')}`;
  const CASES: [name: string, message: () => Message, isGood: boolean][] = [
    ['as it was sent', () => message(), true],
    ['with two signatures, while a secret is changed', () => message({ signatures: (own) => `v1,AAAA ${own}` }), true],
    ['with a signature of a later version beside it', () => message({ signatures: (own) => `v1a,AAAA ${own}` }), true],
    ['whose body was changed', () => ({ ...message(), body: BODY.replace('5 mg', '9 mg') }), false],
    ['signed with another secret', () => message({ secret: OTHER }), false],
    ['that is six minutes old', () => message({ at: now() - 360 }), false],
    ['from six minutes ahead', () => message({ at: now() + 360 }), false],
    [
      'whose time was changed',
      () => ({ ...message(), headers: { ...message().headers, 'webhook-timestamp': String(now() - 1) } }),
      false,
    ],
    ['whose id was changed', () => ({ ...message(), headers: { ...message().headers, 'webhook-id': 'other' } }), false],
    ['with a signature in another version', () => message({ signatures: (own) => own.replace('v1,', 'v2,') }), false],
    ['with a signature that is none', () => message({ signatures: () => 'Ünsinn v1, ,' }), false],
    ['without a signature', () => without('webhook-signature'), false],
    ['without a time', () => without('webhook-timestamp'), false],
    ['without an id', () => without('webhook-id'), false],
  ];

  /** Each program reads a message as JSON from stdin and exits with 0 if it is valid, 3 if not. */
  const TELL_NODE = `import { verifyWebhook } from ${JSON.stringify(join(folder, 'verify-webhook.mjs'))};
    const { secret, headers, body } = JSON.parse(await new Response(process.stdin).text());
    try { if (verifyWebhook(secret, headers, Buffer.from(body)).type !== 'certificate.published') process.exit(1); }
    catch (error) { process.exit(3); }`;
  const TELL_PYTHON = `import json, sys
from importlib.util import module_from_spec, spec_from_file_location
sys.dont_write_bytecode = True
spec = spec_from_file_location("example", ${JSON.stringify(join(folder, 'verify_webhook.py'))})
example = module_from_spec(spec)
spec.loader.exec_module(example)
m = json.load(sys.stdin.buffer)
try:
    sys.exit(0 if example.verify_webhook(m["secret"], m["headers"], m["body"].encode())["type"] == "certificate.published" else 1)
except ValueError:
    sys.exit(3)`;
  const TELL_GO = `package main

import ("encoding/json"; "net/http"; "os")

func main() {
	var m struct { Secret string; Headers map[string]string; Body string }
	if json.NewDecoder(os.Stdin).Decode(&m) != nil { os.Exit(1) }
	header := http.Header{}
	for name, value := range m.Headers { header.Set(name, value) }
	if VerifyWebhook(m.Secret, header, []byte(m.Body)) != nil { os.Exit(3) }
}
`;

  const goFolder = mkdtempSync(join(tmpdir(), 'clearbatch-go-'));
  afterAll(() => rmSync(goFolder, { recursive: true }));
  async function buildGo(): Promise<string> {
    cpSync(join(folder, 'verify_webhook.go'), join(goFolder, 'verify_webhook.go'));
    writeFileSync(join(goFolder, 'main.go'), TELL_GO);
    writeFileSync(join(goFolder, 'go.mod'), 'module example\n\ngo 1.19\n');
    const program = join(goFolder, 'verify');
    expect(await run('go', ['build', '-o', program, '.'], { cwd: goFolder })).toMatchObject({ code: 0, stderr: '' });
    return program;
  }

  const runVerifier = async (program: string, args: readonly string[], given: Message) =>
    (await run(program, args, { input: JSON.stringify(given), env: { NODE_OPTIONS: '' } })).code;

  const everyCase = async (program: string, args: readonly string[]) => {
    const results = await Promise.all(
      CASES.map(async ([name, given]) => [name, await runVerifier(program, args, given())] as const),
    );
    expect(Object.fromEntries(results)).toEqual(
      Object.fromEntries(CASES.map(([name, , isGood]) => [name, isGood ? 0 : 3])),
    );
  };

  it('in Node', async () => {
    await everyCase(process.execPath, ['--input-type=module', '--eval', TELL_NODE]);
  });

  itWith(['python3'])('by Python', async () => {
    await everyCase('python3', ['-c', TELL_PYTHON]);
  });

  itWith(['go'])('by Go', async () => {
    await everyCase(await buildGo(), []);
  });
});

describe('openapi/examples', () => {
  /** Data files that the examples read. */
  const DATA = ['certificate.json', 'certificates.ndjson'];
  const files = readdirSync(folder).filter((file) => !DATA.includes(file));

  it('has only files that this test runs', () => {
    const tests = readFileSync(import.meta.filename, 'utf8');
    expect(files.filter((file) => !tests.includes(`'${file}'`))).toEqual([]);
  });

  it('covers every operation of the partner API', () => {
    const shown = files.flatMap((file) => /^# (\w+): /m.exec(readFileSync(join(folder, file), 'utf8'))?.[1] ?? []);
    const partnerCalls = callsOf(readDocument()).filter(({ path }) => path.startsWith('/api/partner/'));
    expect(shown.sort()).toEqual(partnerCalls.map(({ operation }) => operation.operationId).sort());
  });
});
