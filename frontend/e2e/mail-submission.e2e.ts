import { type Browser, expect, type Page, test } from '@playwright/test';
import { enter, expectAccessible, fillSubmission, lettersTo, letterTo, type ReadLetter, signIn } from './journeys';

// Each decision waits its seconds.
test.describe.configure({ timeout: 120_000 });

/** Longer than a decision can be taken back. */
const CARRIED_OUT = { timeout: 15_000 };

const SUBMITTER = 'robin@brand.example';

const newPage = async (browser: Browser) => (await browser.newContext()).newPage();

const decisions = (page: Page) => page.getByRole('region', { name: 'Your decisions' });

/** The address in a letter that leads to a part of the site. */
function addressIn({ links }: ReadLetter, part: string): string {
  const address = links.find((link) => new URL(link).pathname.startsWith(part));
  if (!address) throw new Error(`the letter leads to ${links.join(', ')}, not to ${part}`);
  return address;
}

async function handIn(page: Page, submission: { brand: string; product: string; batch: string }): Promise<void> {
  await enter(page, '/submit-coa');
  await fillSubmission(page, submission);
  await page.getByRole('button', { name: 'Submit COA' }).click();
  await expect(page.getByRole('heading', { name: 'COA Submitted Successfully' })).toBeFocused();
  await expect(page.getByText("We're also emailing you this reference.")).toBeVisible();
}

async function openWaiting(staff: Page, product: string): Promise<void> {
  await staff.goto(`/admin?search=${encodeURIComponent(product)}`);
  await staff.getByRole('link', { name: product }).click();
  await expect(staff.getByRole('heading', { name: product, level: 1 })).toBeVisible();
}

test('from letter to letter: submitted, sent back, corrected from the mail, published', async ({ page, browser }) => {
  const sent = { brand: 'Mallow & Reed', product: 'Rosehip Fizz 5 mg', batch: 'MR-26/401' };
  const staff = await newPage(browser);
  let reference = '';

  await test.step('the submitter hands in a certificate, and gets a letter with reference and due date', async () => {
    await handIn(page, sent);
    reference = await page.getByText(/^CB-\w{4}-\w{4}$/).innerText();
    const due = await page.locator('dd').last().innerText();
    const letter = await letterTo(SUBMITTER, `Received: your lab report (${reference})`);
    expect(letter.text).toContain(due);
    for (const typed of [sent.product, sent.brand, sent.batch]) expect(letter.text).not.toContain(typed);
    await page.goto(addressIn(letter, '/contact'));
    await expect(page.getByRole('heading', { name: 'Contact', level: 1 })).toBeVisible();
  });

  await test.step('a reviewer asks for changes', async () => {
    await signIn(staff);
    await openWaiting(staff, sent.product);
    await staff.keyboard.press('c');
    await staff.getByLabel("What's wrong").selectOption("Batch doesn't match");
    await staff.getByLabel('In your words').fill('The report says MR-26/402.');
    await staff.keyboard.press('Control+Enter');
    await expect(decisions(staff).getByText('Done')).toBeVisible(CARRIED_OUT);
    await staff.goto(`/admin?standing=changes_requested&search=${encodeURIComponent(sent.product)}`);
    await staff.getByRole('link', { name: sent.product }).click();
    await expect(staff.getByText('We emailed the comments and a link to the submitter.')).toBeVisible();
    await expect(staff.getByRole('button', { name: 'Copy correction link' })).toBeVisible();
    await expectAccessible(staff);
  });

  const asked = await letterTo(SUBMITTER, `Changes needed: your lab report (${reference})`);
  const link = addressIn(asked, '/corrections/');
  await test.step('the letter says what is wrong, and a link that was tampered with opens nothing', async () => {
    expect(asked.text).toContain('> The report says MR-26/402.');
    const [, token = ''] = /corrections\/(.+)$/.exec(link) ?? [];
    const [payload = '', signature = ''] = token.split('.');
    for (const forged of [`${payload.slice(0, -2)}AA.${signature}`, payload, `${token}AA`]) {
      await page.goto(link.replace(token, forged));
      await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
      await expect(page.getByLabel('Batch/Lot ID')).toHaveCount(0);
    }
    await expectAccessible(page);
  });

  const corrected = 'MR-26/402';
  await test.step('the submitter follows the link, somewhere else and without an account, and sends the changes', async () => {
    const elsewhere = await newPage(browser);
    await enter(elsewhere, link);
    await expect(elsewhere.getByText('The report says MR-26/402.')).toBeVisible();
    await elsewhere.getByLabel('Batch/Lot ID').fill(corrected);
    await elsewhere.getByRole('button', { name: 'Submit changes' }).click();
    await expect(elsewhere.getByRole('heading', { name: 'We got your changes' })).toBeFocused();
    await elsewhere.goto(link);
    await expect(elsewhere.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await letterTo(SUBMITTER, `Changes received: your lab report (${reference})`);
  });

  await test.step('the reviewer approves, and the letter leads to the public page', async () => {
    await openWaiting(staff, sent.product);
    await staff.getByRole('button', { name: 'Resolve The batch on the lab report' }).click();
    await expect(staff.getByText('Resolved', { exact: true })).toBeVisible();
    await staff.keyboard.press('a');
    await staff.getByLabel('Residual Solvents').selectOption('Not tested');
    await staff.keyboard.press('Control+Enter');
    await expect(decisions(staff).getByText('Done')).toBeVisible(CARRIED_OUT);
    const published = await letterTo(SUBMITTER, `Published: your lab report (${reference})`);
    await page.goto(addressIn(published, '/brands/'));
    await expect(page.getByRole('heading', { name: sent.product, level: 1 })).toBeVisible();
    await expect(page.getByText(corrected).first()).toBeVisible();
    await page.goto(addressIn(published, '/certificates/'));
    await expect(page.getByRole('heading', { name: sent.product, level: 1 })).toBeVisible();
  });

  await test.step('no letter came twice', async () => {
    const about = (await lettersTo(SUBMITTER)).filter(({ subject }) => subject.includes(reference));
    expect(about.map(({ subject }) => subject.split(':')[0])).toEqual([
      'Published',
      'Changes received',
      'Changes needed',
      'Received',
    ]);
  });
});
