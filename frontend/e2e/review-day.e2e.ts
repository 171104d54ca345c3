import { type Browser, expect, type Page } from '@playwright/test';
import {
  endUndoTime,
  enter,
  expectAccessible,
  fillSubmission,
  openConsole,
  passAgeGate,
  passUndoTime,
  recordResults,
  type Submission,
  signIn,
  test,
} from './journeys';

/** Staff use the dark theme here and the public the light one; accessibility.e2e.ts covers both. */
const newPage = async (browser: Browser) => (await browser.newContext({ colorScheme: 'dark' })).newPage();

const decisions = (page: Page) => page.getByRole('region', { name: 'Your decisions' });

const undo = (page: Page, what: string) => decisions(page).getByRole('button', { name: `Undo ${what}` });

async function submit(page: Page, submission: Submission): Promise<void> {
  await enter(page, '/submit-coa');
  await fillSubmission(page, submission);
  await page.getByRole('button', { name: 'Submit COA' }).click();
  await expect(page.getByRole('heading', { name: 'COA Submitted Successfully' })).toBeFocused();
}

/** Opens a submission by keyboard. */
async function openFromQueue(staff: Page, { product }: Submission): Promise<void> {
  await staff.goto('/admin');
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

/**
 * Reloads a submission so that the queue, which opens after a decision, does not open before it is let: its code is held
 * back. @returns lets it open, and when it began to
 */
async function holdQueue(staff: Page) {
  const { promise: isLet, resolve: letOpen } = Promise.withResolvers<void>();
  const { promise: isOpening, resolve: opens } = Promise.withResolvers<void>();
  await staff.route('**/assets/queue.page-*.js', async (route) => {
    opens();
    await isLet;
    await route.continue();
  });
  const address = staff.url();
  await staff.reload();
  await expect(staff.getByRole('button', { name: 'Approve and publish' })).toBeVisible();
  expect(staff.url()).toBe(address);
  return { letOpen, isOpening };
}

/** Lets the undo time of a decision pass. */
async function expectSent(staff: Page): Promise<void> {
  await passUndoTime(staff);
  await expect(decisions(staff).getByText('Done')).toBeVisible();
}

/** Creates an account for a reviewer, who signs in and chooses a password. */
async function signInAsColleague(staff: Page, colleague: Page): Promise<void> {
  const account = { username: 'kim', roles: ['reviewer'] };
  const { oneTimePassword } = await (await staff.request.post('/api/staff/accounts', { data: account })).json();
  await colleague.request.post('/api/staff/session', { data: { username: 'kim', password: oneTimePassword } });
  const data = { currentPassword: oneTimePassword, newPassword: 'another sentence only one reviewer knows' };
  expect((await colleague.request.put('/api/staff/password', { data })).status()).toBe(200);
}

/** Decides through the API, as a colleague or another tab would. */
async function asColleague(staff: Page, action: string, body: object): Promise<void> {
  const id = new URL(staff.url()).pathname.split('/').at(-1);
  const answer = await staff.request.post(`/api/staff/submissions/${id}/${action}`, { data: body });
  expect(answer.status()).toBe(200);
}

/** Publishes a certificate of a brand, as a submitter and a reviewer do. */
async function publish(page: Page, brandName: string, batchId: string): Promise<void> {
  const submission = {
    brandName,
    contactName: 'Robin Vale',
    contactEmail: 'robin@brand.example',
    productName: 'Plum Tonic 5 mg',
    batchId,
    thcContent: 4.9,
    cbdContent: 0,
    testDate: '2026-10-30',
    labName: 'Example Analytical',
  };
  expect((await page.request.post('/api/coa/submit', { data: submission })).status()).toBe(201);
  const found = await page.request.get('/api/staff/submissions', { params: { search: batchId } });
  const [{ id, version }] = await found.json();
  const panels = { pesticides: 'passed', heavyMetals: 'passed', microbials: 'passed', residualSolvents: 'passed' };
  const data = { version, status: 'passed', panels, documentAbsence: 'paper-only' };
  expect((await page.request.post(`/api/staff/submissions/${id}/approval`, { data })).status()).toBe(200);
}

test('a review day: changes, a correction, an approval, an amendment, a withdrawal', async ({ page, browser }) => {
  const sent = { brand: 'Heron & Slate', product: 'Damson Spritz 5 mg', batch: 'HS-26/118' };
  const staff = await newPage(browser);

  await test.step('the submitter checks before sending, corrects one value and sends', async () => {
    await enter(page, '/submit-coa');
    await fillSubmission(page, { ...sent, batch: 'TBD' });
    await page.getByRole('button', { name: 'Check before you submit' }).click();
    await expect(page.getByText('does not look like a batch id')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Batch/Lot ID').fill(sent.batch);
    await page.getByLabel('Lab name').fill('Heron Test Bench');
    await expect(page.getByText('does not look like a batch id')).toHaveCount(0);
    await page.getByRole('button', { name: 'Submit COA' }).click();
    await expect(page.getByRole('heading', { name: 'COA Submitted Successfully' })).toBeFocused();
  });

  await test.step('a reviewer asks for changes, by keyboard alone', async () => {
    await staff.clock.install();
    await openConsole(staff);
    await expectAccessible(staff);
    await openFromQueue(staff, sent);
    await expect(staff.getByText('Robin Vale, robin@brand.example')).toBeVisible();
    await expect(staff.getByText('The registry has no other certificate from Heron Test Bench.')).toBeVisible();
    await expectAccessible(staff);
    await staff.keyboard.press('c');
    await expect(staff.getByLabel("What's wrong")).toBeFocused();
    await staff.getByLabel('In your words').fill('The report says HS-26/119.');
    await staff.keyboard.press('Control+Enter');
    await expect(staff.getByLabel("What's wrong")).toBeFocused();
    await expect(staff.getByLabel("What's wrong")).toHaveAccessibleDescription("Choose what's wrong");
    await staff.getByLabel("What's wrong").selectOption("Batch doesn't match");
    await staff.keyboard.press('Control+Enter');
    await expect(undo(staff, `Request changes: ${sent.product}`)).toBeVisible();
    await expectSent(staff);
  });

  const link = await test.step('the submission shows the link for the submitter', async () => {
    await staff.goto('/admin?standing=changes_requested');
    await staff.getByRole('link', { name: sent.product }).click();
    const field = staff.getByLabel('Correction link');
    await expect(field).toHaveValue(/^http:\/\/localhost:\d+\/corrections\/\S+$/);
    await expectAccessible(staff);
    return field.inputValue();
  });

  const corrected = { ...sent, batch: 'HS-26/119' };
  await test.step('the submitter corrects it without an account, and the link works only once', async () => {
    await page.goto(link);
    await expect(page.getByText('The report says HS-26/119.')).toBeVisible();
    await expect(page).toHaveTitle('Send a correction - ClearBatch');
    await expectAccessible(page);
    await expect(page.getByLabel('Batch/Lot ID')).toHaveValue(sent.batch);
    await page.getByLabel('Batch/Lot ID').fill(corrected.batch);
    await page.getByRole('button', { name: 'Submit changes' }).click();
    await expect(page.getByRole('heading', { name: 'We got your changes' })).toBeFocused();
    await expect(page.getByText("We'll review it by")).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the reviewer resolves the comment, approves, undoes it, and approves again', async () => {
    await openFromQueue(staff, sent);
    await expect(staff.getByText('One comment is open')).toBeVisible();
    await expect(staff.getByRole('button', { name: 'Approve and publish' })).toHaveCount(0);
    await staff.getByRole('button', { name: 'Resolve The batch on the lab report' }).click();
    await expect(staff.getByText('Resolved', { exact: true })).toBeVisible();
    const queue = await holdQueue(staff);
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
    await expectSent(staff);
  });

  const batchPage = `/coa/${encodeURIComponent(corrected.batch)}`;
  const first = await test.step('it is public, with the notices of our checks and its source', async () => {
    await page.goto(batchPage);
    await expect(page.getByRole('heading', { name: sent.product, level: 1 })).toBeVisible();
    await expect(page.getByText('A submitter; checked by staff')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'What our checks noticed' })).toBeVisible();
    await expectAccessible(page);
    return page.getByRole('link', { name: /^CB-/ }).innerText();
  });

  await test.step('staff amend it, and see the difference before publishing', async () => {
    await staff.goto('/admin?standing=approved&search=damson');
    await staff.getByRole('link', { name: sent.product }).click();
    await staff.getByRole('link', { name: 'Amend' }).click();
    await staff.getByLabel('Reason').fill('The laboratory corrected the container size.');
    await staff.getByLabel('THC content').fill('4.35');
    await staff.getByRole('button', { name: 'Compare and publish' }).click();
    await expect(staff.getByText('Choose a PDF', { exact: true }).last()).toBeVisible();
    await staff.getByLabel('No PDF').check();
    await staff.getByLabel('Why is there no PDF?').selectOption('There is only paper');
    await expectAccessible(staff);
    await staff.getByRole('button', { name: 'Compare and publish' }).click();
    const dialog = staff.getByRole('dialog', { name: 'Publish this amendment?' });
    await expect(dialog.getByRole('row')).toHaveCount(2);
    await expect(dialog.getByRole('row', { name: 'THC 4.8 mg 4.35 mg' })).toBeVisible();
    await expectAccessible(staff);
    await dialog.getByRole('button', { name: 'Publish amendment' }).click();
    await expect(staff.getByText('Published', { exact: true }).last()).toBeVisible();
    await expect(staff.getByRole('heading', { name: 'What this amends' })).toBeVisible();
  });

  await test.step('the old URL says what replaced it and why, and links to it', async () => {
    await page.goto(`/certificates/${first}`);
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
    await page.getByRole('link', { name: first }).click();
    await expect(page.getByText(/This certificate was replaced on/)).toBeVisible();
  });

  await test.step('staff withdraw it, and its URL says so', async () => {
    await staff.getByRole('button', { name: 'Withdraw' }).click();
    const dialog = staff.getByRole('dialog', { name: 'Withdraw this certificate?' });
    await dialog.getByLabel('Reason').fill('The lab voided the result.');
    await expectAccessible(staff);
    await dialog.getByRole('button', { name: 'Withdraw certificate' }).click();
    await expect(staff.getByText('The lab voided the result.').first()).toBeVisible();
    await page.goto(batchPage);
    await expect(page.getByText(/This certificate was withdrawn on/)).toBeVisible();
    await expect(page.getByText('There is no current certificate for this batch.')).toBeVisible();
    await expect(page).toHaveTitle(`No longer current: ${sent.product}, batch ${corrected.batch} - ClearBatch`);
    await expectAccessible(page);
  });
});

test('a brand is verified and renamed, and its duplicate is merged into it', async ({ page }) => {
  await passAgeGate(page);
  await signIn(page);
  await publish(page, 'Plumb Line', 'PLUM-1');
  await publish(page, 'Plum-Line', 'PLUM-2');
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
  await expectAccessible(page);

  await page.goto('/brands/Plum-Line');
  await expect(page.getByRole('heading', { level: 1, name: 'Plum Line' })).toBeVisible();
  const reports = page.getByRole('region', { name: 'Lab reports' });
  await expect(reports.getByText('PLUM-1', { exact: true })).toBeVisible();
  await expect(reports.getByText('PLUM-2', { exact: true })).toBeVisible();

  await page.goto('/admin/brands');
  const merged = page.getByRole('region', { name: 'Merged in the last 30 days' });
  await expect(merged.getByText(/^Into Plum Line on .+, with 1 certificate\./)).toBeVisible();
  await expectAccessible(page);
  await merged.getByRole('button', { name: 'Undo the merge of Plum-Line' }).press('Enter');
  await expect(page.getByText('Plum-Line is a separate brand again', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Brands' })).toBeFocused();
  await expect(merged).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Merge Plum-Line' })).toBeVisible();
  await page.goto('/brands/Plum-Line');
  await expect(page.getByRole('heading', { level: 1, name: 'Plum-Line' })).toBeVisible();
  await expect(reports.getByText('PLUM-2', { exact: true })).toBeVisible();
});

test('a decision that comes too late says so and keeps what was written', async ({ page, browser }) => {
  const submission = { brand: 'Heron & Slate', product: 'Sloe Tonic 5 mg', batch: 'HS-26/201' };
  await submit(page, submission);
  const staff = await newPage(browser);
  await staff.clock.install();
  await signIn(staff);
  await openFromQueue(staff, submission);
  const address = staff.url();
  await staff.keyboard.press('r');
  await staff.getByLabel('Reason').fill('It is for another batch.');
  await asColleague(staff, 'change-request', { version: 1, comments: [{ code: 'batch-mismatch', weight: 'major' }] });
  await staff.keyboard.press('Control+Enter');
  await staff.getByRole('link', { name: 'Review queue' }).first().click();
  await expect(decisions(staff).getByText("This didn't go through.")).toBeVisible();
  await expect(decisions(staff).getByText('Someone else changed this')).toBeVisible();
  await expectAccessible(staff);
  await decisions(staff).getByRole('link', { name: 'Open the submission' }).click();
  await expect(staff).toHaveURL(new URL(address).pathname);
  await expect(staff.getByLabel('Reason')).toHaveValue('It is for another batch.');
  await decisions(staff).getByRole('button', { name: 'Dismiss' }).click();
  await expect(decisions(staff).getByRole('listitem')).toHaveCount(0);
});

test('a decision waits while its notice has the focus, and is carried out when the page is gone', async ({
  page,
  browser,
}) => {
  const submission = { brand: 'Heron & Slate', product: 'Medlar Cider 5 mg', batch: 'HS-26/202' };
  await submit(page, submission);
  const staff = await newPage(browser);
  await staff.clock.install();
  await signIn(staff);
  await openFromQueue(staff, submission);
  const { letOpen } = await holdQueue(staff);
  await staff.keyboard.press('r');
  await staff.getByLabel('Reason').fill('It is for another batch.');
  await staff.keyboard.press('Control+Enter');
  // While the queue opens: it must not take the focus from the notice.
  await undo(staff, `Reject: ${submission.product}`).focus();
  await expect(decisions(staff).getByText("Paused while you're here")).toBeVisible();
  letOpen();
  await expect(staff.getByRole('heading', { name: 'Review queue', level: 1 })).toBeVisible();
  await expect(undo(staff, `Reject: ${submission.product}`)).toBeFocused();
  // The page goes on asking for time.
  const isExtended = () => staff.waitForResponse(/\/pending-decisions\/[^/]+\/extension$/);
  for (let time = 0; time < 2; time += 1) expect((await isExtended()).status()).toBe(200);
  await expect(decisions(staff).getByText("Paused while you're here")).toBeVisible();
  const rejected = async () => {
    const answer = await staff.request.get('/api/staff/submissions?submissionStatus=rejected&search=medlar');
    return ((await answer.json()) as unknown[]).length;
  };
  expect(await rejected()).toBe(0);
  await staff.goto('about:blank');
  await endUndoTime();
  await expect.poll(rejected).toBe(1);
});

test('a decision outlives its page: it is shown again with its Undo, in every tab, and carried out once', async ({
  page,
  browser,
}) => {
  const submission = { brand: 'Heron & Slate', product: 'Damson Porter 5 mg', batch: 'HS-26/203' };
  await submit(page, submission);
  const context = await browser.newContext({ colorScheme: 'dark' });
  const staff = await context.newPage();
  await signIn(staff);
  const rejectIt = async () => {
    await openFromQueue(staff, submission);
    await staff.keyboard.press('r');
    await staff.getByLabel('Reason').fill('It is for another batch.');
    await staff.keyboard.press('Control+Enter');
    await expect(undo(staff, `Reject: ${submission.product}`)).toBeVisible();
  };
  const address = await test.step('undone after a reload', async () => {
    await rejectIt();
    await staff.goto('/admin/brands');
    await staff.reload();
    await undo(staff, `Reject: ${submission.product}`).press('Enter');
    await expect(staff.getByRole('heading', { name: submission.product, level: 1 })).toBeFocused();
    await expect(staff.getByRole('button', { name: 'Approve and publish' })).toBeVisible();
    return new URL(staff.url()).pathname;
  });

  await test.step('shown in a second tab, which can undo it too', async () => {
    await rejectIt();
    const tab = await context.newPage();
    await tab.goto('/admin/brands');
    await undo(tab, `Reject: ${submission.product}`).press('Enter');
    await expect(tab.getByRole('heading', { name: submission.product, level: 1 })).toBeFocused();
    await expect(decisions(staff).getByRole('listitem')).toHaveCount(0);
    await tab.close();
  });

  await test.step('a colleague sees who decided, and is not asked', async () => {
    await rejectIt();
    const colleague = await (await browser.newContext()).newPage();
    await signInAsColleague(staff, colleague);
    await colleague.goto(address);
    await expect(colleague.getByText('admin has just decided on this')).toBeVisible();
    await expect(colleague.getByRole('button', { name: 'Approve and publish' })).toHaveCount(0);
    await expectAccessible(colleague, ['light', 'dark']);
    await colleague.goto('/admin?search=damson+porter');
    await expect(colleague.getByText('admin has just decided')).toBeVisible();
    await expect(colleague.getByRole('checkbox', { name: /^Select Damson Porter/ })).toBeDisabled();
    await colleague.goto(address);
    await context.close();
    await endUndoTime();
    await expect(colleague.getByText('It is for another batch.').first()).toBeVisible();
  });

  await test.step('carried out once, by the person who decided', async () => {
    await signIn(page);
    const history = await page.request.get(`/api/staff/submissions/${address.split('/').at(-1)}/history`);
    const events = (await history.json()) as { type: string; by: string | null }[];
    expect(events.filter(({ type }) => type === 'rejected').map(({ by }) => by)).toEqual(['admin']);
  });
});

test('the queue keeps its filters in the URL, and single-key shortcuts can be turned off', async ({ page }) => {
  await openConsole(page);
  await page.getByLabel('Status').selectOption('Published');
  await page.getByRole('searchbox', { name: 'Search' }).fill('grapefruit');
  await expect(page).toHaveURL('/admin?standing=approved&search=grapefruit');
  await page.reload();
  await expect(page.getByText('1 submission, oldest first')).toBeVisible();
  await page.getByRole('link', { name: 'Grapefruit Seltzer 5 mg' }).click();
  await expect(page.getByRole('heading', { name: 'Grapefruit Seltzer 5 mg', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('grapefruit');
  await page.getByRole('link', { name: /^Waiting for review/ }).click();
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('');

  await page.getByRole('link', { name: /^Overdue/ }).click();
  await expect(page.getByRole('heading', { name: 'No submissions' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all waiting' }).click();

  await page.getByRole('heading', { name: 'Review queue' }).click();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Single keys are on').uncheck();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.getByText(/submissions?, oldest first/)).toBeVisible();
  await page.keyboard.press('?');
  await page.keyboard.press('j');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('main').locator('a:focus')).toHaveCount(0);
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await dialog.getByLabel('Single keys are on').check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Start reviewing' }).click();
  await expect(page.getByRole('button', { name: 'Previous in the queue' })).toBeDisabled();
  const first = await page.getByRole('heading', { level: 1 }).innerText();
  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(first);
  await page.keyboard.press('p');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first);
});

test('an unreported panel stays “Not reported” through approval and publication, on a phone', async ({
  page,
  browser,
}) => {
  const phone = { width: 360, height: 800 };
  const staff = await newPage(browser);
  await staff.clock.install();
  const submission = { brand: 'Marsh Lantern', product: 'Quince Cooler 5 mg', batch: 'QC-26' };
  await submit(page, submission);
  await openConsole(staff);
  await staff.setViewportSize(phone);
  const [found] = await (await staff.request.get(`/api/staff/submissions?search=${submission.batch}`)).json();
  await staff.goto(`/admin/submissions/${found.id}`);

  await test.step('nothing is prefilled as passed, and approving asks for the overall result', async () => {
    for (const panel of ['Pesticides', 'Heavy Metals', 'Microbials', 'Residual Solvents'])
      await expect(staff.getByLabel(panel, { exact: true })).toHaveValue('not_reported');
    await expect(staff.getByLabel('Overall result', { exact: true })).toHaveValue('');
    await staff.getByLabel('Why is there no PDF?').selectOption('There is only paper');
    await staff.getByRole('button', { name: 'Approve and publish' }).click();
    await expect(staff.getByLabel('Overall result', { exact: true })).toBeFocused();
    await staff.screenshot({ path: test.info().outputPath('asked.png'), fullPage: true });
  });

  await test.step('approved with one panel unreported', async () => {
    await recordResults(staff, { 'Heavy Metals': 'Not reported' });
    await staff.getByRole('button', { name: 'Approve and publish' }).click();
    await passUndoTime(staff);
    await expect(decisions(staff).getByText('Done')).toBeVisible();
  });

  await test.step('page and list say so, and nothing is green', async () => {
    await page.setViewportSize(phone);
    await page.goto(`/certificates/${found.reference}`);
    const verdict = page.getByRole('region', { name: 'Verdict' });
    await expect(verdict).toContainText('No results are reported for heavy metals.');
    await page.screenshot({ path: test.info().outputPath('page.png'), fullPage: true });
    await page.goto(`/coa?search=${submission.batch}`);
    await expect(page.getByRole('main')).toContainText('Not all tested');
    await page.screenshot({ path: test.info().outputPath('list.png'), fullPage: true });
  });
});
