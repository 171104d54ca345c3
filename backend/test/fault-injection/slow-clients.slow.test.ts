import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { sql } from '../api/api-helpers.js';
import { ServerProcess } from '../support/server-process.js';
import { cloneDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';
import { memoryMb } from './memory.js';
import { submission } from './users.js';

const IDLE = 1_000;
const SLOW_SENDERS = 50;
const REQUEST_MS = 4_000;
const CONNECTIONS_MAX = 1_300;

let database: TestDatabase;
let server: ServerProcess;
beforeAll(async () => {
  database = await cloneDatabase();
  const environment = { REQUEST_MS: String(REQUEST_MS), CONNECTIONS_MAX: String(CONNECTIONS_MAX), LOG_LEVEL: 'error' };
  server = await ServerProcess.start({ databaseUrl: database.url, environment });
});
afterAll(async () => {
  await server?.end('SIGKILL');
  await database?.release();
});

/** A connection and its outcome. */
class Slow {
  received = '';
  isOver = false;
  private readonly socket: Socket;
  private timer: NodeJS.Timeout | undefined;

  constructor(to: { port: number; localAddress?: string } = server) {
    const { port, localAddress = '127.0.0.1' } = to;
    this.socket = connect({ port, host: '127.0.0.1', localAddress });
    this.socket.on('error', () => {}).on('close', () => this.end());
    this.socket.setEncoding('utf8').on('data', (text: string) => {
      this.received += text;
    });
  }

  opened = (): Promise<unknown> => once(this.socket, 'connect');

  /** Sends byte by byte until the connection closes. */
  sendSlowly(begin: string, then: string): void {
    this.socket.write(begin);
    this.timer = setInterval(() => this.socket.write(then), 100);
  }

  write(text: string): void {
    this.socket.write(text);
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

it('serves other clients during a thousand idle and a hundred slow connections, and closes those in time', async () => {
  await fetch(`${server.url}/api/brands`);
  const before = memoryMb(server.pid);
  const idle = await open(IDLE);
  const headers = await open(SLOW_SENDERS);
  for (const slow of headers) slow.sendSlowly('GET /api/coa HTTP/1.1\r\nhost: here\r\nx-slow: ', 'a');
  const bodies = await open(SLOW_SENDERS);
  const head =
    'POST /api/coa/submit HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: 10000\r\n';
  for (const slow of bodies) slow.sendSlowly(`${head}\r\n{`, ' ');

  for (let i = 0; i < 100; i += 1) expect((await fetch(`${server.url}/api/brands?limit=${1 + i}`)).status).toBe(200);
  const after = memoryMb(server.pid);
  process.stdout.write(`${before?.toFixed(0)} MB before, ${after?.toFixed(0)} MB after\n`);

  await until('all connections are closed', areOver([...idle, ...headers, ...bodies]));
  for (const { received } of [...headers, ...bodies]) expect(received).toMatch(/^HTTP\/1\.1 408 /);
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  expect(server.hasExited).toBe(false);
});

it('closes connections over the limit at once, and accepts new ones after others have closed', async () => {
  const full = await open(CONNECTIONS_MAX);
  const [refused] = [new Slow()];
  await until('the connection over the limit is closed', async () => refused?.isOver === true);
  expect(refused?.received).toBe('');
  for (const slow of full) slow.close();
  await until('it serves again', () =>
    fetch(`${server.url}/api/brands`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
});

it('does not process a body that arrives after the request timed out', async () => {
  const body = JSON.stringify(submission('too late'));
  const sender = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  sender.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  sender.on('error', () => {});
  const closed = once(sender, 'close');
  const head = 'POST /api/coa/submit HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n';
  sender.write(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 20)}`);
  await until('the request is rejected', async () => received.startsWith('HTTP/1.1 408 '));
  sender.end(body.slice(20));
  await closed;
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  expect(await sql({ database }, `SELECT "batchId" FROM coa_data`)).toEqual([]);
});

/** The number of responses on a connection. */
const answersIn = (received: string) => received.match(/HTTP\/1\.1 [2-5]\d\d /g) ?? [];

const LENGTH = 'content-length: 10000\r\n\r\n{';
const CHUNKED = 'transfer-encoding: chunked\r\n\r\n';
const JSON_BODY = 'content-type: application/json\r\n';

describe('a body that is sent slowly gets a single response, and the server does not wait for the rest', () => {
  it.each([
    ['to a cached response', 'GET /api/brands HTTP/1.1', LENGTH, ' ', 200],
    ['in chunks, to a cached response', 'GET /api/brands HTTP/1.1', CHUNKED, '1\r\n \r\n', 200],
    ['to a static file', 'GET /assets/site.js HTTP/1.1', LENGTH, ' ', 200],
    ['to a health check', 'GET /health/live HTTP/1.1', LENGTH, ' ', 200],
    ['to an uncached response', `GET /api/coa?search=nothing HTTP/1.1\r\n${JSON_BODY}`.trim(), LENGTH, ' ', 200],
    ['to an unknown path', 'POST /api/nowhere HTTP/1.1', LENGTH, ' ', 404],
    [
      'of NDJSON lines, without a key',
      'POST /api/partner/bulk-jobs HTTP/1.1\r\ncontent-type: application/x-ndjson',
      LENGTH,
      ' ',
      401,
    ],
    [
      'of lines in chunks, without a key',
      'POST /api/partner/bulk-jobs HTTP/1.1\r\ncontent-type: application/x-ndjson',
      CHUNKED,
      '1\r\n \r\n',
      401,
    ],
    [
      'of a certificate, without a key',
      `POST /api/partner/certificates HTTP/1.1\r\n${JSON_BODY}`.trim(),
      LENGTH,
      ' ',
      408,
    ],
    ['of a form', `POST /api/contact HTTP/1.1\r\n${JSON_BODY}`.trim(), CHUNKED, '1\r\n \r\n', 408],
    ['that says it waits for us', 'GET /api/brands HTTP/1.1\r\nexpect: 100-continue', LENGTH, ' ', 200],
  ])('%s', async (_what, head, rest, then, status) => {
    await fetch(`${server.url}/api/brands`);
    const slow = new Slow();
    await slow.opened();
    slow.sendSlowly(`${head}\r\nhost: here\r\n${rest}`, then);
    await until('the connection is closed', async () => slow.isOver);
    expect(answersIn(slow.received)).toEqual([`HTTP/1.1 ${status} `]);
    expect(await sql({ database }, `SELECT 1 FROM contact_messages`)).toEqual([]);
  });

  it('unless it is complete in time: then the connection stays open', async () => {
    const slow = new Slow();
    await slow.opened();
    const request = 'GET /api/brands HTTP/1.1\r\nhost: here\r\ncontent-length: 2\r\n\r\n';
    slow.write(`${request}{`);
    await until('the first response', async () => answersIn(slow.received).length === 1);
    slow.write('}');
    slow.write(`${request}{}`);
    await until('the second response', async () => answersIn(slow.received).length === 2);
    await new Promise((resolve) => setTimeout(resolve, REQUEST_MS + 1_000));
    expect(slow.isOver).toBe(false);
    slow.close();
  });
});

describe('connections from one address', () => {
  const MANY = 20;
  let limited: ServerProcess;
  afterEach(() => limited?.end('SIGKILL'));

  const started = async (environment: Record<string, string>) => {
    const common = { CONNECTIONS_PER_ADDRESS_MAX: String(MANY), RATE_LIMIT_DISABLED: 'false', LOG_LEVEL: 'error' };
    limited = await ServerProcess.start({ databaseUrl: database.url, environment: { ...common, ...environment } });
  };

  const openFrom = async (localAddress: string, count: number) => {
    const all = Array.from({ length: count }, () => new Slow({ port: limited.port, localAddress }));
    await Promise.all(all.map((slow) => slow.opened()));
    return all;
  };

  it('are closed over the limit while other addresses are served, and accepted again after some have closed', async () => {
    await started({});
    const held = await openFrom('127.0.0.2', MANY);
    const tooMany = await openFrom('127.0.0.2', 5);
    await until('the others are closed', areOver(tooMany));
    expect(held.every(({ isOver }) => !isOver)).toBe(true);
    for (const { received } of tooMany) expect(received).toBe('');
    expect((await fetch(`${limited.url}/api/brands`)).status).toBe(200);
    for (const slow of held) slow.close();
    await until('a new connection is accepted', async () => {
      const [again] = await openFrom('127.0.0.2', 1);
      again?.write('GET /health/live HTTP/1.1\r\nhost: here\r\n\r\n');
      await until(
        'there is a response or the connection is closed',
        async () => again?.received !== '' || again.isOver,
      );
      again?.close();
      return again?.received.startsWith('HTTP/1.1 200 ') === true;
    });
  });

  it('are not limited behind a trusted proxy, because they all come from the proxy', async () => {
    await started({ TRUST_PROXY: 'true' });
    const held = await openFrom('127.0.0.2', MANY + 5);
    expect((await fetch(`${limited.url}/api/brands`)).status).toBe(200);
    expect(held.every(({ isOver }) => !isOver)).toBe(true);
    for (const slow of held) slow.close();
  });
});
