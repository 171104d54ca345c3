import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { verifyAge } from '../../../frontend/src/api/generated/sdk.gen.js';
import { ResponseCache } from '../../src/platform/cache/response-cache.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { sql, until } from './api-helpers.js';
import { expectProblemOf } from './problem.js';

const INDEX =
  '<!doctype html><html lang="en"><head><title>ClearBatch</title></head><body><div id="root"></div></body></html>';

const LARGE = `export const text = '${'large '.repeat(500)}';`;

let server: TestServer;
let webRoot: string;
beforeAll(async () => {
  webRoot = mkdtempSync(join(tmpdir(), 'clearbatch-site-'));
  mkdirSync(join(webRoot, 'assets'));
  mkdirSync(join(webRoot, '.vite'));
  writeFileSync(join(webRoot, 'index.html'), INDEX);
  writeFileSync(join(webRoot, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(webRoot, 'assets', 'index-4f2a.js'), 'export {};');
  writeFileSync(join(webRoot, '.vite', 'manifest.json'), '{}');
  writeFileSync(join(webRoot, 'service-worker.js'), 'self.skipWaiting();');
  writeFileSync(join(webRoot, 'assets', 'large-77aa.js'), LARGE);
  writeFileSync(join(webRoot, 'assets', 'large-77aa.js.br'), brotliCompressSync(LARGE));
  writeFileSync(join(webRoot, 'assets', 'large-77aa.js.gz'), gzipSync(LARGE));
  server = await startServer({ WEB_ROOT: webRoot });
});
afterAll(async () => {
  await server?.stop();
  rmSync(webRoot, { recursive: true, force: true });
});

const page = async (path: string, cookie = '') => {
  const response = await fetch(server.url + path, { headers: { cookie } });
  return { response, html: await response.text() };
};

/** Sends the raw path: `fetch` and `URL` normalize it, attackers do not. */
const rawPage = (path: string) =>
  new Promise<{ status: number; html: string }>((resolve, reject) => {
    const sent = request(server.url, { path }, (response) => {
      let html = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        html += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, html }));
    });
    sent.on('error', reject).end();
  });

const preloadOf = (html: string): unknown =>
  JSON.parse(/<script id="page-preload" type="application\/json">(.*?)<\/script>/.exec(html)?.[1] ?? 'null');

/** The redirect target in the gate's form. */
const nextOf = (html: string) =>
  /<input type="hidden" name="next" value="([^"]*)">/
    .exec(html)?.[1]
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** For the head of each page, see page-head.test.ts. */
describe('a page', () => {
  it.each([
    ['/', 200],
    ['/learn', 200],
    ['/coa?search=yuzu', 200],
    ['/terms', 200],
    ['/coa/%23C9030', 404],
    ['/brands/Ember%20%2F%20Rind', 404],
    ['/no/such/page?a=b', 404],
    ['/index.html', 404],
  ])("is the built site at %s, with the visitor's age state", async (path, status) => {
    const { response, html } = await page(path);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(html).toMatch(/<title>.+<\/title>/);
    expect(html).toContain('<div id="root"></div>');
    expect(preloadOf(html)).toMatchObject({ ageVerified: false });
  });

  it('contains the gate as a form until the visitor is verified', async () => {
    const { html } = await page('/coa?search=yuzu');
    expect(html).toContain('<form method="post" action="/age-gate">');
    expect(nextOf(html)).toBe('/coa?search=yuzu');

    const client = server.client();
    await verifyAge({ client, body: { verified: true }, throwOnError: true });
    const { data } = await client.get<string, unknown, true>({ url: '/coa', throwOnError: true });
    expect(preloadOf(data)).toMatchObject({ ageVerified: true });
    expect(data).not.toContain('action="/age-gate"');
  });

  it.each([
    ['theme=dark', '<html lang="en" data-theme="dark">'],
    ['theme=light', '<html lang="en" data-theme="light">'],
    ['', '<html lang="en">'],
    ['theme=', '<html lang="en">'],
    ['theme=DARK', '<html lang="en">'],
    ['theme=dark%22%20onload%3D%22alert(1)', '<html lang="en">'],
    ['theme="><script>alert(1)</script>', '<html lang="en">'],
    ['theme=%3Cscript%3Ealert(1)%3C%2Fscript%3E', '<html lang="en">'],
    ['theme=constructor', '<html lang="en">'],
  ])('takes the theme from the cookie %j', async (cookie, element) => {
    const { html } = await page('/', cookie);
    expect(/<html[^>]*>/.exec(html)?.[0]).toBe(element);
    expect(html).not.toContain('alert');
  });

  it.each([
    ['a tag', '/"><script>alert(1)</script>'],
    ['the end of its surroundings', '/</noscript></body><script>alert(1)</script>'],
    ['an attribute', '/"onfocus="alert(1)"autofocus="'],
    ['a query', '/coa?"><img/src=x/onerror=alert(1)>'],
    ['a search', '/coa?search=</script><script>alert(1)</script>'],
    ['the name of a brand', '/brands/<script>alert(1)<%2Fscript>'],
    ['a reference', '/certificates/<script>alert(1)<%2Fscript>'],
    ['a correction link', '/corrections/<script>alert(1)<%2Fscript>'],
    ['patterns of String.replace', "/$&$`$'$1$<a>"],
    ['an entity', '/&quot;&lt;script&gt;'],
    ['a word of a template', '/{title}{{title}}'],
  ])('escapes a hostile path: %s', async (_, path) => {
    const { html } = await rawPage(path);
    expect(nextOf(html)).toBe(/^\/corrections\//.test(path) ? undefined : path);
    for (const [, kind = ''] of html.matchAll(/<script\b([^>]*)>/g)) {
      expect(kind).toMatch(/^( id="page-preload")? type="application\/(ld\+)?json"$/);
    }
    expect(html).not.toMatch(/<img|onerror=alert\(1\)>|"onfocus=/);
    expect(html.match(/<\/(head|body|html)>/g)).toEqual(['</head>', '</body>', '</html>']);
    expect(preloadOf(html)).toMatchObject({ ageVerified: false });
  });

  it.each([
    '//',
    '//[',
    '//evil.example/coa',
    '//evil.example:99999/',
    '/\\evil.example',
    '/coa/%00',
    '/brands/%00',
    '/learn/%00',
    '/certificates/%00',
    '/corrections/%00',
    '/coa?search=%00',
    '/coa?search=%',
    '/coa?search=a&search=b&sort=best&brand=&limit=-1',
    `/coa?search=${'a'.repeat(8_000)}`,
    `/coa/${'a'.repeat(4_000)}`,
    '/coa/%252F',
    '/brands/..%2f..%2fcoa',
    '/coa/..;/',
    '/learn/%F0%9F%98%80',
    '/admin/%00',
    '/;/?',
    '/?__proto__=1',
  ])('returns 200 or 404 for an odd path: %s', async (path) => {
    const { status, html } = await rawPage(path);
    expect([200, 400, 404]).toContain(status);
    expect(html).not.toBe('');
  });

  it('supports HEAD', async () => {
    const response = await fetch(`${server.url}/coa`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });
});

describe('a page requested again', () => {
  const again = async (path: string, headers: Record<string, string> = {}) => {
    const first = await fetch(server.url + path, { headers });
    const etag = first.headers.get('etag') ?? '';
    return { first, etag, second: await fetch(server.url + path, { headers: { ...headers, 'if-none-match': etag } }) };
  };

  it.each(['/', '/coa?search=yuzu', '/?utm_source=letter'])('returns 304 if unchanged: %s', async (path) => {
    const { etag, second } = await again(path);
    expect(etag).toMatch(/^"[\w-]{27}(-br|-gzip)?"$/);
    expect(second.status).toBe(304);
    expect(second.headers.get('cache-control')).toBe('private, no-cache');
    expect(second.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(await second.text()).toBe('');
  });

  it('is sent in full after an error, because errors are not cached', async () => {
    expect((await again('/no/such/page')).second.status).toBe(404);
  });

  it('differs for another visitor', async () => {
    const tags = await Promise.all(
      ['', 'theme=dark', 'theme=light'].map(async (cookie) => (await again('/', { cookie })).etag),
    );
    expect(new Set(tags).size).toBe(3);
    expect((await again('/', { cookie: 'theme=none' })).etag).toBe(tags[0]);
  });

  it('differs when its content has changed', async () => {
    const { etag } = await again('/brands');
    expect((await again('/brands')).etag).toBe(etag);
    await sql(server, `INSERT INTO brands ("name", "nameKey", "contactEmail") VALUES ('New here', 'new here', '')`);
    await until('the new brand is shown', async () => (await page('/brands')).html.includes('New here'), 1_000);
    expect((await again('/brands')).etag).not.toBe(etag);
  });

  it("is cached at the site's own addresses only", async () => {
    const { app } = server;
    await page('/');
    const { entries } = app.get(ResponseCache).counters;
    for (const path of [
      '/?a=1',
      '/?a=2',
      '/admin/1',
      '/admin/2',
      '/corrections/token',
      '/unsubscribe?token=x',
      '/none',
    ]) {
      await page(path);
    }
    expect(app.get(ResponseCache).counters.entries).toBe(entries);
  });
});

describe('a file', () => {
  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('is served precompressed: %s', async (taken, coding) => {
    const response = await fetch(`${server.url}/assets/large-77aa.js`, { headers: { 'accept-encoding': taken } });
    expect(response.headers.get('content-encoding')).toBe(coding);
    expect(response.headers.get('vary')).toBe('accept-encoding');
    expect(await response.text()).toBe(LARGE);
  });

  it('supports HEAD and 304', async () => {
    const address = `${server.url}/assets/large-77aa.js`;
    const headers = { 'accept-encoding': 'identity' };
    const head = await fetch(address, { method: 'HEAD', headers });
    expect(head.headers.get('content-length')).toBe(String(LARGE.length));
    expect(await head.text()).toBe('');
    const known = await fetch(address, { headers: { 'if-none-match': head.headers.get('etag') ?? '' } });
    expect(known.status).toBe(304);
    expect(known.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('has no separate URL for its compressed form', async () => {
    expect((await fetch(`${server.url}/assets/large-77aa.js.br`)).status).toBe(404);
  });

  it('is immutable when its name contains a hash', async () => {
    const { response, html } = await page('/assets/index-4f2a.js');
    expect(html).toBe('export {};');
    expect(response.headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('that caches others is revalidated, and may connect to our server only', async () => {
    const { response } = await page('/service-worker.js');
    expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none';connect-src 'self';/);
  });

  it('is revalidated after an hour otherwise', async () => {
    const { response } = await page('/favicon.svg');
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
  });

  it.each(['/assets/../../../../etc/passwd', '/..%2f..%2fetc%2fpasswd', '/%2e%2e/%2e%2e/etc/passwd'])(
    'outside the site is not served: %s',
    async (path) => {
      expect((await rawPage(path)).html).not.toContain('root:');
    },
  );

  it('that is not part of the site is not served', async () => {
    expect((await page('/.vite/manifest.json')).html).not.toBe('{}');
  });
});

describe('an address without page or file', () => {
  it.each([
    '/api',
    '/api/',
    '/api?x=1',
    '/api/unknown',
    '/api/unknown/deeper?a=b',
    '/api/coa/a/b',
    '/api/staff',
    '/health',
    '/health/dead',
    '/assets/gone-1111.js',
  ])('returns a problem, not a page: %s', async (path) => {
    await expectProblemOf(await fetch(server.url + path), 404, {
      type: '/problems/not-found',
      detail: "We couldn't find anything at this address.",
      errors: [],
    });
  });

  it.each([
    ['POST', '/api/coa'],
    ['PUT', '/api/coa/submit'],
    ['PATCH', '/api/brands'],
    ['DELETE', '/api/articles/dosing-guide'],
    ['POST', '/'],
    ['POST', '/coa'],
    ['OPTIONS', '/api/coa'],
  ])('returns a problem for an unsupported method: %s %s', async (method, path) => {
    await expectProblemOf(await fetch(server.url + path, { method }), 404, { type: '/problems/not-found' });
  });
});
