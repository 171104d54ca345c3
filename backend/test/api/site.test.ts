import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { ResponseCache } from '../../src/platform/cache/response-cache.js';
import { pageOf, rawPageOf } from '../support/pages.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { until } from '../support/until.js';
import { sql } from './api-helpers.js';
import { callsOf, readDocument } from './document.js';
import { expectProblemOf } from './problem.js';

const INDEX =
  '<!doctype html><html lang="en"><head><title>ClearBatch</title></head><body><div id="root"></div></body></html>';

/** Says what it was asked to render; fails for one page. */
const RENDERER = `export const callsOf = () => [];
export async function renderPage(url, { ageVerified }) {
  if (url === '/terms') throw new Error('broken component');
  return \`<p>\${url} \${ageVerified}</p>\`;
}`;

const LARGE = `export const text = '${'large '.repeat(500)}';`;

let server: TestServer;
let webRoot: string;
beforeAll(async () => {
  webRoot = mkdtempSync(join(tmpdir(), 'clearbatch-site-'));
  mkdirSync(join(webRoot, 'assets'));
  mkdirSync(join(webRoot, '.vite'));
  mkdirSync(join(webRoot, '.server'));
  writeFileSync(join(webRoot, 'index.html'), INDEX);
  writeFileSync(join(webRoot, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(webRoot, 'assets', 'index-4f2a.js'), 'export {};');
  writeFileSync(join(webRoot, '.vite', 'manifest.json'), '{}');
  writeFileSync(join(webRoot, '.server', 'entry-server.js'), RENDERER);
  writeFileSync(join(webRoot, 'service-worker.js'), 'self.skipWaiting();');
  writeFileSync(join(webRoot, 'assets', 'code-reader-worker-1c0d.js'), 'export {};');
  writeFileSync(join(webRoot, 'assets', 'large-77aa.js'), LARGE);
  writeFileSync(join(webRoot, 'assets', 'large-77aa.js.br'), brotliCompressSync(LARGE));
  writeFileSync(join(webRoot, 'assets', 'large-77aa.js.gz'), gzipSync(LARGE));
  server = await startServer({ WEB_ROOT: webRoot });
});
afterAll(async () => {
  await server?.stop();
  rmSync(webRoot, { recursive: true, force: true });
});

const page = (path: string, cookie = '') => pageOf(server, path, cookie);
const rawPage = (path: string) => rawPageOf(server, path);

describe('a page', () => {
  const rootOf = (html: string) => /<div id="root">(.*?)<\/div>/.exec(html)?.[1];

  it.each([
    ['/', '<p>/ false</p>'],
    ['/none', '<p>/none false</p>'],
    ['/coa?search=yuzu', '<p>/coa?search=yuzu false</p>'],
    ['/coa?sort=mildest&utm_source=email&search=yuzu', '<p>/coa?search=yuzu&sort=mildest false</p>'],
    ['/terms', ''],
    ['/admin', ''],
  ])(
    'is rendered from the parameters it knows, and left to the browser where that fails: %s',
    async (path, rendered) => {
      expect(rootOf((await page(path)).html)).toBe(rendered);
    },
  );

  it('shows the numbers for help without JavaScript, even if it could not be rendered', async () => {
    const { html } = await page('/terms');
    expect(/<noscript>(.*?)<\/noscript>/s.exec(html)?.[1]).toContain('href="tel:911"');
    expect((await page('/')).html).not.toContain('<noscript>');
  });
});

describe('a page requested again', () => {
  const again = async (path: string, headers: Record<string, string> = {}) => {
    const first = await fetch(server.url + path, { headers });
    const etag = first.headers.get('etag') ?? '';
    return { first, etag, second: await fetch(server.url + path, { headers: { ...headers, 'if-none-match': etag } }) };
  };

  it.each(['/', '/coa?search=yuzu', '/?utm_source=email'])('returns 304 if unchanged: %s', async (path) => {
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
    await until('the new brand is shown', async () => (await page('/brands')).html.includes('New here'));
    expect((await again('/brands')).etag).not.toBe(etag);
  });

  it("is cached at the site's own addresses only", async () => {
    const { app } = server;
    await page('/');
    const { entries } = app.get(ResponseCache).counters;
    for (const path of [
      '/?a=1',
      '/?a=2',
      '/terms',
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

  it('that reads codes may use WebAssembly, and load it from our server only; no other file may', async () => {
    const policyOf = async (name: string) =>
      (await page(`/assets/${name}`)).response.headers.get('content-security-policy');
    const reader = await policyOf('code-reader-worker-1c0d.js');
    expect(reader).toMatch(/^default-src 'none';script-src 'wasm-unsafe-eval';connect-src 'self';/);
    expect(await policyOf('index-4f2a.js')).not.toContain('wasm');
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
    expect((await page('/.server/entry-server.js')).html).not.toContain('broken component');
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
    ['POST', '/learn'],
    ['PUT', '/'],
    ['POST', '/coa'],
    ['PUT', '/api/unknown'],
    ['GET', '/api/partner/certificates/a/b/c'],
    ['POST', '/api/partner/certificates:nonsense'],
  ])('returns a problem where no method finds anything: %s %s', async (method, path) => {
    const response = await fetch(server.url + path, { method });
    expect(response.headers.has('allow')).toBe(false);
    await expectProblemOf(response, 404, { type: '/problems/not-found' });
  });

  it.each([
    ['POST', '/api/coa', 'GET, HEAD'],
    ['PUT', '/api/coa/submit?x=1', 'GET, HEAD, POST'],
    ['OPTIONS', '/api/coa', 'GET, HEAD'],
    ['GET', '/api/partner/certificates:validate', 'POST'],
    ['PATCH', '/api/partner/certificates/CB-7K3M-9QXD', 'GET, HEAD, PUT'],
    ['PUT', '/health/live', 'GET, HEAD'],
  ])('returns 405 with the methods that are allowed: %s %s', async (method, path, allowed) => {
    const response = await fetch(server.url + path, { method });
    expect(response.headers.get('allow')).toBe(allowed);
    await expectProblemOf(response, 405, {
      type: '/problems/method-not-allowed',
      detail: "This address doesn't support that method.",
      errors: [],
    });
  });

  it('names only methods that are not answered so', async () => {
    for (const { path, method } of callsOf(readDocument())) {
      const wrongMethod = await fetch(server.url + path.replaceAll(/\{\w+\}/g, 'x'), { method: 'PATCH' });
      const allowed = wrongMethod.headers.get('allow')?.split(', ');
      expect({ path, status: wrongMethod.status, allowed }).toEqual({
        path,
        status: 405,
        allowed: expect.arrayContaining([method.toUpperCase()]),
      });
    }
  });
});
