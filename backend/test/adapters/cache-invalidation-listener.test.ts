import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { CacheInvalidationListener } from '../../src/platform/cache/cache-invalidation-listener.js';
import { CachedResponse, ResponseCache } from '../../src/platform/cache/response-cache.js';
import { PRODUCTION_LIMITS } from '../support/limits.mjs';
import { cloneDatabase, type TestDatabase } from '../support/test-database.js';
import { testConfig } from '../support/test-server.js';
import { until } from '../support/until.js';

let database: TestDatabase;
let writer: pg.Client;
let changes: CacheInvalidationListener;
let cache: ResponseCache;

/** Between listener and database, so that it can fall silent as a network does. */
const sockets = new Set<Socket>();
let network: Server;
let isSilent = false;

const fallSilent = () => {
  isSilent = true;
  for (const socket of sockets) socket.unpipe().pause();
};

const restore = () => {
  isSilent = false;
  for (const socket of sockets) socket.destroy();
};

beforeAll(async () => {
  database = await cloneDatabase();
  const { hostname, port } = new URL(database.url);
  network = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {}).on('close', () => other.destroy());
      if (!isSilent) one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve));
  const url = new URL(database.url);
  url.port = String((network.address() as AddressInfo).port);
  const config = testConfig(url.href, { ...PRODUCTION_LIMITS, RESPONSE_CACHE_MB: '1' });
  writer = new pg.Client(database.url);
  await writer.connect();
  changes = new CacheInvalidationListener(config);
  cache = new ResponseCache(config, changes);
  await changes.onModuleInit();
});
afterAll(async () => {
  await changes?.onModuleDestroy();
  await writer?.end();
  restore();
  await new Promise((resolve) => network?.close(resolve));
  await database?.release();
});

const answer = (text: string) => new CachedResponse(Buffer.from(text), { 'content-type': 'text/plain' });

const store = (key: string, tags: readonly string[], response = answer(key)) =>
  cache.open(key, tags).complete(response);

const withdraw = () =>
  writer.query(`INSERT INTO article_withdrawals ("articleId", "reason", "withdrawnAt", "withdrawnBy")
                VALUES (gen_random_uuid()::text, 'As agreed', now(), 'robin')`);

describe('an answer', () => {
  it('is kept until something changes that it is made of, and no other thing', async () => {
    store('articles', ['articles']);
    store('brands', ['brands']);
    await withdraw();
    await changes.waitForInvalidations();
    expect(cache.find('articles')).toBeUndefined();
    expect(cache.find('brands')).toBeInstanceOf(CachedResponse);
  });

  it('that was read before a change and is there after it, is not kept', async () => {
    const early = cache.open('raced', ['articles']);
    const waiting = cache.find('raced');
    await withdraw();
    await changes.waitForInvalidations();
    // A request after the change does not wait for a read from before it.
    expect(cache.find('raced')).toBeUndefined();
    const late = cache.open('raced', ['articles']);
    early.complete(answer('of before'));
    expect(await waiting).toBeInstanceOf(CachedResponse);
    expect(cache.find('raced')).not.toBeInstanceOf(CachedResponse);
    late.complete(answer('of after'));
    const found = await cache.find('raced');
    expect((await found?.encoded('identity'))?.body.toString()).toBe('of after');
  });

  it('is not kept when the change is committed, and not before', async () => {
    store('open', ['articles']);
    await writer.query('BEGIN');
    await withdraw();
    await changes.waitForInvalidations();
    expect(cache.find('open')).toBeInstanceOf(CachedResponse);
    await writer.query('COMMIT');
    await changes.waitForInvalidations();
    expect(cache.find('open')).toBeUndefined();
  });

  it('that is abandoned lets other requests through', async () => {
    const opened = cache.open('left', ['articles']);
    const waiting = cache.find('left');
    opened.complete(null);
    expect(await waiting).toBeNull();
    expect(cache.find('left')).toBeUndefined();
  });
});

describe('a large statement', () => {
  it('is announced once, however many rows it changes', async () => {
    const heard: (string | null)[] = [];
    changes.onInvalidation((kind) => heard.push(kind));
    await writer.query(`INSERT INTO articles ("id", "slug", "title", "excerpt", "category", "readTime", "publishedAt", "reviewedOn", "content", "wordCount")
      SELECT n::text, n::text, '', '', '', '', now(), '2026-11-21', '', 0 FROM generate_series(1, 5000) n`);
    await changes.waitForInvalidations();
    expect(heard).toEqual(['articles']);
    await writer.query(`UPDATE articles SET "title" = 'none' WHERE false`);
    await changes.waitForInvalidations();
    expect(heard).toEqual(['articles']);
    await writer.query('TRUNCATE articles');
    await changes.waitForInvalidations();
    expect(heard).toEqual(['articles', 'articles']);
  });
});

describe('the memory', () => {
  it('is bounded: the least recently used entries are evicted', async () => {
    const text = 'x'.repeat(2_000);
    store('used now and then', ['brands'], answer(text));
    for (let i = 0; i < 1_000; i += 1) {
      store(`number ${i}`, ['brands'], answer(text));
      cache.find('used now and then');
    }
    const { bytes, entries } = cache.counters;
    expect(bytes).toBeLessThanOrEqual(1_000_000);
    expect(bytes).toBeGreaterThan(900_000);
    expect(entries * 2_000).toBeLessThan(bytes);
    expect(cache.find('number 0')).toBeUndefined();
    expect(cache.find('number 999')).toBeInstanceOf(CachedResponse);
    expect(cache.find('used now and then')).toBeInstanceOf(CachedResponse);
  });

  it('counts what an answer grows by', async () => {
    const grown = answer('y'.repeat(5_000));
    store('grown', ['brands'], grown);
    const { bytes } = cache.counters;
    const { body } = await grown.encoded('gzip');
    cache.find('grown');
    expect(cache.counters.bytes).toBe(bytes + body.length);
  });

  it('does not let one answer push all others out', () => {
    const { entries } = cache.counters;
    store('huge', ['brands'], answer('z'.repeat(500_000)));
    expect(cache.find('huge')).toBeUndefined();
    expect(cache.counters.entries).toBe(entries);
  });

  it('is counted down to nothing when everything goes', async () => {
    await writer.query('TRUNCATE brands CASCADE');
    await changes.waitForInvalidations();
    expect(cache.counters).toMatchObject({ bytes: 0, entries: 0 });
  });
});

describe('a network that falls silent', () => {
  it('keeps nothing in use for longer than changes are heard of, and afterwards it begins empty', async () => {
    store('silent', ['articles']);
    const opened = cache.open('begun before', ['articles']);
    fallSilent();
    await withdraw();
    await until('nothing is relied on', async () => !changes.isInSync());
    expect(cache.find('silent')).toBeUndefined();
    await until('the connection is given up', async () => changes.listeningSince === null);
    restore();
    await until('changes are heard again', async () => changes.isInSync());
    opened.complete(answer('of before'));
    expect(cache.find('begun before')).toBeUndefined();
    expect(cache.find('silent')).toBeUndefined();
    expect(cache.counters.entries).toBe(0);
  });
});
