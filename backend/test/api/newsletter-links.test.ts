import {
  confirmSubscription,
  listSubscribers,
  resubscribe,
  subscribe,
  unsubscribe,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import { emailsIn } from '../support/mail-folder.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { signInAsStaff, sql, stored, until } from './api-helpers.js';
import { expectProblem, expectProblemOf } from './problem.js';

let server: TestServer;
let asking: TestServer;
beforeAll(async () => {
  server = await startServer();
  asking = await startServer({ NEWSLETTER_DOUBLE_OPT_IN: 'true' });
});
afterAll(async () => {
  await server?.stop();
  await asking?.stop();
});

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

const statusOf = async (email: string, at = server) =>
  (await sql<{ status: string }>(at, `SELECT status FROM email_subscriptions WHERE email = $1`, [email]))[0]?.status;

const post = (path: string, init: RequestInit = {}) =>
  fetch(server.url + path, { method: 'POST', redirect: 'manual', ...init });

const ONE_CLICK = 'List-Unsubscribe=One-Click';
const FORM = { body: ONE_CLICK, headers: { 'content-type': 'application/x-www-form-urlencoded' } };

describe('the welcome email', () => {
  it('has a visible unsubscribe link and one for mail clients, without an address in either', async () => {
    const { email, header, token } = await emailAfterSubscribing('sam@mail.example');
    expect(email?.subject).toBe("You're signed up for the ClearBatch newsletter");
    expect(header).toMatch(/^<http:\/\/127\.0\.0\.1\/unsubscribe\?token=[\w.-]+>$/);
    expect(email?.headers).toContainEqual(expect.objectContaining({ key: 'list-unsubscribe-post', value: ONE_CLICK }));
    expect(email?.text).toContain(`Unsubscribe: ${header.slice(1, -1)}`);
    expect(email?.html).toContain(`href="${header.slice(1, -1)}"`);
    expect(token).not.toMatch(/sam|mail|@|%40/i);
  });

  it('is sent once, however often and in whatever case the address is entered', async () => {
    await emailAfterSubscribing('once@mail.example');
    for (const email of ['ONCE@mail.example', 'once@mail.example']) {
      await subscribe({ client: server.client(), body: { email }, throwOnError: true });
    }
    const waiting = `SELECT 1 FROM mail_outbox WHERE kind = 'newsletter.welcome' AND state = 'waiting'`;
    await until('the outbox is empty', async () => (await sql(server, waiting)).length === 0);
    expect(await emailsTo('once@mail.example')).toHaveLength(1);
  });
});

describe('one-click unsubscribe (RFC 8058)', () => {
  it.each<[string, () => RequestInit]>([
    ['a form', () => FORM],
    [
      'a form in parts',
      () => {
        const body = new FormData();
        body.set('List-Unsubscribe', 'One-Click');
        return { body };
      },
    ],
    ['nothing', () => ({})],
    [
      'a form from another site',
      () => ({
        body: ONE_CLICK,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: 'https://webmail.example',
          'sec-fetch-site': 'cross-site',
        },
      }),
    ],
  ])('accepts %s at the link, without a redirect', async (what, init) => {
    const email = `${what.replaceAll(' ', '-')}@mail.example`;
    const { path } = await emailAfterSubscribing(email);
    for (const _ of ['once', 'again']) {
      const answer = await post(path, init());
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toContain('text/html');
      expect(await answer.text()).toContain('You are unsubscribed');
      expect(await statusOf(email)).toBe('unsubscribed');
    }
  });

  it('is not rate-limited when a provider sends many from one address', async () => {
    const limited = await startServer({ RATE_LIMIT_DISABLED: 'false', RATE_LIMIT_PER_MINUTE: '1' });
    try {
      for (const _ of [1, 2, 3]) {
        const { status } = await fetch(`${limited.url}/unsubscribe?token=no`, { method: 'POST' });
        expect(status).toBe(404);
      }
    } finally {
      await limited.stop();
    }
  });

  it.each(['', '?token=', '?token=forged', '?token=1.AAAA', '?token=a&token=b'])(
    'changes nothing with the link /unsubscribe%s',
    async (query) => {
      const before = await stored(server);
      await expectProblemOf(await post(`/unsubscribe${query}`, FORM), 404, {
        type: '/problems/newsletter-link-invalid',
      });
      expect(await stored(server)).toEqual(before);
    },
  );

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
    const html = await page.text();
    expect(html).not.toContain('age-gate');
    expect(await statusOf('looked@mail.example')).toBe('active');
  });
});

describe('POST /api/newsletter/unsubscribe and resubscribe', () => {
  it('unsubscribes and resubscribes any number of times', async () => {
    const { token } = await emailAfterSubscribing('back@mail.example');
    const client = server.client();
    for (const [call, status] of [
      [unsubscribe, 'unsubscribed'],
      [unsubscribe, 'unsubscribed'],
      [resubscribe, 'active'],
      [resubscribe, 'active'],
      [unsubscribe, 'unsubscribed'],
    ] as const) {
      const { response } = await call({ client, body: { token } });
      expect(response?.status).toBe(204);
      expect(await statusOf('back@mail.example')).toBe(status);
    }
    await emailAfterSubscribing('back@mail.example');
    expect(await statusOf('back@mail.example')).toBe('active');
  });

  it('keeps the time of the first of two concurrent requests', async () => {
    const { token } = await emailAfterSubscribing('twice@mail.example');
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => unsubscribe({ client: server.client(), body: { token } })),
    );
    expect(answers.map(({ response }) => response?.status)).toEqual([204, 204, 204, 204]);
    expect(await statusOf('twice@mail.example')).toBe('unsubscribed');
  });

  it('returns the same if the subscription no longer exists', async () => {
    const { token } = await emailAfterSubscribing('erased@mail.example');
    await sql(server, `DELETE FROM email_subscriptions WHERE email = 'erased@mail.example'`);
    for (const call of [unsubscribe, resubscribe]) {
      expect((await call({ client: server.client(), body: { token } })).response?.status).toBe(204);
    }
    expect(await statusOf('erased@mail.example')).toBeUndefined();
  });

  it('changes nothing with a modified token or one for another purpose', async () => {
    const { token } = await emailAfterSubscribing('other@mail.example');
    const { email } = await emailAfterSubscribing('confirm@mail.example', asking);
    const confirm = /confirm\?token=([\w.-]+)/.exec(email?.text ?? '')?.[1] ?? '';
    const before = await stored(server);
    const [number, signature] = token.split('.');
    for (const altered of [
      `${token}A`,
      token.slice(0, -1),
      `zz.${signature}`,
      `${number}.`,
      confirm,
      'x'.repeat(100),
    ]) {
      for (const call of [unsubscribe, resubscribe, confirmSubscription]) {
        if (call === confirmSubscription && altered === confirm) continue;
        expectProblem(await call({ client: server.client(), body: { token: altered } }), 404, {
          type: '/problems/newsletter-link-invalid',
        });
      }
    }
    expect(await stored(server)).toEqual(before);
  });
});

describe('with NEWSLETTER_DOUBLE_OPT_IN', () => {
  it('subscribes an address when its confirmation link is used', async () => {
    const { email, token } = await emailAfterSubscribing('careful@mail.example', asking);
    expect(email?.subject).toBe('Confirm your ClearBatch newsletter sign-up');
    expect(await statusOf('careful@mail.example', asking)).toBe('pending');
    const confirm = /confirm\?token=([\w.-]+)/.exec(email?.text ?? '')?.[1] ?? '';
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

it('staff see pending, unsubscribed and bounced addresses', async () => {
  const staff = await signInAsStaff(server, 'edith', ['editor']);
  await sql(
    server,
    `INSERT INTO email_subscriptions (email, status, "unsubscribedAt") VALUES ('full@mail.example', 'bounced', now())`,
  );
  const { data } = await listSubscribers({ client: staff, query: { status: 'bounced' }, throwOnError: true });
  expect(data).toMatchObject([{ email: 'full@mail.example', status: 'bounced' }]);
});
