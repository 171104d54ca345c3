import { expect } from '@playwright/test';
import { BOTH_THEMES, enter, expectAccessible, test } from './journeys';

test.use({ viewport: { width: 360, height: 740 } });

test('a certificate leads to the calculator, which counts what was measured', async ({ page }) => {
  await enter(page, '/coa/%23C9030');
  await page.getByRole('link', { name: 'Use this can in the calculator' }).click();
  await expect(page).toHaveURL(/\/dose-calculator\?certificate=CB-/);
  await expect(page.getByText(/^Measured: 4\.82/)).toBeVisible();
  await expect(
    page.getByText(/Tested on Nov 13, 2026 by .+ To be careful, count the whole can as 4\.8\d\smg/),
  ).toBeVisible();
  await expect(page.getByLabel('THC you are considering, in total (mg)')).toHaveValue(/^4\.8\d$/);
  await expect(page.getByRole('radio', { name: /^Half of this can/ })).toBeVisible();
  await expectAccessible(page, BOTH_THEMES);
});

test('a batch that failed, one that ended, and an unknown one say why they are not counted', async ({ page }) => {
  const referenceOf = async (batchId: string) =>
    (await (await page.request.get(`/api/coa/${batchId}`)).json()).reference;
  await enter(page, `/dose-calculator?certificate=${await referenceOf('TP-2026-07-B')}`);
  await expect(page.getByText('We do not calculate with this batch')).toBeVisible();
  await expect(page.getByText(/Failed for lead/)).toBeVisible();
  await page.goto(`/dose-calculator?certificate=${await referenceOf('WX25-0009')}`);
  await expect(page.getByText('We do not calculate with this batch')).toBeVisible();
  await expect(page.getByText('its certificate is no longer current. Do not rely on its figures.')).toBeVisible();
  await page.goto('/dose-calculator?certificate=CB-0000-0000');
  await expect(page.getByText('We have no such certificate')).toBeVisible();
  await expect(page.getByLabel('THC you are considering, in total (mg)')).toHaveValue('5');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the form keeps the batch, and the result shows the range', async ({ page }) => {
    await page.request.post('/api/verify-age', { data: { verified: true } });
    const { reference } = await (await page.request.get('/api/coa/%23C9030')).json();
    await page.goto(`/dose-calculator?certificate=${reference}`);
    await expect(page.getByText(/^Measured: 4\.82/)).toBeVisible();
    await page.getByRole('button', { name: 'Calculate' }).click();
    await expect(page).toHaveURL(new RegExp(`certificate=${reference}`));
    await expect(page.getByText(/^Measured: 4\.82/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Result', exact: true })).toContainText(/For 4\.8\d\smg of THC/);
  });
});
