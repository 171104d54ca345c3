import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import pg from 'pg';
import type { Client } from '../../../frontend/src/api/generated/client/index.js';
import {
  amendCertificate,
  changeLab,
  clearLabIncident,
  editBrand,
  erasePersonalData,
  listStaffBrands,
  mergeBrands,
  openLabIncident,
  publishArticle,
  sendBulkJob,
  verifyBrand,
  withdrawArticle,
  withdrawCertificate,
} from '../../../frontend/src/api/generated/sdk.gen.js';
import type { SubmissionDto } from '../../../frontend/src/api/generated/types.gen.js';
import { Education } from '../../src/domain/education/education.js';
import { serve } from '../../src/main.js';
import { readArticles } from '../../src/modules/education/article-files.js';
import { TypeOrmArticleRepository } from '../../src/modules/education/database/typeorm-article.repository.js';
import { ResponseCache } from '../../src/platform/cache/response-cache.js';
import { SystemClock } from '../../src/platform/clock-and-ids.js';
import { PublicReader } from '../../src/platform/database/public-reader.js';
import { AN_INCIDENT } from '../support/builders.js';
import { openDataSource } from '../support/test-database.js';
import { startServer, type TestServer, testConfig } from '../support/test-server.js';
import { until } from '../support/until.js';
import { aLab, aReport, PASSED, published, signInAsStaff, sql } from './api-helpers.js';

/** Two instances on one database: every change goes through the first. */
let server: TestServer;
let second: NestFastifyApplication;
let secondUrl: string;
let staff: Client;
let visitor: Client;
beforeAll(async () => {
  server = await startServer();
  second = await serve(testConfig(server.database.url));
  secondUrl = (await second.getUrl()).replace('[::1]', '127.0.0.1');
  visitor = server.client();
  staff = await signInAsStaff(server, 'robin');
  const source = await openDataSource(server.database.url);
  const articles = await readArticles(join(import.meta.dirname, '../../../content/articles'));
  await new Education(new TypeOrmArticleRepository(source, new PublicReader(source)), new SystemClock()).publish(
    articles,
  );
  await source.destroy();
});
afterAll(async () => {
  await second?.close();
  await server?.stop();
});

const countersOf = (app: NestFastifyApplication) => app.get(ResponseCache).counters;

const get = (path: string, headers: Record<string, string> = {}, base = server.url) => fetch(base + path, { headers });

const textAt = async (path: string, base = server.url) => (await get(path, {}, base)).text();

/** Fills the cache and checks that the next response comes from it. */
async function keep(path: string, app: NestFastifyApplication, base: string): Promise<string> {
  await until(`${path} is cached`, async () => {
    await textAt(path, base);
    const { hits } = countersOf(app);
    await textAt(path, base);
    return countersOf(app).hits === hits + 1;
  });
  return textAt(path, base);
}

const brandNamed = async (name: string) => {
  const { data } = await listStaffBrands({ client: staff, throwOnError: true });
  const found = data.find(({ brandName }) => brandName === name);
  if (!found) throw new Error(`no brand ${name}`);
  return found;
};

const contentOf = ({ brandName, productName, batchId, thcContent, cbdContent, testDate, labName }: SubmissionDto) => ({
  brandName,
  productName,
  batchId,
  thcContent,
  cbdContent,
  testDate,
  labName,
});

const addressOf = ({ batchId }: { batchId: string }) => `/api/coa/${encodeURIComponent(batchId)}`;

describe('a change', () => {
  const REASON = 'As agreed';

  /** Each case prepares a change, with an address where the public sees it. */
  const changes: Record<string, () => Promise<{ at: string; change: () => Promise<unknown> }>> = {
    'an approval': async () => ({
      at: '/api/coa',
      change: () => published(staff, visitor),
    }),
    'an amendment': async () => {
      const coa = await published(staff, visitor);
      const body = { ...contentOf(coa), ...PASSED, version: coa.version, reason: REASON, thcContent: 5.55 };
      return {
        at: addressOf(coa),
        change: () => amendCertificate({ client: staff, path: { id: coa.id }, body, throwOnError: true }),
      };
    },
    'a withdrawal': async () => {
      const coa = await published(staff, visitor);
      const body = { version: coa.version, reason: REASON };
      return {
        at: `/api/certificates/${coa.reference}`,
        change: () => withdrawCertificate({ client: staff, path: { id: coa.id }, body, throwOnError: true }),
      };
    },
    'a brand with another name': async () => {
      const coa = await published(staff, visitor, { brandName: 'Before' });
      const { id, version } = await brandNamed('Before');
      const body = { version, name: 'Afterwards' };
      return {
        at: addressOf(coa),
        change: () => editBrand({ client: staff, path: { id }, body, throwOnError: true }),
      };
    },
    'a merged brand': async () => {
      await published(staff, visitor, { brandName: 'One' });
      await published(staff, visitor, { brandName: 'Other' });
      const [one, other] = [await brandNamed('One'), await brandNamed('Other')];
      const body = { version: one.version, into: other.id, intoVersion: other.version };
      return {
        at: '/api/brands/One/coa',
        change: () => mergeBrands({ client: staff, path: { id: one.id }, body, throwOnError: true }),
      };
    },
    'a verified brand': async () => {
      await published(staff, visitor, { brandName: 'Unverified' });
      const { id } = await brandNamed('Unverified');
      const body = { contactEmail: 'hello@unverified.example' };
      return {
        at: '/api/brands/Unverified',
        change: () => verifyBrand({ client: staff, path: { id }, body, throwOnError: true }),
      };
    },
    'a withdrawn article': async () => ({
      at: '/api/articles',
      change: () =>
        withdrawArticle({ client: staff, path: { id: 'article-002' }, body: { reason: REASON }, throwOnError: true }),
    }),
    'an article that comes back': async () => ({
      at: '/api/articles',
      change: () => publishArticle({ client: staff, path: { id: 'article-002' }, throwOnError: true }),
    }),
    'a file of certificates': async () => {
      const { client, headers } = await aLab(server, staff, { trusted: true });
      const body = [aReport(), aReport()].map((line) => JSON.stringify(line)).join('\n');
      return {
        at: '/api/coa-statistics',
        change: () =>
          sendBulkJob({
            client,
            headers: { ...headers, 'Idempotency-Key': 'file', 'content-type': 'application/x-ndjson' },
            body: body as never,
            bodySerializer: (text: unknown) => String(text),
            throwOnError: true,
          }),
      };
    },
    'a partner laboratory with the name of one without an account': async () => {
      const coa = await published(staff, visitor, { labName: 'Known Later' });
      const { lab } = await aLab(server, staff);
      const { contactEmail, version } = lab;
      const body = { name: 'Known Later', contactEmail, version } as never;
      return {
        at: addressOf(coa),
        change: () => changeLab({ client: staff, path: { id: lab.id }, body, throwOnError: true }),
      };
    },
    'an incident of a laboratory': async () => {
      const coa = await published(staff, visitor, { labName: 'Suspended Later' });
      const body = { ...AN_INCIDENT, labName: 'Suspended Later', testedTo: '2026-10-31', certificates: 1 };
      return {
        at: addressOf(coa),
        change: () => openLabIncident({ client: staff, body, throwOnError: true }),
      };
    },
    'the end of an incident': async () => {
      const coa = await published(staff, visitor, { labName: 'Cleared Later' });
      const body = { ...AN_INCIDENT, labName: 'Cleared Later', testedTo: '2026-10-31', certificates: 1 };
      const { data } = await openLabIncident({ client: staff, body, throwOnError: true });
      const end = { path: { id: data.id }, body: { version: data.version, reason: REASON } };
      return {
        at: addressOf(coa),
        change: () => clearLabIncident({ client: staff, ...end, throwOnError: true }),
      };
    },
    'somebody without our software': async () => {
      const coa = await published(staff, visitor);
      return {
        at: addressOf(coa),
        change: () => sql(server, `UPDATE coa_data SET "labName" = 'Corrected by hand' WHERE "id" = $1`, [coa.id]),
      };
    },
  };

  it.each(Object.keys(changes))('is visible on both instances: %s', async (name) => {
    const { at, change } = await (changes[name] as (typeof changes)[string])();
    const before = await keep(at, server.app, server.url);
    expect(await keep(at, second, secondUrl)).toBe(before);
    await change();
    await until('both say the new', async () => {
      const now = [await textAt(at), await textAt(at, secondUrl)];
      return now.every((text) => text !== before);
    });
  });

  it('is visible to the client that made it as soon as the request returns', async () => {
    for (let round = 0; round < 20; round += 1) {
      const coa = await published(staff, visitor);
      const before = await keep(addressOf(coa), server.app, server.url);
      const body = { version: coa.version, reason: REASON };
      await withdrawCertificate({ client: staff, path: { id: coa.id }, body, throwOnError: true });
      expect(await textAt(addressOf(coa))).not.toBe(before);
    }
  });

  it('that is not public invalidates nothing: a submission', async () => {
    await keep('/api/coa', second, secondUrl);
    const { dropped } = countersOf(second);
    const { id } = await published(staff, visitor);
    await until('the publication has invalidated the cache', async () => countersOf(second).dropped > dropped);
    await second.get(ResponseCache).waitForInvalidations();
    await keep('/api/coa', second, secondUrl);
    const after = countersOf(second).dropped;
    await sql(
      server,
      `INSERT INTO coa_data SELECT (r).* FROM (
      SELECT jsonb_populate_record(c, '{"id": "0f8fad5b-d9cb-469f-a165-70867728950e", "reference": "CB-X", "batchKey": "x",
        "submissionStatus": "pending"}') AS r FROM coa_data c WHERE "id" = $1) x`,
      [id],
    );
    await second.get(ResponseCache).waitForInvalidations();
    expect(countersOf(second).dropped).toBe(after);
  });

  it("that erases a submitter's data invalidates the response", async () => {
    const coa = await published(staff, visitor, { contactEmail: 'gone@private.example' });
    const before = await keep(addressOf(coa), second, secondUrl);
    const { dropped } = countersOf(second);
    const body = { email: 'gone@private.example', confirmation: 'gone@private.example', reason: REASON };
    await erasePersonalData({ client: staff, body, throwOnError: true });
    await until('it has invalidated the cache', async () => countersOf(second).dropped > dropped);
    expect(await textAt(addressOf(coa), secondUrl)).toBe(before);
  });
});

describe('the same request', () => {
  it('runs one query, however many clients wait for it', async () => {
    const coa = await published(staff, visitor);
    const release = await lockTable('coa_data');
    const { joined } = countersOf(server.app);
    const waiting = Array.from({ length: 20 }, () => textAt(addressOf(coa)));
    await until('all but one wait for the first', async () => countersOf(server.app).joined === joined + 19);
    const [queries] = await sql<{ count: number }>(
      server,
      `SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'SELECT c."id"%'`,
    );
    await release();
    // Jobs that look for work may wait for the table too.
    expect(queries?.count).toBe(1);
    expect(new Set(await Promise.all(waiting)).size).toBe(1);
  });

  it.each([
    ['/api/coa', '/api/coa?limit=50'],
    ['/api/coa?limit=2&sort=oldest', '/api/coa?sort=oldest&limit=2'],
    ['/api/coa?search=yuzu', '/api/coa?search=%20yuzu+'],
    ['/api/coa?search=yuzu%20seltzer', '/api/coa?search=yuzu+seltzer'],
    ['/api/coa?brand=', '/api/coa?status=&search=%20'],
    ['/api/coa?panels=complete&testedWithinDays=30', '/api/coa?testedWithinDays=30&panels=complete'],
    ['/api/brands/Juniper%20%26%20Tide', '/api/brands/Juniper%20&%20Tide'],
  ])('has one cache entry for equivalent URLs: %s and %s', async (one, other) => {
    const kept = await keep(one, server.app, server.url);
    const { hits, misses } = countersOf(server.app);
    expect(await textAt(other)).toBe(kept);
    expect(countersOf(server.app)).toMatchObject({ hits: hits + 1, misses });
  });

  it.each([
    ['/api/coa?search=mixed', '/api/coa?brand=mixed'],
    ['/api/coa?search=a%26brand%3Db', '/api/coa?search=a&brand=b'],
    ['/api/brands/a%2Fcoa', '/api/brands/a/coa'],
    ['/api/coa/a+b', '/api/coa/a%20b'],
    ['/api/coa/a%2Bb', '/api/coa/a%252Bb'],
    ['/api/coa/a%3Fsort=oldest', '/api/coa/a'],
  ])('has separate cache entries: %s and %s', async (one, other) => {
    const app = server.app.get(ResponseCache);
    const { hits, joined } = app.counters;
    await textAt(one);
    await textAt(other);
    expect(app.counters).toMatchObject({ hits, joined });
  });

  it.each(['?junk=1', '?limit=050', '?limit=1e1', '?sort=%20newest', '?search=a&search=b', '?limit=', '?__proto__=1'])(
    'is not cached with an unusual URL: %s',
    async (query) => {
      await keep('/api/coa', server.app, server.url);
      const { entries } = countersOf(server.app);
      const first = await get(`/api/coa${query}`);
      const again = await get(`/api/coa${query}`);
      expect(again.status).toBe(first.status);
      expect(countersOf(server.app).entries).toBe(entries);
    },
  );

  it('is not cached after an error', async () => {
    const batchId = `#${crypto.randomUUID()}`;
    expect((await get(addressOf({ batchId }))).status).toBe(404);
    await published(staff, visitor, { batchId });
    expect((await get(addressOf({ batchId }))).status).toBe(200);
  });
});

describe('a cached response', () => {
  let at: string;
  beforeAll(async () => {
    at = addressOf(await published(staff, visitor));
  });

  it.each(['/api/coa', '/api/articles', '/api/brands', '/api/coa-statistics'])(
    'has the headers of a fresh one: %s',
    async (path) => {
      await published(staff, visitor);
      const headers = { 'x-request-id': 'the-same-id', 'accept-encoding': 'identity' };
      const [fresh, kept] = [await get(path, headers), await get(path, headers)];
      const { date: _, ...ofFresh } = Object.fromEntries(fresh.headers);
      const { date: __, ...ofKept } = Object.fromEntries(kept.headers);
      expect(ofKept).toEqual(ofFresh);
      expect(ofKept).toMatchObject({
        'x-request-id': 'the-same-id',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'x-content-type-options': 'nosniff',
        'permissions-policy': expect.stringContaining('camera=()'),
        'cache-control': expect.stringMatching(/^public, max-age=0, s-maxage=\d+$/),
        'cdn-cache-control': expect.stringMatching(/^public, max-age=\d+, stale-while-revalidate=\d+$/),
        etag: expect.stringMatching(/^"[\w-]{27}"$/),
      });
      expect(await kept.text()).toBe(await fresh.text());
    },
  );

  it('supports 304, fresh or cached, in every encoding', async () => {
    for (const path of [at, '/api/articles']) {
      for (const coding of ['identity', 'gzip', 'br']) {
        const etag = (await get(path, { 'accept-encoding': coding })).headers.get('etag') ?? '';
        for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
          const again = await get(path, { 'if-none-match': known });
          expect(again.status).toBe(304);
          expect(await again.text()).toBe('');
          expect(again.headers.get('content-length')).toBeNull();
        }
      }
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
    }
    const fresh = addressOf(await published(staff, visitor));
    expect((await get(fresh, { 'if-none-match': '*' })).status).toBe(304);
  });

  it('has its own ETag and the same content in each encoding', async () => {
    const plain = await get('/api/articles', { 'accept-encoding': 'identity' });
    const text = await plain.text();
    const tags = new Set([plain.headers.get('etag')]);
    for (const coding of ['br', 'gzip']) {
      const response = await get('/api/articles', { 'accept-encoding': coding });
      expect(response.headers.get('content-encoding')).toBe(coding);
      expect(response.headers.get('vary')).toBe('accept-encoding');
      expect(await response.text()).toBe(text);
      tags.add(response.headers.get('etag'));
    }
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.headers.get('vary')).toBe('accept-encoding');
    expect(tags.size).toBe(3);
  });

  it('is compressed once more when it is a page that is asked for again', async () => {
    const inBrotli = (path: string) => get(path, { 'accept-encoding': 'br' });
    const sizeOf = (response: Response) => Number(response.headers.get('content-length'));
    const etagOf = (response: Response) => response.headers.get('etag') ?? '';
    const first = await inBrotli('/terms');
    const list = etagOf(await inBrotli('/api/articles'));
    await until('the page is smaller', async () => sizeOf(await inBrotli('/terms')) < sizeOf(first));
    const later = await inBrotli('/terms');
    expect(await later.text()).toBe(await first.text());
    expect(etagOf(later)).not.toBe(etagOf(first));
    expect((await get('/terms', { 'if-none-match': etagOf(first) })).status).toBe(304);
    expect(etagOf(await inBrotli('/api/articles'))).toBe(list);
  });

  it.each(['/api/brands?unknown=1', '/api/brands'])('supports 304 for HEAD: %s', async (path) => {
    for (const _ of ['first', 'cached']) {
      const answer = await fetch(server.url + path, { method: 'HEAD', headers: { 'if-none-match': '*' } });
      expect(answer.status).toBe(304);
    }
  });

  it('has headers without a body for HEAD, even for the first request', async () => {
    const path = addressOf(await published(staff, visitor));
    const first = await fetch(server.url + path, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    const whole = await get(path, { 'accept-encoding': 'identity' });
    const kept = await fetch(server.url + path, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    for (const { status, headers } of [first, kept]) {
      expect(status).toBe(200);
      for (const name of ['etag', 'content-length', 'content-type']) {
        expect(headers.get(name)).toBe(whole.headers.get(name));
      }
    }
    expect([await first.text(), await kept.text()]).toEqual(['', '']);
  });

  it('has next links that any client can use', async () => {
    for (let i = 0; i < 3; i += 1) await published(staff, visitor, { brandName: 'Pages / & more' });
    const at = '/api/brands/pages%20%2f%20%26%20MORE/coa?limit=2';
    const [, next = ''] = /<(.+)>; rel="next"/.exec((await get(at)).headers.get('link') ?? '') ?? [];
    expect((await (await get(next)).json()) as unknown[]).toHaveLength(1);
  });
});

describe('without cache invalidation', () => {
  const listener = `FROM pg_stat_activity WHERE application_name = 'clearbatch changes' AND datname = current_database()`;

  it('the cache is bypassed, and starts empty afterwards', async () => {
    const coa = await published(staff, visitor);
    const before = await keep(addressOf(coa), second, secondUrl);
    let after = '';
    let changes = 0;
    // It reconnects after a second, which may be before the request.
    await until('a request comes while nothing is heard', async () => {
      await until('it listens', async () => countersOf(second).listeningSince !== null);
      const { listeningSince, bypasses } = countersOf(second);
      await sql(server, `SELECT pg_terminate_backend(pid) ${listener}`);
      await until('the connection is lost', async () => countersOf(second).listeningSince !== listeningSince);
      expect(countersOf(second).entries).toBe(0);
      changes += 1;
      await sql(server, `UPDATE coa_data SET "labName" = $2 WHERE "id" = $1`, [coa.id, `Changed unheard ${changes}`]);
      after = await textAt(addressOf(coa), secondUrl);
      expect(after).toContain(`Changed unheard ${changes}`);
      return countersOf(second).bypasses > bypasses;
    });
    expect(after).not.toBe(before);
    await until('the listener is connected again', async () => countersOf(second).listeningSince !== null);
    expect(await keep(addressOf(coa), second, secondUrl)).toBe(after);
  });
});

/** Blocks reads of a table. @returns a function that releases the lock */
async function lockTable(table: string): Promise<() => Promise<void>> {
  const holder = new pg.Client(server.database.url);
  await holder.connect();
  await holder.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  return () => holder.end();
}
