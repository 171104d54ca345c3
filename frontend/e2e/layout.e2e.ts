import { expect, type Page } from '@playwright/test';
import { enter, openFully, passAgeGate, setTextSize, test, waitForHydration } from './journeys';

/** The height of the sticky elements on a scrolled page, as a share of the window. */
async function stickyPart(page: Page): Promise<number> {
  await page.evaluate(() => window.scrollTo(0, 2_000));
  return page.evaluate(() => {
    const parts = [...document.querySelectorAll('aside[aria-label="Compliance"], aside[aria-label="Compliance"] *')]
      .filter((part) => getComputedStyle(part).position === 'sticky')
      .map((part) => part.getBoundingClientRect().bottom);
    return Math.max(0, ...parts) / window.innerHeight;
  });
}

test('the sticky banner takes at most 15 percent of the window and always contains the help link', async ({ page }) => {
  await enter(page, '/learn/dosing-guide');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const size of ['100%', '130%', '200%']) {
    for (const [width, height] of [
      [320, 568],
      [360, 640],
      [390, 844],
      [640, 360],
      [768, 1024],
      [1024, 600],
      [1280, 800],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      await setTextSize(page, size);
      const help = page
        .getByRole('complementary', { name: 'Compliance' })
        .getByRole('link', { name: 'Need help now?' });
      const where = `${width}x${height}, text at ${size}`;
      await expect.poll(() => stickyPart(page), where).toBeLessThanOrEqual(0.15);
      await expect(help, where).toBeInViewport({ ratio: 1 });
      expect((await help.boundingBox())?.height, where).toBeGreaterThanOrEqual(44);
    }
  }
});

test('help is one click away on pages for visitors and for labs, and on the 404 page, and every phone link is 44 pixels high', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await passAgeGate(page);
  for (const path of ['/none', '/labs', '/coa']) {
    await page.goto(path);
    await page.getByRole('link', { name: 'Need help now?' }).first().click();
    await expect(page.getByRole('heading', { name: 'Emergency Resources' })).toBeVisible();
  }
  // Those of the emergency page are larger: pages.e2e.ts.
  for (const path of ['/responsible-use', '/learn/dosing-guide']) {
    await openFully(page, path);
    const heights = await page
      .locator('a[href^="tel:"], a[href^="sms:"]')
      .evaluateAll((links) =>
        links.filter((link) => link.closest('.prose') === null).map((link) => link.getBoundingClientRect().height),
      );
    expect(heights.length, path).toBeGreaterThan(0);
    expect(Math.min(...heights), path).toBeGreaterThanOrEqual(44);
  }
});

test('the first Tab reaches the skip link, and the menu works by keyboard, exposes its state, and closes on Escape, on a click outside, and on navigation', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await enter(page, '/coa');
  const menu = page.locator('summary').filter({ hasText: 'Open menu' });
  const isOpen = (open: boolean) => expect(menu.locator('..')).toHaveJSProperty('open', open);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  const brands = navigation.getByRole('link', { name: 'Brands' });
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /skip/i })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await isOpen(false);
  await menu.press('Enter');
  await isOpen(true);
  await brands.focus();
  await page.keyboard.press('Escape');
  await isOpen(false);
  await expect(menu).toBeFocused();
  await expect(brands).toBeHidden();

  await menu.click();
  await navigation.click({ position: { x: 2, y: 2 } });
  await expect(navigation).toBeVisible();
  await page.getByRole('main').click({ position: { x: 2, y: 2 } });
  await expect(navigation).toBeHidden();

  await menu.press('Enter');
  await brands.press('Enter');
  await expect(page.getByRole('heading', { name: 'Verified Brands' })).toBeVisible();
  await isOpen(false);
  await expect(page.getByRole('heading', { name: 'Verified Brands' })).toBeFocused();
});

test('the styles know the height of the banner where text has the usual size, so that measuring it restyles nothing', {
  tag: '@slow',
}, async ({ page }) => {
  await passAgeGate(page);
  for (const width of [320, 390, 412, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await openFully(page, '/coa');
    await page.evaluate(() => document.fonts.ready);
    await expect(page.locator('html'), `${width}`).not.toHaveAttribute('style');
  }
  // Larger text still sets it.
  await setTextSize(page, '32px');
  await expect(page.locator('html')).toHaveAttribute('style', /--sticky-height: \d+px/);
});

test('the COA Database shows the current page in forced colors, digits of one width, and never wraps "below label"', {
  tag: '@slow',
}, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await enter(page, '/coa');
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links.filter({ hasText: 'COA Database' })).toHaveCSS('text-decoration-line', 'underline');
  await expect(links.filter({ hasText: 'Learn' })).toHaveCSS('text-decoration-line', 'none');
  await page.emulateMedia({ forcedColors: null });

  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
  const widths = await page.evaluate(widthsOfCharacters);
  // Inter's proportional hyphen is much narrower than its digits; the tabular one has their width.
  expect(widths.hyphen).toBeLessThan(widths.digit * 0.8);
  expect(widths.one).toBeCloseTo(widths.eight, 1);

  for (const width of [320, 360, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const marks = page.getByText('below label', { exact: true }).filter({ visible: true });
    await expect(marks.first()).toBeVisible();
    const lines = await marks.evaluateAll((all) => all.map((mark) => mark.getBoundingClientRect().height / 20));
    expect(Math.max(...lines), `${width}`).toBeLessThan(1.5);
  }
});

/** Runs in the page: widths in running text, and in a column of figures. */
async function widthsOfCharacters() {
  await document.fonts.ready;
  const widthOf = (text: string, parent: Element) => {
    const span = document.createElement('span');
    span.textContent = text.repeat(20);
    parent.append(span);
    const { width } = span.getBoundingClientRect();
    span.remove();
    return width / 20;
  };
  const cell = document.querySelector('td.num') ?? document.body;
  return {
    hyphen: widthOf('-', document.body),
    digit: widthOf('0', document.body),
    one: widthOf('1', cell),
    eight: widthOf('8', cell),
  };
}

test('verified and other brands differ in text and shape, and the page explains the difference', {
  tag: '@slow',
}, async ({ page }) => {
  await enter(page, '/brands');
  const list = await (await page.request.get('/api/brands')).json();
  for (const { brandName, verified } of list) {
    const card = page.getByRole('main').getByRole('link').filter({ hasText: brandName }).first();
    await expect(card.getByText(verified ? /^Verified$/ : /^Not verified$/)).toBeVisible();
    await expect(card).toHaveCSS('border-top-style', verified ? 'solid' : 'dashed');
  }
  for (const isVerified of [true, false]) {
    const brand = list.find(({ verified }: { verified: boolean }) => verified === isVerified);
    await page.goto(`/brands/${encodeURIComponent(brand.brandName)}`);
    const meaning = isVerified ? /^Verified: we confirmed that the contact/ : /^Not verified: we have not confirmed/;
    await expect(page.getByText(meaning)).toBeVisible();
  }
});

test('a page whose chunk does not load offers a reload, inside the site layout', { tag: '@slow' }, async ({ page }) => {
  await enter(page, '/coa');
  await page.route('**/assets/brand-directory.page-*.js', (route) => route.abort());
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Brands' }).click();
  await expect(page.getByRole('heading', { name: "This page didn't load" })).toBeFocused();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Need help now?' }).first()).toBeVisible();
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('brand-directory.page-'));
  await page.getByRole('button', { name: 'Reload' }).click();
  await failed;
  await waitForHydration(page);
  // The server rendered the page, and without its chunk it stays like that (before-hydration.e2e.ts).
  await expect(page.getByRole('heading', { name: 'Verified Brands' })).toBeVisible();
  expect(loads).toBe(1);

  await page.unroute('**/assets/brand-directory.page-*.js');
  await page.reload();
  await waitForHydration(page);
  await expect(page.getByRole('heading', { name: 'Verified Brands' })).toBeVisible();
});
