import { Controller, Get, HttpCode, Module, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { QueryFailedError } from 'typeorm';
import { readConfig } from '../../src/platform/config.js';
import { createHttpApp } from '../../src/platform/http/create-http-app.js';
import { createLogger, NestLogger } from '../../src/platform/logging.js';

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

  /** As TypeORM fails: with everything that was to be stored. */
  @Post('statement')
  statement(): never {
    const driverError = Object.assign(new Error('canceling statement due to statement timeout'), {
      code: '57014',
      detail: 'Key (email)=(robin@private.example) already exists.',
    });
    throw new QueryFailedError('INSERT INTO people VALUES ($1)', ['robin@private.example'], driverError);
  }

  @Post()
  @HttpCode(200)
  take(): string {
    return 'taken';
  }
}

@Module({ controllers: [ThingController] })
class ThingModule {}

type Line = Record<string, unknown> & { err?: Record<string, unknown> };

const SECRETS = ['secret-name', 'secret-query', 'secret-body', 'secret-cookie', 'secret-key', 'private.example'];

let lines: Line[];
let app: NestFastifyApplication;

const logger = (level: string) => createLogger(level, { write: (line: string) => void lines.push(JSON.parse(line)) });

beforeEach(async () => {
  lines = [];
  const config = readConfig({
    DATABASE_URL: 'postgres://nobody@localhost/none',
    COOKIE_SECRET: 'a secret for tests that is long enough',
  });
  app = await createHttpApp({ module: ThingModule }, config, { logger: logger('info') });
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
      'x-request-id': 'request-0001',
    },
    ...(method === 'POST' ? { payload: { email: 'secret-body@private.example' } } : {}),
  });

describe('a request', () => {
  it('is one line: what was asked for as a template, how it ended, how long it took', async () => {
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

  it('with a body is written down without it', async () => {
    expect((await send('POST', '/things?search=secret-query')).statusCode).toBe(200);
    expect(lines).toMatchObject([{ method: 'POST', route: '/things', status: 200 }]);
  });

  it('for something that is not there is written down without its address', async () => {
    expect((await send('GET', '/secret-name/secret-query?secret-query')).statusCode).toBe(404);
    expect(lines).toMatchObject([{ method: 'GET', status: 404 }]);
  });

  it('that cannot be read is written down without what was sent', async () => {
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

describe('an error that nobody expected', () => {
  it('is written down once, with its stack and the id of the request that the sender sees', async () => {
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

  it('of the database is written down without what was to be stored', async () => {
    expect((await send('POST', '/things/statement')).statusCode).toBe(503);
    expect(lines[0]?.err).toEqual({
      type: 'QueryFailedError',
      message: 'canceling statement due to statement timeout',
      stack: expect.stringContaining('QueryFailedError'),
      code: '57014',
    });
  });
});

describe('what Nest has to say', () => {
  const say = (level: string) => {
    lines = [];
    const nest = new NestLogger(logger(level));
    nest.log('starting', 'NestFactory');
    nest.warn('odd', 'Router');
    nest.error('broken', 'Error: broken\n    at here', 'Router');
    nest.fatal('over', 'Router');
    return lines.map(({ level: of, msg, context }) => `${of} ${context}: ${msg}`);
  };

  it('goes into the same log, its start-up chatter only for those who look for it', () => {
    const serious = ['40 Router: odd', '50 Router: broken', '60 Router: over'];
    expect(say('info')).toEqual(serious);
    expect(say('debug')).toEqual(['20 NestFactory: starting', ...serious]);
    expect(say('silent')).toEqual([]);
  });
});
