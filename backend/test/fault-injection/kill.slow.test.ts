import { randomUUID } from 'node:crypto';
import { sql } from '../api/api-helpers.js';
import { FlakyNetwork } from '../support/flaky-network.js';
import { ServerProcess } from '../support/server-process.js';
import { cloneDatabase, type TestDatabase } from '../support/test-database.js';
import { createStaff } from '../support/test-server.js';
import { until } from '../support/until.js';
import { type Ask, isAllowed, keepAlive, type Outcome, retryUntilAnswered } from './client.js';
import { unexpectedLogLines, violatedInvariants } from './invariants.js';
import { createUsers, report, submission, type TestUsers } from './users.js';

const SENT = 1_000;
const CONCURRENCY = 16;
/** Kill the process after this many responses. */
const KILLS = [200, 450, 750];

/** Between clients and server, so that responses can get lost. */
const network = new FlakyNetwork();
let database: TestDatabase;
let server: ServerProcess;
let who: TestUsers;
let url: string;

beforeAll(async () => {
  database = await cloneDatabase();
  const password = await createStaff(database, 'robin');
  server = await start();
  network.target = server.port;
  url = `http://127.0.0.1:${await network.listen()}`;
  who = await createUsers(server.url, 'robin', password);
});
afterAll(async () => {
  await network.close();
  await server?.end('SIGKILL');
  await database?.release();
});

const start = (port?: number) =>
  ServerProcess.start({
    databaseUrl: database.url,
    environment: { PARTNER_REQUESTS_PER_MINUTE: '1000000' },
    ...(port && { port }),
  });

interface Sent {
  readonly batchId: string;
  readonly isByLab: boolean;
  readonly status: number;
  readonly attempts: number;
  readonly body: string;
}

function requestFor(batchId: string, isByLab: boolean): Ask & { readonly path: string } {
  if (!isByLab) return { path: '/api/coa/submit', method: 'POST', body: submission(batchId) };
  const headers = { ...who.lab, 'idempotency-key': batchId };
  return { path: '/api/partner/certificates', method: 'POST', body: report(batchId), headers };
}

const storedCount = async () =>
  (await sql<{ count: number }>({ database }, 'SELECT count(*)::int AS count FROM coa_data'))[0]?.count ?? 0;

it('loses and duplicates no certificate when kill -9 interrupts a thousand retried requests', async () => {
  const agent = keepAlive(CONCURRENCY);
  const outcomes: Outcome[] = [];
  const sent: Sent[] = [];
  const logs: string[] = [];
  let next = 0;
  const sender = async () => {
    while (next < SENT) {
      next += 1;
      const isByLab = next % 2 === 0;
      const batchId = `kill ${next} ${randomUUID()}`;
      const { path, ...what } = requestFor(batchId, isByLab);
      const { status, attempts, body } = await retryUntilAnswered(
        () => url + path,
        what,
        agent,
        (outcome) => outcomes.push(outcome),
      );
      sent.push({ batchId, isByLab, status, attempts, body });
    }
  };
  const all = Promise.all(Array.from({ length: CONCURRENCY }, sender));
  for (const answers of KILLS) {
    await until(`${answers} responses have arrived`, async () => sent.length >= answers);
    network.fallSilent();
    await until('some are stored without a response', async () => (await storedCount()) > sent.length);
    expect(await server.end('SIGKILL')).toBe('SIGKILL');
    await network.restore();
    logs.push(server.output);
    server = await start(server.port);
  }
  await all;
  agent.destroy();
  logs.push(server.output);

  expect(outcomes.filter((outcome) => !isAllowed(outcome))).toEqual([]);
  expect(outcomes.filter(({ status }) => status === 0).length).toBeGreaterThan(KILLS.length);
  // A lab gets the response that was lost. A visitor learns that the certificate already exists.
  const unexpected = sent.filter(
    ({ isByLab, status, attempts }) => status !== 201 && !(!isByLab && status === 409 && attempts > 1),
  );
  expect(unexpected).toEqual([]);
  expect(await violatedInvariants(database.url, new Set(sent.map(({ batchId }) => batchId)))).toEqual([]);
  const [stored] = await sql<Record<string, number>>(
    { database },
    `SELECT count(*)::int AS certificates, count(*) FILTER (WHERE "submissionStatus" = 'approved')::int AS published,
            (SELECT count(*) FROM idempotency_keys)::int AS answers,
            (SELECT count(*) FROM mail_outbox WHERE kind = 'submission.received')::int AS receipts
       FROM coa_data`,
  );
  expect(stored).toEqual({ certificates: SENT, published: SENT / 2, answers: SENT / 2, receipts: SENT / 2 });
  const statistics = await (await fetch(`${server.url}/api/coa-statistics`)).json();
  expect(statistics).toMatchObject({ totalCoas: SENT / 2, totalBrands: 1 });
  expect(logs.flatMap(unexpectedLogLines)).toEqual([]);
});
