import { expect } from '@playwright/test';
import { BOTH_THEMES, enter, expectAccessible, test } from './journeys';

const PRODUCT = '/brands/Juniper%20%26%20Tide/products/Yuzu%20Seltzer%205%20mg';

test.use({ viewport: { width: 360, height: 740 } });

test('from a certificate to the batches of its product, as a picture and a table', async ({ page }) => {
  await enter(page, '/coa/%23C9030');
  await page.getByRole('main').getByRole('link', { name: 'Yuzu Seltzer 5 mg' }).click();
  await expect(page).toHaveURL(PRODUCT);
  await expect(page).toHaveTitle('Yuzu Seltzer 5 mg by Juniper & Tide - ClearBatch');
  await expect(page.getByRole('heading', { level: 1, name: 'Yuzu Seltzer 5 mg' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Batches over time Measured THC of 2 certificates/ })).toBeVisible();
  await expect(
    page.getByText('The current certificate measured 4.82 mg, close to its label. Not counted: 1 that is withdrawn'),
  ).toBeVisible();
  await expect(page.getByText('Replaced by a correction: 1')).toBeVisible();
  await expect(page.getByText('2 certificates, tested on Nov 13, 2026')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Lab reports for Yuzu Seltzer 5 mg' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('Passed');
  await expect(rows.nth(2)).toContainText('Replaced');
  const fold = page.getByText('The figures as a table');
  if (await fold.isVisible()) await fold.click();
  await expectAccessible(page, BOTH_THEMES);
  await rows.nth(2).getByRole('link').click();
  await expect(page.getByText('Replaced by a corrected certificate. Do not rely on these results.')).toBeVisible();
});

test('a product without a current certificate says so, and one that failed says not to drink it', async ({ page }) => {
  await enter(page, '/brands/waxwing/products/LIME%20shot%2025%20mg');
  await expect(
    page.getByText('No certificate of this product is current. Do not rely on these figures.'),
  ).toBeVisible();
  await expect(page.getByText('Withdrawn: 1')).toBeVisible();
  await page.goto('/brands/Waxwing/products/Night%20Shot%2050%20mg');
  await expect(page.getByText('Do not drink it', { exact: true })).toBeVisible();
  await expect(page.getByText('Failed its lab test: 1')).toBeVisible();
  await page.goto('/brands/Waxwing/products/No%20Such%20Shot');
  await expect(page.getByRole('heading', { level: 1, name: 'Product Not Found' })).toBeVisible();
});

test('the brand page shows its batches against their labels, and says which it leaves out', async ({ page }) => {
  await enter(page, '/brands/Juniper%20%26%20Tide');
  await expect(page.getByRole('img', { name: /^Batches against their labels/ })).toBeVisible();
  await expect(
    page.getByText('2 of 2 current certificates are close to their label. Left out: 1 whose name states no dose'),
  ).toBeVisible();
  await page.goto('/brands/Ember%20%26%20Rind');
  await expect(page.getByText('Older than 12 months: 1')).toBeVisible();
  await expect(page.getByRole('article').getByText('older than 12 months')).toHaveCount(1);
  await page.getByText('The figures as a table').click();
  await expect(page.getByRole('row', { name: /E&R\/2210.*older than 12 months/i })).toBeVisible();
  await expectAccessible(page, BOTH_THEMES);
  // Its names state no dose in milligrams.
  await page.goto('/brands/Little%20Comet');
  await expect(page.getByRole('heading', { name: 'Lab reports' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Batches/ })).toHaveCount(0);
});
