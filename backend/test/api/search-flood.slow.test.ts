import pg from 'pg';
import { startServer, type TestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { sql } from './api-helpers.js';
import { expectProblemOf } from './problem.js';

/** Half are for other work: enough for every worker of the server, which the locked table may stop as well. */
const CONNECTIONS = 20;

let server: TestServer;
beforeAll(async () => {
  // What runs stays until its table is free; only what waits for its turn times out.
  server = await startServer({ DATABASE_POOL_MAX: String(CONNECTIONS), DATABASE_WAIT_MS: '3000' });
});
afterAll(() => server?.stop());

const search = (words: string) => fetch(`${server.url}/api/coa?search=${words}`);

const laboratory = (name: string) => fetch(`${server.url}/api/laboratories/${name}`);

const searchSite = (words: string) => fetch(`${server.url}/api/search?q=${words}`);

const subscribe = () =>
  fetch(`${server.url}/api/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'robin@submitter.example' }),
  });

/** Statements that wait for the table: searches, for current certificates and for ended ones, and pages of laboratories. The server's workers read it, too. */
async function underWay(): Promise<number> {
  const [row] = await sql<{ count: number }>(
    server,
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND (query LIKE '%not_to_drink AS MATERIALIZED%' OR query LIKE '%"endedAt"%LIKE ANY%' OR query LIKE '%WITH newest AS%')`,
  );
  return row?.count ?? 0;
}

describe('many slow requests at once', () => {
  it.each([
    ['searches', search],
    ['pages of laboratories', laboratory],
  ])('%s leave connections for other requests, and return 503 when they cannot run', async (_what, ask) => {
    const holder = await certificatesLocked();
    const asked = Array.from({ length: 5 * CONNECTIONS }, (_, number) => ask(`seltzer${number}`));
    try {
      await until('some are running', async () => (await underWay()) >= CONNECTIONS / 2);
      expect((await subscribe()).status).toBe(201);
      expect((await fetch(`${server.url}/api/staff/session`)).status).toBe(401);
      expect(await underWay()).toBe(CONNECTIONS / 2);
      const refused = await Promise.race(asked);
      await expectProblemOf(refused, 503, { type: '/problems/unavailable' });
      expect(await underWay()).toBe(CONNECTIONS / 2);
    } finally {
      await holder.end();
    }
    await Promise.all(asked);
    expect((await search('seltzer')).status).toBe(200);
  });

  it('of the whole site run one at a time, and all are answered', async () => {
    const holder = await certificatesLocked();
    const searches = Array.from({ length: CONNECTIONS }, (_, number) => searchSite(`tonic${number}`));
    try {
      await until('one is running', async () => (await underWay()) === ONE_SEARCH);
      // The server took all of them before this one.
      expect((await fetch(`${server.url}/api/search?q=`)).status).toBe(400);
      expect(await underWay()).toBe(ONE_SEARCH);
    } finally {
      await holder.end();
    }
    expect(new Set((await Promise.all(searches)).map(({ status }) => status))).toEqual(new Set([200]));
  });
});

/** Statements: a search reads current and ended certificates at once. */
const ONE_SEARCH = 2;

async function certificatesLocked(): Promise<pg.Client> {
  const holder = new pg.Client(server.database.url);
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE coa_data IN ACCESS EXCLUSIVE MODE');
  return holder;
}
