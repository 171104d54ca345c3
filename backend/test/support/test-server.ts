import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { hash } from '@node-rs/argon2';
import type { DataSource } from 'typeorm';
import { type Client, createClient } from '../../../frontend/src/api/generated/client/index.js';
import type { Role } from '../../src/domain/shared/role.js';
import { serve } from '../../src/main.js';
import { accountsOf, openForMaintenance, SYSTEM } from '../../src/migrate-and-seed.js';
import { accountTable } from '../../src/modules/staff/database/account.table.js';
import { type Config, readConfig } from '../../src/platform/config.js';
import { WIDE_LIMITS } from './limits.mjs';
import { temporaryFolder, webRoot } from './server-process.js';
import { cloneDatabase, type TestDatabase } from './test-database.js';

export interface TestServer {
  readonly url: string;
  readonly app: NestFastifyApplication;
  readonly database: TestDatabase;
  /** Where it writes emails as files; `emailsIn` reads them. */
  readonly mailFolder: string;
  /** A generated client that keeps cookies, as a browser does. */
  readonly client: () => Client;
  readonly stop: () => Promise<void>;
}

/** The real server on a free port, with a separate database unless `DATABASE_URL` names one. */
export async function startServer(environment: Record<string, string> = {}): Promise<TestServer> {
  const database = environment.DATABASE_URL ? shared(environment.DATABASE_URL) : await cloneDatabase();
  const config = testConfig(database.url, environment);
  const app = await serve(config);
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  return {
    url,
    app,
    database,
    mailFolder: config.mailFolder,
    client: () => clientAt(url),
    stop: async () => {
      await app.close();
      await database.release();
    },
  };
}

/** The same for all tests of a file: started before the first of them and stopped after the last. */
export function serverOfThisFile(environment?: Record<string, string>): TestServer {
  const server = {} as TestServer;
  beforeAll(async () => Object.assign(server, await startServer(environment)));
  // If it did not start, there is nothing to stop.
  afterAll(() => server.stop?.());
  return server;
}

/** The database of another server. */
const shared = (url: string): TestDatabase => ({ url, release: async () => {} });

/** A client that keeps cookies. */
export const clientAt = (url: string): Client => createClient({ baseUrl: url, fetch: fetchWithCookies() });

export function testConfig(databaseUrl: string, environment: Record<string, string> = {}): Config {
  return readConfig({
    DATABASE_URL: databaseUrl,
    COOKIE_SECRET: 'a secret for tests that is long enough',
    PORT: '0',
    PUBLIC_URL: 'http://127.0.0.1',
    RATE_LIMIT_DISABLED: 'true',
    LOG_LEVEL: 'silent',
    WEB_ROOT: webRoot(),
    MAIL_FOLDER: temporaryFolder('mail'),
    // Each connection costs PostgreSQL 40 ms, and a server that starts would open ten for its first jobs.
    DATABASE_POOL_MAX: '4',
    // Ids are random, and so is what belongs to a sample.
    SPOT_CHECK_PERCENT: '0',
    ...WIDE_LIMITS,
    ...environment,
  });
}

/** Creates a staff account, by default an administrator. @returns its one-time password */
export const createStaff = (database: TestDatabase, username: string, roles?: readonly Role[]): Promise<string> =>
  withMaintenance(database, (source) => newAccount(source, username, roles));

/** The password of accounts created by {@link createStaffWithPassword}. */
export const PASSWORD = 'correct horse battery staple';

/**
 * Creates an account whose user has replaced the one-time password, without the two requests and four slow hashes that
 * this takes. The new hash has the least cost that Argon2 allows, which makes signing in fast as well.
 */
export const createStaffWithPassword = (database: TestDatabase, username: string, roles?: readonly Role[]) =>
  withMaintenance(database, async (source) => {
    await newAccount(source, username, roles);
    await source.manager.update(accountTable, { username }, { password: await QUICK_HASH, passwordIsOneTime: false });
  });

const QUICK_HASH = hash(PASSWORD, { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 });

const newAccount = async (source: DataSource, username: string, roles: readonly Role[] = ['administrator']) =>
  (await accountsOf(source).create(username, roles, SYSTEM)).oneTimePassword;

async function withMaintenance<T>({ url }: TestDatabase, run: (source: DataSource) => Promise<T>): Promise<T> {
  const source = await openForMaintenance(url);
  try {
    return await run(source);
  } finally {
    await source.destroy();
  }
}

function fetchWithCookies(): typeof fetch {
  const jar = new Map<string, string>();
  return async (input, init) => {
    const request = new Request(input, init);
    if (jar.size > 0) request.headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(request);
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
}
