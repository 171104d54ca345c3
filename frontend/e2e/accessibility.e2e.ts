import { expect } from '@playwright/test';
import { BOTH_THEMES, expectAccessible, openFully, signIn, test } from './journeys';

// The queue and a submission that waits: review-queue.e2e.ts. Brands: review-day.e2e.ts.
test('no screen of a review has an accessibility violation or scrolls sideways, in either theme', {
  tag: '@slow',
}, async ({ page }) => {
  await openFully(page, '/admin');
  await expectAccessible(page, BOTH_THEMES);
  await signIn(page);
  for (const standing of ['withdrawn', 'superseded', 'approved']) {
    await page.goto(`/admin?standing=${standing}`);
    await page.getByRole('main').getByRole('listitem').getByRole('link', { name: / mg$/ }).first().click();
    await expect(page.getByRole('heading', { name: 'As submitted' })).toBeVisible();
    await expectAccessible(page, BOTH_THEMES);
  }
  await page.getByRole('link', { name: 'Amend' }).click();
  await expect(page.getByRole('heading', { name: 'Amend a certificate' })).toBeVisible();
  await expectAccessible(page, BOTH_THEMES);
});
