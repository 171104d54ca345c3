import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { BOTH_THEMES, expectAccessible, openConsole, signIn, test } from './journeys';

const ADDRESS = 'Quillon.Vextor@private.example';

/** One person subscribes, writes to us, and submits two certificates, one of which is published. */
async function leaveTraces(page: Page): Promise<void> {
  const post = async (address: string, data: object, status: number) => {
    expect((await page.request.post(address, { data })).status(), address).toBe(status);
  };
  await post('/api/subscribe', { email: ADDRESS }, 201);
  const message = {
    name: 'Quillon Vextor',
    email: ADDRESS.toLowerCase(),
    topic: 'privacy',
    message: 'Delete my data.',
  };
  await post('/api/contact', message, 201);
  const submission = {
    brandName: 'Vextor Springs',
    contactName: 'Quillon Vextor',
    contactEmail: ADDRESS,
    notes: 'Ring twice.',
    productName: 'Fig Tonic 5 mg',
    thcContent: 4.9,
    cbdContent: 0,
    testDate: '2026-10-30',
    labName: 'Example Analytical',
  };
  for (const batchId of ['VEXTOR-1', 'VEXTOR-2']) await post('/api/coa/submit', { ...submission, batchId }, 201);
  const found = await page.request.get('/api/staff/submissions', { params: { search: 'VEXTOR-1' } });
  const [{ id, version }] = await found.json();
  const panels = { pesticides: 'passed', heavyMetals: 'passed', microbials: 'passed', residualSolvents: 'passed' };
  await post(
    `/api/staff/submissions/${id}/approval`,
    { version, status: 'passed', panels, documentAbsence: 'paper-only' },
    200,
  );
}

async function lookUp(page: Page, address: string): Promise<void> {
  await page.getByLabel('Email address').fill(address);
  await page.getByLabel('Reason').fill('Asked for in M-0F8FA-D5BD9');
  await page.getByRole('button', { name: 'Look up' }).click();
}

const part = (page: Page, title: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: title });

test('the screen has no violation at 360 px and 1280 px, in both themes', async ({ page }) => {
  await openConsole(page, '/admin/privacy');
  await lookUp(page, 'unknown@mail.example');
  await expect(page.getByRole('heading', { name: 'No data found' })).toBeVisible();
  await page.getByText('Where we store personal data').click();
  await expect(page.getByText('contact_messages.email', { exact: true })).toBeVisible();
  await expectAccessible(page, BOTH_THEMES);
});

test('an administrator looks up personal data, exports it, and erases it', async ({ page }) => {
  await signIn(page);
  await leaveTraces(page);
  const publicAnswer = async () => (await page.request.get('/api/coa/VEXTOR-1')).text();
  const published = await publicAnswer();

  await page.goto('/admin');
  await page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveTitle(/ClearBatch/);
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
  const copy = readFileSync(await download.path(), 'utf8');
  for (const given of ['Quillon Vextor', 'Ring twice.', 'Delete my data.', 'Why', 'VEXTOR-2']) {
    expect(copy.toLowerCase()).toContain(given.toLowerCase());
  }

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
  expect(await publicAnswer()).toBe(published);

  await lookUp(page, ADDRESS);
  await expect(page.getByRole('heading', { name: 'No data found' })).toBeVisible();

  await page.goto('/admin/audit-log?action=personal-data.');
  await expect(page.getByText('personal-data.erased').first()).toBeVisible();
  await expect(page.getByText('personal-data.exported').first()).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/private\.example/i);
});
