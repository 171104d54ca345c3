import { expect } from '@playwright/test';
import { hydrateEveryPage } from './hydration';
import { enter, passAgeGate, test, waitForHydration } from './journeys';

test('the browser takes over each rendered page without a difference', async ({ browser, baseURL }) => {
  // Other time zones, themes, and before the gate: every-page.slow.e2e.ts.
  const visitor = { timezoneId: 'Pacific/Kiritimati', theme: 'dark', ageVerified: true };
  await hydrateEveryPage(browser, baseURL ?? '', visitor);
});

test('menu, filters and contents open and close without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await passAgeGate(page);
  const inMenu = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Brands' });
  const inContents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link').first();
  const brand = page.getByLabel('Brand', { exact: true });
  for (const [path, label, content] of [
    ['/coa', 'Open menu', inMenu],
    ['/coa', 'Filters', brand],
    ['/learn/dosing-guide', 'On this page', inContents],
  ] as const) {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    const summary = page.locator('summary').filter({ hasText: label });
    await expect(content, label).toBeHidden();
    await summary.click();
    await expect(content, label).toBeVisible();
    await summary.click();
    await expect(content, label).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect(content, label).toBeVisible();
    await expect(summary, label).toBeHidden();
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/coa');
  await page.locator('summary').filter({ hasText: 'Open menu' }).click();
  await inMenu.click();
  await expect(page.getByRole('heading', { name: 'Verified Brands' })).toBeVisible();
  await expect(inMenu).toBeHidden();
  await context.close();
});

test('what was typed and pressed before the page works is kept', async ({ page }) => {
  await passAgeGate(page);
  await page.setViewportSize({ width: 360, height: 740 });
  let load = () => {};
  const isWanted = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
    await isWanted;
    await route.continue();
  });
  await page.goto('/coa');
  const search = page.getByRole('searchbox', { name: 'Search' });
  const filters = page.locator('summary').filter({ hasText: 'Filters' });
  await search.fill('yuzu');
  await filters.click();
  expect(await page.evaluate(() => 'earlyClicks' in window)).toBe(true);
  load();
  await expect(page).toHaveURL(/search=yuzu/);
  await expect(search).toHaveValue('yuzu');
  await expect(page.getByLabel('Brand', { exact: true })).toBeVisible();
});

test('a button pressed before the page works is pressed again once it does', async ({ page }) => {
  await passAgeGate(page);
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  let load = () => {};
  const isWanted = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
    await isWanted;
    await route.continue();
  });
  await page.goto('/coa/%23C9030');
  await page.locator('summary').filter({ hasText: 'Download COA' }).click();
  await page.getByRole('button', { name: 'Print or save this record' }).click();
  await expect(page.locator('html')).not.toHaveAttribute('data-printed');
  load();
  await expect(page.locator('html')).toHaveAttribute('data-printed', '');
});

test('a page that was scrolled before hydration stays where it is', async ({ page }) => {
  await passAgeGate(page);
  const { promise: isWanted, resolve: load } = Promise.withResolvers<void>();
  await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
    await isWanted;
    await route.continue();
  });
  await page.goto('/learn/onset-duration');
  await page.evaluate(() => window.scrollTo(0, 900));
  load();
  await waitForHydration(page);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(800);
});

test('a page that the server could not render is rendered by the browser', async ({ page }) => {
  await passAgeGate(page);
  await page.route('/brands', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(
      /<div id="root">.*<\/div>(?=<script id="page-preload")/s,
      '<div id="root"></div>',
    );
    await route.fulfill({ response, body: html });
  });
  await page.goto('/brands');
  await expect(page.getByRole('heading', { name: 'Verified Brands' })).toBeVisible();
});

test('nothing but the page and its styles is requested before the first paint', async ({ page }) => {
  await enter(page, '/emergency');
  const early = await page.evaluate(() => {
    const paint = performance.getEntriesByName('first-paint')[0]?.startTime ?? 0;
    const files = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < paint);
    return { paint, files: files.map(({ name }) => new URL(name).pathname.replace(/-[\w-]{8}\./, '.')).toSorted() };
  });
  expect(early.paint).toBeGreaterThan(0);
  expect(early.files.filter((file) => !/favicon/.test(file))).toEqual(['/assets/index.css', '/assets/start.js']);
});
