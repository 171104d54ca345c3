import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { enter, passAgeGate, test, waitForHydration } from './journeys';

const guide = readFileSync(join(import.meta.dirname, '../../docs/labs.md'), 'utf8');
const headings = guide
  .replace(/^```[\s\S]*?^```$/gm, '')
  .match(/^## .*$/gm)
  ?.map((line) => line.slice(3));

test('the guide is linked in the footer, its pages are the chapters of docs/labs.md, and it leads to what changed', async ({
  page,
}) => {
  await enter(page, '/coa');
  await page.getByRole('contentinfo').getByRole('link', { name: 'For Labs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'For Labs' })).toBeVisible();
  await expect(page).toHaveTitle('For Labs - ClearBatch');
  const [first = '', ...chapters] = headings ?? [];
  await expect(page.locator('.prose h2')).toHaveText([first]);
  const pages = page.getByRole('navigation', { name: 'All pages' });
  await expect(pages.getByRole('link')).toHaveText(['Overview', ...chapters]);

  const [second = ''] = chapters;
  await page.getByRole('link', { name: `Next: ${second}`, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: second })).toBeFocused();
  await expect(page).toHaveTitle(`${second}: Guide for Labs - ClearBatch`);
  await expect(pages.locator('[aria-current]')).toHaveText(second);
  const [previous = '', last = ''] = chapters.slice(-2);
  await pages.getByRole('link', { name: last, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: last })).toBeFocused();
  await expect(page.getByRole('link', { name: /^Next:/ })).toHaveCount(0);
  await page.getByRole('link', { name: `Previous: ${previous}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: previous })).toBeFocused();

  await pages.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('link', { name: 'list of changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'How the API Has Changed' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Before anything goes away' })).toBeVisible();
  const days = page.getByRole('heading', { level: 2 }).locator('time');
  await expect(days.last()).toHaveText('November 21, 2026');
  await expect(page.getByRole('region', { name: 'November 24, 2026' })).toContainText('a second report is no longer');
});

test('the table of contents of a chapter works, and so do links to headings of other chapters, and its code is copied in full', {
  tag: '@slow',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, '/labs/guide/webhooks');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const verifyIt = page.getByRole('heading', { name: 'Verify it' });
  await contents.getByRole('link', { name: 'Verify it' }).click();
  await expect(page).toHaveURL(/\/labs\/guide\/webhooks#verify-it$/);
  await expect(verifyIt).toBeInViewport();
  await expect(verifyIt).toBeFocused();
  await expect(contents.getByRole('link', { name: 'Verify it' })).toHaveAttribute('aria-current', 'location');

  await page.getByRole('button', { name: 'Copy: Verify it, verify-webhook.mjs' }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const file = readFileSync(join(import.meta.dirname, '../../openapi/examples/verify-webhook.mjs'), 'utf8');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(file);

  await page.goto('/labs/guide/a-complete-program');
  await waitForHydration(page);
  await page.getByRole('link', { name: 'verify-webhook.mjs' }).click();
  await expect(page).toHaveURL(/\/labs\/guide\/webhooks#verify-it$/);
  await expect(verifyIt).toBeFocused();
  await expect(verifyIt).toBeInViewport();
});

test('a heading is in view when the fonts arrive while the page scrolls to it', { tag: '@slow' }, async ({ page }) => {
  const arrive = Promise.withResolvers<void>();
  await page.route(/\.woff2$/, async (route) => {
    await arrive.promise;
    await route.continue();
  });
  await enter(page, '/labs/guide/webhooks');
  const devTools = await page.context().newCDPSession(page);
  // So slow that the page is laid out again before the scroll ends.
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Verify it' }).click();
  arrive.resolve();
  await expect.poll(height).not.toBe(before);
  await expect(page.getByRole('heading', { name: 'Verify it' })).toBeInViewport();
});

test('addresses from when each text was one page lead to the page that now has the heading, and one with a heading that never was stays where it is', {
  tag: '@slow',
}, async ({ page, baseURL }) => {
  const asked = page.waitForResponse(/\/assets\/places-[^/]+\.js$/);
  await page.goto('/labs#constructor');
  await asked;
  await page.waitForLoadState('networkidle');
  await expect(page).toHaveURL(`${baseURL}/labs#constructor`);
  await expect(page.getByRole('heading', { level: 1, name: 'For Labs' })).toBeInViewport();

  await passAgeGate(page);
  await page.goto('/terms');
  for (const { from, to, heading } of [
    { from: '/labs#safe-retries', to: '/labs/guide/retries-lists-and-limits#safe-retries', heading: 'Safe retries' },
    {
      from: '/labs/api#createCertificate',
      to: '/labs/api/certificates#createCertificate',
      heading: 'Send one certificate',
    },
  ]) {
    await page.goto(from);
    await expect(page).toHaveURL(baseURL + to);
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeInViewport();
    await page.goBack();
    await expect(page).toHaveURL(`${baseURL}/terms`);
  }
});

test('the API reference works by keyboard on a phone', { tag: '@slow' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/labs/api');
  await waitForHydration(page);
  const pages = page.getByRole('navigation', { name: 'All pages' });
  await pages.locator('summary').press('Enter');
  await pages.getByRole('link', { name: 'Certificates', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Certificates' })).toBeFocused();

  const contents = page.getByRole('navigation', { name: 'On this page' });
  await contents.locator('summary').press('Enter');
  await contents.getByRole('link', { name: 'Send one certificate' }).press('Enter');
  await expect(page.locator('#createCertificate')).toBeFocused();
  await expect(page.locator('#createCertificate')).toBeInViewport();
  const example = page.locator('details:has([aria-label="Copy: Example body of createCertificate"])');
  await example.locator('summary').press('Enter');
  await page.getByRole('button', { name: 'Copy: Example body of createCertificate' }).press('Enter');
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(copied).toMatchObject({ labReportId: 'EA-2026-01187', status: 'passed' });
  await page.getByRole('link', { name: 'PartnerCertificate', exact: true }).first().press('Enter');
  await expect(page.locator('#object-PartnerCertificate')).toBeFocused();
});

test("commands use the site's public origin, also where the guide was opened at another", { tag: '@slow' }, async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // The test server has no PUBLIC_URL, so its public origin is localhost.
  const { origin, port } = new URL(baseURL ?? '');
  await page.goto(`http://127.0.0.1:${port}/labs`);
  await waitForHydration(page);
  await expect(page.locator('.prose')).toContainText(`export BASE_URL=${origin}`);
  await expect(page.locator('.prose')).not.toContainText('localhost:3000');
  await page.getByRole('button', { name: 'Copy: In one minute', exact: true }).first().click();
  await expect(page.getByText('Copied', { exact: true }).first()).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`export BASE_URL=${origin}\nexport CLEARBATCH_KEY=coa_live_…\n`);
});

test('the type of a real error links to its explanation, which links to the other errors and the guide', {
  tag: '@slow',
}, async ({ page }) => {
  await passAgeGate(page);
  const { type } = await (await page.request.get('/api/partner/lab')).json();
  await page.goto(type);
  await waitForHydration(page);
  await expect(page.getByRole('heading', { level: 1, name: 'No key was sent' })).toBeVisible();
  await expect(page.getByText('HTTP 401')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What to do' })).toBeVisible();
  await page.getByRole('link', { name: 'All errors' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'What Errors Mean' })).toBeFocused();
  await page.getByRole('link', { name: 'duplicate-batch' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'This lab report is already published' })).toBeVisible();
  await expect(page).toHaveTitle('This lab report is already published (duplicate-batch) - ClearBatch');
  await page.getByRole('link', { name: 'Guide for labs' }).click();
  await page.getByRole('navigation', { name: 'All pages' }).getByRole('link', { name: 'Errors' }).click();
  await page.getByRole('table').getByRole('link', { name: 'changed-meanwhile' }).click();
  await expect(page).toHaveURL(/\/problems\/changed-meanwhile$/);
});
