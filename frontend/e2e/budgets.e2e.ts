import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, type Page, type Request } from '@playwright/test';
import { openFully, passAgeGate, publicPages, test, waitForHydration } from './journeys';

/** Lazy pictures of a document's pages come when they are near; original-document.e2e.ts says which. */
const isApiCall = (request: Request) =>
  new URL(request.url()).pathname.startsWith('/api/') && request.resourceType() !== 'image';

/** Kilobytes a page may load at first: scripts and styles compressed with gzip, fonts as they are. */
const BUDGET_KB = { js: 140, css: 20, woff2: 140 };

/** Pages without batch IDs or other codes do without their font. */
const BUDGET_WITHOUT_CODES_KB = { ...BUDGET_KB, woff2: 120 };
const WITHOUT_CODES = ['/', '/learn/dosing-guide'];

for (const path of [
  ...['/', '/learn', '/learn/dosing-guide', '/coa', '/coa/%23C9030', '/brands', '/dose-calculator', '/contact'],
  ...['/emergency', '/responsible-use', '/privacy', '/search?q=yuzu', '/labs', '/labs/guide/sending-certificates'],
  ...['/labs/api', '/labs/api/certificates'],
]) {
  test(`${path} stays within its size budget and makes no API request`, async ({ page }) => {
    await passAgeGate(page);
    const { loaded, asked } = await firstView(page, path);
    expect(asked).toEqual([]);
    for (const [type, budget] of Object.entries(WITHOUT_CODES.includes(path) ? BUDGET_WITHOUT_CODES_KB : BUDGET_KB)) {
      const { files, bytes } = ofType(type, loaded);
      test.info().annotations.push({ type: `${type} of ${path}`, description: `${(bytes / 1000).toFixed(1)} kB` });
      expect(bytes / 1000, `${type}: ${files.join(' ')}`).toBeLessThanOrEqual(budget);
      expect(files.length, type).toBeGreaterThan(0);
    }
  });
}

test('every public page stays within the size budget for scripts', async ({ page, browser }) => {
  await passAgeGate(page);
  const storageState = await page.context().storageState();
  for (const { path } of await publicPages(page)) {
    const context = await browser.newContext({ storageState });
    const { loaded } = await firstView(await context.newPage(), path);
    const { bytes } = ofType('js', loaded);
    test.info().annotations.push({ type: `js of ${path}`, description: `${(bytes / 1000).toFixed(1)} kB` });
    expect.soft(bytes / 1000, path).toBeLessThanOrEqual(BUDGET_KB.js);
    // A page of which the test saw nothing would be within any budget.
    expect(bytes, path).toBeGreaterThan(100_000);
    await context.close();
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
      await expect.poll(() => sizeSent(path), path).toBeLessThanOrEqual(HTML_BUDGET);
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
    ...['/learn', '/coa', '/coa?search=yuzu&sort=mildest', '/brands', '/sitemap'],
    ...[`/brands/${brand}`, `/brands/${brand}/coa/${batch}`, `/coa/${batch}`, `/certificates/${reference}`],
  ]) {
    await openFully(page, path);
    expect(requests, path).toEqual([]);
  }
});

/** What a page requests at first: files of the site, and calls to the API. */
async function firstView(page: Page, path: string) {
  const loaded = new Set<string>();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/')) loaded.add(pathname);
    if (isApiCall(request)) asked.push(pathname);
  });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await waitForHydration(page);
  await page.waitForLoadState('networkidle');
  return { loaded, asked };
}

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
