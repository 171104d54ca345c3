import { expect, type Page } from '@playwright/test';
import { BOTH_THEMES, enter, expectAccessible, passAgeGate, test, waitForHydration } from './journeys';

test.use({ viewport: { width: 360, height: 740 } });

/** The reference of a demonstration record. */
async function referenceOf(page: Page, batchId: string): Promise<string> {
  const { reference } = await (await page.request.get(`/api/coa/${encodeURIComponent(batchId)}`)).json();
  return reference;
}

const column = (page: Page, name: string) => page.getByRole('columnheader').filter({ hasText: name });

test('from a certificate, add another, share the address, take one out', async ({ page, context }) => {
  await enter(page, '/coa/%23C9030');
  await page.getByRole('link', { name: 'Compare', exact: true }).click();
  await expect(page).toHaveTitle('Compare Lab Reports - ClearBatch');
  await expect(column(page, 'Yuzu Seltzer 5 mg')).toBeVisible();
  await expect(page.getByText('Add another one to compare it with.')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Product, brand or batch ID' }).fill('peach tea');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Add Peach Tea 10 mg by Third Porch, batch TP-2026-07-B' }).click();
  await expect(page).toHaveURL(/\/compare\?c=CB-[0-9A-Z-]+&c=CB-[0-9A-Z-]+$/);

  const warning = page.getByText('Peach Tea 10 mg, batch TP-2026-07-B: Failed for lead. Do not drink it.');
  await expect(warning).toBeVisible();
  await expect(page.getByText('2 certificates side by side, without a ranking')).toBeVisible();
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
  await expect(row('Measured THC').getByRole('cell')).toHaveText([/4\.82/, /10\.08/]);
  await expect(row('Share of the label').getByRole('cell')).toHaveText([/^96%/, /^101%/]);
  await expect(row('Heavy Metals').getByRole('cell').nth(1)).toContainText('Failed');
  await expect(row('Lead').getByRole('cell')).toHaveText([
    '0.021 µg/glimit 0.5 µg/g',
    '0.81 µg/gabove the printed limit',
  ]);
  await expect(row('Rules from Dec 11, 2026').getByRole('cell')).toHaveText([/^Above 1 of 1:/, /^Above 1 of 1:/]);
  await expect(row('Strength').getByRole('cell')).toHaveText([/^Moderate/, 'Do not drink it']);
  await expect(row('Rules in force today').getByRole('cell').first()).toHaveText(/^Above \d+ of \d+/);
  await expect(page.getByRole('columnheader').filter({ hasNotText: /mg/ })).toHaveText([
    'What differs',
    'Results that differ, as printed',
    'The same in all',
    'Results that are the same, as printed',
  ]);

  const shared = await context.newPage();
  await shared.goto(page.url());
  await expect(column(shared, 'Peach Tea 10 mg')).toBeVisible();
  await page.getByRole('link', { name: 'Remove Peach Tea 10 mg, batch TP-2026-07-B' }).click();
  await expect(column(page, 'Peach Tea')).toHaveCount(0);
  await expect(warning).toHaveCount(0);
  await page.goBack();
  await expect(warning).toBeVisible();
});

test('a withdrawn certificate says so before its figures, an unknown reference is said, and more than twenty-one are refused', {
  tag: '@slow',
}, async ({ page }) => {
  const [ended, unstated] = [await referenceOf(page, 'WX25-0009'), await referenceOf(page, 'LC-001')];
  await enter(page, `/compare?c=CB-0000-0000,${ended}&c=${unstated}`);
  await expect(page.getByText('1 is no longer current. Do not rely on those figures.')).toBeVisible();
  const firstCell = (name: RegExp) => page.getByRole('row', { name }).getByRole('cell').first();
  await expect(firstCell(/^Status/)).toHaveText('Withdrawn');
  await expect(firstCell(/^In short/)).toHaveText('Withdrawn. Do not rely on these results.');
  await expect(page.getByText(/Micro Melon, batch LC-001, states no dose in milligrams/)).toBeVisible();
  await expect(page.getByText(/older than 12 months/)).toBeVisible();

  await expect(page.getByText('There is no certificate CB-0000-0000')).toBeVisible();
  await page.getByRole('link', { name: 'Remove CB-0000-0000' }).click();
  await expect(page.getByText('There is no certificate')).toHaveCount(0);
  await expect(column(page, 'Micro Melon')).toBeVisible();

  const others = [...'defghijklmnopqrstuvwx'].map((letter) => `c=${letter}`);
  await page.goto(`/compare?c=a,b,c&${others.join('&')}`);
  await waitForHydration(page);
  await expect(page.getByText('You can compare at most 21 lab reports.')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.getByRole('link', { name: 'Compare the First 21' }).click();
  await expect(page).toHaveURL(/\/compare\?c=a&c=b&.*&c=u$/);
  await expect(page.getByText('There is no certificate')).toHaveCount(21);
});

test('four reports are within reach on a phone: names stay in sight, and a text says that there is more', {
  tag: '@slow',
}, async ({ page }) => {
  const batches = ['#C9030', 'TP-2026-07-B', 'QO-8812', 'WX25-0009'];
  const references = await Promise.all(batches.map((batchId) => referenceOf(page, batchId)));
  await enter(page, `/compare?${references.map((one) => `c=${one}`).join('&')}`);
  await expect(column(page, 'Lime Shot 25 mg')).toBeVisible();
  await expect(page.getByText('4 reports. Scroll sideways to see all of them.')).toBeVisible();
  await expectAccessible(page, BOTH_THEMES);
  await page.setViewportSize({ width: 320, height: 740 });
  const table = page.getByRole('region', { name: 'Compare Lab Reports' });
  const measured = page.getByRole('rowheader', { name: 'Measured THC' });
  await measured.scrollIntoViewIfNeeded();
  await table.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  await expect(measured).toBeInViewport({ ratio: 1 });

  await page.setViewportSize({ width: 360, height: 740 });
  await table.evaluate((frame) => frame.scrollTo(frame.scrollWidth, frame.scrollHeight));
  await expect(column(page, 'Lime Shot 25 mg')).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(/^Lines that are the same|^The same in all/).last()).toBeInViewport();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('certificates are found, added and compared', { tag: '@slow' }, async ({ page }) => {
    await passAgeGate(page);
    await page.goto(`/compare?c=${await referenceOf(page, '#C9030')}`);
    await page.getByRole('searchbox', { name: 'Product, brand or batch ID' }).fill('cola');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('link', { name: /^Add Cola 5 mg by Salt Marsh Soda/ }).click();
    await expect(column(page, 'Cola 5 mg')).toBeVisible();
    await expect(column(page, 'Yuzu Seltzer 5 mg')).toBeVisible();
  });
});
