import { subscribe } from '../../../frontend/src/api/generated/sdk.gen.js';
import { zSubscriptionReceiptDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { expectProblem, wrong } from './problem.js';
import { sql, stored } from './steps.js';

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
  it('stores an address once and answers the same whether or not it was on the list', async () => {
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

  it('stores an address once when it is sent ten times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send({ email: 'impatient@mail.example' })));
    expect(new Set(answers.map(({ response }) => response?.status))).toEqual(new Set([201]));
    expect(await subscriptions('impatient@mail.example')).toHaveLength(1);
  });

  it('takes an address back that had been unsubscribed', async () => {
    await send({ email: 'back@mail.example' });
    await sql(
      server,
      `UPDATE email_subscriptions SET status = 'unsubscribed', "unsubscribedAt" = now() WHERE email = 'back@mail.example'`,
    );
    await send({ email: 'BACK@mail.example' });
    expect(await subscriptions('back@mail.example')).toMatchObject([{ status: 'active', unsubscribedAt: null }]);
  });

  it.each([{ source: undefined }, { source: '' }, { source: null }])('takes %j for no source', async (source) => {
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
  ])('refuses bad input and stores nothing of it (%#)', async (body, field, message) => {
    const before = await stored(server);
    expectProblem(await send(body), 400, wrong(field, message));
    expect(await stored(server)).toEqual(before);
  });
});
