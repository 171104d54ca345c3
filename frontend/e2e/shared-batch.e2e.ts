import { expect, type Page } from '@playwright/test';
import { BOTH_THEMES, enter, expectAccessible, signIn, test } from './journeys';

const BRANDS = [
  { brandName: 'Aster & Sons', productName: 'Quince Tonic 5 mg', thcContent: 4.9 },
  { brandName: 'Birchwater', productName: 'Plum Tonic 10 mg', thcContent: 9.8 },
];

async function publishForBothBrands(page: Page, batchId: string): Promise<void> {
  await signIn(page);
  for (const brand of BRANDS) {
    const data = {
      ...brand,
      batchId,
      contactName: 'Robin Vale',
      contactEmail: 'robin@mail.example',
      cbdContent: 0,
      testDate: '2026-10-30',
      labName: 'Example Analytical',
    };
    const sent = await page.request.post('/api/coa/submit', { data });
    expect(sent.status()).toBe(201);
    const { reference } = await sent.json();
    const found = await page.request.get('/api/staff/submissions', {
      params: { search: brand.productName, limit: 200 },
    });
    const { id, version } = (await found.json()).find((one: { reference: string }) => one.reference === reference);
    const panels = { pesticides: 'passed', heavyMetals: 'passed', microbials: 'passed', residualSolvents: 'passed' };
    const approval = { version, status: 'passed', panels, documentAbsence: 'paper-only' };
    expect((await page.request.post(`/api/staff/submissions/${id}/approval`, { data: approval })).status()).toBe(200);
  }
}

test('a batch ID that two brands use asks for the brand, by touch and by keyboard', async ({ page, browser }) => {
  const batch = 'LOT 001/E2E';
  await publishForBothBrands(page, batch);

  const visitor = await (await browser.newContext()).newPage();
  await enter(visitor, `/coa/${encodeURIComponent(batch)}`);
  await expect(visitor.getByRole('heading', { name: 'Which brand is on your can?' })).toBeVisible();
  await expect(visitor).toHaveTitle(`Which brand is batch ${batch}? - ClearBatch`);
  await expect(visitor.getByText(/measured/)).toHaveCount(0);
  await expectAccessible(visitor, BOTH_THEMES);

  await visitor.setViewportSize({ width: 360, height: 800 });
  await visitor.getByRole('link', { name: /Birchwater/ }).focus();
  await visitor.keyboard.press('Enter');
  await expect(visitor.getByRole('heading', { name: 'Plum Tonic 10 mg', level: 1 })).toBeVisible();
  await expect(visitor).toHaveURL(/\/brands\/Birchwater\/coa\/LOT%20001%2FE2E$/);
  await expect(visitor.getByText('Check that your can says Birchwater')).toBeVisible();
  await expectAccessible(visitor, BOTH_THEMES);
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'Plum Tonic 10 mg', level: 1 })).toBeVisible();

  for (const width of [360, 1280]) {
    await visitor.setViewportSize({ width, height: 800 });
    await visitor.getByRole('link', { name: `See all brands with batch ${batch}` }).click();
    await expect(visitor.getByRole('heading', { name: 'Which brand is on your can?' })).toBeVisible();
    await visitor.getByRole('link', { name: /Aster & Sons/ }).click();
    await expect(visitor.getByRole('heading', { name: 'Quince Tonic 5 mg', level: 1 })).toBeVisible();
  }
});

test('a list links to the certificate of the brand in its row', async ({ page }) => {
  const batch = 'LOT 002/E2E';
  await publishForBothBrands(page, batch);
  await enter(page, `/coa?search=${encodeURIComponent('Quince Tonic')}`);
  await page
    .getByRole('link', { name: `View Details of Quince Tonic 5 mg, batch ${batch}` })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Quince Tonic 5 mg', level: 1 })).toBeVisible();
});

test('a single brand leads straight to its certificate', async ({ page }) => {
  await enter(page, '/coa/%23C9030');
  await expect(page.getByRole('heading', { name: 'Yuzu Seltzer 5 mg', level: 1 })).toBeVisible();
  await expect(page.getByText(/Other brands use this batch ID/)).toHaveCount(0);
});
