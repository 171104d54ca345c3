import { expect } from '@playwright/test';
import { enter, expectAccessible, test } from './journeys';

test('a printed name is found by search, and marked in the list', async ({ page }) => {
  await enter(page, '/search?q=delta-9-tetrahydrocannabinolic%20acid');
  await page.getByRole('main').getByRole('link', { name: 'THCA' }).last().click();
  await expect(page).toHaveURL('/analytes#thca');
  const entry = page.locator('#thca');
  await expect(entry).toBeInViewport();
  await expect(entry).toContainText('CAS 23978-85-0');
  await expect(entry).toContainText('Also printed as THCA-A, Δ9-THCA');
});

test('a line of a certificate leads to what its name means, among groups and unclear names', async ({ page }) => {
  await enter(page, '/coa/%23C9030');
  await page.getByRole('rowheader', { name: 'Lead' }).getByRole('link', { name: 'Lead' }).click();
  await expect(page).toHaveURL('/analytes#lead');
  await expect(page).toHaveTitle(/^What Labs Test For - /);
  await expect(page.locator('#lead')).toBeInViewport();

  await test.step('the groups are reachable by keyboard', async () => {
    const groups = page.getByRole('navigation', { name: 'Groups on this page' });
    await groups.getByRole('link', { name: 'Pesticides' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Pesticides' })).toBeFocused();
    await expect(page).toHaveURL('/analytes#panel-pesticides');
  });

  const unclear = page.getByRole('region', { name: 'Names that could mean several things' });
  await expect(unclear.getByText('THC', { exact: true })).toBeVisible();
  await expect(unclear).toContainText('Could be Δ9-THC, or Total THC (as printed)');
  await expectAccessible(page, ['light', 'dark']);
});
