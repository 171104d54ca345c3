import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { BOTH_THEMES, expectAccessible, openConsole, published, signIn, submitted, test } from './journeys';

const ADDRESS = 'Quillon.Vextor@private.example';

/** One person subscribes, writes to us, and submits two certificates, one of which is published. */
async function leaveTraces(page: Page): Promise<void> {
  const post = async (address: string, data: object) =>
    expect((await page.request.post(address, { data })).status(), address).toBe(201);
  await post('/api/subscribe', { email: ADDRESS });
  const message = {
    name: 'Quillon Vextor',
    email: ADDRESS.toLowerCase(),
    topic: 'privacy',
    message: 'Delete my data.',
  };
  await post('/api/contact', message);
  const submission = { contactName: 'Quillon Vextor', contactEmail: ADDRESS, notes: 'Ring twice.' };
  await submitted(page, { ...submission, batchId: 'VEXTOR-2' });
  await published(page, { ...submission, batchId: 'VEXTOR-1' });
}

async function lookUp(page: Page, address: string): Promise<void> {
  await page.getByLabel('Email address').fill(address);
  await page.getByLabel('Reason').fill('Asked for in M-0F8FA-D5BD9');
  await page.getByRole('button', { name: 'Look up' }).click();
}

const part = (page: Page, title: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: title });

test('an administrator looks up personal data, exports it, and erases it', async ({ page }) => {
  await signIn(page);
  await leaveTraces(page);

  await openConsole(page);
  await page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveTitle(/ClearBatch/);
  await lookUp(page, 'unknown@mail.example');
  await expect(page.getByRole('heading', { name: 'No data found' })).toBeVisible();
  await page.getByText('Where we store personal data').click();
  await expect(page.getByText('contact_messages.email', { exact: true })).toBeVisible();
  await expectAccessible(page, BOTH_THEMES);

  await lookUp(page, ADDRESS.toUpperCase());
  await expect(part(page, 'Newsletter subscription')).toContainText('1 record');
  await expect(part(page, 'Contact form messages')).toContainText('Deleted when erased');
  await expect(part(page, 'Certificates waiting for review')).toContainText('The submission stays in the queue');
  await expect(part(page, 'Certificates that are or were published')).toContainText('Cleared when erased');
  await expect(page.getByText('Ring twice.')).toHaveCount(0);
  expect(page.url()).not.toContain('private.example');
  await expectAccessible(page);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export JSON' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^personal-data-\d{4}-\d\d-\d\d\.json$/);
  expect(readFileSync(await download.path(), 'utf8')).toContain('Ring twice.');

  await page.getByRole('button', { name: 'Erase' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase permanently' });
  await expect(dialog).toContainText('there is no one to ask about it');
  await expectAccessible(page);
  await dialog.getByLabel('Type the address again').fill('someone.else@private.example');
  await dialog.getByRole('button', { name: 'Erase data' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('This is not the address you looked up');
  await dialog.getByLabel('Type the address again').fill(ADDRESS);
  await dialog.getByRole('button', { name: 'Erase data' }).click();

  const result = page.getByRole('heading', { name: /^Erased for / });
  await expect(result).toBeFocused();
  await expect(page.getByText('Contact form messages: 1 record deleted')).toBeVisible();
  await expect(page.getByText('Certificates waiting for review: 1 record cleared')).toBeVisible();
  await expectAccessible(page);

  await lookUp(page, ADDRESS);
  await expect(page.getByRole('heading', { name: 'No data found' })).toBeVisible();
});
