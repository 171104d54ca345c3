import table from '../../../content/pages.json' with { type: 'json' };
import { verifyAge } from '../../../frontend/src/api/generated/sdk.gen.js';
import { pageOf, rawPageOf } from '../support/pages.js';
import { BUILT_SITE } from '../support/server-process.js';
import { serverOfThisFile } from '../support/test-server.js';

const server = serverOfThisFile({ WEB_ROOT: BUILT_SITE });

const page = (path: string, cookie = '') => pageOf(server, path, cookie);
const rawPage = (path: string) => rawPageOf(server, path);

const preloadOf = (html: string): unknown =>
  JSON.parse(/<script id="page-preload" type="application\/json">(.*?)<\/script>/.exec(html)?.[1] ?? 'null');

/** The redirect target in the gate's form. */
const nextOf = (html: string) =>
  /<input type="hidden" name="next" value="([^"]*)"\/>/
    .exec(html)?.[1]
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

/** The address as the page knows it: encoded, and without parameters that no page reads. */
const shownPath = (path: string) => {
  const { pathname, searchParams } = new URL(`http://localhost${path}`);
  const search = searchParams.get('search');
  return search === null ? pathname : `${pathname}?${new URLSearchParams({ search })}`;
};

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
  ])("is the built site at %s, with the visitor's age state", async (path, status) => {
    const { response, html } = await page(path);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(html).toMatch(/<title>.+<\/title>/);
    expect(html).toMatch(/<div id="root"><a [^>]*href="#main"|<div id="root"><div/);
    expect(preloadOf(html)).toMatchObject({ ageVerified: false });
  });

  it('contains the gate as a form until the visitor is verified', async () => {
    const { html } = await page('/coa?search=yuzu');
    expect(html).toMatch(/<form [^>]*action="\/age-gate"/);
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
    ['an attribute in single quotes', "/coa?search='onfocus='alert(1)'autofocus='"],
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
    expect(nextOf(html)).toBe(/^\/corrections\//.test(path) ? undefined : shownPath(path));
    for (const [, kind = ''] of html.matchAll(/<script\b([^>]*)>/g)) {
      expect(kind).toMatch(
        /^(( id="page-preload")? type="application\/(ld\+)?json"| defer src="\/assets\/start-[\w-]+\.js")$/,
      );
    }
    expect(html).not.toMatch(/<img|onerror=alert\(1\)>|"onfocus=/);
    // Apostrophes are not escaped (entry-server.tsx), so none may begin or end an attribute.
    const tags = html.replace(/<script\b.*?<\/script>/gs, '').replace(/"[^"]*"/g, '');
    expect(tags).not.toMatch(/<[a-z][^>]*'/i);
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

it("the guide for labs names this site's URL in its commands", async () => {
  const { html } = await page('/labs');
  expect({ ours: html.includes('=http://127.0.0.1'), example: html.includes('localhost:3000') }).toEqual({
    ours: true,
    example: false,
  });
});

/** Of other pages, frontend/e2e/budgets.e2e.ts measures what is sent once they were compressed again. */
const HTML_BUDGET = 13_000;

it('the pages for labs are small already when they are first sent', async () => {
  const paths = Object.values(table.pages).flatMap(({ path }) => (path.startsWith('/labs') ? [path] : []));
  expect(paths.length).toBeGreaterThan(15);
  for (const path of paths) {
    const { headers } = await fetch(server.url + path, { headers: { 'accept-encoding': 'br' } });
    const size = Number(headers.get('content-length'));
    expect([path, headers.get('content-encoding'), size > 1000]).toEqual([path, 'br', true]);
    expect([path, Math.max(size, HTML_BUDGET)]).toEqual([path, HTML_BUDGET]);
  }
});
