import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  closeMail,
  createNewsletterIssue,
  getMail,
  getMailCounts,
  getMailTemplate,
  listMail,
  listMailTemplates,
  sendContactMessage,
  sendMail,
  sendNewsletterTest,
  submitCoa,
  subscribe,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { MailSelection, MailState } from '../../../frontend/src/api/generated/types.gen.js';
import { zAddressedMailDto, zMailDto, zMailTemplateExampleDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { layout, paragraph, picture } from '../../src/platform/email/email-layout.js';
import type { EmailMessage } from '../../src/platform/email/email-message.js';
import { EmailTemplateRegistry } from '../../src/platform/email/email-template-registry.js';
import { anEmail } from '../support/email-in-folder.js';
import { emailsIn } from '../support/mail-folder.js';
import { serverOfThisFile } from '../support/test-server.js';
import { until } from '../support/until.js';
import { aSubmission, pageAt, signInAsStaff, sql } from './api-helpers.js';
import { expectProblem } from './problem.js';

const KIND = 'test.email';
const DESCRIPTION = 'An email for tests';

const server = serverOfThisFile();
let staff: Client;
let write: () => Promise<EmailMessage | null>;

const example = () => ({
  ...anEmail({ to: 'sam@mail.example', subject: 'An example' }),
  ...layout({ title: 'An example', blocks: [paragraph('<b>'), picture('qr', Buffer.from('png'), 'A code', 120)] }),
});

beforeAll(async () => {
  staff = await signInAsStaff(server, 'robin', ['editor']);
  server.app.get(EmailTemplateRegistry, { strict: false }).register(KIND, DESCRIPTION, () => write(), example);
});
beforeEach(async () => {
  write = async () => anEmail();
  await sql(server, 'DELETE FROM mail_outbox');
});

/** Puts mail into the queue as it is; `in` hours it is due, which none is soon unless a test says so. */
/** With a time to the millisecond, as the application stores it: a cursor holds no more. */
async function add(
  differing: { state?: MailState; error?: string; inHours?: number; leasedHours?: number } = {},
): Promise<string> {
  const { state = 'dead', error = null, inHours = 1, leasedHours = null } = differing;
  const [row] = await sql<{ id: string }>(
    server,
    `INSERT INTO mail_outbox ("kind", "payload", "createdAt", "state", "attempts", "tries", "lastError", "finishedAt", "nextAttemptAt", "leasedUntil")
     VALUES ($1, '{}', date_trunc('milliseconds', now()), $2::text, 8, 8, $3, CASE WHEN $2::text <> 'waiting' THEN now() END,
             now() + $4 * interval '1 hour', now() + $5 * interval '1 hour') RETURNING id`,
    [KIND, state, error, inHours, leasedHours],
  );
  return row?.id ?? '';
}

const stateOf = async (id: string) => (await getMail({ client: staff, path: { id }, throwOnError: true })).data.state;

const logOf = (id: string) =>
  sql<object>(server, `SELECT action, "actorName", before, after FROM audit_log WHERE subject = $1`, [`mail:${id}`]);

describe('mail', () => {
  it('is listed by state without addresses, and counted', async () => {
    const id = await add({ error: 'recipient-refused' });
    await add({ state: 'sent' });
    const { data } = await listMail({ client: staff, query: { state: 'dead' }, throwOnError: true });
    expect(data).toEqual([
      {
        id,
        kind: KIND,
        description: DESCRIPTION,
        state: 'dead',
        attempts: 8,
        lastError: 'recipient-refused',
        createdAt: expect.any(String),
        nextAttemptAt: null,
        finishedAt: expect.any(String),
      },
    ]);
    expect(data.map((mail) => zMailDto.parse(mail))).toEqual(data);
    const { data: counts } = await getMailCounts({ client: staff, throwOnError: true });
    expect(Object.fromEntries(counts.map(({ state, count }) => [state, count]))).toEqual({
      waiting: 0,
      sent: 1,
      dead: 1,
      closed: 0,
      'not-needed': 0,
    });
  });

  it('opens on what is in progress or has failed, and refuses an unknown state', async () => {
    const open = [await add({ state: 'waiting' }), await add()];
    await add({ state: 'sent' });
    const { data } = await listMail({ client: staff, throwOnError: true });
    expect(data.map(({ id }) => id).toSorted()).toEqual(open.toSorted());
    const refused = await listMail({ client: staff, query: { state: 'lost' as never } });
    expectProblem(refused, 400, {
      type: '/problems/invalid-input',
      errors: [expect.objectContaining({ field: 'state' })],
    });
  });

  it('is found by address, reference, newsletter subject and purpose, and shows no address', async () => {
    const visitor = server.client();
    const email = 'Kim.Vale+lots@mail.example';
    const other = aSubmission({ contactEmail: 'other@mail.example' });
    const { data: receipt } = await submitCoa({
      client: visitor,
      body: aSubmission({ contactEmail: email }),
      throwOnError: true,
    });
    await submitCoa({ client: visitor, body: other, throwOnError: true });
    const body = { email, topic: 'question' as const, message: 'Where do I find the lot number of a can?' };
    const { data: message } = await sendContactMessage({ client: visitor, body, throwOnError: true });
    await subscribe({ client: visitor, body: { email, source: 'homepage' }, throwOnError: true });
    const draft = { subject: 'What 100% of labs found', introduction: 'Three.', articleIds: [], batchIds: [] };
    const { data: issue } = await createNewsletterIssue({ client: staff, body: draft, throwOnError: true });
    await sendNewsletterTest({
      client: staff,
      path: { id: issue.id },
      body: { email: 'robin@staff.example' },
      throwOnError: true,
    });
    const found = async (search: string, state: MailSelection = 'all') => {
      const { data } = await listMail({ client: staff, query: { state, search }, throwOnError: true });
      expect(JSON.stringify(data)).not.toContain('@');
      return data.map(({ kind }) => kind).toSorted();
    };
    const ofContact = ['contact-message.notice', 'contact-message.received'];
    expect(await found(email.toLowerCase())).toEqual([...ofContact, 'newsletter.welcome', 'submission.received']);
    for (const typed of [receipt.reference, receipt.reference.toLowerCase().replaceAll('-', '')]) {
      expect(await found(typed)).toEqual(['submission.received']);
    }
    expect(await found(message.reference.toLowerCase())).toEqual(ofContact);
    expect(await found('100% of labs')).toEqual(['newsletter.test']);
    expect(await found('we got their submission')).toEqual(['submission.received', 'submission.received']);
    for (const typed of ['mail.example', 'nobody@mail.example', 'CB-0000-0000', '100% of lab_']) {
      expect([typed, await found(typed)]).toEqual([typed, []]);
    }
    await until('all of it is sent', async () => (await found(email, 'open')).length === 0);
    expect(await found(email, 'sent')).toEqual([
      'contact-message.received',
      'newsletter.welcome',
      'submission.received',
    ]);
  });

  it('comes page by page', async () => {
    for (let n = 0; n < 3; n += 1) await add();
    const first = await pageAt(staff, '/api/staff/mail?limit=2');
    expect(first.data).toHaveLength(2);
    expect(first.headers.get('x-total-count')).toBe('3');
    const second = await pageAt(staff, first.next ?? '');
    expect(second.data).toHaveLength(1);
    expect(second.next).toBeUndefined();
  });

  it('shows its address only while it can still be rendered', async () => {
    const id = await add();
    const read = async () => (await getMail({ client: staff, path: { id }, throwOnError: true })).data;
    expect(await read()).toMatchObject({ to: 'robin@submitter.example', subject: 'Your certificate is public' });
    expect(zAddressedMailDto.parse(await read())).toEqual(await read());
    write = async () => null;
    expect(await read()).toMatchObject({ to: null, subject: null });
    write = async () => {
      throw new Error('the brand is gone');
    };
    expect(await read()).toMatchObject({ to: null, subject: null });
  });

  it('that was given up is sent again, and that is written down', async () => {
    const id = await add({ error: 'mailbox-full' });
    const { data, response } = await sendMail({ client: staff, path: { id }, throwOnError: true });
    expect(response.status).toBe(202);
    expect(data).toMatchObject({ id, state: 'waiting', attempts: 8, finishedAt: null });
    await until('it is sent', async () => (await stateOf(id)) === 'sent');
    expect((await emailsIn(server.mailFolder)).at(-1)?.to).toMatchObject([{ address: 'robin@submitter.example' }]);
    const facts = { kind: KIND, attempts: 8, lastError: 'mailbox-full' };
    expect(await logOf(id)).toEqual([
      {
        action: 'mail.sent-again',
        actorName: 'robin',
        before: { ...facts, state: 'dead' },
        after: { ...facts, state: 'waiting' },
      },
    ]);
  });

  it('that is closed is not sent, and stays so', async () => {
    const id = await add({ inHours: 5 });
    const { data } = await closeMail({ client: staff, path: { id }, throwOnError: true });
    expect(data).toMatchObject({ state: 'closed', finishedAt: expect.any(String) });
    for (const decide of [sendMail, closeMail]) {
      expectProblem(await decide({ client: staff, path: { id } }), 409, { type: '/problems/mail-is-over' });
    }
    expect(await logOf(id)).toMatchObject([
      { action: 'mail.closed', before: { state: 'dead' }, after: { state: 'closed' } },
    ]);
  });

  it('that is on its way at this moment is left alone', async () => {
    const id = await add({ state: 'waiting', leasedHours: 1 });
    for (const decide of [sendMail, closeMail]) {
      expectProblem(await decide({ client: staff, path: { id } }), 409, { type: '/problems/mail-is-being-sent' });
    }
  });

  it('is resolved once, by the first request', async () => {
    const id = await add({ inHours: 5 });
    const answers = await Promise.all([1, 2, 3].map(() => closeMail({ client: staff, path: { id } })));
    expect(answers.map(({ response }) => response?.status).toSorted()).toEqual([200, 409, 409]);
    expect(await logOf(id)).toHaveLength(1);
  });

  it.each(['999999', '0', 'x', '1e3', '99999999999999999999'])('is not there under %s', async (id) => {
    for (const call of [getMail, sendMail, closeMail]) {
      expectProblem(await call({ client: staff, path: { id } }), 404, { type: '/problems/mail-not-found' });
    }
  });
});

describe('templates', () => {
  it('are all listed, and every one has an example that can be shown', async () => {
    const { data } = await listMailTemplates({ client: staff, throwOnError: true });
    expect(data).toContainEqual({ kind: KIND, description: DESCRIPTION });
    for (const { kind } of data) {
      const { data: template } = await getMailTemplate({ client: staff, path: { kind }, throwOnError: true });
      expect(zMailTemplateExampleDto.parse(template)).toEqual(template);
      expect((await page(kind)).status).toBe(200);
    }
  });

  it('show as text', async () => {
    const { data } = await getMailTemplate({ client: staff, path: { kind: KIND }, throwOnError: true });
    const { text } = example();
    expect(data).toEqual({ kind: KIND, description: DESCRIPTION, subject: 'An example', to: 'sam@mail.example', text });
  });

  it('show as a page that can do nothing and that only the site frames', async () => {
    const response = await page(KIND);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy.split(';').toSorted()).toEqual(
      [
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        'img-src data:',
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'self'",
        'sandbox',
      ].toSorted(),
    );
    const html = await response.text();
    expect(html).toContain('&lt;b&gt;');
    expect(html).toContain(`src="data:image/png;base64,${Buffer.from('png').toString('base64')}"`);
    expect(html).not.toContain('cid:');
  });

  it('are there under their names only', async () => {
    const path = { kind: 'no.such-email' };
    expectProblem(await getMailTemplate({ client: staff, path }), 404, { type: '/problems/mail-template-not-found' });
    expect((await page('no.such-email')).status).toBe(404);
    expect((await fetch(`${server.url}/api/staff/mail-templates/${KIND}/page`)).status).toBe(401);
  });
});

/** As a browser loads it into a frame. */
async function page(kind: string): Promise<Response> {
  const { response } = await staff.get({ url: `/api/staff/mail-templates/${kind}/page`, parseAs: 'stream' });
  return response as Response;
}
