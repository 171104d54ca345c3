import { expect, type Page } from '@playwright/test';
import {
  aSubmission,
  BOTH_THEMES,
  decisions,
  expectAccessible,
  passUndoTime,
  type Queued,
  recordResults,
  signIn,
  submitted,
  test,
} from './journeys';
import { labReport, TYPED_FROM_REPORT, uploadReport } from './lab-reports';

/** Sends the change that a reviewer or a submitter makes. */
const post = async (page: Page, path: string, data: object) => {
  const answer = await page.request.post(path, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
};

const analyte = (name: string, valueText: string, value: number) => ({
  panel: 'heavyMetals',
  name,
  valueText,
  value,
  unit: 'µg/g',
  limit: 0.5,
});

test('a resubmission is compared with its former version, with new findings and a history with names', {
  tag: '@slow',
}, async ({ page }) => {
  await signIn(page);
  const sent = { productName: 'Quince Cooler 5 mg', labName: 'Quince Bench' };
  const before = { ...sent, batchId: 'TBD', testResults: { analytes: [analyte('Lead', '0.1', 0.1)] } };
  const { id, version } = await submitted(page, before);
  const address = `/api/staff/submissions/${id}`;
  const comments = [{ code: 'batch-mismatch', weight: 'major', text: 'The report says QQ-44.' }];
  await post(page, `${address}/change-request`, { version, comments });
  const { path } = await (await page.request.get(`${address}/correction-link`)).json();
  const lines = [analyte('Lead', '0.9', 0.9), analyte('Arsenic', '0.1', 0.1)];
  const after = { ...sent, batchId: 'QQ-44', thcContent: 4.4, testResults: { analytes: lines } };
  await post(page, `/api${path}`, aSubmission(after));

  await test.step('field by field and line by line', async () => {
    await page.goto(`/admin/submissions/${id}`);
    await expect(page.getByRole('heading', { name: 'What changed' })).toBeVisible();
    for (const row of [
      'Batch TBD QQ-44',
      'THC 4.9 mg 4.4 mg',
      'Heavy Metals: Lead Changed 0.1 µg/g 0.9 µg/g',
      'Heavy Metals: Arsenic Added – 0.1 µg/g',
    ]) {
      await expect(page.getByRole('row', { name: row })).toBeVisible();
    }
    await expect(page.getByText(/^New Problem: Above the printed limit/)).toBeVisible();
    await expect(page.getByText(/^Note: The registry has no other certificate from Quince Bench/)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No longer found' })).toBeVisible();
    await expect(page.getByText('“TBD” does not look like a batch ID.')).toBeVisible();
  });

  await test.step('a comment without a decision, by keyboard', async () => {
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('m');
    await expect(page.getByLabel("What's wrong")).toBeFocused();
    await expect(page.getByLabel("What's wrong")).toHaveValue('');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByLabel("What's wrong")).toHaveAccessibleDescription("Choose what's wrong");
    await expect(page.getByLabel("What's wrong")).toBeFocused();
    await expectAccessible(page);
    await page.getByLabel("What's wrong").selectOption('Something else');
    await page.getByLabel('In your words').fill('Called the lab on Friday.');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(/^admin, [A-Z][a-z]{2} \d+, 20\d\d, /).last()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add a comment' })).toBeFocused();
    await expect(page.getByText('Waiting for review')).toBeVisible();
  });

  await test.step('the history says who did what', async () => {
    const history = page.getByRole('region', { name: 'History' });
    for (const event of [
      'Received from the submitter',
      'admin requested changes',
      'the submitter sent it again with changes',
      'admin commented',
    ]) {
      await expect(history.getByText(event)).toBeVisible();
    }
    await expect(history.getByText('Called the lab on Friday.')).toBeVisible();
  });
});

test('the queue can be filtered, searched and sorted, keeps its position, and works by keyboard', async ({ page }) => {
  await signIn(page);
  for (let number = 0; number < 60; number += 1) {
    const labName = `Rowan Lab ${String(number).padStart(2, '0')}`;
    const data = aSubmission({ productName: `Rowan Fizz ${number} 5 mg`, batchId: `ROW-${number}`, labName });
    expect((await page.request.post('/api/coa/submit', { data })).status()).toBe(201);
  }
  const sumac = { batchId: 'ROW-X', productName: 'Sumac Fizz 5 mg', labName: 'Sumac & Sons' };
  const { reference } = await submitted(page, sumac);
  const search = page.getByRole('searchbox', { name: 'Search' });
  const firstRow = page.getByRole('main').locator('[data-row]').first();

  await test.step('filtered, with the filters in the URL', async () => {
    await page.goto('/admin');
    await page.getByLabel('Status').selectOption('Published');
    await search.fill('grapefruit');
    await expect(page).toHaveURL('/admin?standing=approved&search=grapefruit');
    await expect(page.getByRole('link', { name: 'Grapefruit Seltzer 5 mg' })).toBeVisible();
    await page.getByRole('link', { name: /^Waiting for review/ }).click();
    await expect(page).toHaveURL('/admin');
    await expect(search).toHaveValue('');
    await page.getByRole('link', { name: /^Overdue/ }).click();
    await expect(page.getByRole('heading', { name: 'No submissions' })).toBeVisible();
    await page.getByRole('link', { name: 'Show all waiting' }).click();
  });

  await test.step('searched by reference, typed in any format, and by lab', async () => {
    for (const typed of [reference.toLowerCase().replaceAll('-', ''), reference.slice(3), 'sumac & sons']) {
      await search.fill(typed);
      await expect(page.getByText('1 submission, oldest first')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Sumac Fizz 5 mg' })).toBeVisible();
    }
  });

  await test.step('sorted by lab, with the order in the URL', async () => {
    await search.fill('rowan lab');
    await expect(page.getByText('60 submissions, oldest first')).toBeVisible();
    await page.getByLabel('Sort').selectOption('Newest first');
    await expect(firstRow).toHaveText('Rowan Fizz 59 5 mg');
    await page.getByLabel('Sort').selectOption('Lab');
    await expect(page).toHaveURL('/admin?search=rowan+lab&sort=lab');
    await expect(firstRow).toHaveText('Rowan Fizz 0 5 mg');
  });

  await test.step('reloading and going back return to the same row', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Show more' }).click();
    const row = page.getByRole('link', { name: 'Rowan Fizz 55 5 mg' });
    await row.scrollIntoViewIfNeeded();
    const place = () => Number(new URL(page.url()).searchParams.get('place'));
    await expect.poll(place).toBeGreaterThan(45);
    await expect(page).toHaveURL(/&row=CB-/);
    await page.reload();
    await expect(row).toBeInViewport();
    await row.click();
    await expect(page.getByRole('heading', { name: 'Rowan Fizz 55 5 mg', level: 1 })).toBeVisible();
    await page.goBack();
    await expect(row).toBeInViewport();
    await expect(row).toBeFocused();
    await row.press('Enter');
    await expect(page.getByRole('heading', { name: 'Rowan Fizz 55 5 mg', level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Review queue' }).last().click();
    await expect(row).toBeInViewport();
  });

  await test.step('single keys are explained, can be turned off, and lead through the queue', async () => {
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await page.getByRole('heading', { name: 'Review queue' }).click();
    await page.keyboard.press('?');
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Single keys are on').uncheck();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
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
});

test('several submissions are decided at once, undone at once, and failures are named', async ({ page }) => {
  await page.clock.install();
  await signIn(page);
  const queued = new Map<string, Queued>();
  for (const [number, tree] of ['Alder', 'Birch', 'Dogwood'].entries()) {
    const sour = { productName: `${tree} Sour 5 mg`, batchId: `SOUR-${number}`, labName: 'Sour Bench' };
    queued.set(tree, await submitted(page, sour));
  }
  const cedar = {
    brandName: 'Quince & Quill',
    productName: 'Cedar Sour 5 mg',
    batchId: 'SOUR-26/4',
    labName: 'Sour Bench',
  };
  const { sha256, access } = await uploadReport(page, (await labReport(cedar)).buffer);
  queued.set('Cedar', await submitted(page, { ...cedar, ...TYPED_FROM_REPORT, documentSha256: sha256 }, access));
  const addressOf = (tree: string) => `/api/staff/submissions/${queued.get(tree)?.id}`;
  const submission = async (tree: string) => (await page.request.get(addressOf(tree))).json();
  const comment = (tree: string, weight: 'major' | 'advisory') => {
    const comments = [{ code: 'label-claim', weight }];
    return post(page, `${addressOf(tree)}/comments`, { version: queued.get(tree)?.version, comments });
  };
  const open = async () => {
    await page.goto('/admin?search=sour+bench');
    await expect(page.getByText('4 submissions, oldest first')).toBeVisible();
  };
  const bar = page.getByRole('region', { name: 'Selected submissions' });

  await test.step('selected by keyboard and all at once', async () => {
    await open();
    await page.getByRole('heading', { name: 'Review queue' }).click();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await expect(bar.getByText('2 selected')).toBeVisible();
    await page.keyboard.press('x');
    await expect(bar.getByText('1 selected')).toBeVisible();
    await bar.getByLabel('Select all 4 on this page').check();
    await expect(bar.getByText('4 selected')).toBeVisible();
    await expectAccessible(page, BOTH_THEMES);
    await bar.getByRole('button', { name: 'Request changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Request changes to 4 submissions?' });
    await expect(dialog).toBeVisible();
    await expectAccessible(page, BOTH_THEMES);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('rejected with one reason, and undone', async () => {
    await page.getByRole('heading', { name: 'Review queue' }).click();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: 'Reject 4 submissions?' });
    await dialog.getByRole('button', { name: 'Reject 4 submissions' }).click();
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await dialog.getByLabel('Reason').fill('Sent twice.');
    await page.keyboard.press('Control+Enter');
    await expect(decisions(page).getByRole('button', { name: 'Undo Reject 4 submissions' })).toBeVisible();
    await page.keyboard.press('u');
    await expect(bar.getByText('4 selected')).toBeVisible();
    for (const [tree, { version }] of queued) {
      expect(await submission(tree)).toMatchObject({ submissionStatus: 'pending', version });
    }
  });

  await test.step('approved after a preview; one is blocked by a comment, and one has changed', async () => {
    await comment('Alder', 'major');
    await open();
    await bar.getByLabel('Select all 4 on this page').check();
    await bar.getByRole('button', { name: 'Approve' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve 3 submissions?' });
    const row = (tree: string) => dialog.getByRole('listitem').filter({ hasText: `${tree} Sour` });
    await expect(dialog.getByText(/Alder Sour 5 mg, CB-.*: One comment is open/)).toBeVisible();
    await expect(dialog.getByText('Choose its result below').first()).toBeVisible();
    await recordResults(dialog, { 'Residual Solvents': 'Not tested' });
    await expect(dialog.getByText('Passed: Residual Solvents not tested').first()).toBeVisible();
    await expect(row('Cedar')).toContainText('With its PDF');
    await expect(row('Dogwood')).toContainText('Without a PDF');
    await dialog.getByRole('button', { name: 'Approve and publish 3 submissions' }).click();
    await expect(dialog.getByLabel('Why do some have no PDF?')).toBeFocused();
    await dialog.getByLabel('Why do some have no PDF?').selectOption('It was lost');
    await expect(dialog.getByText('Anyone can read: “The PDF of this report was lost.”')).toBeVisible();
    await dialog.getByRole('button', { name: 'Approve and publish 3 submissions' }).click();
    await expect(dialog.getByLabel('I checked these results')).toBeFocused();
    await expectAccessible(page);
    await dialog.getByLabel('I checked these results').check();
    await comment('Birch', 'advisory');
    await dialog.getByRole('button', { name: 'Approve and publish 3 submissions' }).click();
    await passUndoTime(page);
    await expect(decisions(page).getByText("2 of 3 went through. These didn't:")).toBeVisible();
    await expect(decisions(page).getByText(/Birch Sour 5 mg, CB-.*Someone else changed this/)).toBeVisible();
    await expectAccessible(page);
    expect(await submission('Birch')).toMatchObject({ submissionStatus: 'pending', version: 2 });
    const approved = { submissionStatus: 'approved' };
    expect(await submission('Cedar')).toMatchObject({ ...approved, document: { sha256 }, documentAbsence: null });
    const lost = { document: null, documentAbsence: { code: 'lost' } };
    expect(await submission('Dogwood')).toMatchObject({ ...approved, ...lost });
    await decisions(page).getByRole('button', { name: 'Dismiss' }).click();
  });
});

test('submissions waiting for the same batch are shown together', { tag: '@slow' }, async ({ page }) => {
  await signIn(page);
  const batch = { batchId: 'TOGETHER 7', productName: 'Quince Twin 5 mg' };
  const first = await submitted(page, batch);
  const second = await submitted(page, { ...batch, batchId: 'together 7', brandName: 'QUINCE & QUILL' });
  await submitted(page, { ...batch, brandName: 'Otter Creek' });

  await page.goto(`/admin?search=${first.reference}`);
  await expect(page.getByText('1 other for this batch')).toBeVisible();
  await page.getByRole('link', { name: 'Quince Twin 5 mg' }).click();
  await expect(page.getByText('Another submission is waiting for this batch')).toBeVisible();
  await expect(page.getByRole('link', { name: `Quince Twin 5 mg, ${second.reference}` })).toBeVisible();
  await expect(page.getByText('Another brand', { exact: true }).first()).toBeVisible();
  await expectAccessible(page, BOTH_THEMES);
});
