import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import { getCoa } from '../../../frontend/src/api/generated/sdk.gen.js';
import { serve } from '../../src/main.js';
import { CacheInvalidationListener } from '../../src/platform/cache/cache-invalidation-listener.js';
import { Replica } from '../../src/platform/database/replicas.js';
import { labWithKey, published, type Site, signInAsStaff, sql } from '../api/api-helpers.js';
import { type Pair, startPair } from '../support/standby.js';
import { clientAt, testConfig } from '../support/test-server.js';
import { until } from '../support/until.js';

const BATCH = '#C9030';
const MAX_LAG_MS = 400;

let pair: Pair;
let site: Site;
let staff: Client;
const apps: NestFastifyApplication[] = [];

/** @returns its URL */
async function anyInstance(environment: Record<string, string> = {}): Promise<string> {
  const app = await serve(testConfig(pair.primary, { DATABASE_REPLICA_URLS: pair.standby, ...environment }));
  apps.push(app);
  return app.getUrl();
}

/** Accepts any lag: the response shows which server was read. */
const PATIENT = { DATABASE_REPLICA_MAX_LAG_MS: '3600000', RESPONSE_CACHE_MB: '0' };

beforeAll(async () => {
  pair = await startPair();
  const database = { url: pair.primary, release: async () => {} };
  const url = await anyInstance(PATIENT);
  site = { database, client: () => clientAt(url) };
  staff = await signInAsStaff(site, 'robin');
  await published(staff, site.client(), { batchId: BATCH, productName: 'First name' });
});

afterAll(async () => {
  for (const app of apps) await app.close();
  await pair?.stop();
});

beforeEach(() => resume());

const onStandby = <Row>(statement: string) => sql<Row>({ database: { url: pair.standby } }, statement);

/** Pauses replay: the replica receives changes but does not show them. The function only asks for it. */
async function pause(): Promise<void> {
  await onStandby('SELECT pg_wal_replay_pause()');
  const isPaused = `SELECT 1 WHERE pg_get_wal_replay_pause_state() = 'paused'`;
  await until('replay is paused', async () => (await onStandby(isPaused)).length > 0);
}

const resume = () => onStandby('SELECT pg_wal_replay_resume()');

/** Renames the certificate without sending a notification. */
const renameWithoutNotification = (productName: string) =>
  sql(
    site,
    `BEGIN; SET LOCAL session_replication_role = replica;
     UPDATE coa_data SET "productName" = '${productName}' WHERE "batchId" = '${BATCH}'; COMMIT`,
  );

/** Renames the certificate and notifies the caches. */
const rename = (productName: string) =>
  sql(site, `UPDATE coa_data SET "productName" = '${productName}' WHERE "batchId" = '${BATCH}'`);

async function nameSeenBy(client: Client, headers: Record<string, string> = {}): Promise<string> {
  const { data } = await getCoa({ client, path: { batchId: BATCH }, headers, throwOnError: true });
  return data.productName;
}

const isOnStandby = async (productName: string) =>
  (await onStandby<{ productName: string }>(`SELECT "productName" FROM coa_data WHERE "batchId" = '${BATCH}'`)).some(
    (row) => row.productName === productName,
  );

/**
 * Waits until anonymous reads use the replica. A change that is heard of later would send them to the primary again.
 * `pg_stat_activity` can't tell: it says when a query began, by a clock that can be set back, so that an earlier one counted.
 */
async function untilReplicaIsAsked(visitor: Client): Promise<void> {
  for (const app of apps) await app.get(CacheInvalidationListener).waitForInvalidations();
  const asked = jest.spyOn(Replica.prototype, 'query');
  await until('the replica is used', async () => {
    await nameSeenBy(visitor);
    return asked.mock.calls.length > 0;
  });
  asked.mockRestore();
}

it('anonymous reads use the replica; staff and partners read their own writes', async () => {
  const visitor = site.client();
  await rename('Before');
  await untilReplicaIsAsked(visitor);
  await pause();
  await renameWithoutNotification('After');
  expect(await nameSeenBy(visitor)).toBe('Before');
  expect(await nameSeenBy(staff)).toBe('After');
  const { headers } = await labWithKey(staff);
  expect(await nameSeenBy(visitor, { ...headers })).toBe('After');
});

it('after a change, the replica is used again only when it has caught up', async () => {
  const visitor = site.client();
  await untilReplicaIsAsked(visitor);
  await pause();
  await rename('Changed');
  await until('anonymous readers see it', async () => (await nameSeenBy(visitor)) === 'Changed');
  for (let n = 0; n < 20; n += 1) expect(await nameSeenBy(visitor)).toBe('Changed');

  await resume();
  await untilReplicaIsAsked(visitor);
  await pause();
  await renameWithoutNotification('Silently');
  expect(await nameSeenBy(visitor)).toBe('Changed');
});

it('a cached response is never older than a change', async () => {
  const url = await anyInstance({ DATABASE_REPLICA_MAX_LAG_MS: '3600000' });
  const visitor = clientAt(url);
  await rename('Kept');
  await until('the replica has it', () => isOnStandby('Kept'));
  await until('it is cached', async () => (await nameSeenBy(visitor)) === 'Kept');
  await pause();
  await rename('Newer');
  await until('anonymous readers see it', async () => (await nameSeenBy(visitor)) === 'Newer');
  await resume();
  await until('the replica has it', () => isOnStandby('Newer'));
  expect(await nameSeenBy(visitor)).toBe('Newer');
});

it('a replica that lags too far behind is skipped until it has caught up', async () => {
  const url = await anyInstance({ DATABASE_REPLICA_MAX_LAG_MS: String(MAX_LAG_MS), RESPONSE_CACHE_MB: '0' });
  await rename('In time');
  await until('the replica has it', () => isOnStandby('In time'));
  const visitor = clientAt(url);
  await untilReplicaIsAsked(visitor);
  await pause();
  await renameWithoutNotification('Too late');
  const renamedAt = performance.now();
  await until('anonymous readers see it', async () => (await nameSeenBy(visitor)) === 'Too late');
  expect(await isOnStandby('Too late')).toBe(false);
  // A look at its position from before the change can still find it fresh enough.
  await until('the allowed lag is over', async () => performance.now() - renamedAt > MAX_LAG_MS);
  for (let n = 0; n < 20; n += 1) expect(await nameSeenBy(visitor)).toBe('Too late');

  await resume();
  await until('the replica has it', () => isOnStandby('Too late'));
  await untilReplicaIsAsked(visitor);
});

it('reads continue without errors when the replica is killed', async () => {
  const visitor = site.client();
  await untilReplicaIsAsked(visitor);
  const names: string[] = [];
  let isOver = false;
  const visitors = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!isOver) names.push(await nameSeenBy(site.client()));
    }),
  );
  await until('they read', async () => names.length > 20);
  pair.killStandby();
  await rename('Without replica');
  await until('they see the later change', async () => names.includes('Without replica'));
  isOver = true;
  await visitors;
});
