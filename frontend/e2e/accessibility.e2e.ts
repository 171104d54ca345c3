import { expect } from '@playwright/test';
import { BOTH_THEMES, enter, expectAccessible, openFully, signIn, test } from './journeys';

const STAFF_SCREENS = ['/admin', '/admin/brands'];

test('no screen of a review has an accessibility violation or scrolls sideways, in either theme', async ({ page }) => {
  await openFully(page, '/admin');
  await expectAccessible(page, BOTH_THEMES);
  await signIn(page);
  for (const screen of STAFF_SCREENS) {
    await openFully(page, screen);
    await expectAccessible(page, BOTH_THEMES);
  }
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Start reviewing' }).click();
  await expect(page.getByRole('heading', { name: 'As submitted' })).toBeVisible();
  await expectAccessible(page, BOTH_THEMES);
  for (const standing of ['withdrawn', 'superseded', 'approved']) {
    await page.goto(`/admin?standing=${standing}`);
    await page.getByRole('main').getByRole('listitem').getByRole('link', { name: / mg$/ }).first().click();
    await expect(page.getByRole('heading', { name: 'As submitted' })).toBeVisible();
    await expectAccessible(page, BOTH_THEMES);
  }
  await page.getByRole('link', { name: 'Amend' }).click();
  await expect(page.getByRole('heading', { name: 'Amend a certificate' })).toBeVisible();
  await expectAccessible(page, BOTH_THEMES);
});

test('the menu works by keyboard, exposes its state, and closes on navigation', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await enter(page, '/coa');
  const menu = page.locator('summary').filter({ hasText: 'Open menu' });
  const isOpen = (open: boolean) => expect(menu.locator('..')).toHaveJSProperty('open', open);
  await isOpen(false);
  await menu.press('Enter');
  await isOpen(true);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Brands' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Verified Brands' })).toBeVisible();
  await isOpen(false);
  await expect(page.getByRole('heading', { name: 'Verified Brands' })).toBeFocused();
});

test('the first Tab reaches the skip link', async ({ page }) => {
  await enter(page, '/coa');
  await expect(page.getByRole('heading', { name: 'COA Database' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /skip/i })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('the chosen theme applies from the first paint', async ({ page }) => {
  await enter(page, '/coa');
  await page.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const html = await (await page.request.get('/coa')).text();
  expect(html).toContain('<html lang="en" data-theme="dark"');
});
