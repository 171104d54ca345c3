import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Client, createClient } from '../../../frontend/src/api/generated/client/index.js';
import type { Role } from '../../src/domain/shared/role.js';
import { serve } from '../../src/main.js';
import { accountsOf, openForMaintenance, SYSTEM } from '../../src/migrate-and-seed.js';
import { type Config, readConfig } from '../../src/platform/config.js';
import { temporaryFolder, webRoot } from './server-process.js';
import { cloneDatabase, type TestDatabase } from './test-database.js';

export interface TestServer {
  readonly url: string;
  readonly app: NestFastifyApplication;
  readonly database: TestDatabase;
  /** Where its mail becomes files; `lettersIn` reads them. */
  readonly mailFolder: string;
  /** A client of the generated kind that keeps its cookies, as a browser does. */
  readonly client: () => Client;
  readonly stop: () => Promise<void>;
}

/** The real server on a free port, with a database of its own. */
export async function startServer(environment: Record<string, string> = {}): Promise<TestServer> {
  const database = await cloneDatabase();
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
      await database.drop();
    },
  };
}

/** A client of a server that keeps its cookies. */
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
    ...environment,
  });
}

/** @returns the one-time password of a new staff account, which may do everything unless said otherwise */
export async function createStaff(
  database: TestDatabase,
  username: string,
  roles: readonly Role[] = ['administrator'],
): Promise<string> {
  const source = await openForMaintenance(database.url);
  try {
    return (await accountsOf(source).create(username, roles, SYSTEM)).oneTimePassword;
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
