import { expect, type Page } from '@playwright/test';
import { openFully, passAgeGate, setTextSize, sidewaysScroll, signIn, test } from './journeys';

const PAGES = [
  '/',
  '/learn',
  '/learn/reading-lab-results',
  '/dose-calculator?mg=10',
  '/coa',
  '/coa/LOT%2024%2F117',
  '/coa/none',
  '/certificates/CB-WWNK-X25K',
  '/certificates/CB-3F2A-EDGW',
  '/search',
  '/search?q=juniper',
  '/brands',
  '/brands/Paper%20Lantern',
  '/submit-coa',
  '/responsible-use',
  '/emergency',
  '/contact',
  '/terms',
  '/privacy',
  '/about',
  '/check',
  '/log',
  '/labs',
  '/labs/guide/webhooks',
  '/labs/api',
  '/labs/api/certificates',
  '/problems',
  '/problems/key-missing',
  '/sitemap',
  '/unsubscribe',
  '/corrections/none',
  '/none',
];
const STAFF_PAGES = ['/admin', '/admin/brands', '/admin/mail', '/admin/labs', '/admin/audit-log'];

/** Both sides of every breakpoint, and steps in between. */
const WIDTHS = [
  320, 340, 360, 375, 390, 414, 480, 540, 600, 639, 640, 700, 767, 768, 820, 900, 960, 1023, 1024, 1100, 1180, 1279,
  1280, 1366, 1440, 1600, 1920,
];
const WIDTHS_OF_LARGE_TEXT = [320, 360, 414, 640, 768, 1024, 1280, 1920];

/** Widths at which the page scrolls sideways, and by how much. */
async function tooWide(page: Page, widths: readonly number[]): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const over = await sidewaysScroll(page);
    if (over > 0) found.push(`${page.url()} at ${width}: ${over} px`);
  }
  return found;
}

test('no page scrolls sideways from 320 to 1920 pixels, with text at 100, 130 and 200 percent', async ({ page }) => {
  const found: string[] = [];
  await openFully(page, '/age-gate');
  found.push(...(await tooWide(page, WIDTHS)));
  await passAgeGate(page);
  for (const path of PAGES) {
    await openFully(page, path);
    found.push(...(await tooWide(page, WIDTHS)));
    for (const size of ['130%', '200%']) {
      await setTextSize(page, size);
      found.push(...(await tooWide(page, WIDTHS_OF_LARGE_TEXT)).map((where) => `${where}, text at ${size}`));
    }
  }
  expect(found).toEqual([]);
});

test('no page of the staff console scrolls sideways from 320 to 1920 pixels', async ({ page }) => {
  await signIn(page);
  const found: string[] = [];
  for (const path of STAFF_PAGES) {
    await openFully(page, path);
    found.push(...(await tooWide(page, WIDTHS)));
  }
  expect(found).toEqual([]);
});
