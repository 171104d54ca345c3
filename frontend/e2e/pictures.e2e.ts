import { expect, type Page } from '@playwright/test';
import {
  BOTH_THEMES,
  enter,
  expectAccessible,
  expectPicturesAccessible,
  openFolds,
  openForExperts,
  test,
} from './journeys';

test.use({ viewport: { width: 360, height: 740 } });

const FULL = '/coa/%23C9030';
const PRODUCT = '/brands/Juniper%20%26%20Tide/products/Yuzu%20Seltzer%205%20mg';

/** The code of the evidence, with its pictures, comes when the visitor first does something. */
async function useThePage(page: Page): Promise<void> {
  const loaded = page.waitForResponse(/\/assets\/certificate-evidence-/);
  await page.mouse.wheel(0, 200);
  await loaded;
}

test('a can’s page answers how strong, what else, how close, what is missing and how old, and the code of its evidence loads with the first use', async ({
  page,
  browser,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const codeOfEvidence = () => requested.filter((url) => url.includes('/assets/certificate-evidence-'));
  await enter(page, FULL);
  await page.waitForLoadState('networkidle');
  expect(codeOfEvidence()).toEqual([]);
  await expect(page.getByRole('img', { name: 'A can filled to 96% of its label' })).toBeVisible();
  await useThePage(page);
  expect(codeOfEvidence()).toHaveLength(1);
  await openForExperts(page);
  await expect(page.getByRole('img', { name: /^How close contaminants/ })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('4.82 mg').first()).toBeVisible();
  await expect(main.getByText(/of the label/).first()).toBeVisible();
  await expect(main.getByText(/November 13, 2026 \(\d+ \w+ ago\)/)).toBeVisible();

  const limits = page.getByRole('region', { name: 'Contaminants and their limits' });
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

  await test.step('without JavaScript', async () => {
    const storageState = await page.context().storageState();
    const plain = await (await browser.newContext({ javaScriptEnabled: false, storageState })).newPage();
    await plain.goto(page.url());
    await openForExperts(plain);
    await plain.getByText('Compare with: Georgia consumable hemp contaminants').click();
    await expect(plain.getByRole('img', { name: /^Limits: Georgia/ })).toBeVisible();
  });

  await test.step('accessible with its pictures, at any width and in both themes', () =>
    expectPicturesAccessible(page));

  await test.step('what was not tested is said in words', async () => {
    await page.goto('/coa/WX25-0007');
    await openFolds(page);
    await expect(page.getByText('Not tested: residual solvents. Nothing is known about it.')).toBeVisible();
    await expect(page.getByText(/the report prints no contaminant with a limit/)).toBeVisible();
  });
});

test('without the code of its evidence, a page keeps what the server rendered', async ({ page }) => {
  await page.route(/\/assets\/certificate-evidence-/, (route) => route.abort());
  await enter(page, FULL);
  await page.mouse.wheel(0, 200);
  await openFolds(page);
  await expect(page.getByRole('img', { name: /^How close contaminants/ })).toBeVisible();
  await page.getByRole('link', { name: /^Safety:/ }).click();
  await expect(page.getByRole('heading', { name: 'Test Results Summary' })).toBeInViewport();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

/** Texts of a picture that lie on one of its marks, or on another text. */
const overlaps = (page: Page) =>
  page.locator('svg.chart').evaluateAll((pictures) =>
    pictures.flatMap((picture) => {
      const boxes = [...picture.querySelectorAll('text, circle, path, .span, .box')].map((shape) => ({
        what: shape.textContent || shape.getAttribute('class') || shape.tagName,
        isText: shape.tagName === 'text',
        box: shape.getBoundingClientRect(),
      }));
      const isOn = (a: DOMRect, b: DOMRect) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
      return boxes.flatMap((one, index) =>
        boxes
          .slice(index + 1)
          .filter((other) => (one.isText || other.isText) && isOn(one.box, other.box))
          .map((other) => `${one.what} | ${other.what}`),
      );
    }),
  );

/** Shapes, grounds and words that are green: more green than red and blue, and not nearly gray. The words of links always are. */
const greens = (page: Page) =>
  page.getByRole('article').evaluate((article) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const isGreen = (color: string) => {
      if (!canvas || color === 'none') return false;
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return alpha > 0 && green > red + 16 && green > blue + 16;
    };
    const shownBy = (element: Element) => {
      const { fill, stroke, backgroundColor, color, borderColor } = getComputedStyle(element);
      if (element.closest('a, button, summary')) return [backgroundColor];
      return element instanceof SVGElement ? [fill, stroke] : [backgroundColor, color, borderColor];
    };
    return [...article.querySelectorAll('*')]
      .filter((element) => element.getClientRects().length > 0 && shownBy(element).some(isGreen))
      .map((element) => `${element.tagName} ${element.getAttribute('class')}`);
  });

test('no demonstration certificate is taller than 4,000 px, has text of a picture on another mark, suggests a time for more of a strong can, or is green where it failed or is strong', async ({
  page,
}) => {
  await enter(page, FULL);
  expect(await greens(page)).not.toEqual([]);
  const certificates: { reference: string; strengthLevel: string }[] = await (
    await page.request.get('/api/coa?limit=200')
  ).json();
  const isStrong = ({ strengthLevel }: { strengthLevel: string }) => /high/.test(strengthLevel);
  expect(certificates.length).toBeGreaterThan(20);
  expect(certificates.filter(isStrong).length).toBeGreaterThan(2);
  const found: string[] = [];
  for (const certificate of certificates) {
    const path = `/certificates/${certificate.reference}`;
    await page.goto(path);
    expect.soft(await page.evaluate(() => document.documentElement.scrollHeight), path).toBeLessThanOrEqual(4000);
    if (isStrong(certificate)) {
      const verdict = page.getByRole('region', { name: 'Verdict' }).getByRole('listitem');
      await expect(verdict.filter({ hasText: /^Strength:/ }), path).not.toHaveClass(/good/);
      await expect(page.getByRole('article'), path).not.toContainText(/before more|hours before/);
    }
    await openFolds(page);
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 });
      found.push(...(await overlaps(page)).map((overlap) => `${path} at ${width} px: ${overlap}`));
    }
    if (!(await page.getByText('Do not drink it.').first().isVisible())) continue;
    await expect(page.getByRole('region', { name: 'What our checks noticed' })).not.toContainText('Nothing.');
    for (const colorScheme of BOTH_THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      found.push(...(await greens(page)).map((green) => `${path} ${colorScheme}: ${green}`));
    }
  }
  expect(found).toEqual([]);
});

test('from a certificate to the batches of its product, as a picture and a table', { tag: '@slow' }, async ({
  page,
}) => {
  await enter(page, '/coa/%23C9030');
  await page.getByRole('main').getByRole('link', { name: 'Yuzu Seltzer 5 mg' }).click();
  await expect(page).toHaveURL(PRODUCT);
  await expect(page).toHaveTitle('Yuzu Seltzer 5 mg by Juniper & Tide - ClearBatch');
  await expect(page.getByRole('heading', { level: 1, name: 'Yuzu Seltzer 5 mg' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Batches over time Measured THC of 2 certificates/ })).toBeVisible();
  await expect(
    page.getByText('The current certificate measured 4.82 mg, close to its label. Not counted: 1 that is withdrawn'),
  ).toBeVisible();
  await expect(page.getByText('Replaced by a correction: 1')).toBeVisible();
  await expect(page.getByText('2 certificates, tested on Nov 13, 2026')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Lab reports for Yuzu Seltzer 5 mg' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('Passed');
  await expect(rows.nth(2)).toContainText('Replaced');
  const fold = page.getByText('The figures as a table');
  if (await fold.isVisible()) await fold.click();
  await expectAccessible(page, BOTH_THEMES);
  await rows.nth(2).getByRole('link').click();
  await expect(page.getByText('Replaced by a corrected certificate. Do not rely on these results.')).toBeVisible();
});

test('a product with several batches shows each by test date against the label, the newest first in the table', async ({
  page,
}) => {
  await enter(page, '/brands/Copper%20Finch/products/Pink%20Lemonade%205%20mg');
  await expect(page.getByRole('img', { name: /^Batches over time Measured THC of 5 certificates/ })).toBeVisible();
  await expect(
    page.getByText('3 of 5 current certificates are close to their label; 1 measured stronger, 1 measured weaker.'),
  ).toBeVisible();
  await expect(page.getByText('Older than 12 months: 1')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Lab reports for Pink Lemonade 5 mg' }).getByRole('row');
  await expect(rows.getByRole('rowheader')).toHaveText([
    'CF-33-181',
    'CF-33-121',
    'CF-33-064',
    'CF-33-009',
    'CF-32-288',
  ]);
  await expect(rows.nth(3)).toContainText('above label');
  await expect(rows.nth(5)).toContainText('below label');
  await expectAccessible(page, BOTH_THEMES);
});

test('a product without a current certificate says so, and one that failed says not to drink it', async ({ page }) => {
  await enter(page, '/brands/waxwing/products/LIME%20shot%2025%20mg');
  await expect(
    page.getByText('No certificate of this product is current. Do not rely on these figures.'),
  ).toBeVisible();
  await expect(page.getByText('Withdrawn: 1')).toBeVisible();
  await page.goto('/brands/Waxwing/products/Night%20Shot%2050%20mg');
  await expect(page.getByText('Do not drink it', { exact: true })).toBeVisible();
  await expect(page.getByText('Failed its lab test: 1')).toBeVisible();
  await page.goto('/brands/Waxwing/products/No%20Such%20Shot');
  await expect(page.getByRole('heading', { level: 1, name: 'Product Not Found' })).toBeVisible();
});

test('the brand page shows its batches against their labels, and says which it leaves out', { tag: '@slow' }, async ({
  page,
}) => {
  await enter(page, '/brands/Juniper%20%26%20Tide');
  await expect(page.getByRole('img', { name: /^Batches against their labels/ })).toBeVisible();
  await expect(
    page.getByText('2 of 2 current certificates are close to their label. Left out: 1 whose name states no dose'),
  ).toBeVisible();
  await page.goto('/brands/Ember%20%26%20Rind');
  await expect(page.getByText('Older than 12 months: 1')).toBeVisible();
  await expect(page.getByRole('article').getByText('older than 12 months')).toHaveCount(1);
  await page.getByText('The figures as a table').click();
  await expect(page.getByRole('row', { name: /E&R\/2210.*older than 12 months/i })).toBeVisible();
  await expectAccessible(page, BOTH_THEMES);
  // Its names state no dose in milligrams.
  await page.goto('/brands/Little%20Comet');
  await expect(page.getByRole('heading', { name: 'Lab reports' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Batches/ })).toHaveCount(0);
});
