import { join } from 'node:path';
import { readArticles } from '../../src/modules/education/article-files.js';
import { TypeOrmArticleRepository } from '../../src/modules/education/typeorm-article.repository.js';
import { openDataSource } from '../support/test-database.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { published, signInAsStaff } from './steps.js';

const HOSTILE = '</title><script>alert(1)</script>"\'& 5 mg';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ PUBLIC_URL: 'https://clearbatch.example' });
  const database = await openDataSource(server.database.url);
  const articles = await readArticles(join(import.meta.dirname, '../../../content/articles'));
  await new TypeOrmArticleRepository(database).replaceAll(articles);
  await database.destroy();
  const staff = await signInAsStaff(server, 'head');
  await published(staff, server.client(), { batchId: '#C9030', productName: 'Yuzu Seltzer 5 mg' });
  await published(staff, server.client(), {
    batchId: 'E&R/22 <b>',
    productName: HOSTILE,
    brandName: 'Ember </script>',
  });
});
afterAll(() => server?.stop());

const page = async (path: string) => {
  const response = await fetch(server.url + path, { redirect: 'manual' });
  return { response, html: await response.text() };
};

const tag = (html: string, pattern: RegExp) => pattern.exec(html)?.[1];
const jsonLdOf = (html: string): { '@type': string }[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json = '']) => JSON.parse(json));

interface FirstView {
  answers: { operation: string; path?: object; query?: object; body: unknown; headers: Record<string, string> }[];
}
const firstView = (html: string): FirstView =>
  JSON.parse(tag(html, /<script id="first-view" type="application\/json">(.*?)<\/script>/) ?? 'null');

describe('the head of a page', () => {
  it.each([
    ['/', 'Know what is in the can - ClearBatch', 'https://clearbatch.example/', ['WebSite', 'FAQPage']],
    ['/coa', 'COA Database - ClearBatch', 'https://clearbatch.example/coa', ['Dataset']],
    ['/coa?search=x', 'COA Database - ClearBatch', 'https://clearbatch.example/coa', ['Dataset']],
    [
      '/coa/%23c9030',
      'Yuzu Seltzer 5 mg, batch #C9030 - ClearBatch',
      'https://clearbatch.example/coa/%23C9030',
      ['BreadcrumbList'],
    ],
    ['/brands', 'Verified Brands - ClearBatch', 'https://clearbatch.example/brands', []],
    [
      '/brands/juniper%20%26%20tide',
      'Juniper & Tide - ClearBatch',
      'https://clearbatch.example/brands/Juniper%20%26%20Tide',
      ['BreadcrumbList'],
    ],
    ['/learn', 'THC Education Center - ClearBatch', 'https://clearbatch.example/learn', []],
    [
      '/learn/onset-duration',
      expect.stringMatching(/ - ClearBatch$/),
      'https://clearbatch.example/learn/onset-duration',
      ['Article', 'BreadcrumbList'],
    ],
    ['/terms', 'Terms of Use - ClearBatch', 'https://clearbatch.example/terms', []],
  ])('%s', async (path, title, canonical, types) => {
    const { response, html } = await page(path);
    expect(response.status).toBe(200);
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(tag(html, /<title>(.*?)<\/title>/)?.replaceAll('&amp;', '&')).toEqual(title);
    expect(tag(html, /<link rel="canonical" href="(.*?)">/)).toBe(canonical);
    expect(tag(html, /<meta property="og:url" content="(.*?)">/)).toBe(canonical);
    expect(tag(html, /<meta name="description" content="(.*?)">/)?.length).toBeGreaterThan(10);
    expect(tag(html, /<meta name="keywords" content="(.*?)">/)?.length).toBeGreaterThan(3);
    expect(tag(html, /<meta name="twitter:image" content="(.*?)">/)).toMatch(
      /^https:\/\/clearbatch\.example\/social\//,
    );
    expect(jsonLdOf(html).map((data) => data['@type'])).toEqual(types);
  });

  it('names what an article is about by its category and title', async () => {
    const { html } = await page('/learn/onset-duration');
    const keywords = tag(html, /<meta name="keywords" content="(.*?)">/);
    expect(keywords).toContain('THC safety');
    expect(keywords).toContain('how long do THC drinks last');
  });

  it('lets nothing out of its place that a submitter wrote', async () => {
    const { html } = await page(`/coa/${encodeURIComponent('E&R/22 <b>')}`);
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(firstView(html).answers[0]?.body).toMatchObject({ productName: HOSTILE, brandName: 'Ember </script>' });
    expect(jsonLdOf(html)).toHaveLength(1);
  });
});

describe('what does not exist', () => {
  it.each([
    ['/no/such/page', '404 - Page Not Found'],
    ['/coa/none', 'COA Not Found'],
    ['/brands/none', 'Brand Not Found'],
    ['/learn/none', 'Article Not Found'],
    ['/coa/a/b', '404 - Page Not Found'],
  ])('%s answers 404 with a page', async (path, title) => {
    const { response, html } = await page(path);
    expect(response.status).toBe(404);
    expect(html).toContain(`<title>${title} - ClearBatch</title>`);
  });
});

describe('what has moved', () => {
  it.each([
    ['/coa-database', '/coa'],
    ['/articles/onset-duration', '/learn/onset-duration'],
    ['/articles/%2F%2Fevil.example', '/learn/%2F%2Fevil.example'],
  ])('%s leads to %s for good', async (path, target) => {
    const { response } = await page(path);
    expect(response.status).toBe(308);
    expect(response.headers.get('location')).toBe(target);
  });
});

describe('the first view', () => {
  it.each([
    ['/', ['listArticles', 'getCoaStatistics']],
    ['/coa?search=yuzu&sort=oldest&other=1', ['listCoas', 'getCoaStatistics', 'listBrands']],
    ['/coa/%23C9030', ['getCoa']],
    ['/brands/Juniper%20%26%20Tide', ['getBrand', 'listBrandCoas']],
    ['/learn/dosing-guide', ['getArticle']],
    ['/terms', []],
    ['/coa?sort=nonsense', ['getCoaStatistics', 'listBrands']],
  ])('%s carries what its page would ask for', async (path, operations) => {
    expect(firstView((await page(path)).html).answers.map(({ operation }) => operation)).toEqual(operations);
  });

  it('is the very answer of the API', async () => {
    const [answer] = firstView((await page('/coa?search=yuzu')).html).answers;
    const api = await fetch(`${server.url}/api/coa?search=yuzu`);
    expect(answer).toMatchObject({ query: { search: 'yuzu' }, body: await api.json() });
    expect(answer?.headers['x-total-count']).toBe(api.headers.get('x-total-count'));
  });
});

describe('feeds and files for machines', () => {
  it.each([
    [
      '/feeds/articles.xml',
      'application/atom+xml; charset=utf-8',
      '<id>https://clearbatch.example/learn/onset-duration</id>',
    ],
    [
      '/feeds/certificates.xml',
      'application/atom+xml; charset=utf-8',
      '<id>https://clearbatch.example/coa/%23C9030</id>',
    ],
    [
      '/sitemap.xml',
      'application/xml; charset=utf-8',
      '<loc>https://clearbatch.example/brands/Juniper%20%26%20Tide</loc>',
    ],
    ['/robots.txt', 'text/plain; charset=utf-8', 'Sitemap: https://clearbatch.example/sitemap.xml'],
  ])('%s', async (path, type, content) => {
    const { response, html } = await page(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(html).toContain(content);
    expect(html).not.toContain('<script>');
  });

  it.each(['/social/site.png', '/social/articles/dosing-guide.png', '/social/coa/%23C9030.png'])(
    '%s is a picture of 1200 by 630 pixels',
    async (path) => {
      const response = await fetch(server.url + path);
      expect(response.headers.get('content-type')).toBe('image/png');
      const png = Buffer.from(await response.arrayBuffer());
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    },
  );

  it('has no picture of what does not exist', async () => {
    expect((await fetch(`${server.url}/social/coa/none.png`)).status).toBe(404);
  });
});
