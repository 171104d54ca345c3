import { type AddressInfo, connect } from 'node:net';
import { Controller, Get, HttpCode, Module, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { QueryFailedError } from 'typeorm';
import { Clock } from '../../src/domain/shared/ports.js';
import { CacheInvalidationListener } from '../../src/platform/cache/cache-invalidation-listener.js';
import { ResponseCache } from '../../src/platform/cache/response-cache.js';
import { SystemClock } from '../../src/platform/clock-and-ids.js';
import { readConfig } from '../../src/platform/config.js';
import { createHttpApp } from '../../src/platform/http/create-http-app.js';
import { createLogger, NestLogger } from '../../src/platform/logging.js';
import { openTracing } from '../../src/platform/observability/open-tracing.js';
import { Telemetry } from '../../src/platform/observability/telemetry.js';
import { ROUTE_RULES } from '../../src/route-rules.js';
import { OtlpReceiver } from '../support/otlp-receiver.js';
import { until } from '../support/until.js';

@Controller('things')
class ThingController {
  @Get(':name')
  show(): string {
    return 'a thing';
  }

  @Post('fail')
  fail(): never {
    throw new Error('it broke');
  }

  /** A TypeORM error, with the parameters of the query. */
  @Post('statement')
  statement(): never {
    const driverError = Object.assign(new Error('canceling statement due to statement timeout'), {
      code: '57014',
      detail: 'Key (email)=(robin@private.example) already exists.',
    });
    throw new QueryFailedError('INSERT INTO people VALUES ($1)', ['robin@private.example'], driverError);
  }

  /** A database or library error that repeats the value in its message. */
  @Post('value')
  value(): never {
    const sentence = 'invalid input syntax for type uuid: "secret-value robin@private.example"';
    throw new QueryFailedError('SELECT $1', [], Object.assign(new Error(sentence), { code: '22P02' }));
  }

  @Post('address')
  address(): never {
    throw new Error('no email could be written to <robin@private.example>');
  }

  /** Responds when the test says so. */
  @Get('slow/:name')
  async slow(): Promise<string> {
    await new Promise<void>((resolve) => {
      slow.answer = resolve;
    });
    return 'at last';
  }

  @Post()
  @HttpCode(200)
  take(): string {
    return 'taken';
  }
}

const config = () =>
  readConfig({
    DATABASE_URL: 'postgres://nobody@localhost/none',
    COOKIE_SECRET: 'a secret for tests that is long enough',
    RATE_LIMIT_DISABLED: 'true', // there is no database for the counts
  });

/** Nothing is cached, so there are no invalidations to receive. */
const answers = () => new ResponseCache(config(), new CacheInvalidationListener(config()));

@Module({
  controllers: [ThingController],
  providers: [
    { provide: ResponseCache, useFactory: answers },
    { provide: Clock, useClass: SystemClock },
  ],
})
class ThingModule {}

type Line = Record<string, unknown> & { err?: Record<string, unknown> };

const SECRETS = ['secret', 'private.example'];

const slow: { answer?: () => void } = {};

let lines: Line[];
let app: NestFastifyApplication;

const logger = (level: string, instance: string | null = null) =>
  createLogger(level, instance, { write: (line: string) => void lines.push(JSON.parse(line)) });

beforeEach(async () => {
  lines = [];
  app = await createHttpApp({ module: ThingModule }, config(), ROUTE_RULES, { logger: logger('info') });
  await app.init();
});
afterEach(async () => {
  await app.close();
  for (const secret of SECRETS) expect(JSON.stringify(lines)).not.toContain(secret);
});

const send = (method: 'GET' | 'POST', url: string) =>
  app.inject({
    method,
    url,
    headers: {
      cookie: 'staff_session=secret-cookie',
      authorization: 'Bearer secret-key',
      'user-agent': 'robin@private.example',
      'x-forwarded-for': '203.0.113.77 secret-address',
      referer: 'https://private.example/secret-page',
      'x-request-id': 'request-0001',
    },
    ...(method === 'POST' ? { payload: { email: 'secret-body@private.example' } } : {}),
  });

describe('a request', () => {
  it('is logged as one line: route template, status and duration', async () => {
    expect((await send('GET', '/things/secret-name?search=secret-query')).statusCode).toBe(200);
    expect(lines).toEqual([
      {
        level: 30,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        reqId: 'request-0001',
        method: 'GET',
        route: '/things/:name',
        status: 200,
        durationMs: expect.any(Number),
        msg: 'request',
      },
    ]);
  });

  it('is logged without its body', async () => {
    expect((await send('POST', '/things?search=secret-query')).statusCode).toBe(200);
    expect(lines).toMatchObject([{ method: 'POST', route: '/things', status: 200 }]);
  });

  it('to an unknown path is logged without the path', async () => {
    expect((await send('GET', '/secret-name/secret-query?secret-query')).statusCode).toBe(404);
    expect(lines).toMatchObject([{ method: 'GET', status: 404 }]);
  });

  it('that cannot be parsed is logged without its content', async () => {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/things',
      headers: { 'content-type': 'application/json' },
      payload: '{"email":"secret-body',
    });
    expect(statusCode).toBe(400);
    expect(lines).toMatchObject([{ method: 'POST', route: '/things', status: 400 }]);
  });
});

describe('a request that reaches no handler', () => {
  it('is logged when a hook responds', async () => {
    app
      .getHttpAdapter()
      .getInstance()
      .addHook('onRequest', async (request, reply) => {
        if (request.url.startsWith('/things/kept')) return reply.send('out of memory');
      });
    expect((await send('GET', '/things/kept?search=secret-query')).body).toBe('out of memory');
    expect(lines).toMatchObject([{ method: 'GET', route: '/things/:name', status: 200 }]);
  });

  it.each([
    ['invalid', '/things/secret-name%zz'],
    ['too long', `/things/secret-name${'x'.repeat(1_400)}`],
  ])('is logged when its path is %s', async (_, url) => {
    const { statusCode } = await send('GET', url);
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(lines).toMatchObject([{ reqId: 'request-0001', method: 'GET', status: statusCode, msg: 'request' }]);
  });

  it('is logged with the request id of the response when it is not valid HTTP', async () => {
    const answer = await onConnection('GET secret-name robin@private.example\r\nsecret-body\r\n\r\n');
    const [, requestId] = /x-request-id: (\S+)/.exec(answer) ?? [];
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    const written = expect.objectContaining({ reqId: requestId, status: 400, msg: 'unreadable request' });
    expect(lines).toEqual([written]);
  });

  it('is logged when the client disconnects before the response', async () => {
    const { port } = await listening();
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET /things/slow/secret-name HTTP/1.1\r\nhost: localhost\r\n\r\n');
    });
    await until('the handler runs', async () => slow.answer !== undefined);
    socket.destroy();
    await until('the request is logged', async () => lines.some(({ msg }) => msg === 'request'));
    expect(lines.filter(({ msg }) => msg === 'request')).toMatchObject([
      { method: 'GET', route: '/things/slow/:name', status: 499, aborted: true },
    ]);
    slow.answer?.();
  });
});

async function listening(): Promise<AddressInfo> {
  await app.listen(0, '127.0.0.1');
  return app.getHttpServer().address() as AddressInfo;
}

/** @returns everything received */
async function onConnection(text: string): Promise<string> {
  const { port } = await listening();
  lines = [];
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('several instances that are traced', () => {
  it('are told apart, and each line leads to its trace', async () => {
    // It answers: an export that fails is retried for seconds, and says so in the lines of a later test.
    const receiver = await OtlpReceiver.open();
    const tracing = openTracing({ url: `${receiver.url}/v1/traces`, serviceName: 'test' }, 'one');
    const telemetry = new Telemetry(undefined, tracing, () => tracing.close());
    const traced = await createHttpApp({ module: ThingModule }, config(), ROUTE_RULES, {
      logger: logger('info', 'one'),
      telemetry,
    });
    await traced.init();
    await traced.inject({ method: 'POST', url: '/things/fail', payload: {} });
    await traced.close();
    await receiver.close();
    const [failure, request] = lines;
    expect(failure).toMatchObject({
      instance: 'one',
      traceId: expect.stringMatching(/^[\da-f]{32}$/),
      msg: 'request failed',
    });
    expect(request).toMatchObject({ instance: 'one', traceId: failure?.traceId, msg: 'request' });
    expect(receiver.spans.map(({ traceId }) => traceId)).toContain(failure?.traceId);
  });
});

describe('an unexpected error', () => {
  it('is logged once, with its stack and the request id of the response', async () => {
    const response = await send('POST', '/things/fail');
    expect(response.statusCode).toBe(500);
    expect(response.json()).toMatchObject({ requestId: 'request-0001' });
    expect(lines).toMatchObject([
      { level: 50, reqId: 'request-0001', msg: 'request failed', err: { type: 'Error', message: 'it broke' } },
      { level: 30, reqId: 'request-0001', status: 500, msg: 'request' },
    ]);
    expect(lines[0]?.err?.stack).toContain('ThingController');
    expect(response.body).not.toContain('it broke');
  });

  it('of the database is logged without query parameters', async () => {
    expect((await send('POST', '/things/statement')).statusCode).toBe(503);
    expect(lines[0]?.err).toEqual({
      type: 'QueryFailedError',
      message: 'canceling statement due to statement timeout',
      stack: expect.stringContaining('QueryFailedError'),
      code: '57014',
    });
  });
});

describe('an error whose message repeats user input', () => {
  it('keeps its code and stack, but not the value', async () => {
    expect((await send('POST', '/things/value')).statusCode).toBe(500);
    expect(lines[0]?.err).toMatchObject({ type: 'QueryFailedError', code: '22P02' });
    expect(lines[0]?.err?.stack).toContain('ThingController');
  });

  it('does not contain the address', async () => {
    expect((await send('POST', '/things/address')).statusCode).toBe(500);
    expect(lines[0]?.err).toMatchObject({ message: 'no email could be written to <(address)>' });
    expect(lines[0]?.err?.stack).toContain('node_modules/@nestjs/');
  });
});

describe('messages from Nest', () => {
  const say = (level: string) => {
    lines = [];
    const nest = new NestLogger(logger(level));
    nest.log('starting', 'NestFactory');
    nest.warn('odd', 'Router');
    nest.error('broken', 'Error: broken\n    at here', 'Router');
    nest.fatal('over', 'Router');
    return lines.map(({ level: of, msg, context }) => `${of} ${context}: ${msg}`);
  };

  it('go to the same log, and startup messages only at debug level', () => {
    const serious = ['40 Router: odd', '50 Router: broken', '60 Router: over'];
    expect(say('info')).toEqual(serious);
    expect(say('debug')).toEqual(['20 NestFactory: starting', ...serious]);
    expect(say('silent')).toEqual([]);
  });
});
