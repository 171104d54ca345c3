import { expect, type Page } from '@playwright/test';
import { openUnhydrated } from './hydration';
import { passAgeGate, test, waitForHydration } from './journeys';

/** Every page with a share button, and the path it shares. */
const SHARED = [
  ['/learn/onset-duration#the-morning-after', '/learn/onset-duration'],
  ['/coa/TP-2026-07-B', /^\/brands\/[^/]+\/coa\/TP-2026-07-B$/],
  ['/coa/WX25-0009', /^\/certificates\/CB-/],
  ['/brands/Juniper%20%26%20Tide', '/brands/Juniper%20%26%20Tide'],
  ['/dose-calculator?mg=5&lb=150&experience=beginner&stomach=empty', '/dose-calculator'],
] as const;

const share = (page: Page) => page.getByRole('button', { name: 'Share' });

/** Replaces the share sheet, which a test cannot see. */
const withShareSheet = (page: Page, outcome: 'resolve' | 'reject') =>
  page.addInitScript((how) => {
    navigator.share = (what) => {
      Object.assign(window, { shared: what });
      return how === 'resolve' ? Promise.resolve() : Promise.reject(new DOMException('no', 'NotAllowedError'));
    };
  }, outcome);

/** What the share sheet was given. A press before hydration reaches it later. */
async function sharedData(page: Page): Promise<ShareData> {
  const shared = await page.waitForFunction(() => (window as { shared?: ShareData }).shared);
  return (await shared.jsonValue()) as ShareData;
}

test('pages are shared by their canonical URL, and a certificate with its verdict', { tag: '@slow' }, async ({
  page,
}) => {
  await withShareSheet(page, 'resolve');
  await passAgeGate(page);
  for (const [address, path] of SHARED) {
    await page.goto(address);
    await waitForHydration(page);
    await share(page).click();
    const { url = '', text } = await sharedData(page);
    const { pathname, search, hash } = new URL(url);
    expect(pathname).toEqual(typeof path === 'string' ? path : expect.stringMatching(path));
    expect(search, address).toBe(address.includes('?') ? address.slice(address.indexOf('?')) : '');
    expect(hash, address).toBe('');
    await expect(page.getByText('Link copied', { exact: true }), address).toHaveCount(0);
    if (address === '/coa/TP-2026-07-B') expect(text).toBe('Failed for lead. Do not drink it.');
  }
});

test('a press before hydration that the browser no longer accepts shows the link, selected', { tag: '@slow' }, async ({
  page,
}) => {
  await withShareSheet(page, 'reject');
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await passAgeGate(page);
  const hydrate = await openUnhydrated(page, '/learn/onset-duration');
  await share(page).click();
  await hydrate();
  const link = page.getByLabel('Link to share');
  await expect(link).toBeFocused();
  await expect(link).toHaveValue(/\/learn\/onset-duration$/);
  expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/\/learn\/onset-duration$/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test('its canonical link is in place of buttons that do nothing, and the QR code of a certificate is an image of its address', async ({
    page,
  }) => {
    await passAgeGate(page);
    for (const [address, path] of SHARED) {
      await page.goto(address);
      const link = page.getByRole('main').getByRole('link', { name: /^http:/ });
      await expect(link, address).toBeVisible();
      const { pathname } = new URL((await link.getAttribute('href')) ?? '');
      expect(pathname).toEqual(typeof path === 'string' ? path : expect.stringMatching(path));
      await expect(page.getByText(/Page loaded \w+ \d+, \d{4} \(UTC\)/)).toBeVisible();
      for (const name of ['Share', 'Print or save this record'])
        await expect(page.getByRole('button', { name }), address).toHaveCount(0);
    }
    // A phone would show it to itself.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/coa/%23C9030');
    const code = page.getByRole('img', { name: 'QR code: address of this certificate' });
    await expect(code).toHaveAttribute('src', '/brands/Juniper%20%26%20Tide/coa/%23C9030/qr.svg');
    expect(await code.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBeGreaterThan(20);
  });
});

test('hydration leaves the link preview as the server wrote it', { tag: '@slow' }, async ({ page }) => {
  await passAgeGate(page);
  const tags = () =>
    page
      .locator('head :is(title, meta[name], meta[property], link[rel="canonical"])')
      .evaluateAll((all) => all.map((tag) => tag.outerHTML));
  for (const address of ['/coa/TP-2026-07-B', '/coa/WX25-0009', '/brands/Juniper%20%26%20Tide', '/emergency']) {
    const hydrate = await openUnhydrated(page, address);
    const written = await tags();
    expect(written.length, address).toBeGreaterThan(5);
    await hydrate();
    expect(await tags(), address).toEqual(written);
    await page.unrouteAll();
  }
});
