import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { sql } from '../api/api-helpers.js';
import { FlakyNetwork } from '../support/flaky-network.js';
import { PRODUCTION_LIMITS } from '../support/limits.mjs';
import { ServerProcess } from '../support/server-process.js';
import { cloneDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';
import { ask, isAllowed, keepAlive, type Outcome } from './client.js';
import { unexpectedLogLines, violatedInvariants } from './invariants.js';
import { submission } from './users.js';

/** Small, so that a few requests use up the pool. */
const CONNECTIONS = 5;
const times = <T>(count: number, act: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => act(i));

const network = new FlakyNetwork();
const agent = keepAlive();
let database: TestDatabase;
let server: ServerProcess;

beforeAll(async () => {
  database = await cloneDatabase();
  const overNetwork = new URL(database.url);
  network.target = Number(overNetwork.port);
  overNetwork.port = String(await network.listen());
  const environment = { DATABASE_POOL_MAX: String(CONNECTIONS), ...PRODUCTION_LIMITS };
  server = await ServerProcess.start({ databaseUrl: overNetwork.href, environment });
});
afterAll(async () => {
  agent.destroy();
  await server?.end('SIGKILL');
  await network.close();
  await database?.release();
});

const read = (path: string) => ask(server.url + path, {}, agent);
const submit = (batchId = `slow ${randomUUID()}`) =>
  ask(`${server.url}/api/coa/submit`, { method: 'POST', body: submission(batchId) }, agent);
const statuses = (outcomes: readonly Outcome[]) => outcomes.map(({ status }) => status);

const waiting = async () =>
  (
    await sql(
      { database },
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
  ).length;

afterEach(async () => {
  await network.restore();
  await until('it is ready', async () => (await read('/health/ready')).status === 200);
  await until('a submission is stored', async () => (await submit()).status === 201);
  expect(unexpectedLogLines(server.output)).toEqual([]);
  expect(await violatedInvariants(database.url, new Set())).toEqual([]);
});

describe('with a locked table', () => {
  it('requests wait, then time out, and the process stays ready', async () => {
    const holder = new pg.Client(database.url);
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE coa_data IN ACCESS EXCLUSIVE MODE');
    try {
      const kept = Promise.all(times(3 * CONNECTIONS, () => submit()));
      await until('every connection waits', async () => (await waiting()) >= CONNECTIONS);
      expect(statuses(await Promise.all(times(20, () => read('/health/ready'))))).toEqual(times(20, () => 200));
      expect((await read('/health/live')).status).toBe(200);
      expect(await waiting()).toBeGreaterThanOrEqual(CONNECTIONS); // while the pool was exhausted
      const outcomes = await kept;
      expect(statuses(outcomes)).toEqual(times(3 * CONNECTIONS, () => 503));
      expect(outcomes.filter((outcome) => !isAllowed(outcome))).toEqual([]);
    } finally {
      await holder.query('ROLLBACK');
      await holder.end();
    }
  });
});

describe('with a database network that', () => {
  it('is slow, every request still gets a response', async () => {
    network.slowDown(150);
    const outcomes = await Promise.all(times(20, (i) => (i % 2 === 0 ? submit() : read('/api/brands'))));
    expect(outcomes.filter((outcome) => !isAllowed(outcome) || outcome.status === 0)).toEqual([]);
  });

  it('drops all packets, the process reports not ready but stays alive', async () => {
    await Promise.all(times(CONNECTIONS, () => submit()));
    network.fallSilent();
    const kept = Promise.all(times(2 * CONNECTIONS, () => submit()));
    expect((await read('/health/ready')).status).toBe(503);
    expect((await read('/health/live')).status).toBe(200);
    const outcomes = await kept;
    expect(statuses(outcomes)).toEqual(times(2 * CONNECTIONS, () => 503));
    expect(outcomes.filter((outcome) => !isAllowed(outcome))).toEqual([]);
  });

  it('drops idle connections, each one fails at most one request', async () => {
    await Promise.all(times(CONNECTIONS, () => submit()));
    network.forget();
    const lost = await Promise.all(times(CONNECTIONS, () => submit()));
    expect(lost.filter((outcome) => !isAllowed(outcome))).toEqual([]);
    expect(statuses(lost)).toContain(503);
    expect(statuses(await Promise.all(times(CONNECTIONS, () => submit())))).toEqual(times(CONNECTIONS, () => 201));
  });
});
