import { expect, type Page } from '@playwright/test';
import { passAgeGate, test, violationsOn } from './journeys';

/** Public pages that are not in the sitemap: results of a search, for something missing, and for links in emails. */
const OTHER_PAGES = [
  '/search?q=yuzu',
  '/none',
  '/coa/none',
  '/certificates/none',
  '/corrections/none',
  '/newsletter/confirm',
  '/brand-desk',
  '/follow',
  '/following',
  '/notices/none',
  '/unsubscribe',
];

async function pagesOfSitemap(page: Page): Promise<string[]> {
  const xml = await (await page.request.get('/sitemap.xml')).text();
  const paths = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  expect(paths.length).toBeGreaterThan(20);
  return paths;
}

/** Errors in the console from now on, except the 404 of something that is meant to be missing. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    const isExpected = message.text().includes('404') && OTHER_PAGES.includes(new URL(page.url()).pathname);
    if (message.type() === 'error' && !isExpected) errors.push(`${page.url()}: ${message.text()}`);
  });
  return errors;
}

async function inspect(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect.soft(await violationsOn(page), path).toEqual([]);
}

test('every public page loads without an error in the console and without a violation', async ({ page }) => {
  const errors = errorsOf(page);
  await inspect(page, '/age-gate');
  await passAgeGate(page);
  for (const path of [...(await pagesOfSitemap(page)), ...OTHER_PAGES]) await inspect(page, path);
  expect(errors).toEqual([]);
});
