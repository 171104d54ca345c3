import { expect, type Page, test } from '@playwright/test';
import { enter, expectAccessible, signIn } from './journeys';

/** Publishes a certificate of a brand, as a submitter and a reviewer do. */
async function publish(page: Page, brandName: string, batchId: string): Promise<void> {
  const submission = {
    ...{ brandName, contactName: 'Robin Vale', contactEmail: 'robin@brand.example', productName: 'Plum Tonic 5 mg' },
    ...{ batchId, thcContent: 4.9, cbdContent: 0, testDate: '2026-10-30', labName: 'Example Analytical' },
  };
  expect((await page.request.post('/api/coa/submit', { data: submission })).status()).toBe(201);
  const found = await page.request.get('/api/staff/submissions', { params: { search: batchId } });
  const [{ id, version }] = await found.json();
  const panels = { pesticides: 'passed', heavyMetals: 'passed', microbials: 'passed', residualSolvents: 'passed' };
  const data = { version, status: 'passed', panels };
  expect((await page.request.post(`/api/staff/submissions/${id}/approval`, { data })).status()).toBe(200);
}

test('a reviewer verifies a brand, corrects its name, and merges its double', async ({ page }) => {
  await enter(page);
  await signIn(page);
  await publish(page, 'Plumb Line', 'PLUM-1');
  await publish(page, 'Plum-Line', 'PLUM-2');
  await page.getByRole('link', { name: 'Brands' }).click();
  await page.getByLabel('Search by name').fill('plum');
  await expect(page.getByRole('listitem').filter({ hasText: '(a submitter, not public)' })).toHaveCount(2);

  await page.getByRole('button', { name: 'Verify Plumb Line' }).click();
  await page.getByLabel('Website').fill('https://plum-line.example');
  await page.getByLabel('Public contact address').fill('hello@plum-line.example');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText('Plumb Line is verified', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Edit Plumb Line' }).click();
  await page.getByRole('textbox', { name: /^Name/ }).fill('Plum Line');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Plum Line', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Merge Plum-Line' }).click();
  await page.getByLabel('The brand that remains').selectOption({ label: 'Plum Line' });
  await expect(page.getByText('This cannot be undone.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText('Plum-Line is part of Plum Line now', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Merge Plum-Line' })).toHaveCount(0);
  await expectAccessible(page);

  await page.goto('/brands/Plum-Line');
  await expect(page.getByRole('heading', { level: 1, name: 'Plum Line' })).toBeVisible();
  await expect(page.getByText('PLUM-1', { exact: true })).toBeVisible();
  await expect(page.getByText('PLUM-2', { exact: true })).toBeVisible();
});
