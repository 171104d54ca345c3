import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { hydrateEveryPage } from './hydration';
import { openFully, passAgeGate, publicPages, sidewaysScroll, test } from './journeys';
import { expectWholeWithoutScripts, PHONE, plainPage } from './plain-page';

/** Kilobytes a page may load at first: scripts and styles compressed with gzip, fonts as they are. */
const BUDGET_KB = { js: 140, css: 20, woff2: 140 };

/** Pages without batch IDs or other codes do without their font. */
const BUDGET_WITHOUT_CODES_KB = { ...BUDGET_KB, woff2: 120 };
const WITHOUT_CODES = ['/', '/learn/dosing-guide'];

const AT_LEAST_KB: Record<string, number> = { js: 100, css: 5, woff2: 20 };

/** Pages that the server sends with all that they show: by their address, or by their name in content/pages.json. */
const PAGES_WITHOUT_API_CALLS = [
  '/',
  '/learn',
  '/learn/dosing-guide',
  '/coa',
  '/coa/%23C9030',
  '/coa?search=yuzu&sort=mildest',
  '/brands',
  '/dose-calculator',
  '/contact',
  '/emergency',
  '/responsible-use',
  '/privacy',
  '/sitemap',
  '/search?q=yuzu',
  '/labs',
  '/labs/guide/sending-certificates',
  '/labs/api',
  '/labs/api/certificates',
];
const NAMES_WITHOUT_API_CALLS = ['brand', 'coa', 'batch', 'certificate'];

/** Pages of one kind with others: chapters of the guide and the API reference, the home page and a batch by other addresses. */
const LIKE_OTHERS = /^\/labs\/(guide|api)\/(?!webhooks$|certificates$)|^\/coa\/%23|age-gate|utm_source/;

// Other time zones, themes, and before the gate: every-page.slow.e2e.ts.
const VISITOR = { timezoneId: 'Pacific/Kiritimati', theme: 'dark', ageVerified: true };

test('the browser takes over each rendered page without a difference, within its size budget, with its landmarks and headings, and without an API request for what it came with', async ({
  browser,
  baseURL,
  page,
}) => {
  const pages = await publicPages(page);
  const named = pages.filter(({ id }) => NAMES_WITHOUT_API_CALLS.includes(id)).map(({ path }) => path);
  expect(named).toHaveLength(NAMES_WITHOUT_API_CALLS.length);
  const withoutCalls = new Set([...PAGES_WITHOUT_API_CALLS, ...named]);
  const measured = new Set([...PAGES_WITHOUT_API_CALLS, ...pages.map(({ path }) => path)]);
  const opened = new Set<string>();
  const outlines: string[] = [];
  await hydrateEveryPage(browser, baseURL ?? '', VISITOR, async (shown, path, calls) => {
    opened.add(path);
    if (withoutCalls.has(path)) expect.soft(calls, path).toEqual([]);
    if (measured.has(path) && !WITHOUT_CODES.includes(path)) await expectWithinBudget(shown, path);
    // The frame is the same everywhere.
    if (!LIKE_OTHERS.test(path)) outlines.push(`${path}\n${await outlineOf(shown, path === '/' ? 'body' : 'main')}`);
    if (path === '/coa') await expectNoCodeForLabs(shown);
  });
  expect([...measured].filter((path) => !opened.has(path))).toEqual([]);
  // What changed on purpose: npm test -- e2e/budgets --update-snapshots=all
  expect.soft(outlines.join('\n\n')).toMatchSnapshot('outlines.txt');
  // Apart, because Chromium takes a font from memory, though no text needs it, once an earlier page had it.
  for (const path of WITHOUT_CODES) {
    const context = await browser.newContext({ baseURL });
    const fresh = await context.newPage();
    await passAgeGate(fresh);
    await openFully(fresh, path);
    await expectWithinBudget(fresh, path);
    await context.close();
  }
});

test('without JavaScript nothing is missing from a page, its links lead somewhere, and no page for labs scrolls sideways', {
  tag: '@slow',
}, async ({ browser, baseURL, page }) => {
  // Past the gate, its own address shows the home page.
  const pages = (await publicPages(page)).filter(({ id }) => !id.startsWith('ageGate'));
  const whole = new Set(pages.map(({ path }) => path));
  const plain = await plainPage(browser);
  await passAgeGate(plain);
  const linked = new Set<string>();
  await hydrateEveryPage(browser, baseURL ?? '', VISITOR, async (shown, path) => {
    if (whole.has(path)) {
      await shown.setViewportSize(PHONE);
      for (const address of await expectWholeWithoutScripts(plain, path, shown)) linked.add(address);
    }
    if (path.startsWith('/labs')) await expectNoSidewaysScroll(shown, path);
    await shown.setViewportSize({ width: 1280, height: 720 });
  });
  expect(linked.size).toBeGreaterThan(60);
  for (const address of linked) expect.soft((await plain.request.get(address)).status(), address).toBe(200);
});

async function expectNoCodeForLabs(page: Page): Promise<void> {
  const scripts = [...(await assetsOf(page))].filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((name) => /verifyWebhook|idempotency-key-reused/.test(contentOf(name).toString()))).toEqual([]);
}

/** With long lines of code, unfolded. */
async function expectNoSidewaysScroll(page: Page, path: string): Promise<void> {
  await page.locator('.prose details').evaluateAll((all) => {
    for (const one of all as HTMLDetailsElement[]) one.open = true;
  });
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    expect.soft(await sidewaysScroll(page), `${path} at ${width}`).toBeLessThanOrEqual(0);
  }
}

const LANDMARK_OR_HEADING =
  /^ *- (?:complementary|dialog|form|heading|main|navigation|region|search|banner|contentinfo)\b/;

/** The lines of the ARIA snapshot that screen readers list to move around in a page. */
async function outlineOf(page: Page, part: 'body' | 'main'): Promise<string> {
  const lines = (await page.locator(part).ariaSnapshot()).split('\n');
  return lines
    .filter((line) => LANDMARK_OR_HEADING.test(line))
    .map((line) => line.replace(/:$/, ''))
    .join('\n');
}

async function expectWithinBudget(page: Page, path: string): Promise<void> {
  const assets = await assetsOf(page);
  for (const [type, budget] of Object.entries(WITHOUT_CODES.includes(path) ? BUDGET_WITHOUT_CODES_KB : BUDGET_KB)) {
    const { files, bytes } = ofType(type, assets);
    test.info().annotations.push({ type: `${type} of ${path}`, description: `${(bytes / 1000).toFixed(1)} kB` });
    expect.soft(bytes / 1000, `${type} of ${path}: ${files.join(' ')}`).toBeLessThanOrEqual(budget);
    // A page of which the test saw nothing would be within any budget.
    expect(bytes / 1000, `${type} of ${path}`).toBeGreaterThan(AT_LEAST_KB[type] ?? 0);
  }
}

async function assetsOf(page: Page): Promise<ReadonlySet<string>> {
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  return new Set(loaded.map((url) => new URL(url).pathname).filter((name) => name.startsWith('/assets/')));
}

/** Of the HTML with Brotli, as a page is sent that is asked for again. */
const HTML_BUDGET = 13_000;

test('the HTML of every public page stays within its size budget', async ({ page }) => {
  const articles: { slug: string }[] = await (await page.request.get('/api/articles')).json();
  const pages = [...(await publicPages(page)).map(({ path }) => path), ...articles.map(({ slug }) => `/learn/${slug}`)];
  // Pages for labs: backend/test/site/page.test.ts.
  const paths = pages.filter((path) => !path.startsWith('/labs'));
  const sizeSent = async (path: string) => Number((await page.request.get(path)).headers()['content-length']);
  for (const isVerified of [false, true]) {
    if (isVerified) await passAgeGate(page);
    for (const path of paths) {
      await expect.poll(() => sizeSent(path), { message: path, intervals: [20] }).toBeLessThanOrEqual(HTML_BUDGET);
    }
  }
});

function ofType(type: string, loaded: ReadonlySet<string>) {
  const files = [...loaded].filter((file) => file.endsWith(`.${type}`));
  return { files, bytes: files.reduce((sum, file) => sum + sizeOf(file), 0) };
}

const sizes = new Map<string, number>();

function sizeOf(file: string): number {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const content = contentOf(file);
  const size = file.endsWith('.woff2') ? content.length : gzipSync(content).length;
  sizes.set(file, size);
  return size;
}

const contentOf = (file: string) => readFileSync(join(import.meta.dirname, '../dist', file));
