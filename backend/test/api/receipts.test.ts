import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import { sendContactMessage, submitCoa } from '../../../frontend/src/api/generated/sdk.gen.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { aSubmission, sql } from './api-helpers.js';

// An attacker submits somebody else's address with many forms.

const A_DAY = 10;

let servers: TestServer[];
let visitors: Client[];
beforeAll(async () => {
  const environment = { RATE_LIMIT_DISABLED: 'false', RATE_LIMIT_PER_MINUTE: '1000', TRUST_PROXY: 'true' };
  const first = await startServer(environment);
  const second = await startServer({ ...environment, DATABASE_URL: first.database.url });
  servers = [first, second];
  visitors = servers.map((server) => server.client());
});
afterAll(async () => {
  for (const server of servers.toReversed()) await server.stop();
});
beforeEach(() => sql(first(), 'DELETE FROM mail_outbox'));

const first = () => servers[0] as TestServer;

async function receipts(): Promise<{ sent: number; notNeeded: number }> {
  const [found] = await sql<{ sent: number; notNeeded: number }>(
    first(),
    `SELECT count(*) FILTER (WHERE state <> 'not-needed')::int AS sent,
            count(*) FILTER (WHERE state = 'not-needed')::int AS "notNeeded"
       FROM mail_outbox WHERE kind IN ('submission.received', 'contact-message.received')`,
  );
  return found as { sent: number; notNeeded: number };
}

let clients = 0;
/** Another client each time, because the forms have a limit for each of them, and the next server. */
function nextClient() {
  clients += 1;
  return { client: visitors[clients % 2] as Client, headers: { 'x-forwarded-for': `192.0.2.${clients}` } };
}

const message = { topic: 'question', message: 'Where can I find batch C9030?' } as const;

const forms: Record<string, (email: string) => Promise<{ response?: Response; data?: unknown }>> = {
  submission: (contactEmail) => submitCoa({ ...nextClient(), body: aSubmission({ contactEmail }) }),
  'contact message': (email) => sendContactMessage({ ...nextClient(), body: { ...message, email } }),
};

it.each(Object.entries(forms))(
  'one address gets at most ten receipts of a %s per day, across concurrent requests and instances',
  async (form, send) => {
    const name = form.replace(' ', '-');
    const spellings = [
      `${name}@mail.example`,
      `${name.toUpperCase()}@mail.example`,
      `${name}+shop@mail.example`,
      `${name}+2@Mail.Example`,
    ];
    const answers = await Promise.all(Array.from({ length: 16 }, (_, n) => send(spellings[n % 4] ?? '')));
    const shape = ({ response, data }: (typeof answers)[number]) => [response?.status, Object.keys(data as object)];
    for (const answer of answers) {
      expect(answer.response?.status).toBe(201);
      expect(shape(answer)).toEqual(shape(answers[0] as (typeof answers)[number]));
      expect(answer.data).toMatchObject({ reference: expect.any(String) });
    }
    expect(await receipts()).toEqual({ sent: A_DAY, notNeeded: 16 - A_DAY });
    await send(`kim-${name}@mail.example`);
    expect(await receipts()).toEqual({ sent: A_DAY + 1, notNeeded: 16 - A_DAY });
  },
);

it('both forms count together, and the next day starts over', async () => {
  const sendBoth = async () => {
    for (const send of Object.values(forms)) await send('sam@mail.example');
  };
  for (let n = 0; n < 6; n += 1) await sendBoth();
  expect(await receipts()).toEqual({ sent: A_DAY, notNeeded: 2 });
  await sql(first(), `UPDATE request_counts SET "endsAt" = "endsAt" - interval '1 day'`);
  await sendBoth();
  expect(await receipts()).toEqual({ sent: A_DAY + 2, notNeeded: 2 });
});

it('the stored counts contain no address', async () => {
  await forms.submission?.('sam@mail.example');
  const rows = await sql(first(), 'SELECT * FROM request_counts');
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain('sam');
});
