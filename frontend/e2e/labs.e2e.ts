import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { enter, passAgeGate, sidewaysScroll, waitForHydration } from './journeys';

const guide = readFileSync(join(import.meta.dirname, '../../docs/labs.md'), 'utf8');
const headings = guide
  .replace(/^```[\s\S]*?^```$/gm, '')
  .match(/^## .*$/gm)
  ?.map((line) => line.slice(3));

test('the guide is linked in the footer, matches docs/labs.md and has a working table of contents', async ({
  page,
}) => {
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

const labsDocument = JSON.parse(readFileSync(join(import.meta.dirname, '../../openapi/openapi-labs.json'), 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string; summary: string }>>;
  webhooks: Record<string, { post: { summary: string } }>;
};

test('the API reference shows every call and webhook for labs, none for staff, and works by keyboard', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/api/docs'); // no gate: labs come here from elsewhere
  await expect(page).toHaveURL(/\/labs\/api$/);
  await expect(page.getByRole('heading', { level: 1, name: 'API Reference for Labs' })).toBeVisible();
  const calls = Object.entries(labsDocument.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { summary }]) => `${summary}: ${method.toUpperCase()} ${path}`),
  );
  const events = Object.entries(labsDocument.webhooks).map(([type, { post }]) => `${post.summary}: ${type}`);
  const shown = await page
    .locator('h3 + .call')
    .evaluateAll((all) => all.map((line) => `${line.previousElementSibling?.textContent}: ${line.textContent}`));
  expect(shown.toSorted()).toEqual([...calls, ...events].toSorted());
  expect(await page.locator('.prose').textContent()).not.toContain('/api/staff/');

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

  await page.locator('.prose details').evaluateAll((all) => {
    for (const one of all as HTMLDetailsElement[]) one.open = true;
  });
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await sidewaysScroll(page), `all examples open at ${width}`).toBeLessThanOrEqual(0);
  }
});

test('the API reference has no broken links', async ({ page }) => {
  await page.goto('/labs/api');
  await expect(page.locator('#objects')).toBeAttached();
  const places = await page
    .locator('.prose a[href^="#"]')
    .evaluateAll((links) => links.map((link) => (link.getAttribute('href') ?? '').slice(1)));
  expect(places.length).toBeGreaterThan(50);
  const dead = await page.evaluate((all) => all.filter((id) => !document.getElementById(id)), places);
  expect(dead).toEqual([]);
  const ids = await page.locator('.prose [id]').evaluateAll((all) => all.map(({ id }) => id));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('code is copied in full', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, '/labs');
  await page.getByRole('button', { name: 'Copy: Verify it, verify-webhook.mjs' }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const file = readFileSync(join(import.meta.dirname, '../../openapi/examples/verify-webhook.mjs'), 'utf8');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(file);
});

test("commands use the site's public origin, also where the guide was opened at another", async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/labs');
  // The test server has no PUBLIC_URL, so its public origin is localhost.
  const { origin, port } = new URL(page.url());
  for (const address of [origin, `http://127.0.0.1:${port}`]) {
    await page.goto(`${address}/labs`);
    await expect(page.locator('.prose')).toContainText(`export BASE_URL=${origin}`);
    await expect(page.locator('.prose')).not.toContainText('localhost:3000');
    await page.getByRole('button', { name: 'Copy: In one minute', exact: true }).first().click();
    await expect(page.getByText('Copied', { exact: true }).first()).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(`export BASE_URL=${origin}\nexport CLEARBATCH_KEY=coa_live_…\n`);
  }
});

test('the type of a real error links to its explanation, which links to the other errors and the guide', async ({
  page,
}) => {
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
  await expect(page.getByRole('heading', { level: 1, name: 'This batch already has a certificate' })).toBeVisible();
  await expect(page).toHaveTitle('This batch already has a certificate (duplicate-batch) - ClearBatch');
  await page.getByRole('link', { name: 'Guide for labs' }).click();
  await page.getByRole('table').getByRole('link', { name: 'changed-meanwhile' }).click();
  await expect(page).toHaveURL(/\/problems\/changed-meanwhile$/);
});

test('an unknown problem is a 404 page', async ({ page }) => {
  await passAgeGate(page);
  expect((await page.goto('/problems/none'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: '404 - Page Not Found' })).toBeVisible();
});

test('other pages load none of the labs code', async ({ page }) => {
  await passAgeGate(page);
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
