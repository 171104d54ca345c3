import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import {
  BOTH_THEMES,
  emailsTo,
  emailTo,
  expectAccessible,
  mailFolder,
  openConsole,
  sidewaysScroll,
  test,
  violationsOn,
} from './journeys';

async function writeToUs(page: Page, email: string): Promise<void> {
  const data = { email, topic: 'question', message: 'Where do I find the lot number of a can?' };
  expect((await page.request.post('/api/contact', { data })).status()).toBe(201);
}

const openRow = (page: Page, description: string) => page.getByText(description, { exact: true }).first().click();

test('staff see what cannot be delivered, resend or close it, and preview every email', { tag: '@slow' }, async ({
  page,
  browser,
}) => {
  /** A mail program on a phone. */
  const reader = await (await browser.newContext({ viewport: { width: 360, height: 800 } })).newPage();
  const aside = `${mailFolder()}-aside`;
  const sam = 'sam+lots@mail.example';
  const kim = 'kim@mail.example';
  const received = 'To a visitor: we got your message';

  await openConsole(page);
  await page.getByRole('link', { name: 'Email', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Email', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Show')).toHaveValue('open');
  await expect(page.getByText('No email is waiting, being sent or retried, and none has failed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show all email' })).toBeVisible();
  await expectAccessible(page);

  await test.step('an email that fails waits, and says why', async () => {
    mkdirSync(mailFolder(), { recursive: true });
    renameSync(mailFolder(), aside);
    writeFileSync(mailFolder(), 'a file is in the way');
    await writeToUs(page, kim);
    await writeToUs(page, sam);
    const failed = async () =>
      (await (await page.request.get('/api/staff/mail?state=waiting')).json()).filter(
        ({ lastError }: { lastError: string | null }) => lastError !== null,
      ).length;
    await expect.poll(failed).toBe(2);
    await page.goto('/admin/mail?state=waiting');
    await expect(page.getByText("We can't write to the mail folder.")).toHaveCount(2);
    await expect(page.getByRole('option', { name: /^Waiting \([1-9]/ })).toBeAttached();
    await openRow(page, received);
    await expect(page.getByText(`To ${sam}`)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('it is shown when the page opens, and found by address', async () => {
    await page.goto('/admin/mail');
    await expect(page.getByText('2 emails, newest first')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search' }).fill(kim.toUpperCase());
    await expect(page.getByText('1 email, newest first')).toBeVisible();
    await expect(page).toHaveURL(`/admin/mail?search=${encodeURIComponent(kim.toUpperCase())}`);
    await page.getByLabel('Show').selectOption('sent');
    await expect(page.getByText('Nothing under “Sent” matches')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Show')).toHaveValue('sent');
    await page.getByRole('button', { name: 'Search all email' }).click();
    // The notice to staff was not needed, because no address for it is configured.
    await expect(page.getByText('2 emails, newest first')).toBeVisible();
    await openRow(page, received);
    await expect(page.getByText(`To ${kim}`)).toBeVisible();
  });

  await test.step('an email that is no longer needed is closed', async () => {
    await page.goto('/admin/mail?state=waiting');
    await page.getByText(received, { exact: true }).last().click();
    await expect(page.getByText(`To ${kim}`)).toBeVisible();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(page.getByText("We won't send it.").first()).toBeVisible();
    await expect(page.getByText('1 email, newest first')).toBeVisible();
  });

  await test.step('it is sent on request', async () => {
    rmSync(mailFolder());
    renameSync(aside, mailFolder());
    expect(await emailsTo(sam)).toEqual([]);
    await openRow(page, received);
    await page.getByRole('button', { name: 'Send now' }).click();
    await expect(page.getByText('Back in the queue').first()).toBeVisible();
    expect((await emailTo(sam, '')).text).toContain('M-');
    await page.getByLabel('Show').selectOption('sent');
    await expect(page.getByText(received, { exact: true }).first()).toBeVisible();
    expect(await emailsTo(kim)).toEqual([]);
  });

  await test.step('every email template has a preview', async () => {
    await page.getByRole('link', { name: 'See all email templates' }).click();
    await expect(page.getByRole('heading', { name: 'Email templates', level: 1 })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: received }).click();
    await expect(page.getByRole('heading', { name: received, level: 1 })).toBeVisible();
    const preview = page.frameLocator('iframe');
    await expect(preview.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('pre')).toContainText('ClearBatch');
    await expectAccessible(page);
  });

  await test.step('every email is accessible, in both themes', async () => {
    const templates = await (await page.request.get('/api/staff/mail-templates')).json();
    expect(templates.length).toBeGreaterThan(0);
    for (const { kind } of templates) {
      const answer = await page.request.get(`/api/staff/mail-templates/${kind}/page`);
      await reader.setContent(await answer.text());
      for (const colorScheme of BOTH_THEMES) {
        await reader.emulateMedia({ colorScheme });
        const looksOnly = colorScheme !== BOTH_THEMES[0];
        const found = await violationsOn(reader, { disabledRules: ['landmark-one-main', 'region'], looksOnly });
        expect(found, kind).toEqual([]);
        expect(await sidewaysScroll(reader), kind).toBeLessThanOrEqual(0);
      }
    }
  });
});
