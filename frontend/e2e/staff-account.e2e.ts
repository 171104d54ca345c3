import { createHmac } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { anotherMember, expectAccessible, openConsole, signIn, test } from './journeys';

const NAME = 'robin.reviewer';
const PASSWORD = 'a sentence that robin can remember';
const NEXT_PASSWORD = 'nineteen lanterns above the harbor';

/**
 * The code that an authenticator app shows for a key, a number of 30-second steps from now (RFC 6238). Not for earlier
 * steps: the server accepts the previous one, but filling in a page may take until the next.
 */
function codeOf(key: string, steps: number): string {
  const bits = [...key].map((character) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac('sha1', Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))))
    .update(counter)
    .digest();
  return String((hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

const newPage = async (browser: Browser) => (await browser.newContext()).newPage();

const codeField = (page: Page) => page.getByRole('textbox', { name: /^Code/ });

async function givePassword(page: Page, password: string): Promise<void> {
  await page.goto('/admin');
  await page.getByLabel('Name').fill(NAME);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function openAccount(page: Page): Promise<void> {
  await page.getByRole('link', { name: NAME }).click();
  await expect(page.getByRole('heading', { name: 'Your account', level: 1 })).toBeVisible();
}

test('the life of an account: roles, password, second factor, sessions', { tag: '@slow' }, async ({
  page,
  browser,
}) => {
  let oneTimePassword = '';
  let key = '';
  let recoveryCodes: string[] = [];
  const robin = await newPage(browser);

  await test.step('an administrator creates an account for a reviewer', async () => {
    await openConsole(page);
    await page.getByRole('link', { name: 'Accounts' }).click();
    await page.getByRole('button', { name: 'New account' }).click();
    await page.getByLabel('Name').fill(NAME);
    await expect(page.getByRole('checkbox', { name: 'Reviewer' })).toBeChecked();
    await page.getByRole('button', { name: 'Create account' }).click();
    const told = page.getByRole('status').filter({ hasText: 'One-time password' });
    oneTimePassword = (await told.locator('pre').textContent()) ?? '';
    expect(oneTimePassword).toMatch(/^(\w{5}-){3}\w{5}$/);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: NAME })).toContainText('One-time password not used yet');
    await expectAccessible(page);
  });

  await test.step('the reviewer signs in, chooses a password, and sees their own work only', async () => {
    await givePassword(robin, oneTimePassword);
    await robin.getByLabel('One-time password').fill(oneTimePassword);
    await robin.getByLabel('New password', { exact: false }).first().fill(PASSWORD);
    await robin.getByLabel('Repeat new password').fill(PASSWORD);
    await robin.getByRole('button', { name: 'Save and continue' }).click();
    await expect(robin.getByRole('heading', { name: 'Review queue' })).toBeVisible();
    const links = robin.getByRole('navigation', { name: 'Staff' }).getByRole('link');
    await expect(links).toHaveText([
      'Review queue',
      'Reported problems',
      'Brand requests',
      'Brands',
      'Names to explain',
      'Rules',
      'Second person',
      'Audit log',
    ]);
    await robin.goto('/admin/accounts');
    await expect(robin.getByText('Only administrators can see this page.')).toBeVisible();
  });

  await test.step('turns the second factor on', async () => {
    await openAccount(robin);
    await robin.getByRole('button', { name: 'Set up second factor' }).click();
    await robin.getByLabel('Your password').fill(PASSWORD);
    await robin.getByRole('button', { name: 'Continue' }).click();
    await expect(robin.getByRole('img', { name: /^QR code/ }).locator('path')).toBeAttached();
    await expect(robin.getByRole('list').filter({ hasText: 'Scan this' })).toBeFocused();
    await expectAccessible(robin);
    key = ((await robin.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '').replaceAll(' ', '');
    await codeField(robin).fill('000000');
    await robin.getByRole('button', { name: 'Turn on' }).click();
    await expect(robin.getByRole('alert')).toContainText("This code doesn't match");
    await codeField(robin).fill(codeOf(key, 0));
    await robin.getByRole('button', { name: 'Turn on' }).click();
    const told = robin.getByRole('status').filter({ hasText: 'Your recovery codes' });
    await expect(robin.getByRole('region', { name: 'Your recovery codes' })).toBeFocused();
    recoveryCodes = ((await told.locator('pre').textContent()) ?? '').split('\n');
    expect(recoveryCodes).toHaveLength(10);
    await expect(robin.getByRole('heading', { name: 'Second factor On' })).toBeVisible();
    await expectAccessible(robin);
  });

  await test.step('signs out, and in again with a code after the password', async () => {
    await robin.getByRole('button', { name: 'Sign out' }).click();
    await expect(robin.getByRole('heading', { name: 'Staff sign-in' })).toBeFocused();
    await expect(robin.getByText('Your session has ended')).toHaveCount(0);
    await givePassword(robin, PASSWORD);
    await expect(robin.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
    await expectAccessible(robin);
    await codeField(robin).fill(codeOf(key, 1));
    await robin.getByRole('button', { name: 'Sign in' }).click();
    await expect(robin.getByRole('heading', { name: 'Review queue' })).toBeFocused();
    await expect(robin).toHaveTitle(/^Review queue - Staff - /);
  });

  await test.step('ends a session that a recovery code opened elsewhere', async () => {
    const elsewhere = await newPage(browser);
    await givePassword(elsewhere, PASSWORD);
    await codeField(elsewhere).fill(recoveryCodes[0] ?? '');
    await elsewhere.getByRole('button', { name: 'Sign in' }).click();
    await expect(elsewhere.getByRole('heading', { name: 'Review queue' })).toBeVisible();

    await openAccount(robin);
    const sessions = robin.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    await expect(sessions).toHaveCount(2);
    await expect(sessions.filter({ hasText: 'This session' })).toHaveCount(1);
    await sessions.getByRole('button', { name: /^End/ }).click();
    await expect(sessions).toHaveCount(1);
    await expect(robin.getByRole('list', { name: 'Sessions' })).toBeFocused();
    await elsewhere.getByRole('link', { name: 'Audit log' }).click();
    await expect(elsewhere.getByRole('heading', { name: 'Staff sign-in' })).toBeFocused();
    await expect(elsewhere.getByText('Your session has ended')).toBeVisible();
  });

  await test.step('changes the password, which asks for a code as well', async () => {
    const form = robin.getByRole('region', { name: 'Password' });
    await form.getByLabel('Current password').fill(PASSWORD);
    await form.getByLabel(/^New password/).fill(NEXT_PASSWORD);
    await form.getByLabel('Repeat new password').fill(NEXT_PASSWORD);
    await codeField(robin).fill('000000');
    await codeField(robin).press('Enter');
    await expect(form.getByRole('alert')).toContainText("This code doesn't match");
    await expectAccessible(robin);
    await codeField(robin).fill(recoveryCodes[1] ?? '');
    await codeField(robin).press('Enter');
    await expect(robin.getByText('Password changed').first()).toBeVisible();
    await expect(form.getByLabel('Current password')).toHaveValue('');
  });

  await test.step('uses the console on a phone', async () => {
    await robin.setViewportSize({ width: 360, height: 740 });
    const brands = robin.getByRole('link', { name: 'Brands' });
    await expect(brands).toBeHidden();
    await robin.locator('summary').filter({ hasText: 'Open menu' }).click();
    await brands.click();
    await expect(robin.getByRole('heading', { name: 'Brands', level: 1 })).toBeVisible();
    await expect(brands).toBeHidden();
  });

  await test.step('is signed out when the administrator disables the account', async () => {
    await page.reload();
    await page.getByRole('button', { name: `Manage ${NAME}` }).click();
    await page.getByRole('button', { name: 'Disable' }).click();
    const row = page.getByRole('list', { name: 'Accounts' }).getByRole('listitem').filter({ hasText: NAME });
    await expect(row.getByText('Disabled')).toBeVisible();
    await robin.reload();
    await expect(robin.getByRole('heading', { name: 'Staff sign-in' })).toBeVisible();
  });
});

test('an editor starts at the articles, and too many wrong passwords mean a wait', async ({ page, browser }) => {
  await signIn(page);
  const eve = await anotherMember(page, browser, 'eve.editor', 'editor');
  await eve.goto('/admin');
  await expect(eve).toHaveURL(/\/admin\/articles$/);

  const stranger = await newPage(browser);
  const guess = { username: 'eve.editor', password: 'a guess' };
  for (let tries = 0; tries < 5; tries += 1) {
    expect((await stranger.request.post('/api/staff/session', { data: guess })).status()).toBe(401);
  }
  await stranger.goto('/admin');
  await stranger.getByLabel('Name').fill(guess.username);
  await stranger.getByLabel('Password').fill(guess.password);
  await stranger.getByRole('button', { name: 'Sign in' }).click();
  const wait = stranger.getByRole('alert').filter({ hasText: /Please wait (1 minute|\d+ seconds?) and try again\./ });
  await expect(wait).toBeVisible();
});
