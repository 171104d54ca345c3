import { expect, test } from '@playwright/test';
import { enter, signIn, violationsOn } from './journeys';

const SCREENS = [
  '/',
  '/learn',
  '/learn/reading-lab-results',
  '/dose-calculator',
  '/coa',
  '/coa/LOT%2024%2F117',
  '/coa/none',
  '/certificates/CB-WWNK-X25K',
  '/certificates/CB-3F2A-EDGW',
  '/corrections/none',
  '/brands',
  '/brands/Paper%20Lantern',
  '/submit-coa',
  '/responsible-use',
  '/emergency',
  '/contact',
  '/terms',
  '/privacy',
  '/sitemap',
  '/none',
];
const STAFF_SCREENS = ['/admin', '/admin/brands'];
const WIDTHS = [360, 768, 1280];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no page has an accessibility violation or scrolls sideways in the ${colorScheme} theme`, async ({
    browser,
  }) => {
    test.setTimeout(300_000);
    const page = await (await browser.newContext({ colorScheme })).newPage();
    await page.goto('/coa');
    await expectAccessible(page);
    await enter(page, '/coa');
    for (const screen of SCREENS) {
      await page.goto(screen);
      await expectAccessible(page);
    }
    await page.goto('/admin');
    await expectAccessible(page);
    await signIn(page);
    for (const screen of STAFF_SCREENS) {
      await page.goto(screen);
      await expectAccessible(page);
    }
    await page.goto('/admin');
    await page.getByRole('button', { name: 'Start reviewing' }).click();
    await expect(page.getByRole('heading', { name: 'As submitted' })).toBeVisible();
    await expectAccessible(page);
    for (const standing of ['approved', 'withdrawn', 'superseded']) {
      await page.goto(`/admin?standing=${standing}`);
      await page.getByRole('main').getByRole('listitem').getByRole('link', { name: / mg$/ }).first().click();
      await expect(page.getByRole('heading', { name: 'As submitted' })).toBeVisible();
      await expectAccessible(page);
    }
    await page.goto('/admin?standing=approved');
    await page.getByRole('main').getByRole('listitem').getByRole('link', { name: / mg$/ }).first().click();
    await page.getByRole('link', { name: 'Amend' }).click();
    await expect(page.getByRole('heading', { name: 'Amend a certificate' })).toBeVisible();
    await expectAccessible(page);
  });
}

async function expectAccessible(page: import('@playwright/test').Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${page.url()} at ${width}`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 360, height: 900 });
  const narrow = await violationsOn(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  const wide = await violationsOn(page);
  expect([...narrow, ...wide], page.url()).toEqual([]);
}

test('the menu works by keyboard, exposes its state, and closes on navigation', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await enter(page, '/coa');
  const menu = page.getByRole('button', { name: /menu/ });
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await menu.press('Enter');
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Brands' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Verified Brands' })).toBeVisible();
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('heading', { name: 'Verified Brands' })).toBeFocused();
});

test('the first Tab reaches the skip link', async ({ page }) => {
  await enter(page, '/coa');
  await page.reload();
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
