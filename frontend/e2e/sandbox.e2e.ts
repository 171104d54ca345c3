import { expect } from '@playwright/test';
import { emailTo, enter, expectAccessible, linkIn, test } from './journeys';

test('a developer gets a test key by email, and sends a certificate with it', { tag: '@slow' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page, '/labs');
  await page.getByRole('link', { name: 'Sandbox', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Try the API in the Sandbox');
  await page.getByRole('button', { name: 'Send Me a Link' }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Enter a valid email address/);
  await page.getByLabel('Email').fill('dev@lab.example');
  await page.getByLabel('Email').press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();

  await page.goto(linkIn(await emailTo('dev@lab.example', 'Your ClearBatch sandbox'), 'sandbox'));
  await page.getByRole('button', { name: 'Open the Sandbox' }).click();
  await expect(page.getByRole('heading', { name: 'Your sandbox is open' })).toBeFocused();
  const key = (await page.getByText(/^coa_test_[\w-]{43}$/).textContent()) ?? '';
  await expectAccessible(page);
  const answer = await page.request.get('/api/partner/lab', { headers: { authorization: `Bearer ${key}` } });
  expect(await answer.json()).toMatchObject({ trusted: false });

  await page.reload();
  await page.getByRole('button', { name: 'Open the Sandbox' }).click();
  await expect(page.getByRole('heading', { name: "This link doesn't open a sandbox" })).toBeFocused();
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the same works', { tag: '@slow' }, async ({ page }) => {
    await page.goto('/labs/sandbox');
    await page.getByLabel('Email').fill('plain@lab.example');
    await page.getByRole('button', { name: 'Send Me a Link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await page.goto(linkIn(await emailTo('plain@lab.example', 'Your ClearBatch sandbox'), 'sandbox'));
    await page.getByRole('button', { name: 'Open the Sandbox' }).click();
    await expect(page.getByText(/^coa_test_[\w-]{43}$/)).toBeVisible();
  });
});
