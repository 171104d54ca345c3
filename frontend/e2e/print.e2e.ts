import { expect, type Page } from '@playwright/test';
import { endAnimations, passAgeGate, test } from './journeys';

// What a sheet shows when it is printed from the server's HTML alone, in the dark theme.
test.use({ javaScriptEnabled: false, colorScheme: 'dark' });

const FULL = '/coa/%23C9030';

/** Kinds of pages, the path they print and what must be on the sheet. */
const PRINTED: readonly { address: string; path?: RegExp; shows: readonly (string | RegExp)[] }[] = [
  {
    address: '/coa/TP-2026-07-B',
    path: /^\/brands\/[^/]+\/coa\/TP-2026-07-B$/,
    shows: ['Failed for lead. Do not drink it.', 'Measured THC', 'What our checks noticed'],
  },
  { address: '/coa/WX25-0009', path: /^\/certificates\/CB-/, shows: ['Withdrawn. Do not rely on these results.'] },
  { address: '/learn/dosing-guide', shows: ['Key points', 'Sources', 'Safety reminders'] },
  {
    address: '/dose-calculator?mg=5&lb=150&experience=beginner&stomach=empty',
    shows: ['For 5 mg of THC, 150 lb, empty stomach', 'Moderate for a beginner', /an amount counts as entered/],
  },
  { address: '/labs/guide/errors', shows: ['Key errors', 'scope-missing'] },
  { address: '/labs/api/key', shows: ['GET /api/partner/lab', 'Example response', 'keyPrefix'] },
  { address: '/emergency', shows: ['Call 911 for any of these', 'What not to do', '1-888-426-4435'] },
  { address: '/responsible-use', shows: ['Where to start', 'Emergency Contacts'] },
  { address: '/terms', shows: ['Agreement to Terms', /^Last updated: /] },
];

const print = (page: Page) => page.emulateMedia({ media: 'print', colorScheme: 'dark', reducedMotion: 'reduce' });

const sheetsOf = async (page: Page, format: string) =>
  (await page.pdf({ format })).toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length;

/** Once the colors have changed. */
const inkOf = async (page: Page) => {
  await endAnimations(page);
  return page.locator('h1').evaluate((heading) => getComputedStyle(heading).color);
};

test('each kind of page prints its content with address and date, and nothing to press, certificates on three sheets at most, and before the gate only the gate', {
  tag: '@slow',
}, async ({ page, context, baseURL }) => {
  await page.goto('/learn/dosing-guide');
  await print(page);
  await expect(page.getByRole('heading', { name: 'Age Verification Required' })).toBeVisible();
  await expect(page.locator('#key-points')).toBeHidden();
  expect(await sheetsOf(page, 'A4')).toBe(1);

  await passAgeGate(page);
  for (const { address, path = address.split('?')[0] ?? '', shows } of PRINTED) {
    await test.step(address, async () => {
      await page.emulateMedia({ media: null, colorScheme: 'dark', reducedMotion: null });
      await page.goto(address);
      const darkThemeInk = await inkOf(page);
      await print(page);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const text of shows) {
        await expect(page.getByText(text).filter({ visible: true }).first(), String(text)).toBeVisible();
      }
      const link = page.getByRole('main').getByRole('link', { name: /^http:/ });
      await expect(link).toBeVisible();
      const { pathname } = new URL(await link.innerText());
      expect(pathname).toEqual(typeof path === 'string' ? path : expect.stringMatching(path));
      await expect(page.getByText(/Page loaded \w+ \d+, \d{4} \(UTC\)/)).toBeVisible();
      for (const role of ['navigation', 'banner', 'contentinfo', 'button', 'textbox', 'radio'] as const) {
        await expect(page.getByRole(role), role).toHaveCount(0);
      }
      await expect(page.getByRole('complementary', { name: 'Compliance' })).toHaveCount(0);
      await page.emulateMedia({ media: 'print', colorScheme: 'light' });
      const lightThemeInk = await inkOf(page);
      await print(page);
      expect(await inkOf(page)).toBe(lightThemeInk);
      expect(lightThemeInk).not.toBe(darkThemeInk);
      if (address === '/learn/dosing-guide') await expectPrintedSources(page);
      if (address.startsWith('/coa/')) await expectThreeSheets(page, address);
    });
  }

  for (const address of [FULL, '/coa/LOT%2024%2F117']) {
    await page.goto(address);
    await expectThreeSheets(page, address);
    if (address === FULL) await expectPrintedResults(page);
  }

  await test.step('a chosen dark theme prints in light colors too, and emergency numbers in black on white', async () => {
    await context.addCookies([{ name: 'theme', value: 'dark', url: baseURL ?? '' }]);
    await page.emulateMedia({ media: null });
    await page.goto('/emergency');
    const onScreen = await inkOf(page);
    await print(page);
    expect(await inkOf(page)).not.toBe(onScreen);
    const links = page.locator('main a[href^="tel:"]:not(.call-link), main a[href^="sms:"]');
    await expect(links).toHaveCount(7);
    const looks = await links.evaluateAll((all) =>
      all.map((link) => {
        const { color, backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(link);
        return [color, backgroundColor, borderTopColor, borderTopWidth];
      }),
    );
    for (const look of looks) expect(look).toEqual(['rgb(0, 0, 0)', 'rgba(0, 0, 0, 0)', 'rgb(0, 0, 0)', '1px']);
  });
});

/** With a QR code that a phone can read. */
async function expectThreeSheets(page: Page, address: string): Promise<void> {
  for (const format of ['A4', 'Letter']) {
    expect(await sheetsOf(page, format), `${address} on ${format}`).toBeLessThanOrEqual(3);
  }
  await print(page);
  const code = page.getByRole('img', { name: /QR code/ });
  await expect(code).toBeVisible();
  // 96 CSS pixels are an inch; a phone needs about 15 mm.
  expect((await code.boundingBox())?.width).toBeGreaterThan(60);
}

async function expectPrintedResults(page: Page): Promise<void> {
  for (const picture of [/^How close contaminants come to a limit/, /^What was tested, and what was not/])
    await expect(page.getByRole('img', { name: picture })).toBeVisible();
  const rules = page.getByRole('region', { name: 'Compared with rules, as we read them' });
  await expect(
    rules.getByText(/^Above the limit in Connecticut's rule|: Above the limit in Connecticut's rule/).first(),
  ).toBeVisible();
  const amounts = page.getByRole('region', { name: 'From the printed lines to this can' });
  await expect(amounts.getByRole('row', { name: /^Δ9-THC/ })).toBeVisible();
}

async function expectPrintedSources(page: Page): Promise<void> {
  const source = page.locator('.prose a[href^="https://www.canada.ca"]').first();
  const shown = () => source.evaluate((link) => getComputedStyle(link, '::after').content);
  expect(await shown()).toContain('https://www.canada.ca');
  await page.emulateMedia({ media: null });
  expect(await shown()).toBe('none');
}
