import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { FlakyNetwork } from '../support/flaky-network.js';
import { PRODUCTION_LIMITS } from '../support/limits.mjs';
import { type Postgres, startPostgres } from '../support/postgres.js';
import { Random } from '../support/random.js';
import { freePort, ServerProcess, temporaryFolder } from '../support/server-process.js';
import { type Ask, ask, isAllowed, keepAlive, type Outcome, retryUntilAnswered } from './client.js';
import { unexpectedLogLines, violatedInvariants } from './invariants.js';
import { memoryMb } from './memory.js';
import { approval, createUsers, report, submission, type TestUsers } from './users.js';

const ROOT = join(import.meta.dirname, '../../..');
const SENDERS = 16;
const BULK_LINES = 20;
const POOL = 20;
/** Besides its pool, a process uses one connection to LISTEN and one for health checks. */
const CONNECTIONS_OF_ONE = POOL + 2;
const READY_WITHIN_MS = 60_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Whether an instance was down when a request started, or went down since. */
const wasKilled = ({ generation }: Instance, before: number): boolean => before % 2 === 1 || generation !== before;

/** One of the two processes; it can be killed and restarted. */
interface Instance {
  server: ServerProcess;
  /**
   * Incremented on every kill and start, so it is odd while the process is down. Requests that overlap a change may be
   * cut off.
   */
  generation: number;
}

class Soak {
  readonly broken: string[] = [];
  private readonly random: Random;
  private readonly folder = temporaryFolder('soak');
  private readonly mailFolder = temporaryFolder('soak-mail');
  private readonly network = new FlakyNetwork();
  private readonly agent = keepAlive();
  private readonly statuses: Record<string, number> = {};
  private readonly faults: Record<string, number> = {};
  private readonly acknowledged = new Set<string>();
  private readonly memory: number[] = [];
  private longestRecoveryMs = 0;
  private networkPort = 0;
  private postgres!: Postgres;
  private instances: Instance[] = [];
  private who!: TestUsers;
  private isOver = false;
  /** The invariants are being checked: the next fault waits. */
  private checking: Promise<void> = Promise.resolve();

  constructor(seed: number) {
    this.random = new Random(seed);
  }

  async begin(): Promise<void> {
    await this.startDatabase();
    this.networkPort = await this.network.listen();
    const password = this.prepare();
    const ports = [await freePort(), await freePort()];
    for (const port of ports) this.instances.push({ server: await this.startServer(port), generation: 0 });
    this.who = await createUsers(this.at(0).server.url, 'admin', password);
  }

  async run(minutes: number): Promise<void> {
    const began = performance.now();
    const end = began + minutes * 60_000;
    const senders = Promise.all(Array.from({ length: SENDERS }, () => this.send()));
    const violations = this.violations();
    const telemetry = this.telemetry();
    while (performance.now() < end) {
      await sleep(Math.max(0, Math.min(60_000, end - performance.now())));
      this.checking = this.check();
      await this.checking;
      say(`after ${Math.round((performance.now() - began) / 60_000)} minutes: ${this.summary()}`);
    }
    this.isOver = true;
    await Promise.all([senders, violations, telemetry]);
    await this.checkQuiet();
  }

  summary(): string {
    const text = (counts: Record<string, number>) =>
      Object.entries(counts)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, count]) => `${name} ${count}`)
        .join(', ');
    const quarter = Math.ceil(this.memory.length / 4);
    const [first, last] = [median(this.memory.slice(0, quarter)), median(this.memory.slice(-quarter))];
    return (
      `answers: ${text(this.statuses)}; promised ${this.acknowledged.size}; faults: ${text(this.faults)}; longest until ready ` +
      `${this.longestRecoveryMs} ms; memory ${first} MB in the first quarter, ${last} MB in the last; broken ${this.broken.length}`
    );
  }

  async end(): Promise<void> {
    this.isOver = true;
    this.agent.destroy();
    for (const { server } of this.instances) await server.end('SIGKILL');
    await this.network.close();
    await this.postgres?.stop();
  }

  // Starting

  private async startDatabase(): Promise<void> {
    this.postgres = await startPostgres(this.folder);
    this.network.target = Number(new URL(this.postgres.url()).port);
  }

  private overNetwork(): string {
    const url = new URL(this.postgres.url());
    url.port = String(this.networkPort);
    return url.href;
  }

  private prepare(): string {
    const script = join(ROOT, 'backend/dist/migrate-and-seed.js');
    const env = { PATH: process.env.PATH, DATABASE_URL: this.postgres.url(), DEMO_DATA: 'true', FIRST_ACCOUNT: 'true' };
    const { status, stdout, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout).oneTimePassword;
  }

  private startServer(port: number): Promise<ServerProcess> {
    return ServerProcess.start({
      databaseUrl: this.overNetwork(),
      port,
      environment: {
        ...PRODUCTION_LIMITS,
        DATABASE_POOL_MAX: String(POOL),
        PARTNER_REQUESTS_PER_MINUTE: '1000000',
        MAIL_FOLDER: this.mailFolder,
        WEB_ROOT: join(ROOT, 'frontend/dist'),
        LOG_LEVEL: 'warn',
      },
    });
  }

  // Load

  private at(index: number): Instance {
    const instance = this.instances[index];
    if (!instance) throw new Error(`there is no instance ${index}`);
    return instance;
  }

  private async send(): Promise<void> {
    const actions = [
      ...Array.from({ length: 12 }, () => () => this.read()),
      ...Array.from({ length: 3 }, () => () => this.submit()),
      ...Array.from({ length: 3 }, () => () => this.sendReport()),
      ...Array.from({ length: 2 }, () => () => this.decide()),
      () => this.sendFile(),
    ];
    while (!this.isOver) {
      await this.random
        .pick(actions)()
        .catch((error: Error) => this.note(error.message));
      await sleep(20 + this.random.next() * 60);
    }
  }

  private async read(): Promise<void> {
    const known = [...this.acknowledged].slice(-50);
    const path = this.random.pick([
      '/',
      '/coa',
      '/learn',
      '/sitemap.xml',
      '/api/coa',
      '/api/coa?limit=50',
      '/api/coa-statistics',
      '/api/brands',
      '/api/articles',
      '/api/coa?search=Yuzu',
      '/api/coa?search=tide%20selt',
      '/api/openapi.json',
      `/api/coa/${encodeURIComponent(known.length > 0 ? this.random.pick(known) : 'none')}`,
    ]);
    const outcome = await this.once(path, {});
    if (outcome.status >= 400 && ![404, 503].includes(outcome.status)) this.note(`GET ${path}: ${outcome.status}`);
  }

  private async submit(): Promise<void> {
    const batchId = `handed in ${randomUUID()}`;
    const what = { method: 'POST', body: submission(batchId, this.brand()) };
    const { status, attempts, body } = await this.settled('/api/coa/submit', what);
    if (status === 201 || (status === 409 && attempts > 1)) this.acknowledged.add(batchId);
    else this.note(`submission: ${status} ${body}`);
  }

  private async sendReport(): Promise<void> {
    const batchId = `reported ${randomUUID()}`;
    const headers = { ...this.who.lab, 'idempotency-key': batchId };
    const what = { method: 'POST', body: report(batchId, this.brand()), headers };
    const { status, body } = await this.settled('/api/partner/certificates', what);
    if (status === 201) this.acknowledged.add(batchId);
    else this.note(`report: ${status} ${body}`);
  }

  private async sendFile(): Promise<void> {
    const name = randomUUID();
    const batches = Array.from({ length: BULK_LINES }, (_, i) => `line ${i} of ${name}`);
    const lines = batches.map((batchId) => JSON.stringify(report(batchId, this.brand())));
    const headers = { ...this.who.lab, 'idempotency-key': name };
    const what = { method: 'POST', body: `${lines.join('\n')}\n`, headers };
    const { status, body } = await this.settled('/api/partner/bulk-jobs', what);
    const job = status < 300 ? JSON.parse(body) : null;
    if (job?.published === BULK_LINES) for (const batchId of batches) this.acknowledged.add(batchId);
    else this.note(`file: ${status} ${body}`);
  }

  private async decide(): Promise<void> {
    const headers = this.who.staff;
    const queue = await this.once('/api/staff/submissions?limit=20', { headers });
    if (queue.status === 0 || queue.status === 503) return;
    if (queue.status !== 200) return this.note(`queue: ${queue.status} ${queue.body}`);
    const waiting: { id: string; version: number }[] = JSON.parse(queue.body);
    if (waiting.length === 0) return;
    const { id, version } = this.random.pick(waiting);
    const body = approval(version);
    const { status, body: said } = await this.once(`/api/staff/submissions/${id}/approval`, {
      method: 'POST',
      body,
      headers,
    });
    // Another request was first, or this one's response got lost.
    if (![0, 200, 404, 409, 412, 503].includes(status)) this.note(`decision: ${status} ${said}`);
  }

  private brand = () => `Brand ${this.random.below(40)}`;

  private async once(path: string, what: Ask): Promise<Outcome> {
    const instance = this.random.pick(this.instances);
    const { generation, server } = instance;
    const outcome = await ask(server.url + path, what, this.agent);
    this.checkOutcome(`${what.method ?? 'GET'} ${path}`, outcome, wasKilled(instance, generation));
    return outcome;
  }

  private settled(path: string, what: Ask): Promise<Outcome & { attempts: number }> {
    let instance = this.random.pick(this.instances);
    let { generation } = instance;
    const url = () => {
      instance = this.random.pick(this.instances);
      generation = instance.generation;
      return instance.server.url + path;
    };
    return retryUntilAnswered(url, what, this.agent, (outcome) =>
      this.checkOutcome(`${what.method} ${path}`, outcome, wasKilled(instance, generation)),
    );
  }

  private checkOutcome(what: string, outcome: Outcome, mayBeCut: boolean): void {
    const name = outcome.status === 0 ? 'cut off' : String(outcome.status);
    this.statuses[name] = (this.statuses[name] ?? 0) + 1;
    if (outcome.status === 0 && !mayBeCut) this.note(`${what}: cut off by an instance that lives`);
    if (!isAllowed(outcome)) this.note(`${what}: ${outcome.status} ${this.logged(outcome)}`);
  }

  /** The log lines of a request, or its response if there are none. */
  private logged({ headers, body }: Outcome): string {
    const lines = this.instances.flatMap(({ server }) => server.output.split('\n'));
    return lines.find((line) => line.includes(String(headers['x-request-id']))) ?? body;
  }

  private note(what: string): void {
    this.broken.push(what);
    if (this.broken.length <= 20) say(`BROKEN ${what}`);
  }

  // Faults

  private async violations(): Promise<void> {
    const kinds: Record<string, () => Promise<unknown>> = {
      'instance killed': () => this.killInstance(),
      'database stopped': () => this.restartDatabase(() => this.postgres.stop()),
      'database killed': () => this.restartDatabase(async () => process.kill(this.postgres.pid, 'SIGKILL')),
      'database aborted': () => this.restartDatabase(async () => process.kill(this.postgres.pid, 'SIGQUIT')),
      'connections ended': () =>
        this.asAdmin(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'clearbatch%'`,
        ),
      'table locked': () => this.lockTable(),
      'slow senders': () => this.sendSlowly(),
      'slow network': () => this.forAWhile(() => this.network.slowDown(50 + this.random.next() * 200)),
      'silent network': () => this.forAWhile(() => this.network.fallSilent()),
      'forgotten connections': async () => this.network.forget(),
    };
    while (!this.isOver) {
      await sleep(3_000 + this.random.next() * 7_000);
      await this.checking;
      if (this.isOver) return;
      const kind = this.random.pick(Object.keys(kinds));
      this.faults[kind] = (this.faults[kind] ?? 0) + 1;
      await kinds[kind]?.().catch((error: Error) => this.note(`${kind}: ${error.message}`));
      await this.becomesReady(kind);
    }
  }

  /** Only the second instance is killed. The first one lives through the whole run, so its memory can be tracked. */
  private async killInstance(): Promise<void> {
    const instance = this.at(1);
    const { server } = instance;
    instance.generation += 1;
    await server.end('SIGKILL');
    this.broken.push(...unexpectedLogLines(server.output));
    await sleep(this.random.next() * 2_000);
    instance.server = await this.startServer(server.port);
    instance.generation += 1;
  }

  private async restartDatabase(end: () => Promise<unknown>): Promise<void> {
    await end();
    await sleep(this.random.next() * 4_000);
    await this.startDatabase();
  }

  private async asAdmin(statement: string): Promise<{ count: number }[]> {
    const client = new pg.Client(this.postgres.url());
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  private async lockTable(): Promise<void> {
    const table = this.random.pick([
      'coa_data',
      'brands',
      'staff_sessions',
      'partner_keys',
      'mail_outbox',
      'registry_totals',
    ]);
    const client = new pg.Client(this.postgres.url());
    client.on('error', () => {});
    await client.connect();
    try {
      await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      await sleep(1_000 + this.random.next() * 8_000);
      await client.query('ROLLBACK');
    } finally {
      await client.end();
    }
  }

  private async sendSlowly(): Promise<void> {
    const { port } = this.random.pick(this.instances).server;
    const sockets = Array.from({ length: 200 }, () => connect(port, '127.0.0.1').on('error', () => {}));
    for (const socket of sockets) socket.write('GET /api/coa HTTP/1.1\r\nhost: here\r\nx-slow: ');
    for (let i = 0; i < 50; i += 1) {
      for (const socket of sockets) if (socket.writable) socket.write('a');
      await sleep(100);
    }
    for (const socket of sockets) socket.destroy();
  }

  private async forAWhile(change: () => void): Promise<void> {
    change();
    await sleep(2_000 + this.random.next() * 10_000);
    await this.network.restore();
  }

  private async becomesReady(after: string): Promise<void> {
    const began = performance.now();
    for (const { server } of this.instances) {
      while ((await ask(`${server.url}/health/ready`, {}, this.agent)).status !== 200) {
        if (server.hasExited) return this.note(`${after}: the process ended: ${server.output.slice(-2000)}`);
        if (performance.now() - began > READY_WITHIN_MS) return this.note(`${after}: not ready again`);
        await sleep(20);
      }
    }
    this.longestRecoveryMs = Math.max(this.longestRecoveryMs, Math.round(performance.now() - began));
  }

  // Invariants

  private async telemetry(): Promise<void> {
    while (!this.isOver) {
      this.memory.push(Math.round(memoryMb(this.at(0).server.pid) ?? 0));
      await sleep(2_000);
    }
  }

  /** Retries while the database may be down. */
  private async check(): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const found = await violatedInvariants(this.postgres.url(), new Set(this.acknowledged));
        for (const what of found) this.note(what);
        return;
      } catch (error) {
        if (attempt === 30) throw error;
        await sleep(1_000);
      }
    }
  }

  /** Checks that need a quiet system. */
  private async checkQuiet(): Promise<void> {
    await this.network.restore();
    await this.becomesReady('the end');
    await this.check();
    const [stored] = await this.asAdmin(
      `SELECT count(*)::int AS count FROM coa_data WHERE "submissionStatus" = 'approved'`,
    );
    const isTold = async ({ server }: Instance) => {
      const { body } = await ask(`${server.url}/api/coa-statistics`, {}, this.agent);
      return JSON.parse(body).totalCoas === stored?.count;
    };
    for (const instance of this.instances) {
      for (let i = 0; i < 100 && !(await isTold(instance)); i += 1) await sleep(100);
      if (!(await isTold(instance))) this.note('statistics that an instance tells are not what a count finds');
    }
    const [open] = await this.asAdmin(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name LIKE 'clearbatch%'`,
    );
    const allowed = this.instances.length * CONNECTIONS_OF_ONE;
    if ((open?.count ?? 0) > allowed) this.note(`${open?.count} connections are open, of ${allowed} that may be`);
    for (const { server } of this.instances) for (const what of unexpectedLogLines(server.output)) this.note(what);
  }
}

/** @returns whether every check passed */
export async function soak(minutes: number, seed: number): Promise<boolean> {
  const run = new Soak(seed);
  say(`soak: ${minutes} minutes, seed ${seed}`);
  try {
    await run.begin();
    await run.run(minutes);
    say(`soak: ${minutes} minutes, seed ${seed}: ${run.summary()}`);
    return run.broken.length === 0;
  } finally {
    await run.end();
  }
}
