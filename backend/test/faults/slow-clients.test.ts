import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { sql, until } from '../api/steps.js';
import { ServerProcess } from '../support/server-process.js';
import { cloneDatabase, type TestDatabase } from '../support/test-database.js';
import { submission } from './people.js';

const IDLE = 1_000;
const DRIPPING = 50;
const CONNECTIONS_MAX = 1_300;

/** For a thousand connections and more; sizes may decide, and this is many times what was seen. */
const MORE_MEMORY_MB = 150;

let database: TestDatabase;
let server: ServerProcess;
beforeAll(async () => {
  database = await cloneDatabase();
  const environment = { REQUEST_MS: '4000', CONNECTIONS_MAX: String(CONNECTIONS_MAX), LOG_LEVEL: 'error' };
  server = await ServerProcess.start({ databaseUrl: database.url, environment });
});
afterAll(async () => {
  await server?.end('SIGKILL');
  await database?.drop();
});

/** A connection, and what became of it. */
class Slow {
  heard = '';
  isOver = false;
  private readonly socket: Socket;
  private timer: NodeJS.Timeout | undefined;

  constructor() {
    this.socket = connect(server.port, '127.0.0.1');
    this.socket.on('error', () => {}).on('close', () => this.end());
    this.socket.setEncoding('utf8').on('data', (text: string) => {
      this.heard += text;
    });
  }

  opened = (): Promise<unknown> => once(this.socket, 'connect');

  /** Byte by byte, for as long as somebody listens. */
  drip(begin: string, then: string): void {
    this.socket.write(begin);
    this.timer = setInterval(() => this.socket.write(then), 100);
  }

  close(): void {
    this.socket.destroy();
  }

  private end(): void {
    clearInterval(this.timer);
    this.isOver = true;
  }
}

const open = async (count: number): Promise<Slow[]> => {
  const all = Array.from({ length: count }, () => new Slow());
  await Promise.all(all.map((slow) => slow.opened()));
  return all;
};

const areOver = (all: readonly Slow[]) => async () => all.every(({ isOver }) => isOver);

/** What it has in memory; null where the system does not say. */
function memoryMb(): number | null {
  const file = `/proc/${server.pid}/status`;
  const found = existsSync(file) ? /VmRSS:\s+(\d+) kB/.exec(readFileSync(file, 'utf8')) : null;
  return found ? Number(found[1]) / 1024 : null;
}

it('a thousand idle connections and a hundred that drip hold up nobody, and are closed in time', async () => {
  await fetch(`${server.url}/api/brands`);
  const before = memoryMb();
  const idle = await open(IDLE);
  const headers = await open(DRIPPING);
  for (const slow of headers) slow.drip('GET /api/coa HTTP/1.1\r\nhost: here\r\nx-slow: ', 'a');
  const bodies = await open(DRIPPING);
  const head =
    'POST /api/coa/submit HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: 10000\r\n';
  for (const slow of bodies) slow.drip(`${head}\r\n{`, ' ');

  for (let i = 0; i < 100; i += 1) expect((await fetch(`${server.url}/api/brands?limit=${1 + i}`)).status).toBe(200);
  const after = memoryMb();
  if (before !== null && after !== null) expect(after - before).toBeLessThan(MORE_MEMORY_MB);

  await until('all of them are closed', areOver([...idle, ...headers, ...bodies]), 25_000);
  for (const { heard } of [...headers, ...bodies]) expect(heard).toMatch(/^HTTP\/1\.1 408 /);
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  expect(server.hasExited).toBe(false);
}, 60_000);

it('more connections than there may be are closed at once, and the process serves again when others have gone', async () => {
  const full = await open(CONNECTIONS_MAX);
  const [refused] = [new Slow()];
  await until('one too many is closed', async () => refused?.isOver === true);
  expect(refused?.heard).toBe('');
  for (const slow of full) slow.close();
  await until('it serves again', () =>
    fetch(`${server.url}/api/brands`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
}, 60_000);

it('what arrives after it was refused as too slow is not carried out', async () => {
  const body = JSON.stringify(submission('too late'));
  const sender = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
  let heard = '';
  sender.setEncoding('utf8').on('data', (text: string) => {
    heard += text;
  });
  sender.on('error', () => {});
  const closed = once(sender, 'close');
  const head = 'POST /api/coa/submit HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n';
  sender.write(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 20)}`);
  await until('it is refused', async () => heard.startsWith('HTTP/1.1 408 '), 25_000);
  sender.end(body.slice(20));
  await closed;
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  expect(await sql({ database }, `SELECT "batchId" FROM coa_data`)).toEqual([]);
}, 60_000);
