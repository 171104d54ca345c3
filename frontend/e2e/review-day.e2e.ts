import { type Browser, expect, type Page } from '@playwright/test';
import {
  anotherMember,
  BOTH_THEMES,
  decisions,
  emailTo,
  endUndoTime,
  enter,
  expectAccessible,
  expectCarriedOut,
  fillSubmission,
  linkIn,
  openConsole,
  openForExperts,
  passAgeGate,
  published,
  recordResults,
  type Submission,
  signIn,
  submitted,
  test,
} from './journeys';

const SUBMITTER = 'robin@brand.example';

/** Staff use the dark theme here and the public the light one; accessibility.e2e.ts covers both. */
const newPage = async (browser: Browser) => (await browser.newContext({ colorScheme: 'dark' })).newPage();

const undo = (page: Page, what: string) => decisions(page).getByRole('button', { name: `Undo ${what}` });

/** Opens a submission by keyboard. */
async function openFromQueue(staff: Page, { product }: Submission): Promise<void> {
  await expect(staff.getByText(/submissions?, oldest first/)).toBeVisible();
  await staff.keyboard.press('/');
  await expect(staff.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  await staff.keyboard.type(product);
  await expect(staff.getByText('1 submission, oldest first')).toBeVisible();
  await staff.getByRole('heading', { name: 'Review queue' }).click();
  await staff.keyboard.press('j');
  await expect(staff.getByRole('link', { name: product })).toBeFocused();
  await staff.keyboard.press('Enter');
  await expect(staff.getByRole('heading', { name: product, level: 1 })).toBeFocused();
}

/** The queue opens after a decision: holds its code back. @returns lets it open, and when it began to */
async function holdQueue(staff: Page) {
  const { promise: isLet, resolve: letOpen } = Promise.withResolvers<void>();
  const { promise: isOpening, resolve: opens } = Promise.withResolvers<void>();
  await staff.route('**/assets/queue.page-*.js', async (route) => {
    opens();
    await isLet;
    await route.continue();
  });
  return { letOpen, isOpening };
}

/** Opens a submission, alone in its queue. */
async function openReview(staff: Page, id: string, product: string): Promise<void> {
  await staff.goto(`/admin/submissions/${id}?search=${encodeURIComponent(product)}`);
  await expect(staff.getByRole('heading', { name: product, level: 1 })).toBeVisible();
}

async function reject(staff: Page): Promise<void> {
  await expect(staff.getByRole('button', { name: 'Approve and publish' })).toBeVisible();
  await staff.keyboard.press('r');
  await staff.getByLabel('Reason').fill('It is for another batch.');
  await staff.keyboard.press('Control+Enter');
}

test('a review day: changes, a correction, an approval, an amendment, a withdrawal', { tag: '@slow' }, async ({
  page,
  browser,
}) => {
  const sent = { brand: 'Heron & Slate', product: 'Damson Spritz 5 mg', batch: 'HS-26/118' };
  const staff = await newPage(browser);

  const reference = await test.step('the submitter checks before sending, corrects one value and sends', async () => {
    await enter(page, '/submit-coa');
    await fillSubmission(page, { ...sent, batch: 'TBD' });
    await page.getByRole('button', { name: 'Check before you submit' }).click();
    await expect(page.getByText('does not look like a batch id')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Batch/Lot ID').fill(sent.batch);
    await page.getByLabel('Who picked the can').selectOption('Sent by the brand');
    await page.getByLabel('Lab name').fill('Heron Test Bench');
    await expect(page.getByText('does not look like a batch id')).toHaveCount(0);
    await page.getByRole('button', { name: 'Submit COA' }).click();
    await expect(page.getByRole('heading', { name: 'COA Submitted Successfully' })).toBeFocused();
    await expect(page.getByText("We're also emailing you this reference.")).toBeVisible();
    const due = await page.locator('dd').last().innerText();
    const given = await page.getByText(/^CB-\w{4}-\w{4}$/).innerText();
    expect((await emailTo(SUBMITTER, `Received: your lab report (${given})`)).text).toContain(due);
    return given;
  });

  await test.step('a reviewer asks for changes, by keyboard alone', async () => {
    await staff.clock.install();
    await openConsole(staff);
    await openFromQueue(staff, sent);
    await expect(staff.getByText(`Robin Vale, ${SUBMITTER}`)).toBeVisible();
    await expect(staff.getByText('The registry has no other certificate from Heron Test Bench.')).toBeVisible();
    await staff.keyboard.press('c');
    await expect(staff.getByLabel("What's wrong")).toBeFocused();
    await staff.getByLabel('In your words').fill('The report says HS-26/119.');
    await staff.keyboard.press('Control+Enter');
    await expect(staff.getByLabel("What's wrong")).toBeFocused();
    await expect(staff.getByLabel("What's wrong")).toHaveAccessibleDescription("Choose what's wrong");
    await staff.getByLabel("What's wrong").selectOption("Batch doesn't match");
    await staff.keyboard.press('Control+Enter');
    await expect(undo(staff, `Request changes: ${sent.product}`)).toBeVisible();
    await expectCarriedOut(staff);
  });

  const id = await test.step('the submission shows the link for the submitter', async () => {
    await staff.goto('/admin?standing=changes_requested');
    await staff.getByRole('link', { name: sent.product }).click();
    await expect(staff.getByLabel('Correction link')).toHaveValue(/^http:\/\/localhost:\d+\/corrections\/\S+$/);
    await expect(staff.getByText('We emailed the comments and a link to the submitter.')).toBeVisible();
    await expect(staff.getByRole('button', { name: 'Copy correction link' })).toBeVisible();
    await expectAccessible(staff);
    return new URL(staff.url()).pathname.split('/').at(-1) ?? '';
  });

  const corrected = { ...sent, batch: 'HS-26/119' };
  await test.step('the submitter corrects it without an account, and the link works only once', async () => {
    const asked = await emailTo(SUBMITTER, `Changes needed: your lab report (${reference})`);
    await page.goto(linkIn(asked, '/corrections/'));
    await expect(page.getByText('The report says HS-26/119.')).toBeVisible();
    await expect(page).toHaveTitle('Send a correction - ClearBatch');
    await expectAccessible(page);
    await expect(page.getByLabel('Batch/Lot ID')).toHaveValue(sent.batch);
    await expect(page.getByLabel('Who picked the can')).toHaveValue('brand');
    await page.getByLabel('Batch/Lot ID').fill(corrected.batch);
    await page.getByRole('button', { name: 'Submit changes' }).click();
    await expect(page.getByRole('heading', { name: 'We got your changes' })).toBeFocused();
    await expect(page.getByText("We'll review it by")).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await expect(page.getByLabel('Batch/Lot ID')).toHaveCount(0);
  });

  await test.step('the reviewer resolves the comment, approves, undoes it, and approves again', async () => {
    const queue = await holdQueue(staff);
    await openReview(staff, id, sent.product);
    await expect(staff.getByText('One comment is open')).toBeVisible();
    await expect(staff.getByRole('button', { name: 'Approve and publish' })).toHaveCount(0);
    await staff.getByRole('button', { name: 'Resolve The batch on the lab report' }).click();
    await expect(staff.getByText('Resolved', { exact: true })).toBeVisible();
    await expect(staff.getByRole('button', { name: 'Approve and publish' })).toBeVisible();
    await staff.keyboard.press('a');
    await expect(staff.getByLabel('Overall result')).toBeFocused();
    await expect(staff.getByLabel('Pesticides')).toHaveValue('not_reported');
    await staff.keyboard.press('Control+Enter');
    await expect(staff.getByLabel('Overall result')).toBeFocused();
    await expect(staff.getByLabel('Overall result')).toHaveAccessibleDescription('Choose what the report says');
    await recordResults(staff, { 'Residual Solvents': 'Not tested' });
    await staff.keyboard.press('Control+Enter');
    await expect(staff.getByLabel('Why is there no PDF?')).toBeFocused();
    await expect(staff.getByLabel('Why is there no PDF?')).toHaveAccessibleDescription(/Choose why there is no PDF/);
    await staff.getByLabel('Why is there no PDF?').selectOption('There is only paper');
    await staff.keyboard.press('Control+Enter');
    await expect(undo(staff, `Approve: ${sent.product}`)).toBeVisible();
    await expect(staff).toHaveURL(/\/admin\?/);
    await queue.isOpening;
    // While the queue opens: the submission is still shown, and undoing must lead back to it.
    await staff.keyboard.press('u');
    await expect(staff.getByRole('heading', { name: sent.product, level: 1 })).toBeFocused();
    await expect(decisions(staff).getByRole('listitem')).toHaveCount(0);
    await expect(staff).toHaveURL(/\/admin\/submissions\//);
    const queueCode = staff.waitForResponse('**/assets/queue.page-*.js');
    queue.letOpen();
    await queueCode;
    await expect(staff.getByRole('heading', { name: sent.product, level: 1 })).toBeFocused();
    await expect(staff.getByLabel('Residual Solvents')).toHaveValue('not_tested');
    await expect(staff.getByLabel('Why is there no PDF?')).toHaveValue('paper-only');
    expect((await page.request.get(`/api/coa/${encodeURIComponent(corrected.batch)}`)).status()).toBe(404);
    await staff.getByRole('button', { name: 'Approve and publish' }).press('Control+Enter');
    await expectCarriedOut(staff);
  });

  const first = await test.step('it is public, with the notices of our checks and its source', async () => {
    const email = await emailTo(SUBMITTER, `Published: your lab report (${reference})`);
    await page.goto(linkIn(email, '/brands/'));
    await expect(page.getByRole('heading', { name: sent.product, level: 1 })).toBeVisible();
    await expect(page.getByText(corrected.batch).first()).toBeVisible();
    await expect(page.getByText(/Other brands use this batch ID/)).toHaveCount(0);
    await expect(page.getByText('A submitter; checked by staff')).toBeVisible();
    await expect(page.getByText('The brand sent the can, and could choose which one.').first()).toBeVisible();
    await openForExperts(page);
    await expect(page.getByRole('heading', { name: 'What our checks noticed' })).toBeVisible();
    return linkIn(email, '/certificates/');
  });

  await test.step('staff amend it, and see the difference before publishing', async () => {
    await staff.goto(`/admin/submissions/${id}/amendment`);
    await staff.getByLabel('Reason').fill('The laboratory corrected the container size.');
    await staff.getByLabel('THC content').fill('4.35');
    await staff.getByRole('button', { name: 'Compare and publish' }).click();
    await expect(staff.getByText('Choose a PDF', { exact: true }).last()).toBeVisible();
    await staff.getByLabel('No PDF').check();
    await staff.getByLabel('Why is there no PDF?').selectOption('There is only paper');
    await staff.getByLabel('Who picked the can').selectOption('Bought in a store');
    await staff.getByRole('button', { name: 'Compare and publish' }).click();
    const dialog = staff.getByRole('dialog', { name: 'Publish this amendment?' });
    await dialog.getByRole('button', { name: 'Publish amendment' }).click();
    await expect(staff.getByLabel('Bought by')).toHaveAccessibleDescription(
      'Name the organization that bought the can',
    );
    await staff.getByLabel('Bought by').fill('Example Test Fund');
    await staff.getByRole('button', { name: 'Compare and publish' }).click();
    await expect(dialog.getByRole('row')).toHaveCount(4);
    await expect(dialog.getByRole('row', { name: 'THC 4.8 mg 4.35 mg' })).toBeVisible();
    await expect(dialog.getByRole('row', { name: /^Who picked the can Sent by the brand Bought/ })).toBeVisible();
    await expectAccessible(staff);
    await dialog.getByRole('button', { name: 'Publish amendment' }).click();
    await expect(staff.getByText('Published', { exact: true }).last()).toBeVisible();
    await expect(staff.getByRole('heading', { name: 'What this amends' })).toBeVisible();
  });

  await test.step('the old URL says what replaced it and why, and links to it', async () => {
    await page.goto(first);
    await expect(page.getByText(/This certificate was replaced on/)).toBeVisible();
    await expect(page.getByText('Reason: The laboratory corrected the container size.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Use this can in the calculator' })).toHaveCount(0);
    await expectAccessible(page);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(/This certificate was replaced on/)).toBeVisible();
    await page.emulateMedia({ media: null });
    await page.getByRole('link', { name: 'See the current certificate' }).click();
    await expect(page).toHaveURL(/\/certificates\/CB-/);
    await expect(page.getByText('4.35 mg').first()).toBeVisible();
    await page.getByRole('link', { name: reference }).click();
    await expect(page.getByText(/This certificate was replaced on/)).toBeVisible();
  });

  await test.step('staff withdraw it, and its URL says so', async () => {
    await staff.getByRole('button', { name: 'Withdraw' }).click();
    const dialog = staff.getByRole('dialog', { name: 'Withdraw this certificate?' });
    await dialog.getByLabel('Reason').fill('The lab voided the result.');
    await expectAccessible(staff);
    await dialog.getByRole('button', { name: 'Withdraw certificate' }).click();
    await expect(staff.getByText('The lab voided the result.').first()).toBeVisible();
    await page.goto(`/coa/${encodeURIComponent(corrected.batch)}`);
    await expect(page.getByText(/This certificate was withdrawn on/)).toBeVisible();
    await expect(page.getByText('There is no current certificate for this batch.')).toBeVisible();
    await expect(page).toHaveTitle(`No longer current: ${sent.product}, batch ${corrected.batch} - ClearBatch`);
  });
});

test('a brand is verified and renamed, and its duplicate is merged into it', { tag: '@slow' }, async ({ page }) => {
  await passAgeGate(page);
  await signIn(page);
  await published(page, { brandName: 'Plumb Line', batchId: 'PLUM-1' });
  await published(page, { brandName: 'Plum-Line', batchId: 'PLUM-2' });
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Brands' }).click();
  await page.getByLabel('Search by name').fill('plum');
  await expect(page.getByRole('listitem').filter({ hasText: '(a submitter, not public)' })).toHaveCount(2);

  await page.getByRole('button', { name: 'Verify Plumb Line' }).click();
  await page.getByLabel('Website').fill('https://plum-line.example');
  await page.getByLabel('Public contact address').fill('hello@plum-line.example');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect(page.getByText('Plumb Line verified', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Edit Plumb Line' }).click();
  await page.getByRole('textbox', { name: /^Name/ }).fill('Plum Line');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Plum Line', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Merge Plum-Line' }).click();
  const picker = page.getByRole('combobox', { name: /^Brand to keep/ });
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await picker.pressSequentially('PLUM L');
  const option = page.getByRole('option', { name: /^Plum Line/ });
  await expect(option).toContainText('Verified · 1 certificate');
  await expect(page.getByRole('option', { name: /^Plum-Line/ })).toHaveCount(0);
  await expectAccessible(page);
  // Escape closes the list, and the dialog stays.
  await picker.press('Escape');
  await expect(option).toBeHidden();
  await picker.press('ArrowDown');
  await expect(picker).toHaveAttribute('aria-activedescendant', /.+/);
  await picker.press('Enter');
  await expect(picker).toHaveValue('Plum Line');
  await expect(option).toBeHidden();
  await expect(page.getByText('You can undo this for 30 days.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText('Plum-Line merged into Plum Line', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Merge Plum-Line' })).toHaveCount(0);

  await page.goto('/brands/Plum-Line');
  await expect(page.getByRole('heading', { level: 1, name: 'Plum Line' })).toBeVisible();
  const reports = page.getByRole('region', { name: 'Lab reports' });
  await expect(reports.getByText('PLUM-1', { exact: true })).toBeVisible();
  await expect(reports.getByText('PLUM-2', { exact: true })).toBeVisible();

  await page.goto('/admin/brands');
  const merged = page.getByRole('region', { name: 'Merged in the last 30 days' });
  await expect(merged.getByText(/^Into Plum Line on .+, with 1 certificate\./)).toBeVisible();
  await expectAccessible(page, BOTH_THEMES);
  await merged.getByRole('button', { name: 'Undo the merge of Plum-Line' }).press('Enter');
  await expect(page.getByText('Plum-Line is a separate brand again', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Brands' })).toBeFocused();
  await expect(merged).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Merge Plum-Line' })).toBeVisible();
});

test('a decision that comes too late says so and keeps what was written', async ({ page }) => {
  const productName = 'Sloe Tonic 5 mg';
  await page.clock.install();
  await signIn(page);
  const { id, version } = await submitted(page, { productName, batchId: 'HS-26/201' });
  await openReview(page, id, productName);
  const comments = [{ code: 'batch-mismatch', weight: 'major' }];
  const asked = await page.request.post(`/api/staff/submissions/${id}/change-request`, { data: { version, comments } });
  expect(asked.status()).toBe(200);
  await reject(page);
  await page.getByRole('link', { name: 'Review queue' }).first().click();
  await expect(decisions(page).getByText("This didn't go through.")).toBeVisible();
  await expect(decisions(page).getByText('Someone else changed this')).toBeVisible();
  await expectAccessible(page);
  await decisions(page).getByRole('link', { name: 'Open the submission' }).click();
  await expect(page).toHaveURL(`/admin/submissions/${id}`);
  await expect(page.getByLabel('Reason')).toHaveValue('It is for another batch.');
  await decisions(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(decisions(page).getByRole('listitem')).toHaveCount(0);
});

test('a decision waits while its notice has the focus, and is carried out when the page is gone', {
  tag: '@slow',
}, async ({ page }) => {
  const productName = 'Medlar Cider 5 mg';
  await page.clock.install();
  await signIn(page);
  const { letOpen } = await holdQueue(page);
  const { id } = await submitted(page, { productName, batchId: 'HS-26/202' });
  await openReview(page, id, productName);
  await reject(page);
  // While the queue opens: it must not take the focus from the notice.
  await undo(page, `Reject: ${productName}`).focus();
  await expect(decisions(page).getByText("Paused while you're here")).toBeVisible();
  letOpen();
  await expect(page.getByRole('heading', { name: 'Review queue', level: 1 })).toBeVisible();
  await expect(undo(page, `Reject: ${productName}`)).toBeFocused();
  // The page goes on asking for time.
  const isExtended = () => page.waitForResponse(/\/pending-decisions\/[^/]+\/extension$/);
  for (let time = 0; time < 2; time += 1) expect((await isExtended()).status()).toBe(200);
  await expect(decisions(page).getByText("Paused while you're here")).toBeVisible();
  const lifecycle = async () =>
    (await (await page.request.get(`/api/staff/submissions/${id}`)).json()).submissionStatus;
  expect(await lifecycle()).toBe('pending');
  await page.goto('about:blank');
  await endUndoTime();
  await expect.poll(lifecycle).toBe('rejected');
});

test('a decision outlives its page: it is shown again with its Undo, in every tab, also to a colleague', async ({
  page,
  browser,
}) => {
  const productName = 'Damson Porter 5 mg';
  await signIn(page);
  const { id } = await submitted(page, { productName, batchId: 'HS-26/203' });
  const rejectIt = async () => {
    await openReview(page, id, productName);
    await reject(page);
    await expect(undo(page, `Reject: ${productName}`)).toBeVisible();
  };

  await test.step('undone after another page was loaded', async () => {
    await rejectIt();
    await page.goto('/admin/brands');
    await undo(page, `Reject: ${productName}`).press('Enter');
    await expect(page.getByRole('heading', { name: productName, level: 1 })).toBeFocused();
    await expect(page.getByRole('button', { name: 'Approve and publish' })).toBeVisible();
  });

  await test.step('shown in a second tab, which can undo it too', async () => {
    await rejectIt();
    const tab = await page.context().newPage();
    await tab.goto('/admin/brands');
    await undo(tab, `Reject: ${productName}`).press('Enter');
    await expect(tab.getByRole('heading', { name: productName, level: 1 })).toBeFocused();
    await expect(decisions(page).getByRole('listitem')).toHaveCount(0);
    await tab.close();
  });

  await test.step('a colleague sees who decided, and is not asked', async () => {
    await rejectIt();
    const colleague = await anotherMember(page, browser, 'kim');
    await colleague.goto(`/admin/submissions/${id}`);
    await expect(colleague.getByText('admin has just decided on this')).toBeVisible();
    await expect(colleague.getByRole('button', { name: 'Approve and publish' })).toHaveCount(0);
    await expectAccessible(colleague, BOTH_THEMES);
    await page.goto('about:blank');
    await colleague.goto('/admin?search=damson+porter');
    await expect(colleague.getByText('admin has just decided')).toBeVisible();
    await expect(colleague.getByRole('checkbox', { name: /^Select Damson Porter/ })).toBeDisabled();
    await endUndoTime();
    await colleague.goto(`/admin/submissions/${id}`);
    await expect(colleague.getByText('It is for another batch.').first()).toBeVisible();
  });
});
