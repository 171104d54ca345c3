import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import pg from 'pg';
import {
  BOTH_THEMES,
  emailsTo,
  emailTo,
  enter,
  expectAccessible,
  mailFolder,
  openConsole,
  type ReceivedEmail,
  site,
  test,
} from './journeys';

const email = (page: Page) => page.getByLabel('Email address');
const subscribe = (page: Page) => page.getByRole('button', { name: 'Subscribe', exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function sql(statement: string): Promise<{ status: string }[]> {
  const client = new pg.Client(site().databaseUrl);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

const statusOf = async (address: string) =>
  (await sql(`SELECT status FROM email_subscriptions WHERE email = '${address}'`))[0]?.status;

const unsubscribeLink = ({ links }: ReceivedEmail) => links.find((link) => link.includes('/unsubscribe?')) ?? '';

async function subscribeAs(page: Page, address: string): Promise<void> {
  await email(page).fill(address);
  await subscribe(page).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused();
}

test('a visitor subscribes, follows the link in the email, unsubscribes, and subscribes again', async ({
  page,
  browser,
}) => {
  const address = 'sam-again@mail.example';
  await enter(page);
  await subscribeAs(page, address);
  const welcome = await emailTo(address, "You're signed up for the ClearBatch newsletter");
  expect(welcome.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const link = unsubscribeLink(welcome);
  expect(welcome.headers.get('list-unsubscribe')).toBe(`<${link}>`);

  // In a browser that has not passed the age gate.
  const reader = await (await browser.newContext()).newPage();
  await reader.goto(link);
  await expect(heading(reader, 'Unsubscribe from the newsletter')).toBeVisible();
  await expectAccessible(reader, BOTH_THEMES);
  expect(await statusOf(address)).toBe('active');
  await reader.getByRole('button', { name: 'Unsubscribe', exact: true }).click();
  await expect(heading(reader, 'You are unsubscribed')).toBeFocused();
  await expectAccessible(reader, BOTH_THEMES);
  expect(await statusOf(address)).toBe('unsubscribed');

  await reader.getByRole('button', { name: 'Subscribe again' }).click();
  await expect(heading(reader, 'You are subscribed again')).toBeFocused();
  expect(await statusOf(address)).toBe('active');

  await reader.getByRole('button', { name: 'Unsubscribe', exact: true }).click();
  await expect(heading(reader, 'You are unsubscribed')).toBeVisible();
  await test.step('a truncated link says so and changes nothing', () => expectTruncatedLinks(reader));
  await reader.context().close();
  await page.getByRole('button', { name: 'Add another address' }).click();
  await subscribeAs(page, address.toUpperCase());
  await expect.poll(() => statusOf(address)).toBe('active');
  await expect.poll(async () => (await emailsTo(address)).length).toBe(2);
});

async function expectTruncatedLinks(page: Page): Promise<void> {
  for (const path of ['/unsubscribe', '/newsletter/confirm']) {
    await page.goto(path);
    await expect(heading(page, 'This link is incomplete')).toBeVisible();
  }
  await page.goto('/unsubscribe?token=1.forged');
  await page.getByRole('button', { name: 'Unsubscribe', exact: true }).click();
  await expect(heading(page, 'This link is incomplete')).toBeVisible();
  await expect(page.getByText('Nothing was changed.')).toBeVisible();
  await expectAccessible(page);
}

/** How many emails each recipient got, by the line that names them. */
function emailsPerReader(): Map<string, number> {
  const folder = mailFolder();
  const counts = new Map<string, number>();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.eml'))) {
    const [, address = ''] =
      /^To: (reader\d+@reader\.example)\r$/m.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
    if (address) counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  return counts;
}

/**
 * Queues an issue's email to every other subscriber for tomorrow, under the key that keeps the server from queuing it
 * again. So there is something left to stop, however fast the rest is sent.
 */
const holdHalf = (issueId: string) =>
  sql(
    `INSERT INTO mail_outbox (kind, payload, "createdAt", cause, "nextAttemptAt")
       SELECT 'newsletter.issue', jsonb_build_object('issueId', '${issueId}', 'subscriptionId', id), now(),
              '${issueId}/' || id || '/1', now() + interval '1 day'
         FROM email_subscriptions WHERE id % 2 = 0`,
  );

/** Another email wakes the queue, which otherwise looks every five seconds. */
async function releaseHeld(page: Page): Promise<void> {
  await sql(`UPDATE mail_outbox SET "nextAttemptAt" = now() WHERE kind = 'newsletter.issue' AND state = 'waiting'`);
  const data = { email: 'wake@mail.example', topic: 'question', message: 'Is anybody there?' };
  expect((await page.request.post('/api/contact', { data })).ok()).toBe(true);
}

// newsletter-issues.slow.test.ts sends to as many as are queued at a time, and more.
test('an editor writes an issue, previews it, and sends it to 200 subscribers', { tag: '@slow' }, async ({ page }) => {
  await sql(`DELETE FROM email_subscriptions`);
  await sql(
    `INSERT INTO email_subscriptions (email) SELECT 'reader' || n || '@reader.example' FROM generate_series(1, 200) n`,
  );
  await page.clock.install();
  await openConsole(page);
  await page.getByRole('link', { name: 'Newsletter' }).click();
  await expect(heading(page, 'Newsletter')).toBeVisible();
  await expect(page.getByText('No issues yet')).toBeVisible();
  await expectAccessible(page);

  await test.step('writes', async () => {
    await page.getByRole('link', { name: 'Write an issue' }).click();
    await page.getByLabel('Subject').fill('What labs found in November');
    await page
      .getByLabel('Introduction')
      .fill('Three new certificates came in.\n\nOne measured less than its label says.');
    const articles = page.getByRole('group', { name: 'Articles' });
    await articles.getByRole('checkbox').first().check();
    const certificates = page.getByRole('group', { name: 'Certificates published since the last issue' });
    await certificates.getByRole('checkbox').first().check();
    await certificates.getByRole('checkbox').nth(1).check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(heading(page, 'What labs found in November')).toBeVisible();
  });

  await test.step('deletes another draft, after asking', async () => {
    const issue = page.url();
    await page.goto('/admin/newsletter/new');
    await page.getByLabel('Subject').fill('Not worth sending');
    await page.getByLabel('Introduction').fill('Nothing happened.');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(heading(page, 'Not worth sending')).toBeVisible();
    await page.getByRole('button', { name: 'Delete draft' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this draft' });
    await expect(dialog.getByText("“Not worth sending” was never sent. You can't undo this.")).toBeVisible();
    await expectAccessible(page);
    // The first Escape would close the toast about the saved draft instead, so let its time pass.
    await page.clock.runFor(10_000);
    await expect(page.locator('li[data-state]')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Delete draft' })).toBeFocused();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Delete draft' }).click();
    await expect(page).toHaveURL('/admin/newsletter');
    await expect(page.getByText('Draft deleted', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'What labs found in November' })).toBeVisible();
    await expect(page.getByText('Not worth sending')).toHaveCount(0);
    await page.goto(issue);
    await expect(heading(page, 'What labs found in November')).toBeVisible();
  });

  await test.step('previews it', async () => {
    const email = page.frameLocator('iframe[title="The email as HTML"]');
    await expect(email.getByRole('heading', { name: 'What labs found in November' })).toBeVisible();
    await expect(email.getByRole('heading', { name: 'New lab reports' })).toBeVisible();
    const text = page.getByRole('region', { name: 'The email as text' });
    await expect(text.getByText('One measured less than its label says.')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('sends a test', async () => {
    await page.getByLabel('Your email address').fill('edith@staff.example');
    await page.getByRole('button', { name: 'Send a test' }).click();
    await expect(page.getByText('Test sent', { exact: true })).toBeVisible();
    const email = await emailTo('edith@staff.example', 'Test: What labs found in November');
    expect(email.text).toContain('This is a test.');
  });

  await test.step('has to save what was changed before it is sent', async () => {
    const dialog = page.getByRole('dialog', { name: 'Send to all subscribers' });
    const unsaved = "You changed this issue and didn't save it.";
    await page.getByLabel('Introduction').fill('Changed at the last minute.');
    await page.getByRole('button', { name: 'Send a test' }).click();
    await expect(page.getByText(unsaved)).toBeVisible();
    await page.getByRole('button', { name: 'Send to all subscribers' }).click();
    await expect(dialog.getByText(unsaved)).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^Send/ })).toHaveCount(0);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByText(unsaved)).toHaveCount(0);
    await expect(page.getByText('Changed at the last minute.').last()).toBeVisible();
  });

  await test.step('sends it, stops, and resumes', async () => {
    await page.getByRole('button', { name: 'Send to all subscribers' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send to all subscribers' });
    await expect(dialog.getByText('200 people on the list.')).toBeVisible();
    await expectAccessible(page);
    await holdHalf(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    await dialog.getByRole('button', { name: 'Send to 200 people' }).click();
    const sent = page.getByRole('definition').first();
    await expect(sent).toHaveText('100');
    await page.getByRole('button', { name: 'Stop sending' }).click();
    await expect(page.getByText('No one else gets this email until you resume.')).toBeVisible();
    await expectAccessible(page);
    await releaseHeld(page);
    await page.getByRole('button', { name: 'Resume sending' }).click();
    await expect(sent).toHaveText('200');
    await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible();
  });

  const emails = emailsPerReader();
  expect(emails.size).toBe(200);
  expect(new Set(emails.values())).toEqual(new Set([1]));
  await page.getByRole('link', { name: 'Newsletter' }).first().click();
  await expect(page.getByRole('link', { name: 'What labs found in November' })).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
});
