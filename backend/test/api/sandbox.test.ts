import { randomUUID } from 'node:crypto';
import {
  amendOwnCertificate,
  changeSandboxTrust,
  correctCertificate,
  createCertificate,
  createWebhookEndpoint,
  decideInSandbox,
  getCertificate,
  getOwnCertificate,
  getPartnerLab,
  listOwnCertificates,
  listPartnerEvents,
  openSandbox,
  requestSandbox,
  searchSite,
  withdrawOwnCertificate,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { OwnCertificateDto, PartnerCertificateDto } from '../../../frontend/src/api/generated/types.gen.js';
import { PrivacyLog, RetentionRepository } from '../../src/domain/privacy/ports.js';
import { Retention } from '../../src/domain/privacy/retention.js';
import { DAY_MS } from '../../src/domain/shared/durations.js';
import { Transactions } from '../../src/domain/shared/ports.js';
import { StoppedClock } from '../support/in-memory-clock-and-ids.js';
import { emailsIn } from '../support/mail-folder.js';
import { sendLabDocument } from '../support/send-document.js';
import { cloneDatabase, type TestDatabase } from '../support/test-database.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { aPdf } from '../support/tiny-pdf.js';
import { until } from '../support/until.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { aReport, type LabWithKey, labWithKey, sandboxToken, signInAsStaff, sql } from './api-helpers.js';
import { expectProblem } from './problem.js';

let sandbox: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  sandbox = await cloneDatabase();
  server = await startServer({ SANDBOX_DATABASE_URL: sandbox.url, WEBHOOK_ALLOW_LOOPBACK: 'true' });
});
afterAll(async () => {
  await server?.stop();
  await sandbox?.release();
});

/** The token of the link that is sent to an address. */
const tokenFor = (email?: string) => sandboxToken(server.client(), server.mailFolder, email);

const open = (token: string) => openSandbox({ client: server.client(), body: { token } });

async function aSandbox(): Promise<{ client: ReturnType<TestServer['client']>; key: string }> {
  const { data } = await open(await tokenFor());
  const client = server.client();
  client.setConfig({ headers: { authorization: `Bearer ${data?.key}` } });
  return { client, key: data?.key ?? '' };
}

type Sandbox = Awaited<ReturnType<typeof aSandbox>>;

const problem = (code: string) => ({ type: `/problems/${code}` });

const once = () => ({ 'Idempotency-Key': randomUUID() });

async function created({ client }: Sandbox, differing: Partial<PartnerCertificateDto> = {}) {
  const { data, error } = await createCertificate({ client, headers: once(), body: aReport(differing) });
  if (!data) throw new Error(JSON.stringify(error));
  return data;
}

const decide = (
  { client }: Sandbox,
  { id }: Pick<OwnCertificateDto, 'id'>,
  decision: 'approve' | 'reject' | 'request_changes',
  reason?: string,
) => decideInSandbox({ client, path: { id }, body: { decision, ...(reason && { reason }) } });

const inSandbox = (query: string, parameters: unknown[] = []) =>
  sql({ database: sandbox } as unknown as TestServer, query, parameters);

describe('a test key', () => {
  it('is answered to whoever has the link of the email, once', async () => {
    const token = await tokenFor('dev@lab.example');
    const { data, response } = await open(token);
    expect(response?.status).toBe(201);
    expect(data?.key).toMatch(/^coa_test_[\w-]{43}$/);
    const days = (new Date(data?.expiresAt ?? 0).getTime() - Date.now()) / DAY_MS;
    expect(Math.round(days)).toBe(30);
    expectProblem(await open(token), 409, problem('sandbox-link-used'));
  });

  it('of two answers to one link, only one is a key', async () => {
    const token = await tokenFor('twice@lab.example');
    const answers = await Promise.all([open(token), open(token), open(token)]);
    expect(answers.map(({ response }) => response?.status).toSorted()).toEqual([201, 409, 409]);
  });

  it('is not answered to a link that we did not send, or whose time was changed', async () => {
    const [id, , signature] = (await tokenFor('later@lab.example')).split('.');
    const forged = [
      'nonsense',
      '3f2c1a9e-6d0b-4b57-9a51-0f6f1f7f2c11.zzzzzz.c2lnbmF0dXJl',
      `${id}.zzzzzz.${signature}`,
    ];
    for (const token of forged) expectProblem(await open(token), 404, problem('sandbox-link-invalid'));
  });

  it('keeps no address in the sandbox, and none that is readable in the registry', async () => {
    const email = 'private.person@lab.example';
    await open(await tokenFor(email));
    const [{ text: registry }] = (await sql(server, 'SELECT string_agg(m::text, $1) AS text FROM mail_outbox m', [
      ' ',
    ])) as [{ text: string }];
    const [{ text: labs }] = (await inSandbox('SELECT string_agg(l::text, $1) AS text FROM partner_labs l', [' '])) as [
      { text: string },
    ];
    expect(`${registry} ${labs}`).not.toContain('private.person');
  });

  it('opens only the sandbox, and a live key only the registry', async () => {
    const staff = await signInAsStaff(server, 'robin');
    const live = await labWithKey(staff);
    const { client } = await aSandbox();
    const { data } = await getPartnerLab({ client });
    expect(data).toMatchObject({ trusted: false, keyPrefix: expect.stringMatching(/^coa_test_/) });
    expect(data?.name).toMatch(/^Sandbox /);
    const { data: registered } = await getPartnerLab({ client: server.client(), headers: live.headers });
    expect(registered?.name).toBe(live.lab.name);
    const refused = await inTheOther(live);
    expect(refused.status).toBe(401);
  });

  /** A live key in the form of a test key. */
  const inTheOther = ({ headers }: LabWithKey) =>
    fetch(`${server.url}/api/partner/lab`, {
      headers: { authorization: headers.authorization.replace('coa_live_', 'coa_test_') },
    });
});

describe('in the sandbox', () => {
  it('a certificate goes through its whole life, and a webhook tells of it', async () => {
    const lab = await aSandbox();
    const receiver = await WebhookReceiver.open();
    const types = ['certificate.published', 'certificate.changes_requested', 'certificate.withdrawn'] as const;
    await createWebhookEndpoint({ client: lab.client, body: { url: receiver.url, types: [...types] } });

    const waiting = await created(lab, { batchId: 'SB-1' });
    expect(waiting.standing).toBe('pending');
    const { data: returned } = await decide(lab, waiting, 'request_changes', 'Which batch is this?');
    expect(returned).toMatchObject({ standing: 'changes_requested' });
    expect(returned?.comments.map(({ text }) => text)).toEqual(['Which batch is this?']);
    const { data: corrected } = await correctCertificate({
      client: lab.client,
      path: { id: waiting.id },
      headers: { 'If-Match': '*' },
      body: aReport({ batchId: 'SB-1' }),
    });
    expect(corrected?.standing).toBe('pending');
    const { data: published } = await decide(lab, waiting, 'approve');
    expect(published?.standing).toBe('approved');
    const again = await decide(lab, waiting, 'approve');
    expectProblem(again, 409, problem('already-decided'));

    const { data: amendment } = await amendOwnCertificate({
      client: lab.client,
      path: { id: waiting.id },
      headers: { 'If-Match': '*', ...once() },
      body: { ...aReport({ batchId: 'SB-1', labReportId: waiting.labReportId ?? '' }), reason: 'A typing error' },
    });
    await decide(lab, amendment as OwnCertificateDto, 'approve');
    const { data: old } = await getOwnCertificate({ client: lab.client, path: { id: waiting.id } });
    expect(old?.standing).toBe('superseded');
    const { data: withdrawn } = await withdrawOwnCertificate({
      client: lab.client,
      path: { id: amendment?.id ?? '' },
      headers: { 'If-Match': '*' },
      body: { reason: 'The sample was mixed up' },
    });
    expect(withdrawn?.standing).toBe('withdrawn');

    await until('four events', async () => receiver.received.length >= 4);
    const { data: events } = await listPartnerEvents({ client: lab.client });
    const happenedTo = (one: { id: string } | undefined) =>
      events?.events.filter(({ data }) => (data as { id: string }).id === one?.id).map(({ type }) => type);
    expect(happenedTo(waiting)).toEqual([
      'certificate.changes_requested',
      'certificate.published',
      'certificate.amended',
    ]);
    expect(happenedTo(amendment)).toEqual(['certificate.published', 'certificate.withdrawn']);
    await receiver.close();
  });

  it('a trusted lab is published at once', async () => {
    const lab = await aSandbox();
    const { response } = await changeSandboxTrust({ client: lab.client, body: { trusted: true } });
    expect(response?.status).toBe(204);
    expect((await created(lab)).standing).toBe('approved');
  });

  it('takes PDFs', async () => {
    const lab = await aSandbox();
    const { data, response } = await sendLabDocument(lab.client, aPdf());
    expect(response?.status).toBe(201);
    const waiting = await created(lab, { documentSha256: data?.sha256 });
    expect(waiting.document?.sha256).toBe(data?.sha256);
    await until('the PDF was read', async () => {
      const { data: again } = await getOwnCertificate({ client: lab.client, path: { id: waiting.id } });
      return again?.documentComparison != null;
    });
  });

  it('nobody outside sees what is in it, and no lab what another one has', async () => {
    const lab = await aSandbox();
    await changeSandboxTrust({ client: lab.client, body: { trusted: true } });
    const { reference, id } = await created(lab, { brandName: 'Invisible Larch', batchId: 'IL-1' });
    const visitor = server.client();
    expectProblem(await getCertificate({ client: visitor, path: { reference } }), 404, problem('coa-not-found'));
    const { data } = await searchSite({ client: visitor, query: { q: 'Invisible Larch' } });
    expect(JSON.stringify(data)).not.toContain('Invisible Larch');
    const staff = await signInAsStaff(server, 'sage');
    const { response } = await staff.get({ url: `/api/staff/submissions/${id}` });
    expect(response?.status).toBe(404);
    const other = await aSandbox();
    expect((await listOwnCertificates({ client: other.client })).data).toEqual([]);
    expectProblem(await getOwnCertificate({ client: other.client, path: { id } }), 404, problem('coa-not-found'));
  });

  it('only a test key decides', async () => {
    const staff = await signInAsStaff(server, 'river');
    const { headers } = await labWithKey(staff);
    const client = server.client();
    client.setConfig({ headers });
    const live = { client, key: '' };
    const waiting = await created(live);
    expectProblem(await decide(live, waiting, 'approve'), 403, problem('only-in-sandbox'));
    expectProblem(await changeSandboxTrust({ client, body: { trusted: true } }), 403, problem('only-in-sandbox'));
  });

  it('a reviewer rejects as in the registry, and no email is sent', async () => {
    const lab = await aSandbox();
    const { data } = await decide(lab, await created(lab), 'reject');
    expect(data).toMatchObject({ standing: 'rejected' });
    await until('the outbox', async () => {
      const rows = await inSandbox(`SELECT 1 FROM mail_outbox WHERE "state" = 'waiting'`);
      return rows.length === 0;
    });
    const sent = await emailsIn(server.mailFolder);
    expect(sent.filter(({ subject }) => subject !== 'Your ClearBatch sandbox')).toEqual([]);
  });

  it('is deleted after 30 days, also what was amended, and nothing else is', async () => {
    const ended = await aSandbox();
    await changeSandboxTrust({ client: ended.client, body: { trusted: true } });
    const first = await created(ended, { batchId: 'OLD-1' });
    const headers = { 'If-Match': '*', ...once() };
    const body = { ...aReport({ batchId: 'OLD-1', labReportId: first.labReportId ?? '' }), reason: 'A typing error' };
    await amendOwnCertificate({ client: ended.client, path: { id: first.id }, headers, body });
    await createWebhookEndpoint({
      client: ended.client,
      body: { url: 'http://127.0.0.1:9/gone', types: ['certificate.published'] },
    });
    const { keyPrefix = '' } = (await getPartnerLab({ client: ended.client })).data ?? {};
    await inSandbox(`UPDATE partner_keys SET "expiresAt" = now() - interval '1 minute' WHERE "prefix" = $1`, [
      keyPrefix,
    ]);
    const going = await aSandbox();
    const kept = await created(going);

    const upkeep = await startServer({ DATABASE_URL: sandbox.url });
    const retention = new Retention(
      upkeep.app.get(RetentionRepository),
      upkeep.app.get(PrivacyLog),
      upkeep.app.get(Transactions),
      new StoppedClock(new Date()),
    );
    await retention.apply('endedSandboxes');
    await upkeep.stop();

    const { data } = await getOwnCertificate({ client: going.client, path: { id: kept.id } });
    expect(data?.id).toBe(kept.id);
    expect(await inSandbox('SELECT 1 FROM coa_data WHERE "batchId" = $1', ['OLD-1'])).toEqual([]);
    expect(await inSandbox('SELECT 1 FROM webhook_endpoints WHERE "url" LIKE $1', ['%/gone'])).toEqual([]);
    const answer = await getPartnerLab({ client: ended.client });
    expectProblem(answer, 401, problem('key-expired'));
  });
});

describe('a site without a sandbox', () => {
  it('says so', async () => {
    const without = await startServer();
    const client = without.client();
    const body = { email: 'dev@lab.example' };
    expectProblem(await requestSandbox({ client, body }), 404, problem('no-sandbox'));
    expectProblem(await openSandbox({ client, body: { token: 'any' } }), 404, problem('no-sandbox'));
    const headers = { authorization: `Bearer coa_test_${'a'.repeat(43)}` };
    expectProblem(await getPartnerLab({ client, headers }), 401, problem('key-malformed'));
    await without.stop();
  });
});
