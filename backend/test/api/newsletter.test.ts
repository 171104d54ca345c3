import { DataSource } from 'typeorm';
import {
  confirmSubscription,
  resubscribe,
  subscribe,
  unsubscribe,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import { zSubscriptionReceiptDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { emailsIn } from '../support/mail-folder.js';
import { SILENT } from '../support/schema.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { sql, stored } from './api-helpers.js';
import { expectProblem, expectProblemOf, wrong } from './problem.js';

/** More than any test subscribes, and fewer than a provider sends. */
const LIMIT = 12;

let server: TestServer;
let asking: TestServer;
beforeAll(async () => {
  server = await startServer();
  asking = await startServer({
    NEWSLETTER_DOUBLE_OPT_IN: 'true',
    RATE_LIMIT_DISABLED: 'false',
    RATE_LIMIT_PER_MINUTE: String(LIMIT),
  });
});
afterAll(async () => {
  await server?.stop();
  await asking?.stop();
});

const send = (body: unknown) => subscribe({ client: server.client(), body: body as never });

const emailsTo = async (email: string, at = server) =>
  (await emailsIn(at.mailFolder)).filter(({ to }) => to?.[0]?.address === email);

/** Subscribes an address and waits for the email. @returns the email, the path of its link, and the token in it */
async function emailAfterSubscribing(email: string, at = server) {
  const count = (await emailsTo(email, at)).length;
  await subscribe({ client: at.client(), body: { email }, throwOnError: true });
  await until(`an email to ${email}`, async () => (await emailsTo(email, at)).length > count);
  const lastEmail = (await emailsTo(email, at)).at(-1);
  const header = lastEmail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  const url = new URL(header.replace(/^<|>$/g, ''));
  return { email: lastEmail, header, path: url.pathname + url.search, token: url.searchParams.get('token') ?? '' };
}

const confirmTokenIn = (text = '') => /confirm\?token=([\w.-]+)/.exec(text)?.[1] ?? '';

const subscriptions = (email: string, at = server) =>
  sql<{ email: string; status: string; source: string | null; unsubscribedAt: Date | null }>(
    at,
    `SELECT email, status, source, "unsubscribedAt" FROM email_subscriptions WHERE lower(email) = lower($1)`,
    [email],
  );

const statusOf = async (email: string, at = server) => (await subscriptions(email, at))[0]?.status;

describe('POST /api/subscribe', () => {
  it('stores an address once, and returns the same whether or not it was subscribed', async () => {
    const first = await send({ email: 'sam@mail.example', source: 'homepage' });
    const again = await send({ email: ' SAM@Mail.example ', source: 'footer' });
    for (const { data, response } of [first, again]) {
      expect(response?.status).toBe(201);
      expect(zSubscriptionReceiptDto.parse(data)).toEqual(data);
      expect(data).toEqual({
        message: "Thank you for joining our newsletter. You'll receive educational updates about THC beverages.",
      });
    }
    const stable = ({ response }: typeof first) =>
      [...(response?.headers ?? [])].filter(([name]) => !['date', 'x-request-id', 'keep-alive'].includes(name));
    expect(stable(again)).toEqual(stable(first));
    expect(await subscriptions('sam@mail.example')).toEqual([
      { email: 'sam@mail.example', status: 'active', source: 'homepage', unsubscribedAt: null },
    ]);
  });

  it.each([{ source: undefined }, { source: '' }, { source: null }])('treats %j as no source', async (source) => {
    await send({ email: 'nowhere@mail.example', ...source });
    expect(await subscriptions('nowhere@mail.example')).toMatchObject([{ source: null }]);
  });

  it('rejects bad input, naming the field, and stores nothing', async () => {
    const before = await stored(server);
    for (const [body, field, message] of [
      [{}, 'email', 'Enter a valid email address'],
      [{ email: 'sam@mail.example, kim@mail.example' }, 'email', 'Enter a valid email address'],
      [{ email: `sam@${'a'.repeat(250)}.example` }, 'email', 'Enter a valid email address'],
      [{ email: 'sam@mail.example', source: 7 }, 'source', 'Source must be text'],
      [{ email: 'sam@mail.example', source: 'a'.repeat(61) }, 'source', 'Source can be at most 60 characters'],
    ] as const) {
      expectProblem(await send(body), 400, wrong(field, message));
    }
    expect(await stored(server)).toEqual(before);
  });
});

describe('timing of a subscribe request', () => {
  /** The SQL statements of one request, without values. */
  async function statementsOf(email: string): Promise<string[]> {
    const database = server.app.get(DataSource);
    const statements: string[] = [];
    const logger = { ...SILENT, logQuery: (query: string) => void statements.push(query) };
    database.setOptions({ logger, logging: true });
    try {
      expect((await send({ email })).response?.status).toBe(201);
    } finally {
      database.setOptions({ logger: SILENT, logging: false });
    }
    // The mail worker selects and updates in the background, but only requests insert.
    return statements.filter((query) => /^\s*(INSERT|DELETE)/.test(query));
  }

  it.each([
    ['active', ''],
    ['unsubscribed', `SET status = 'unsubscribed', "unsubscribedAt" = now()`],
    ['bounced', `SET status = 'bounced', "unsubscribedAt" = now()`],
  ])('runs the same statements for an address that is %s as for a new one', async (status, change) => {
    const known = `${status}@known.example`;
    await send({ email: known });
    if (change) await sql(server, `UPDATE email_subscriptions ${change} WHERE email = $1`, [known]);
    const forNew = await statementsOf(`not-${status}@known.example`);
    const forKnown = await statementsOf(known);
    expect(forNew.filter((query) => /INSERT INTO/.test(query))).toHaveLength(2);
    expect(forKnown).toEqual(forNew);
  });

  it('queues nothing that names an existing subscriber, who is welcomed once', async () => {
    await emailAfterSubscribing('twice@known.example');
    const lastId = 'SELECT max(id)::int AS last FROM mail_outbox';
    const [{ last } = { last: 0 }] = await sql<{ last: number }>(server, lastId);
    await send({ email: 'TWICE@known.example' });
    const added = () => sql<{ state: string }>(server, 'SELECT payload, state FROM mail_outbox WHERE id > $1', [last]);
    await until('the mail is dropped', async () => (await added())[0]?.state === 'not-needed');
    expect(await added()).toEqual([{ payload: { subscriptionId: 0 }, state: 'not-needed' }]);
    expect(await emailsTo('twice@known.example')).toHaveLength(1);
  });
});

const post = (path: string, init: RequestInit = {}) =>
  fetch(server.url + path, { method: 'POST', redirect: 'manual', ...init });

const ONE_CLICK = 'List-Unsubscribe=One-Click';
const FORM = { body: ONE_CLICK, headers: { 'content-type': 'application/x-www-form-urlencoded' } };

it('the welcome email has a visible unsubscribe link and one for mail clients, without an address in either', async () => {
  const { email, header, token } = await emailAfterSubscribing('welcome@mail.example');
  expect(email?.subject).toBe("You're signed up for the ClearBatch newsletter");
  expect(header).toMatch(/^<http:\/\/127\.0\.0\.1\/unsubscribe\?token=[\w.-]+>$/);
  expect(email?.headers).toContainEqual(expect.objectContaining({ key: 'list-unsubscribe-post', value: ONE_CLICK }));
  expect(email?.text).toContain(`Unsubscribe: ${header.slice(1, -1)}`);
  expect(email?.html).toContain(`href="${header.slice(1, -1)}"`);
  expect(token).not.toMatch(/welcome|mail|@|%40/i);
});

describe('one-click unsubscribe (RFC 8058)', () => {
  it('accepts any body at the link, without a redirect, and a second time', async () => {
    const { path } = await emailAfterSubscribing('one-click@mail.example');
    const parts = new FormData();
    parts.set('List-Unsubscribe', 'One-Click');
    const fromAnotherSite = { origin: 'https://webmail.example', 'sec-fetch-site': 'cross-site' };
    for (const init of [
      FORM,
      { body: parts },
      {},
      { ...FORM, headers: { ...FORM.headers, ...fromAnotherSite } },
      null,
    ]) {
      if (init) await sql(server, `UPDATE email_subscriptions SET status = 'active' WHERE email LIKE 'one-click@%'`);
      const answer = await post(path, init ?? FORM);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toContain('text/html');
      expect(await answer.text()).toContain('You are unsubscribed');
      expect(await statusOf('one-click@mail.example')).toBe('unsubscribed');
    }
  });

  it('is not rate-limited when a provider sends many from one address', async () => {
    for (let n = 0; n <= LIMIT; n += 1) {
      const { status } = await fetch(`${asking.url}/unsubscribe?token=no`, { method: 'POST' });
      expect(status).toBe(404);
    }
  });

  it('changes nothing with a link that has no token, a forged one, or two', async () => {
    const before = await stored(server);
    for (const query of ['', '?token=', '?token=forged', '?token=a&token=b']) {
      const answer = await post(`/unsubscribe${query}`, FORM);
      await expectProblemOf(answer, 404, { type: '/problems/newsletter-link-invalid' });
    }
    expect(await stored(server)).toEqual(before);
  });

  it('is the only operation that accepts multipart forms', async () => {
    const body = new FormData();
    body.set('email', 'sam@mail.example');
    expect((await post('/api/subscribe', { body })).status).toBe(415);
    expect((await post('/age-gate', { body })).status).toBe(415);
  });

  it('needs a POST: link scanners that open links unsubscribe no one', async () => {
    const { path } = await emailAfterSubscribing('looked@mail.example');
    const page = await fetch(server.url + path);
    expect(page.status).toBe(200);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    expect(await page.text()).not.toContain('age-gate');
    expect(await statusOf('looked@mail.example')).toBe('active');
  });
});

it('POST /api/newsletter/unsubscribe and resubscribe work with a token, and not with one for another purpose', async () => {
  const { token } = await emailAfterSubscribing('back@mail.example');
  const client = server.client();
  for (const [call, status] of [
    [unsubscribe, 'unsubscribed'],
    [resubscribe, 'active'],
  ] as const) {
    expect((await call({ client, body: { token } })).response?.status).toBe(204);
    expect(await statusOf('back@mail.example')).toBe(status);
  }
  const { email } = await emailAfterSubscribing('purpose@mail.example', asking);
  for (const call of [unsubscribe, resubscribe]) {
    const answer = await call({ client, body: { token: confirmTokenIn(email?.text) } });
    expectProblem(answer, 404, { type: '/problems/newsletter-link-invalid' });
  }
});

describe('with NEWSLETTER_DOUBLE_OPT_IN', () => {
  it('subscribes an address when its confirmation link is used', async () => {
    const { email, token } = await emailAfterSubscribing('careful@mail.example', asking);
    expect(email?.subject).toBe('Confirm your ClearBatch newsletter sign-up');
    expect(await statusOf('careful@mail.example', asking)).toBe('pending');
    const confirm = confirmTokenIn(email?.text);
    const client = asking.client();
    expectProblem(await confirmSubscription({ client, body: { token } }), 404, {
      type: '/problems/newsletter-link-invalid',
    });
    for (const _ of ['once', 'again']) {
      expect((await confirmSubscription({ client, body: { token: confirm } })).response?.status).toBe(204);
      expect(await statusOf('careful@mail.example', asking)).toBe('active');
    }
    await until('the welcome email', async () => (await emailsTo('careful@mail.example', asking)).length === 2);
  });

  it('the response says so, and is the same for a subscribed address', async () => {
    await emailAfterSubscribing('same@mail.example', asking);
    await sql(asking, `UPDATE email_subscriptions SET status = 'active' WHERE email = 'same@mail.example'`);
    const client = asking.client();
    const known = await subscribe({ client, body: { email: 'same@mail.example' } });
    const unknown = await subscribe({ client, body: { email: 'new@mail.example' } });
    expect(known.data).toEqual(unknown.data);
    expect(known.data?.message).toContain('Open the link in it');
  });
});
