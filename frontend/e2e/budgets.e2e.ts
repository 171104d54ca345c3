import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, type Page, type Request } from '@playwright/test';
import { openFully, passAgeGate, publicPages, test } from './journeys';

/** Lazy pictures of a document's pages come when they are near; original-document.e2e.ts says which. */
const isApiCall = (request: Request) =>
  new URL(request.url()).pathname.startsWith('/api/') && request.resourceType() !== 'image';

/** Kilobytes a page may load at first: scripts and styles compressed with gzip, fonts as they are. */
const BUDGET_KB = { js: 140, css: 20, woff2: 140 };

/** Pages without batch IDs or other codes do without their font. */
const BUDGET_WITHOUT_CODES_KB = { ...BUDGET_KB, woff2: 120 };
const WITHOUT_CODES = ['/', '/learn/dosing-guide'];

const AT_LEAST_KB: Record<string, number> = { js: 100, css: 5, woff2: 20 };

/** In each of them, nothing more is requested than the page and its files. */
const PAGES_WITHOUT_API_CALLS = [
  '/',
  '/learn',
  '/learn/dosing-guide',
  '/coa',
  '/coa/%23C9030',
  '/brands',
  '/dose-calculator',
  '/contact',
  '/emergency',
  '/responsible-use',
  '/privacy',
  '/search?q=yuzu',
  '/labs',
  '/labs/guide/sending-certificates',
  '/labs/api',
  '/labs/api/certificates',
];

test('every public page stays within its size budget, and makes no API request for what it came with', async ({
  page,
}) => {
  await passAgeGate(page);
  const paths = new Set([...PAGES_WITHOUT_API_CALLS, ...(await publicPages(page)).map(({ path }) => path)]);
  for (const path of paths) {
    const { loaded, asked } = await firstView(page, path);
    if (PAGES_WITHOUT_API_CALLS.includes(path)) expect.soft(asked, path).toEqual([]);
    for (const [type, budget] of Object.entries(WITHOUT_CODES.includes(path) ? BUDGET_WITHOUT_CODES_KB : BUDGET_KB)) {
      const { files, bytes } = ofType(type, loaded);
      test.info().annotations.push({ type: `${type} of ${path}`, description: `${(bytes / 1000).toFixed(1)} kB` });
      expect.soft(bytes / 1000, `${type} of ${path}: ${files.join(' ')}`).toBeLessThanOrEqual(budget);
      // A page of which the test saw nothing would be within any budget.
      expect(bytes / 1000, `${type} of ${path}`).toBeGreaterThan(AT_LEAST_KB[type] ?? 0);
    }
  }
});

/** Of the HTML with Brotli, as a page is sent that is asked for again. */
const HTML_BUDGET = 13_000;

test('the HTML of every public page stays within its size budget', async ({ page }) => {
  const articles: { slug: string }[] = await (await page.request.get('/api/articles')).json();
  const paths = [...(await publicPages(page)).map(({ path }) => path), ...articles.map(({ slug }) => `/learn/${slug}`)];
  const sizeSent = async (path: string) => Number((await page.request.get(path)).headers()['content-length']);
  for (const isVerified of [false, true]) {
    if (isVerified) await passAgeGate(page);
    for (const path of paths) {
      await expect.poll(() => sizeSent(path), { message: path, intervals: [20] }).toBeLessThanOrEqual(HTML_BUDGET);
    }
  }
});

test('a page that the server preloads makes no API request', async ({ page }) => {
  await passAgeGate(page);
  const [{ batchId, brandName }] = await (await page.request.get('/api/coa')).json();
  const brand = encodeURIComponent(brandName);
  const batch = encodeURIComponent(batchId);
  const { reference } = await (await page.request.get(`/api/coa/${batch}?brand=${brand}`)).json();
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (isApiCall(request)) requests.push(pathname);
  });
  for (const path of [
    '/learn',
    '/coa',
    '/coa?search=yuzu&sort=mildest',
    '/brands',
    '/sitemap',
    `/brands/${brand}`,
    `/brands/${brand}/coa/${batch}`,
    `/coa/${batch}`,
    `/certificates/${reference}`,
  ]) {
    await openFully(page, path);
    expect(requests, path).toEqual([]);
  }
});

/** What a page requests at first: files of the site, also those that the browser has already, and calls to the API. */
async function firstView(page: Page, path: string) {
  const asked: string[] = [];
  const onRequest = (request: Request) => {
    if (isApiCall(request)) asked.push(new URL(request.url()).pathname);
  };
  page.on('request', onRequest);
  await openFully(page, path);
  page.off('request', onRequest);
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  return { loaded: new Set(loaded.map((url) => new URL(url).pathname).filter(isAsset)), asked };
}

const isAsset = (path: string) => path.startsWith('/assets/');

function ofType(type: string, loaded: ReadonlySet<string>) {
  const files = [...loaded].filter((file) => file.endsWith(`.${type}`));
  return { files, bytes: files.reduce((sum, file) => sum + sizeOf(file), 0) };
}

const sizes = new Map<string, number>();

function sizeOf(file: string): number {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const content = readFileSync(join(import.meta.dirname, '../dist', file));
  const size = file.endsWith('.woff2') ? content.length : gzipSync(content).length;
  sizes.set(file, size);
  return size;
}
