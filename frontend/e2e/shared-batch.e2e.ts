import { expect } from '@playwright/test';
import { BOTH_THEMES, enter, expectAccessible, published, signIn, test } from './journeys';

test('a batch ID that two brands use asks for the brand, by touch and by keyboard', async ({ page, browser }) => {
  const batch = 'LOT 001/E2E';
  const brands = [
    { brandName: 'Aster & Sons', productName: 'Quince Tonic 5 mg', thcContent: 4.9 },
    { brandName: 'Birchwater', productName: 'Plum Tonic 10 mg', thcContent: 9.8 },
  ];
  await signIn(page);
  for (const brand of brands) await published(page, { ...brand, batchId: batch });

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

  for (const width of [360, 1280]) {
    await visitor.setViewportSize({ width, height: 800 });
    await visitor.getByRole('link', { name: `See all brands with batch ${batch}` }).click();
    await expect(visitor.getByRole('heading', { name: 'Which brand is on your can?' })).toBeVisible();
    await visitor.getByRole('link', { name: /Aster & Sons/ }).click();
    await expect(visitor.getByRole('heading', { name: 'Quince Tonic 5 mg', level: 1 })).toBeVisible();
  }

  await test.step('a list links to the certificate of the brand in its row', async () => {
    await visitor.goto(`/coa?search=${encodeURIComponent('Quince Tonic')}`);
    await visitor
      .getByRole('link', { name: `View Details of Quince Tonic 5 mg, batch ${batch}` })
      .first()
      .click();
    await expect(visitor.getByRole('heading', { name: 'Quince Tonic 5 mg', level: 1 })).toBeVisible();
  });
});
