import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { enter } from './journeys';

const guide = readFileSync(join(import.meta.dirname, '../../docs/labs.md'), 'utf8');
const headings = guide
  .replace(/^```[\s\S]*?^```$/gm, '')
  .match(/^## .*$/gm)
  ?.map((line) => line.slice(3));

const scrollLeftOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test('the guide is found in the footer, says what docs/labs.md says, and can be moved about in', async ({ page }) => {
  await enter(page, '/coa');
  await page.getByRole('contentinfo').getByRole('link', { name: 'For Labs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'For Labs' })).toBeVisible();
  await expect(page).toHaveTitle('For Labs - ClearBatch');
  await expect(page.locator('.prose h2')).toHaveText(headings ?? []);

  const contents = page.getByRole('navigation', { name: 'On this page' });
  await contents.getByRole('link', { name: 'Verify it' }).click();
  await expect(page).toHaveURL(/\/labs#verify-it$/);
  await expect(page.getByRole('heading', { name: 'Verify it' })).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Verify it' })).toBeFocused();
  await expect(contents.getByRole('link', { name: 'Verify it' })).toHaveAttribute('aria-current', 'location');

  await page.goto('/labs#bulk-files');
  await expect(page.getByRole('heading', { name: 'Bulk files', exact: true })).toBeInViewport();
});

test('code is copied whole', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, '/labs');
  await page.getByRole('button', { name: 'Copy: Verify it, verify-webhook.mjs' }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const file = readFileSync(join(import.meta.dirname, '../../openapi/examples/verify-webhook.mjs'), 'utf8');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(file);
});

test('commands are for the server that shows the guide, by whatever name it was reached', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/labs');
  const { origin, port } = new URL(page.url());
  for (const address of [origin, `http://127.0.0.1:${port}`]) {
    await page.goto(`${address}/labs`);
    await expect(page.locator('.prose')).toContainText(`export BASE_URL=${address}`);
    await expect(page.locator('.prose')).not.toContainText('localhost:3000');
    await page.getByRole('button', { name: 'Copy: In one minute', exact: true }).first().click();
    await expect(page.getByText('Copied', { exact: true }).first()).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(`export BASE_URL=${address}\nexport CLEARBATCH_KEY=coa_live_…\n`);
  }
});

test('the type of a real error leads to what it means, and on to the others and the guide', async ({ page }) => {
  await enter(page);
  const { type } = await (await page.request.get('/api/partner/lab')).json();
  await page.goto(type);
  await expect(page.getByRole('heading', { level: 1, name: 'No key was sent' })).toBeVisible();
  await expect(page.getByText('HTTP 401')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What to do' })).toBeVisible();
  await page.getByRole('link', { name: 'All errors' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'What Errors Mean' })).toBeFocused();
  await page.getByRole('link', { name: 'duplicate-batch' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'This batch already has a certificate' })).toBeVisible();
  await expect(page).toHaveTitle('This batch already has a certificate (duplicate-batch) - ClearBatch');
  await page.getByRole('link', { name: 'Guide for labs' }).click();
  await page.getByRole('table').getByRole('link', { name: 'changed-meanwhile' }).click();
  await expect(page).toHaveURL(/\/problems\/changed-meanwhile$/);
});

test('a problem that there is not is a page that there is not', async ({ page }) => {
  await enter(page);
  expect((await page.goto('/problems/none'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: '404 - Page Not Found' })).toBeVisible();
});

test('visitors load nothing of it', async ({ page }) => {
  await enter(page);
  const loaded: string[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) loaded.push(await response.text());
  });
  await page.goto('/coa');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(loaded.length).toBeGreaterThan(0);
  expect(loaded.filter((script) => /verifyWebhook|idempotency-key-reused/.test(script))).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no page for laboratories has a violation or scrolls sideways in the ${colorScheme} theme`, async ({
    browser,
  }) => {
    test.setTimeout(120_000);
    const page = await (await browser.newContext({ colorScheme, reducedMotion: 'reduce' })).newPage();
    await enter(page, '/labs');
    for (const screen of ['/labs', '/problems', '/problems/invalid-input', '/problems/none']) {
      await page.goto(screen);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const width of [320, 360, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await scrollLeftOf(page), `${screen} at ${width}`).toBeLessThanOrEqual(0);
      }
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
          `${screen} at ${width}`,
        ).toEqual([]);
      }
    }
  });
}
