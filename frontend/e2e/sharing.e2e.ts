import { expect, type Page } from '@playwright/test';
import { enter, passAgeGate, test } from './journeys';

/** Every page with a share button, and the path it shares. */
const SHARED = [
  ['/learn/onset-duration#the-morning-after', '/learn/onset-duration'],
  ['/coa/VT%20552', /^\/brands\/[^/]+\/coa\/VT%20552$/],
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

for (const [address, path] of SHARED) {
  test(`${address} is shared by its canonical URL`, async ({ page }) => {
    await withShareSheet(page, 'resolve');
    await enter(page, address);
    await share(page).click();
    const { pathname, search, hash } = new URL((await sharedData(page)).url ?? '');
    expect(pathname).toEqual(typeof path === 'string' ? path : expect.stringMatching(path));
    expect(search).toBe(address.includes('?') ? address.slice(address.indexOf('?')) : '');
    expect(hash).toBe('');
    await expect(page.getByText('Link copied', { exact: true })).toHaveCount(0);
  });
}

test('a shared certificate is described by its verdict', async ({ page }) => {
  await withShareSheet(page, 'resolve');
  await enter(page, '/coa/TP-2026-07-B');
  await share(page).click();
  expect((await sharedData(page)).text).toBe('Failed for lead. Do not drink it.');
});

test('a copied link is announced', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  await enter(page, '/coa/WX25-0009');
  await share(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' }).first()).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/certificates\/CB-/);
});

test('a press before hydration that the browser no longer accepts shows the link, selected', async ({ page }) => {
  await withShareSheet(page, 'reject');
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await passAgeGate(page);
  const { promise: isWanted, resolve: load } = Promise.withResolvers<void>();
  await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
    await isWanted;
    await route.continue();
  });
  await page.goto('/learn/onset-duration');
  await share(page).click();
  load();
  const link = page.getByLabel('Link to share');
  await expect(link).toBeFocused();
  await expect(link).toHaveValue(/\/learn\/onset-duration$/);
  expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/\/learn\/onset-duration$/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  for (const [address, path] of SHARED) {
    test(`${address} shows its canonical link in place of buttons that do nothing`, async ({ page }) => {
      await enter(page, address);
      const link = page.getByRole('main').getByRole('link', { name: /^http:/ });
      await expect(link).toBeVisible();
      const { pathname } = new URL((await link.getAttribute('href')) ?? '');
      expect(pathname).toEqual(typeof path === 'string' ? path : expect.stringMatching(path));
      await expect(page.getByText(/Page loaded \w+ \d+, \d{4} \(UTC\)/)).toBeVisible();
      for (const name of ['Share', 'Print or save this record'])
        await expect(page.getByRole('button', { name })).toHaveCount(0);
    });
  }

  test('the QR code of a certificate is an image of its address', async ({ page }) => {
    await enter(page, '/coa/%23C9030');
    const code = page.getByRole('img', { name: 'QR code: address of this certificate' });
    await expect(code).toHaveAttribute('src', '/brands/Juniper%20%26%20Tide/coa/%23C9030/qr.svg');
    expect(await code.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBeGreaterThan(20);
  });
});

test('hydration leaves the link preview as the server wrote it', async ({ page }) => {
  await passAgeGate(page);
  const tags = () =>
    page
      .locator('head :is(title, meta[name], meta[property], link[rel="canonical"])')
      .evaluateAll((all) => all.map((tag) => tag.outerHTML));
  for (const address of ['/coa/TP-2026-07-B', '/coa/WX25-0009', '/brands/Juniper%20%26%20Tide', '/emergency']) {
    await page.route(/\/assets\/start-/, (route) => route.abort());
    await page.goto(address);
    const written = await tags();
    await page.unrouteAll();
    await enter(page, address);
    expect(await tags(), address).toEqual(written);
  }
});
