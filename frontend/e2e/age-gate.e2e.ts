import { expect, test } from '@playwright/test';
import { enter } from './journeys';

const ENTER = { name: "I'm 21+ - Enter Site" };

test('the gate stands before every page and leads to the one asked for', async ({ page }) => {
  await page.goto('/brands');
  await expect(page.getByRole('heading', { name: 'Age Verification Required' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Verified Brands' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Under 21 - Exit' })).toHaveAttribute('href', /^https:/);
  await page.getByRole('button', ENTER).press('Enter');
  await expect(page.getByRole('heading', { name: 'Verified Brands' })).toBeVisible();
  await expect(page).toHaveURL(/\/brands$/);
});

test('it is remembered, and the gate does not flash up', async ({ page }) => {
  await enter(page, '/age-gate');
  await expect(page).not.toHaveURL(/age-gate/);
  const sawGate = page.waitForSelector('text=Age Verification Required', { timeout: 1500 }).then(
    () => true,
    () => false,
  );
  await page.goto('/coa');
  await expect(page.getByRole('heading', { name: 'COA Database' })).toBeVisible();
  expect(await sawGate).toBe(false);
  await page.goto('/age-gate');
  await expect(page).not.toHaveURL(/age-gate/);
});

test('a failed request says so and can be repeated', async ({ page }) => {
  await page.goto('/coa');
  await page.route('**/api/verify-age', (route) => route.abort());
  await page.getByRole('button', ENTER).click();
  await expect(page.getByRole('alert')).toContainText('could not be saved');
  await page.unroute('**/api/verify-age');
  await page.getByRole('button', ENTER).click();
  await expect(page.getByRole('heading', { name: 'COA Database' })).toBeVisible();
});

test('without JavaScript it is a plain form', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/coa?brand=Waxwing');
  await page.getByRole('button', ENTER).click();
  await expect(page).toHaveURL(/\/coa\?brand=Waxwing$/);
  await expect(page.getByRole('button', ENTER)).toHaveCount(0);
  await expect(page.getByRole('link', { name: '/api/coa' })).toBeVisible();
});
