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

test('help is one click away on every page, including the 404 page', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await passAgeGate(page);
  for (const path of ['/none', '/coa', '/labs']) {
    await page.goto(path);
    await page.getByRole('link', { name: 'Need help now?' }).first().click();
    await expect(page.getByRole('heading', { name: 'Emergency Resources' })).toBeVisible();
  }
});

test('every phone link is 44 pixels high', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await passAgeGate(page);
  for (const path of ['/responsible-use', '/emergency', '/learn/dosing-guide']) {
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

test('the emergency page prints its numbers in black on white', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto('/emergency');
  const links = page.locator('main a[href^="tel:"], main a[href^="sms:"]');
  await expect(links).toHaveCount(7);
  const looks = await links.evaluateAll((all) =>
    all.map((link) => {
      const { color, backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(link);
      return [color, backgroundColor, borderTopColor, borderTopWidth];
    }),
  );
  for (const look of looks) expect(look).toEqual(['rgb(0, 0, 0)', 'rgba(0, 0, 0, 0)', 'rgb(0, 0, 0)', '1px']);
});

test('Escape closes the menu and focuses its button', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await enter(page, '/coa');
  const menu = page.locator('summary').filter({ hasText: 'Open menu' });
  await menu.press('Enter');
  const brands = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Brands' });
  await brands.focus();
  await page.keyboard.press('Escape');
  await expect(menu.locator('..')).toHaveJSProperty('open', false);
  await expect(menu).toBeFocused();
  await expect(brands).toBeHidden();
});

test('a click outside closes the menu, and one inside does not', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await enter(page, '/coa');
  const menu = page.locator('summary').filter({ hasText: 'Open menu' });
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await menu.click();
  await navigation.click({ position: { x: 2, y: 2 } });
  await expect(navigation).toBeVisible();
  await page.getByRole('main').click({ position: { x: 2, y: 2 } });
  await expect(navigation).toBeHidden();
});

test('the current page is marked in the navigation in forced colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await enter(page, '/coa');
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links.filter({ hasText: 'COA Database' })).toHaveCSS('text-decoration-line', 'underline');
  await expect(links.filter({ hasText: 'Learn' })).toHaveCSS('text-decoration-line', 'none');
});

test('the styles know the height of the banner where text has the usual size, so that measuring it restyles nothing', async ({
  page,
}) => {
  await enter(page, '/coa');
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

test('hyphens in running text are proportional, and digits in a column have one width', async ({ page }) => {
  await enter(page, '/coa');
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
  const widths = await page.evaluate(async () => {
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
  });
  // Inter's proportional hyphen is much narrower than its digits; the tabular one has their width.
  expect(widths.hyphen).toBeLessThan(widths.digit * 0.8);
  expect(widths.one).toBeCloseTo(widths.eight, 1);
});

test('"below label" never wraps', async ({ page }) => {
  await enter(page, '/coa');
  await expect(page.getByRole('heading', { name: 'COA Database' })).toBeVisible();
  for (const width of [320, 360, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const marks = page.getByText('below label', { exact: true }).filter({ visible: true });
    await expect(marks.first()).toBeVisible();
    const lines = await marks.evaluateAll((all) => all.map((mark) => mark.getBoundingClientRect().height / 20));
    expect(Math.max(...lines), `${width}`).toBeLessThan(1.5);
  }
});

test('a table in an article scrolls in a visible, named and focusable container', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await enter(page, '/learn/reading-lab-results');
  const frame = page.locator('.table-scroll').first();
  await expect(frame).toHaveCSS('border-top-width', '1px');
  await expect(frame).toHaveAttribute('aria-label', /^Table/);
  await expect(frame).toHaveAttribute('tabindex', '0');
  const line = await frame.evaluate((element) => getComputedStyle(element).borderTopColor);
  expect(line).not.toBe(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
  await frame.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => frame.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
});

test('verified and other brands differ in text and shape, and the page explains the difference', async ({ page }) => {
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

test('a page whose chunk does not load offers a reload, inside the site layout', async ({ page }) => {
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
