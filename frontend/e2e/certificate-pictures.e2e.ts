import { expect, type Page } from '@playwright/test';
import { BOTH_THEMES, enter, expectAccessible, test, waitForHydration } from './journeys';

test.use({ viewport: { width: 360, height: 740 } });

const FULL = '/coa/%23C9030';
const FAILED = '/coa/TP-2026-07-B';

/** The pictures' code comes when the visitor first does something. */
async function useThePage(page: Page): Promise<void> {
  const loaded = page.waitForResponse(/\/assets\/certificate-pictures-/);
  await page.mouse.wheel(0, 200);
  await loaded;
}

test('a can’s page answers how strong, what else, how close, what is missing, how old, which rules, and how others did', async ({
  page,
}) => {
  await enter(page, FULL);
  await useThePage(page);
  const main = page.getByRole('main');
  await expect(main.getByText('4.82 mg').first()).toBeVisible();
  await expect(main.getByText(/of the label/).first()).toBeVisible();
  await expect(main.getByText(/November 13, 2026 \(\d+ \w+ ago\)/)).toBeVisible();

  const limits = page.getByRole('region', { name: 'Contaminants and their limits' });
  await expect(limits.getByRole('img', { name: /^How close contaminants come to a limit/ })).toBeVisible();
  await expect(limits.getByText(/The nearest is Lead, 4\.2% of its limit\./).first()).toBeVisible();
  await expect(limits.getByText(/^4 figures, tested on Nov 13, 2026 by .+\. Supplied by/).first()).toBeVisible();
  await limits.getByText('The figures as a table').first().click();
  await expect(limits.getByRole('row', { name: 'Lead 0.021 µg/g 0.5 µg/g 4.2% below the limit' })).toBeVisible();
  await expect(
    limits.getByRole('row', { name: 'Mercury ND µg/g 3 µg/g at most 0.067% below the limit' }),
  ).toBeVisible();
  await limits.getByText('Compare with: Georgia consumable hemp contaminants').click();
  await expect(limits.getByRole('img', { name: /^Limits: Georgia/ })).toBeVisible();

  await expect(page.getByRole('img', { name: /^What was tested, and what was not/ })).toBeVisible();
  await expect(page.getByText(/^\d of 4 contaminant panels have a result\./)).toBeVisible();
  await expect(page.getByRole('region', { name: 'From the printed lines to this can' })).toBeVisible();

  const rules = page.getByRole('region', { name: 'Compared with rules, as we read them' });
  await expect(rules.getByRole('link', { name: 'THC per container: Above (from Dec 11, 2026)' })).toBeVisible();

  await main.getByRole('link', { name: 'Yuzu Seltzer 5 mg' }).click();
  await expect(page.getByRole('img', { name: /^Batches over time/ })).toBeVisible();
});

test('what was not tested is said in words, and an amount above its limit comes first', async ({ page }) => {
  await enter(page, '/coa/WX25-0007');
  await expect(page.getByText('Not tested: residual solvents. Nothing is known about it.')).toBeVisible();
  await expect(page.getByText(/the report prints no contaminant with a limit/)).toBeVisible();
  await enter(page, FAILED);
  await expect(page.getByText(/printed on the report: Lead is above its limit \(162% of it\)/)).toBeVisible();
  await expect(page.getByText('Tested does not mean passed.')).toBeVisible();
});

test('the pictures are on the page that the server sends, and their code loads only with the first use', async ({
  page,
  browser,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await enter(page, FULL);
  await page.waitForLoadState('networkidle');
  const own = () => requested.filter((url) => url.includes('/assets/certificate-pictures-'));
  expect(own()).toEqual([]);
  await expect(page.getByRole('img', { name: /^How close contaminants/ })).toBeVisible();
  await useThePage(page);
  expect(own()).toHaveLength(1);

  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  await plain.goto(page.url());
  await plain.getByText('Compare with: Georgia consumable hemp contaminants').click();
  await expect(plain.getByRole('img', { name: /^Limits: Georgia/ })).toBeVisible();
  await context.close();
});

test('without the pictures’ code, the page says so instead of breaking', async ({ page }) => {
  await page.route(/\/assets\/certificate-pictures-/, (route) => route.abort());
  await enter(page, FULL);
  await page.mouse.wheel(0, 200);
  await expect(page.getByRole('alert')).toContainText("This part of the page didn't load.");
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

for (const path of [FULL, FAILED]) {
  test(`${path} is accessible with its pictures, at any width and in both themes`, async ({ page }) => {
    await enter(page, path);
    await waitForHydration(page);
    await page.locator('details').evaluateAll((folds) => {
      for (const fold of folds) fold.setAttribute('open', '');
    });
    await expectAccessible(page, BOTH_THEMES);
    // 320 px, as with a zoom of 200% at 640 px: texts of the pictures stay within them.
    await page.setViewportSize({ width: 320, height: 740 });
    const outside = await page.locator('svg.chart text').evaluateAll((texts) =>
      texts
        .filter((text) => {
          const { left, right } = text.getBoundingClientRect();
          return left < -1 || right > window.innerWidth + 1;
        })
        .map((text) => text.textContent),
    );
    expect(outside).toEqual([]);
    await page.emulateMedia({ forcedColors: 'active' });
    await expect(page.locator('svg.chart').first()).toBeVisible();
  });
}
