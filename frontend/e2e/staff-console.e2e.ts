import { readFileSync } from 'node:fs';
import { type Download, expect, type Page } from '@playwright/test';
import {
  BOTH_THEMES,
  enter,
  expectAccessible,
  openConsole,
  published,
  signIn,
  site,
  submitted,
  test,
} from './journeys';

const ARTICLE = { slug: 'dosing-guide', reason: 'Its table of doses is being checked again.' };
const SUBSCRIBER = 'Robin.Vale+news@mail.example';
const SENDER = {
  name: 'Quill Reed',
  email: 'quill.reed@mail.example',
  topic: 'correction',
  message: 'The batch printed under the lid reads 2025 here.\nIt is 2026.',
};

async function linesOf(download: Download): Promise<string[]> {
  return readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split(/\r?\n/);
}

async function exported(page: Page, button: string): Promise<Download> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return download;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

test('an editor withdraws and publishes, exports, answers, and finds it all in the audit log', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const visitor = await (await browser.newContext()).newPage();
  await enter(visitor, `/learn/${ARTICLE.slug}`);
  const title = await visitor.getByRole('heading', { level: 1 }).innerText();
  await visitor.request.post('/api/subscribe', { data: { email: SUBSCRIBER, source: 'homepage' } });
  await visitor.request.post('/api/subscribe', { data: { email: 'kim@post.example' } });
  await visitor.request.post('/api/contact', { data: SENDER });
  await signIn(page);

  await test.step('an article is previewed as visitors see it', async () => {
    await page.goto('/admin/articles');
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: title });
    await expect(row).toContainText(/Safety & Dosing/);
    await expect(row).toContainText(/Published [A-Z][a-z]{2} \d+, 20\d\d/);
    await expect(row).toContainText(/Facts checked [A-Z][a-z]{2} \d+, 20\d\d, /);
    await expect(row).toContainText(/[\d,]+ words/);
    await expectAccessible(page, BOTH_THEMES);
    await page.getByRole('link', { name: title }).click();
    await expect(heading(page, title)).toBeVisible();
    const body = (of: Page) => of.locator('.prose').innerHTML();
    expect(await body(page)).toBe(await body(visitor));
    await expectAccessible(page, BOTH_THEMES);
    await page.goBack();
  });

  await test.step('it is withdrawn with a reason, and visitors get a 404', async () => {
    await page.getByRole('button', { name: `Withdraw ${title}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await expectAccessible(page, BOTH_THEMES);
    await dialog.getByLabel('Reason').fill(ARTICLE.reason);
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: title })).toContainText(ARTICLE.reason);
    expect((await visitor.goto(`/learn/${ARTICLE.slug}`))?.status()).toBe(404);
    await expect(heading(visitor, 'Article Not Found')).toBeVisible();
    await visitor.goto('/learn');
    await expect(visitor.getByRole('link', { name: title })).toHaveCount(0);
  });

  await test.step('the list can be filtered to withdrawn articles, and stays so after a reload', async () => {
    await page.getByLabel('Show').selectOption('Withdrawn');
    await expect(page).toHaveURL('/admin/articles?standing=withdrawn');
    await page.reload();
    await expect(page.getByText('1 article, newest first')).toBeVisible();
    await page.getByRole('link', { name: title }).click();
    await expect(page.getByText("Withdrawn: visitors can't see this article")).toBeVisible();
    await page.goBack();
  });

  await test.step('it is published again', async () => {
    await page.getByRole('button', { name: `Publish again ${title}` }).click();
    await expect(page.getByText('No articles are withdrawn.')).toBeVisible();
    await visitor.goto(`/learn/${ARTICLE.slug}`);
    await expect(heading(visitor, title)).toBeVisible();
  });

  await test.step('a subscriber is found, without the address in the address bar, and exported', async () => {
    await page.goto('/admin/subscribers');
    await expect(page.getByText(/^[\d,]+ active, \d+ not confirmed yet, \d+ unsubscribed, \d+ bounced$/)).toBeVisible();
    await page.getByLabel('Part of an address').fill('robin.VALE');
    await expect(page.getByText('1 found, newest first')).toBeVisible();
    await expect(page.getByText(SUBSCRIBER)).toBeVisible();
    await expect(page.getByText('kim@post.example')).toHaveCount(0);
    await expect(page).toHaveURL('/admin/subscribers');
    await expectAccessible(page, BOTH_THEMES);
    const file = await exported(page, 'Export CSV');
    expect(file.suggestedFilename()).toMatch(/^subscribers-\d{4}-\d\d-\d\d\.csv$/);
    const lines = await linesOf(file);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`${SUBSCRIBER},active,`);

    await page.getByLabel('Status').selectOption('Unsubscribed');
    await expect(page).toHaveURL('/admin/subscribers?status=unsubscribed');
    await expect(page.getByText('No subscribers match.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByText('kim@post.example')).toBeVisible();
  });

  await test.step('a message is read, handled with a note, and reopened', async () => {
    await page.goto('/admin/messages?topic=correction');
    await page.getByLabel('Search').fill('UNDER the lid');
    await page.getByRole('link', { name: SENDER.name }).click();
    await expect(heading(page, `Message from ${SENDER.name}`)).toBeVisible();
    await expect(page.getByText('It is 2026.')).toBeVisible();
    await expectAccessible(page, BOTH_THEMES);
    const reply = page.getByRole('link', { name: 'Reply by email' });
    await expect(reply).toHaveAttribute('href', /^mailto:quill\.reed@mail\.example\?subject=Your%20message%20M-/);
    await page.getByLabel('Note').fill('Corrected and answered.');
    await page.getByRole('button', { name: 'Mark as handled' }).click();
    await expect(page.getByText(/^Handled by admin on /)).toBeVisible();
    await expect(page.getByText('Corrected and answered.')).toBeVisible();
    await page.goto('/admin/messages');
    await page.getByLabel('Search').fill('under the lid');
    await expect(page.getByText('No messages match.')).toBeVisible();
    await page.getByLabel('Show').selectOption('Handled');
    await expect(page).toHaveURL('/admin/messages?standing=handled');
    await expect(page.getByRole('link', { name: SENDER.name })).toBeVisible();
    await expectAccessible(page, BOTH_THEMES);
    await page.getByRole('link', { name: SENDER.name }).click();
    await page.getByRole('button', { name: 'Reopen' }).click();
    await expect(page.getByText(/^Reopened by admin on /)).toBeVisible();
  });

  await test.step('when two people change a message, the second sees a conflict', async () => {
    const address = page.url();
    const other = await page.context().newPage();
    await other.goto(address);
    await other.getByRole('button', { name: 'Mark as handled' }).click();
    await expect(other.getByText(/^Handled by admin on /)).toBeVisible();
    await page.getByLabel('Note').fill('Typed in the other window.');
    await page.getByRole('button', { name: 'Mark as handled' }).click();
    await expect(page.getByRole('alert')).toContainText('Someone else changed this message');
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByText(/^Handled by admin on /)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByLabel('Note')).toHaveValue('Typed in the other window.');
    await other.close();
  });

  await test.step('the audit log has all of it, with the filters in the URL', async () => {
    await page.goto('/admin/audit-log');
    await page.getByLabel('Action starts with').fill('article.');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page).toHaveURL('/admin/audit-log?action=article.');
    await expect(page.getByText('2 entries, newest first')).toBeVisible();
    await page.getByText('article.withdrawn').click();
    await expect(page.getByText(`After: ${ARTICLE.reason}`)).toBeVisible();
    await expectAccessible(page, BOTH_THEMES);
    await page.getByRole('link', { name: 'Open', exact: true }).click();
    await expect(page).toHaveURL('/admin/articles/article-002');
    await expect(heading(page, 'Audit log')).toBeHidden();
    await page.goBack();
    await page.getByText('article.withdrawn').click();
    await page.getByRole('link', { name: 'Everything done to this' }).click();
    await expect(page).toHaveURL('/admin/audit-log?subject=article%3Aarticle-002');
    await expect(page.getByText('2 entries, newest first')).toBeVisible();
    await page.goBack();
    const lines = await linesOf(await exported(page, 'Export CSV'));
    expect(lines).toHaveLength(3);
    expect(lines[2]).toContain(',admin,article.withdrawn,article:article-002,');
    const entries = await linesOf(await exported(page, 'Export NDJSON'));
    expect(entries.map((line) => JSON.parse(line).action)).toEqual(['article.published', 'article.withdrawn']);

    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL('/admin/audit-log');
    for (const action of ['subscribers.exported', 'message.handled', 'message.reopened', 'audit-log.exported']) {
      await expect(page.getByText(action).first()).toBeVisible();
    }
    await page.getByText('subscribers.exported').click();
    await expect(page.getByText('searched')).toBeVisible();
    expect(await page.getByRole('main').innerText()).not.toMatch(/robin\.vale/i);
    await page.goBack();
    await expect(page.getByLabel('Action starts with')).toHaveValue('article.');
    await page.getByLabel('Done by').fill('unknown');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByText('No entries match.')).toBeVisible();
  });
});

test('text typed before a session ended elsewhere is still there after signing in', async ({ page }) => {
  await signIn(page);
  await page.goto('/admin/articles');
  await page
    .getByRole('button', { name: /^Withdraw / })
    .first()
    .click();
  const reason = page.getByRole('dialog').getByLabel('Reason');
  await reason.fill('Half a thought');
  await page.request.delete('/api/staff/session');
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(heading(page, 'Staff sign-in')).toBeFocused();
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByLabel('Name').fill('admin');
  await page.getByLabel('Password').fill(site().staffPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(reason).toHaveValue('Half a thought');
});

test('a list that fails to load can be retried, and a failed request for more rows keeps those shown', {
  tag: '@slow',
}, async ({ page }) => {
  await signIn(page);
  for (let number = 0; number < 51; number += 1) {
    await page.request.post('/api/subscribe', { data: { email: `reader-${number}@many.example` } });
  }
  const isNext = (url: URL) => url.pathname === '/api/staff/subscribers' && url.searchParams.has('cursor');
  await page.route('**/api/staff/subscribers?*', (route) => route.abort());
  await page.goto('/admin/subscribers');
  await expect(page.getByRole('alert')).toContainText("We couldn't load");
  await page.unroute('**/api/staff/subscribers?*');
  await page.route(isNext, (route) => route.abort());
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  // The unfiltered list may have as many rows.
  const isFound = page.waitForResponse((response) => response.url().includes('search=%40many.example'));
  await page.getByLabel('Part of an address').fill('@many.example');
  await isFound;
  await expect(page.getByText('51 found, newest first')).toBeVisible();
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByRole('alert')).toContainText("can't reach the site");
  await expect(rows).toHaveCount(50);
  await page.unroute(isNext);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows).toHaveCount(51);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

const PERSON = 'Quillon.Vextor@private.example';

/** One person subscribes, writes to us, and submits two certificates, one of which is published. */
async function leaveTraces(page: Page): Promise<void> {
  const post = async (address: string, data: object) =>
    expect((await page.request.post(address, { data })).status(), address).toBe(201);
  await post('/api/subscribe', { email: PERSON });
  const message = {
    name: 'Quillon Vextor',
    email: PERSON.toLowerCase(),
    topic: 'privacy',
    message: 'Delete my data.',
  };
  await post('/api/contact', message);
  const submission = { contactName: 'Quillon Vextor', contactEmail: PERSON, notes: 'Ring twice.' };
  await submitted(page, { ...submission, batchId: 'VEXTOR-2' });
  await published(page, { ...submission, batchId: 'VEXTOR-1' });
}

async function lookUp(page: Page, address: string): Promise<void> {
  await page.getByLabel('Email address').fill(address);
  await page.getByLabel('Reason').fill('Asked for in M-0F8FA-D5BD9');
  await page.getByRole('button', { name: 'Look up' }).click();
}

const part = (page: Page, title: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: title });

test('an administrator looks up personal data, exports it, and erases it', { tag: '@slow' }, async ({ page }) => {
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

  await lookUp(page, PERSON.toUpperCase());
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
  await dialog.getByLabel('Type the address again').fill(PERSON);
  await dialog.getByRole('button', { name: 'Erase data' }).click();

  const result = page.getByRole('heading', { name: /^Erased for / });
  await expect(result).toBeFocused();
  await expect(page.getByText('Contact form messages: 1 record deleted')).toBeVisible();
  await expect(page.getByText('Certificates waiting for review: 1 record cleared')).toBeVisible();
  await expectAccessible(page);

  await lookUp(page, PERSON);
  await expect(page.getByRole('heading', { name: 'No data found' })).toBeVisible();
});
