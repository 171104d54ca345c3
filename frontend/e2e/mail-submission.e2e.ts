import { type Browser, expect, type Page } from '@playwright/test';
import {
  emailsTo,
  emailTo,
  enter,
  expectAccessible,
  fillSubmission,
  passUndoTime,
  type ReceivedEmail,
  recordResults,
  signIn,
  test,
} from './journeys';

const SUBMITTER = 'robin@brand.example';

const newPage = async (browser: Browser) => (await browser.newContext()).newPage();

const decisions = (page: Page) => page.getByRole('region', { name: 'Your decisions' });

/** The link in an email to a part of the site. */
function linkIn({ links }: ReceivedEmail, part: string): string {
  const link = links.find((one) => new URL(one).pathname.startsWith(part));
  if (!link) throw new Error(`The email links to ${links.join(', ')}, not to ${part}.`);
  return link;
}

async function submit(page: Page, submission: { brand: string; product: string; batch: string }): Promise<void> {
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

test('each step of a review sends an email: received, changes needed, changes received, published', async ({
  page,
  browser,
}) => {
  const sent = { brand: 'Mallow & Reed', product: 'Rosehip Fizz 5 mg', batch: 'MR-26/401' };
  const staff = await newPage(browser);
  let reference = '';

  await test.step('a submitted certificate is confirmed by email, with its reference and due date', async () => {
    await submit(page, sent);
    reference = await page.getByText(/^CB-\w{4}-\w{4}$/).innerText();
    const due = await page.locator('dd').last().innerText();
    const email = await emailTo(SUBMITTER, `Received: your lab report (${reference})`);
    expect(email.text).toContain(due);
    for (const typed of [sent.product, sent.brand, sent.batch]) expect(email.text).not.toContain(typed);
    await page.goto(linkIn(email, '/contact'));
    await expect(page.getByRole('heading', { name: 'Contact', level: 1 })).toBeVisible();
  });

  await test.step('a reviewer asks for changes', async () => {
    await staff.clock.install();
    await signIn(staff);
    await openWaiting(staff, sent.product);
    await staff.keyboard.press('c');
    await staff.getByLabel("What's wrong").selectOption("Batch doesn't match");
    await staff.getByLabel('In your words').fill('The report says MR-26/402.');
    await staff.keyboard.press('Control+Enter');
    await passUndoTime(staff);
    await expect(decisions(staff).getByText('Done')).toBeVisible();
    await staff.goto(`/admin?standing=changes_requested&search=${encodeURIComponent(sent.product)}`);
    await staff.getByRole('link', { name: sent.product }).click();
    await expect(staff.getByText('We emailed the comments and a link to the submitter.')).toBeVisible();
    await expect(staff.getByRole('button', { name: 'Copy correction link' })).toBeVisible();
    await expectAccessible(staff);
  });

  const asked = await emailTo(SUBMITTER, `Changes needed: your lab report (${reference})`);
  const link = linkIn(asked, '/corrections/');
  await test.step('the email says what is wrong, and a link that was tampered with does not work', async () => {
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
  await test.step('the submitter opens the link in another browser, without an account, and sends the changes', async () => {
    const elsewhere = await newPage(browser);
    await enter(elsewhere, link);
    await expect(elsewhere.getByText('The report says MR-26/402.')).toBeVisible();
    await elsewhere.getByLabel('Batch/Lot ID').fill(corrected);
    await elsewhere.getByRole('button', { name: 'Submit changes' }).click();
    await expect(elsewhere.getByRole('heading', { name: 'We got your changes' })).toBeFocused();
    await elsewhere.goto(link);
    await expect(elsewhere.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await emailTo(SUBMITTER, `Changes received: your lab report (${reference})`);
  });

  await test.step('the reviewer approves, and the email links to the public page', async () => {
    await openWaiting(staff, sent.product);
    await staff.getByRole('button', { name: 'Resolve The batch on the lab report' }).click();
    await expect(staff.getByText('Resolved', { exact: true })).toBeVisible();
    await staff.keyboard.press('a');
    await recordResults(staff, { 'Residual Solvents': 'Not tested' });
    await staff.getByLabel('Why is there no PDF?').selectOption('There is only paper');
    await staff.keyboard.press('Control+Enter');
    await passUndoTime(staff);
    await expect(decisions(staff).getByText('Done')).toBeVisible();
    const published = await emailTo(SUBMITTER, `Published: your lab report (${reference})`);
    await page.goto(linkIn(published, '/brands/'));
    await expect(page.getByRole('heading', { name: sent.product, level: 1 })).toBeVisible();
    await expect(page.getByText(corrected).first()).toBeVisible();
    await page.goto(linkIn(published, '/certificates/'));
    await expect(page.getByRole('heading', { name: sent.product, level: 1 })).toBeVisible();
  });

  await test.step('no email was sent twice', async () => {
    const about = (await emailsTo(SUBMITTER)).filter(({ subject }) => subject.includes(reference));
    expect(about.map(({ subject }) => subject.split(':')[0])).toEqual([
      'Published',
      'Changes received',
      'Changes needed',
      'Received',
    ]);
  });
});
