import { DataSource } from 'typeorm';
import { subscribe } from '../../../frontend/src/api/generated/sdk.gen.js';
import { zSubscriptionReceiptDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { emailsIn } from '../support/mail-folder.js';
import { SILENT } from '../support/schema.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { sql, stored, until } from './api-helpers.js';
import { expectProblem, wrong } from './problem.js';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

const send = (body: unknown) => subscribe({ client: server.client(), body: body as never });

const subscriptions = (email: string) =>
  sql<{ email: string; status: string; source: string | null; unsubscribedAt: Date | null }>(
    server,
    `SELECT email, status, source, "unsubscribedAt" FROM email_subscriptions WHERE lower(email) = lower($1)`,
    [email],
  );

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

  it('stores an address once for ten concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send({ email: 'impatient@mail.example' })));
    expect(new Set(answers.map(({ response }) => response?.status))).toEqual(new Set([201]));
    expect(await subscriptions('impatient@mail.example')).toHaveLength(1);
  });

  it('resubscribes an address that had unsubscribed', async () => {
    await send({ email: 'back@mail.example' });
    await sql(
      server,
      `UPDATE email_subscriptions SET status = 'unsubscribed', "unsubscribedAt" = now() WHERE email = 'back@mail.example'`,
    );
    await send({ email: 'BACK@mail.example' });
    expect(await subscriptions('back@mail.example')).toMatchObject([{ status: 'active', unsubscribedAt: null }]);
  });

  it.each([{ source: undefined }, { source: '' }, { source: null }])('treats %j as no source', async (source) => {
    await send({ email: 'nowhere@mail.example', ...source });
    expect(await subscriptions('nowhere@mail.example')).toMatchObject([{ source: null }]);
  });

  it.each([
    [{}, 'email', 'Enter a valid email address'],
    [{ email: '' }, 'email', 'Enter a valid email address'],
    [{ email: 'sam' }, 'email', 'Enter a valid email address'],
    [{ email: 'sam@' }, 'email', 'Enter a valid email address'],
    [{ email: 'sam@mail.example, kim@mail.example' }, 'email', 'Enter a valid email address'],
    [{ email: ['sam@mail.example'] }, 'email', 'Enter a valid email address'],
    [{ email: `sam@${'a'.repeat(250)}.example` }, 'email', 'Enter a valid email address'],
    [{ email: 'sam@mail.example', source: 7 }, 'source', 'Source must be text'],
    [{ email: 'sam@mail.example', source: 'a'.repeat(61) }, 'source', 'Source can be at most 60 characters'],
    [{ email: 'sam@mail.example', status: 'active' }, 'status', 'Unknown field "status"'],
  ])('rejects bad input and stores nothing (%#)', async (body, field, message) => {
    const before = await stored(server);
    expectProblem(await send(body), 400, wrong(field, message));
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

  it('queues nothing that names an existing subscriber', async () => {
    await send({ email: 'twice@known.example' });
    const [{ last } = { last: 0 }] = await sql<{ last: number }>(
      server,
      'SELECT max(id)::int AS last FROM mail_outbox',
    );
    await send({ email: 'twice@known.example' });
    const added = () => sql(server, 'SELECT payload, state FROM mail_outbox WHERE id > $1', [last]);
    await until('the mail is dropped', async () => {
      const [mail] = await added();
      return (mail as { state?: string } | undefined)?.state === 'not-needed';
    });
    expect(await added()).toEqual([{ payload: { subscriptionId: 0 }, state: 'not-needed' }]);
    const emails = (await emailsIn(server.mailFolder)).filter(({ to }) => to?.[0]?.address === 'twice@known.example');
    expect(emails.length).toBeLessThanOrEqual(1);
  });
});
