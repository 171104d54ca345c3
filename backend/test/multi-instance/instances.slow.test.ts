import { randomUUID } from 'node:crypto';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  approveSubmission,
  beginSecondFactor,
  confirmReferenceChange,
  confirmSecondFactor,
  createCertificate,
  createWebhookEndpoint,
  endOtherSessions,
  getCertificate,
  getCoa,
  getRule,
  getSession,
  getStaffRule,
  holdDecisions,
  proposeAnalyteName,
  proposeRuleEdition,
  rejectSubmission,
  signIn,
  signOut,
  submitCoa,
  subscribe,
  verifySecondFactor,
  withdrawCertificate,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import {
  aLab,
  aReport,
  aSubmission,
  PASSED,
  published,
  type Site,
  signInAsStaff,
  sql,
  submitted,
} from '../api/api-helpers.js';
import { expectProblem } from '../api/problem.js';
import { emailsIn } from '../support/mail-folder.js';
import { RoundRobin } from '../support/round-robin.js';
import { type ServingAccount, servingAccount } from '../support/runtime-role-account.js';
import { ServerProcess, temporaryFolder } from '../support/server-process.js';
import { SmtpReceiver } from '../support/smtp-receiver.js';
import { cloneDatabase, type TestDatabase } from '../support/test-database.js';
import { clientAt, PASSWORD } from '../support/test-server.js';
import { totpCode } from '../support/totp-code.js';
import { until } from '../support/until.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

/** Requests allowed per minute, for an address and for a key. */
const BY_ADDRESS = 30;
const BY_KEY = 60;

const COMMON = {
  RATE_LIMIT_DISABLED: 'false',
  RATE_LIMIT_PER_MINUTE: String(BY_ADDRESS),
  PARTNER_REQUESTS_PER_MINUTE: String(BY_KEY),
  TRUST_PROXY: 'true',
  WEBHOOK_ALLOW_LOOPBACK: 'true',
  LOG_LEVEL: 'warn',
};

let database: TestDatabase;
/** The runtime role of the servers, with the fewest privileges (platform/database/runtime-role.ts). */
let serving: ServingAccount;
let mailServer: SmtpReceiver;
let proxy: RoundRobin;
let site: Site;
/** Three processes on one database: two write mail to files, one sends it over SMTP. */
let one: ServerProcess;
let two: ServerProcess;
let three: ServerProcess;
const folders = [temporaryFolder('mail-one'), temporaryFolder('mail-two')] as const;

beforeAll(async () => {
  database = await cloneDatabase();
  serving = await servingAccount(database);
  mailServer = await SmtpReceiver.open();
  const smtp = { SMTP_URL: mailServer.url, MAIL_FROM: 'registry@clearbatch.example' };
  const environments = [{ MAIL_FOLDER: folders[0] }, { MAIL_FOLDER: folders[1] }, smtp];
  [one, two, three] = (await Promise.all(
    environments.map((own) => ServerProcess.start({ databaseUrl: serving.url, environment: { ...COMMON, ...own } })),
  )) as [ServerProcess, ServerProcess, ServerProcess];
  proxy = new RoundRobin([one.url, two.url, three.url]);
  const url = await proxy.listen();
  site = { database, client: () => visitorOf(url) };
});

afterAll(async () => {
  await Promise.all([one, two, three].map((instance) => instance?.end('SIGKILL')));
  await proxy?.close();
  await mailServer?.close();
  await database?.release();
  await serving?.drop();
});

let visitors = 0;

/** A client at a unique address, so that no test uses up another's rate limit. */
function visitorOf(url: string): Client {
  visitors += 1;
  const client = clientAt(url);
  client.setConfig({ headers: { 'x-forwarded-for': `203.0.113.${visitors}` } });
  return client;
}

/** The same browser, whose next requests go to one instance. */
function at(instance: ServerProcess, client: Client): Client {
  client.setConfig({ baseUrl: instance.url });
  return client;
}

const statusesOf = async (answers: Promise<{ response?: Response }>[]) =>
  (await Promise.all(answers)).map(({ response }) => response?.status);

const times = <T>(count: number, what: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => what(n));

/** Three times the limit, one limit's worth at a time. */
async function statusesInWaves(send: (n: number) => Promise<{ response?: Response }>, allowed: number) {
  const statuses: (number | undefined)[] = [];
  for (let wave = 0; wave < 3; wave += 1) {
    statuses.push(...(await statusesOf(times(allowed, (n) => send(wave * allowed + n)))));
  }
  return statuses;
}

/** How many emails were sent about each submission by all instances. */
async function emailsAbout(references: readonly string[]): Promise<number[]> {
  const inFolders = (await Promise.all(folders.map((folder) => emailsIn(folder)))).flat();
  const emails = [...inFolders, ...mailServer.received.map(({ email }) => email)];
  return references.map((reference) => emails.filter(({ subject }) => subject?.includes(`(${reference})`)).length);
}

/** Submits a certificate. @returns its reference */
async function submit(client = site.client()): Promise<string> {
  const { data } = await submitCoa({
    client,
    body: aSubmission({ contactEmail: `${randomUUID()}@submitter.example` }),
    throwOnError: true,
  });
  return data.reference;
}

const actionsOn = async (subject: string) =>
  (await sql<{ action: string }>(site, `SELECT action FROM audit_log WHERE subject = $1 ORDER BY id`, [subject])).map(
    ({ action }) => action,
  );

const NOT_SIGNED_IN = { type: '/problems/not-signed-in' };

describe('a session', () => {
  it('created on one instance is valid on the others, and ends on all', async () => {
    const robin = await signInAsStaff(site, 'robin');
    for (const instance of [one, two, three]) {
      expect((await getSession({ client: at(instance, robin) })).response?.status).toBe(200);
    }
    const elsewhere = site.client();
    const body = { username: 'robin', password: PASSWORD };
    await signIn({ client: at(one, elsewhere), body, throwOnError: true });
    expect((await endOtherSessions({ client: at(two, elsewhere) })).response?.status).toBe(204);
    for (const instance of [one, two, three]) {
      expectProblem(await getSession({ client: at(instance, robin) }), 401, NOT_SIGNED_IN);
    }
    await signOut({ client: at(three, elsewhere), throwOnError: true });
    expectProblem(await getSession({ client: at(one, elsewhere) }), 401, NOT_SIGNED_IN);
  });

  it('accepts each code once across instances', async () => {
    const client = await signInAsStaff(site, 'toni', ['reviewer']);
    const { data: made } = await beginSecondFactor({ client, body: { password: PASSWORD }, throwOnError: true });
    const code = () => totpCode(made.secret, Math.floor(Date.now() / 30_000));
    await confirmSecondFactor({ client, body: { code: code() }, throwOnError: true });
    await sql(site, `UPDATE users SET "lastCodeStep" = 0`); // as if half a minute had passed

    const browsers = times(6, () => site.client());
    for (const browser of browsers) await signIn({ client: browser, body: { username: 'toni', password: PASSWORD } });
    const now = code();
    const statuses = await statusesOf(
      browsers.map((browser, n) =>
        verifySecondFactor({ client: at([one, two, three][n % 3] as ServerProcess, browser), body: { code: now } }),
      ),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it('has the same limit on guesses across instances', async () => {
    await signInAsStaff(site, 'ulla');
    const body = { username: 'ulla', password: 'a guess' };
    const statuses = await statusesOf(times(15, () => signIn({ client: site.client(), body })));
    expect(statuses.toSorted()).toEqual([...times(5, () => 401), ...times(10, () => 429)]);
  });
});

describe('a confirmed change of vocabulary and rules', () => {
  it('counts in all instances within seconds, also where responses are cached', async () => {
    const robin = at(one, await signInAsStaff(site, 'walt', ['reviewer']));
    const sam = at(one, await signInAsStaff(site, 'xena', ['reviewer']));
    const line = { valueText: 'ND', value: null, unit: 'µg/g', lod: 0.01, loq: null, limit: null, method: null };
    const analytes = [{ ...line, panel: 'heavyMetals' as const, name: 'Pb-208' }];
    const { reference } = await published(robin, at(one, site.client()), { testResults: { analytes } });
    const path = { id: 'us-ct-infused-beverage' };
    const stateAt = async (instance: ServerProcess) => {
      const client = at(instance, site.client());
      const { data: certificate } = await getCertificate({ client, path: { reference }, throwOnError: true });
      const { data: rule } = await getRule({ client, path, throwOnError: true });
      return [certificate.testResults.analytes[0]?.analyte, rule.edition];
    };
    for (const instance of [one, two, three]) expect(await stateAt(instance)).toEqual([null, 1]);

    const named = { name: 'Pb-208', panel: 'heavyMetals' as const, analyte: 'lead' };
    const { data: name } = await proposeAnalyteName({
      client: robin,
      body: { ...named, scope: 'panel', reason: 'An isotope' },
      throwOnError: true,
    });
    const { data: rule } = await getStaffRule({ client: robin, path, throwOnError: true });
    const { edition: basedOn, content, readOn } = rule;
    const body = { basedOn, content, readOn, rereadBy: '2099-01-01', reason: 'Read again' };
    const { data: edition } = await proposeRuleEdition({ client: robin, path, body, throwOnError: true });
    for (const { id } of [name, edition]) {
      await confirmReferenceChange({ client: sam, path: { id }, body: { version: 1 }, throwOnError: true });
    }
    expect(await stateAt(one)).toEqual(['lead', 2]);
    for (const instance of [two, three]) {
      await until('the change counts', async () => String(await stateAt(instance)) === 'lead,2');
    }
  });
});

describe('rate limits', () => {
  it('for an address are shared across instances', async () => {
    const client = site.client();
    const statuses = await statusesInWaves(
      (n) => subscribe({ client, body: { email: `sam${n}@mail.example` } }),
      BY_ADDRESS,
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(BY_ADDRESS);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2 * BY_ADDRESS);
  });

  it('for a key are shared across instances', async () => {
    const lab = await aLab(site, await signInAsStaff(site, 'vera'));
    const statuses = await statusesInWaves(
      () => lab.client.get({ url: '/api/partner/lab', headers: lab.headers }),
      BY_KEY,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(BY_KEY);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2 * BY_KEY);
  });
});

describe('concurrent requests to several instances', () => {
  it('create one certificate for one idempotency key', async () => {
    const staff = await signInAsStaff(site, 'wim');
    const { client, headers } = await aLab(site, staff, { trusted: true });
    const send = (body: ReturnType<typeof aReport>, key: string) =>
      createCertificate({ client, body, headers: { ...headers, 'Idempotency-Key': key } });
    const [body, key] = [aReport(), randomUUID()];
    const answers = await Promise.all(times(20, () => send(body, key)));
    const made = answers.filter(({ response }) => response?.status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(answers.filter(({ response }) => response?.status === 409)).toHaveLength(20 - made.length);
    expect(made.filter(({ response }) => !response?.headers.has('idempotent-replayed'))).toHaveLength(1);
    expect(new Set(made.map(({ data }) => data?.id)).size).toBe(1);
    expect(await sql(site, `SELECT 1 FROM coa_data WHERE "batchId" = $1`, [body.batchId])).toHaveLength(1);
    expect((await send(body, key)).response?.headers.get('idempotent-replayed')).toBe('true');
  });

  it('let one of two staff members decide, with one audit entry', async () => {
    const approver = at(one, await signInAsStaff(site, 'xenia'));
    const rejecter = at(two, await signInAsStaff(site, 'yves'));
    for (let round = 0; round < 5; round += 1) {
      const { id, version } = await submitted(approver, site.client());
      const statuses = await statusesOf([
        approveSubmission({ client: approver, path: { id }, body: { ...PASSED, version } }),
        rejectSubmission({ client: rejecter, path: { id }, body: { version, reason: 'The file cannot be read' } }),
      ]);
      // 412: the version had changed; 409: it changed during the request.
      expect([
        [200, 409],
        [200, 412],
      ]).toContainEqual(statuses.toSorted());
      const decided = statuses[0] === 200 ? 'submission.approved' : 'submission.rejected';
      expect(await actionsOn(`certificate:${id}`)).toEqual([decided]);
    }
  });

  it('send each email and each webhook once', async () => {
    const staff = await signInAsStaff(site, 'zoe');
    const receiver = await WebhookReceiver.open();
    try {
      const { client, headers } = await aLab(site, staff, { trusted: true });
      const endpoint = { url: receiver.url, types: ['certificate.published' as const] };
      await createWebhookEndpoint({ client, headers, body: endpoint, throwOnError: true });
      const references = await Promise.all(times(20, () => submit()));
      const sent = await statusesOf(
        times(15, () =>
          createCertificate({ client, body: aReport(), headers: { ...headers, 'Idempotency-Key': randomUUID() } }),
        ),
      );
      expect(new Set(sent)).toEqual(new Set([201]));
      await until('nothing waits', async () => {
        const waiting = `SELECT 1 FROM mail_outbox WHERE state = 'waiting' UNION ALL
                         SELECT 1 FROM webhook_deliveries WHERE state = 'pending'`;
        return (await sql(site, waiting)).length === 0;
      });
      expect(await emailsAbout(references)).toEqual(references.map(() => 1));
      const ids = receiver.received.map((received) => received.headers['webhook-id']);
      expect({ deliveries: ids.length, different: new Set(ids).size }).toEqual({ deliveries: 15, different: 15 });
      expect(await sql(site, `SELECT 1 FROM mail_outbox WHERE attempts <> 1`)).toEqual([]);
      expect(await sql(site, `SELECT 1 FROM webhook_deliveries WHERE attempts <> 1`)).toEqual([]);
    } finally {
      await receiver.close();
    }
  });
});

describe('the response cache', () => {
  it('is invalidated on all instances by a change through one', async () => {
    const staff = await signInAsStaff(site, 'berta');
    const { id, version, batchId } = await published(staff, site.client());
    const seenAt = async (instance: ServerProcess) => {
      const { data } = await getCoa({ client: clientAt(instance.url), path: { batchId }, throwOnError: true });
      return data.standing;
    };
    const instances = [one, two, three];
    for (const instance of instances)
      await until('the certificate is visible', async () => (await seenAt(instance)) === 'approved');
    const body = { version, reason: 'The laboratory took it back' };
    await withdrawCertificate({ client: at(one, staff), path: { id }, body, throwOnError: true });
    for (const instance of instances) {
      await until('the withdrawal is visible', async () => (await seenAt(instance)) === 'withdrawn');
    }
  });

  it('is bypassed for staff, so they see their own change immediately', async () => {
    const staff = await signInAsStaff(site, 'carla');
    const { batchId } = await published(staff, site.client());
    const nameSeenBy = async (client: Client) =>
      (await getCoa({ client, path: { batchId }, throwOnError: true })).data.productName;
    const visitor = at(two, site.client());
    const before = await nameSeenBy(visitor);
    const silently = `BEGIN; SET LOCAL session_replication_role = replica;
                      UPDATE coa_data SET "productName" = 'After' WHERE "batchId" = '${batchId}'; COMMIT`;
    await sql(site, silently);
    expect({ visitor: await nameSeenBy(visitor), staff: await nameSeenBy(at(two, staff)) }).toEqual({
      visitor: before,
      staff: 'After',
    });
  });
});

describe('an instance that is killed', () => {
  it('leaves decisions that can be undone to the others, which carry each out once', async () => {
    const staff = await signInAsStaff(site, 'dora', ['reviewer']);
    const environment = { ...COMMON, MAIL_FOLDER: folders[0], UNDO_SECONDS: '600' };
    const four = await ServerProcess.start({ databaseUrl: serving.url, environment });
    const waiting = [];
    for (let n = 0; n < 6; n += 1) waiting.push(await submitted(at(one, staff), at(one, site.client())));
    const decisions = waiting.map(({ id, version }) => ({
      submissionId: id,
      rejection: { version, reason: 'A copy.' },
    }));
    await holdDecisions({ client: at(four, staff), body: { decisions }, throwOnError: true });
    expect(await four.end('SIGKILL')).toBe('SIGKILL');
    const state = (wanted: string) => sql(site, `SELECT 1 FROM pending_decisions WHERE "state" = $1`, [wanted]);
    expect(await state('waiting')).toHaveLength(6);
    // The time to undo passes. One of them was claimed by a process that died, and its lease ran out.
    await sql(site, `UPDATE pending_decisions SET "takesEffectAt" = now()`);
    await sql(site, `UPDATE pending_decisions SET "leasedUntil" = now() WHERE "certificateId" = $1`, [waiting[0]?.id]);
    await until('all are carried out', async () => (await state('done')).length === 6);
    for (const { id } of waiting) {
      expect(await actionsOn(`certificate:${id}`)).toEqual(['submission.rejected']);
      expect(
        await sql(
          site,
          `SELECT 1 FROM mail_outbox WHERE "kind" = 'submission.rejected' AND "payload"->>'certificateId' = $1`,
          [id],
        ),
      ).toHaveLength(1);
    }
  });

  it('leaves its jobs to the others without delaying requests', async () => {
    const { client, headers } = await aLab(site, await signInAsStaff(site, 'anna'), { trusted: true });
    // The job in progress when it dies: an email that the mail server does not accept.
    mailServer.answers = { recipient: 'hang' };
    const references: string[] = [];
    await until('it is sending', async () => {
      references.push(await submit(at(three, site.client())));
      return mailServer.connections > 0;
    });

    const reports = times(15, () => aReport());
    const send = async (body: ReturnType<typeof aReport>, key: string): Promise<void> => {
      await until(`${body.batchId} is accepted`, async () => {
        const { response } = await createCertificate({ client, body, headers: { ...headers, 'Idempotency-Key': key } });
        return response?.status === 201;
      });
    };
    const sending = reports.map((body) => send(body, randomUUID()));
    await Promise.race(sending);
    expect(await three.end('SIGKILL')).toBe('SIGKILL');
    await Promise.all(sending);
    for (const { batchId } of reports) {
      expect(await sql(site, `SELECT 1 FROM coa_data WHERE "batchId" = $1`, [batchId])).toHaveLength(1);
    }

    const leased = `state = 'waiting' AND "leasedUntil" > now()`;
    await until('only its current job is left', async () => {
      const waiting = await sql(site, `SELECT 1 FROM mail_outbox WHERE state = 'waiting' AND NOT (${leased})`);
      return waiting.length === 0;
    });
    // The lease expires; here, that time has passed.
    expect(await sql(site, `UPDATE mail_outbox SET "leasedUntil" = now() WHERE ${leased} RETURNING 1`)).not.toEqual([]);
    await until('every email is sent', async () => (await emailsAbout(references)).every((count) => count > 0));
    expect(await emailsAbout(references)).toEqual(references.map(() => 1));
  });
});
