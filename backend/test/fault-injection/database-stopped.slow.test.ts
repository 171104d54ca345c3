import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import pg from 'pg';
import { migrate, openForMaintenance } from '../../src/migrate-and-seed.js';
import { FlakyNetwork } from '../support/flaky-network.js';
import { type Postgres, startPostgres } from '../support/postgres.js';
import { ServerProcess, temporaryFolder } from '../support/server-process.js';
import { until } from '../support/until.js';
import { ask, isAllowed, keepAlive, type Outcome } from './client.js';
import { unexpectedLogLines, violatedInvariants } from './invariants.js';
import { submission } from './users.js';

const CONCURRENCY = 24;
const SOME = 20;
const RETRY_AFTER_S = 5;

/** A stable address for a database that restarts on another port each time. */
const network = new FlakyNetwork();
const agent = keepAlive();
let folder: string;
let postgres: Postgres;
let server: ServerProcess;

beforeAll(async () => {
  folder = temporaryFolder('stopped');
  await startDatabase();
  const source = await openForMaintenance(postgres.url());
  await migrate(source);
  await source.destroy();
  const overNetwork = new URL(postgres.url());
  overNetwork.port = String(await network.listen());
  server = await ServerProcess.start({ databaseUrl: overNetwork.href });
});

afterAll(async () => {
  agent.destroy();
  await server?.end('SIGKILL');
  await network.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function startDatabase(): Promise<void> {
  postgres = await startPostgres(folder);
  network.target = Number(new URL(postgres.url()).port);
}

/** Clients that read and submit continuously. */
class Load {
  readonly outcomes: Outcome[] = [];
  readonly stored = new Set<string>();
  private isOver = false;
  private readonly all: Promise<unknown>;

  constructor() {
    this.all = Promise.all(Array.from({ length: CONCURRENCY }, (_, i) => (i % 3 === 0 ? this.submit() : this.read())));
  }

  count = (status: number) => this.outcomes.filter((outcome) => outcome.status === status).length;

  async more(what: string, status: number): Promise<void> {
    const before = this.count(status);
    await until(what, async () => this.count(status) >= before + SOME);
  }

  /** @throws NoAnswer if a request gets no response */
  async stop(): Promise<void> {
    this.isOver = true;
    await this.all;
  }

  private async read(): Promise<void> {
    const paths = ['/api/coa?limit=5', '/api/coa-statistics', '/api/brands', '/api/coa/nothing'];
    for (let i = 0; !this.isOver; i += 1) this.outcomes.push(await ask(server.url + paths[i % 4], {}, agent));
  }

  private async submit(): Promise<void> {
    while (!this.isOver) {
      const batchId = `stopped ${randomUUID()}`;
      const outcome = await ask(`${server.url}/api/coa/submit`, { method: 'POST', body: submission(batchId) }, agent);
      this.outcomes.push(outcome);
      if (outcome.status === 201) this.stored.add(batchId);
    }
  }
}

const isReady = async () => (await fetch(`${server.url}/health/ready`)).status === 200;

/** Every way in which the database goes away and comes back. */
const FAULTS: [string, (load: Load) => Promise<unknown>][] = [
  [
    'is stopped and started',
    async () => {
      await postgres.stop();
      await until('the database is down', async () => !(await isReady()));
      await startDatabase();
    },
  ],
  [
    'is killed, and recovers as after a power cut',
    async () => {
      process.kill(postgres.pid, 'SIGKILL');
      await until('the database is down', async () => !(await isReady()));
      await startDatabase();
    },
  ],
  [
    'is stopped without a check point, and recovers',
    async () => {
      process.kill(postgres.pid, 'SIGQUIT');
      await until('the database is down', async () => !(await isReady()));
      await startDatabase();
    },
  ],
  [
    'ends all connections, again and again',
    async (load) => {
      for (let i = 0; i < 15; i += 1) {
        await inDatabase(`SELECT pg_terminate_backend(pid) FROM (${OTHERS}) o`);
        await load.more('it goes on', 201);
      }
    },
  ],
  [
    'loses one process and so restarts all of them',
    async () => {
      const [victim] = await inDatabase(`${OTHERS} LIMIT 1`);
      process.kill(victim?.pid ?? 0, 'SIGKILL');
    },
  ],
];

const OTHERS = `SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'clearbatch%'`;

async function inDatabase(statement: string): Promise<{ pid: number }[]> {
  const client = new pg.Client(postgres.url());
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

describe('while the database, under load,', () => {
  it.each(FAULTS)('%s, every request gets a response and the server recovers by itself', async (what, happens) => {
    const load = new Load();
    try {
      await load.more('the load is there', 201);
      await happens(load);
      const began = performance.now();
      await until('it is ready again', isReady);
      await load.more('certificates are stored again', 201);
      process.stdout.write(`  ${what}: stores again after ${Math.round(performance.now() - began)} ms\n`);
    } catch (e) {
      process.stdout.write(server.output.slice(-4000));
      throw e;
    } finally {
      await load.stop();
    }
    expect(load.outcomes.filter((outcome) => !isAllowed(outcome) || outcome.status === 0)).toEqual([]);
    for (const { status, headers } of load.outcomes) {
      if (status === 503) expect(headers['retry-after']).toBe(String(RETRY_AFTER_S));
    }
    expect(server.hasExited).toBe(false);
    expect(unexpectedLogLines(server.output)).toEqual([]);
    expect(await violatedInvariants(postgres.url(), load.stored)).toEqual([]);
  });
});
