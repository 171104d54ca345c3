import { expect, type Page } from '@playwright/test';
import { BOTH_THEMES, expectAccessible, openConsole, passUndoTime, recordResults, signIn, test } from './journeys';

const decisions = (page: Page) => page.getByRole('region', { name: 'Your decisions' });

const aSubmission = (differing: object) => ({
  brandName: 'Quince & Quill',
  contactName: 'Robin Vale',
  contactEmail: 'robin@brand.example',
  productName: 'Quince Tonic 5 mg',
  batchId: 'QQ-1',
  thcContent: 4.9,
  cbdContent: 0,
  testDate: '2026-10-30',
  labName: 'Example Analytical',
  ...differing,
});

async function submit(page: Page, differing: object): Promise<string> {
  const answer = await page.request.post('/api/coa/submit', { data: aSubmission(differing) });
  expect(answer.status()).toBe(201);
  return (await answer.json()).reference;
}

async function found(page: Page, search: string): Promise<{ id: string; version: number }> {
  const [row] = await (await page.request.get('/api/staff/submissions', { params: { search } })).json();
  return row;
}

const post = async (page: Page, path: string, data: object) => {
  const answer = await page.request.post(path, { data });
  expect(answer.ok()).toBe(true);
  return answer.json();
};

const analyte = (name: string, valueText: string, value: number) => ({
  panel: 'heavyMetals',
  name,
  valueText,
  value,
  unit: 'µg/g',
  limit: 0.5,
});

test('a resubmission is compared with its former version, with new findings and a history with names', async ({
  page,
}) => {
  await signIn(page);
  const sent = { productName: 'Quince Cooler 5 mg', labName: 'Quince Bench' };
  const before = { ...sent, batchId: 'TBD', testResults: { analytes: [analyte('Lead', '0.1', 0.1)] } };
  const reference = await submit(page, before);
  const { id, version } = await found(page, reference);
  const address = `/api/staff/submissions/${id}`;
  const comments = [{ code: 'batch-mismatch', weight: 'major', text: 'The report says QQ-44.' }];
  await post(page, `${address}/change-request`, { version, comments });
  const { path } = await (await page.request.get(`${address}/correction-link`)).json();
  const after = { ...sent, batchId: 'QQ-44', thcContent: 4.4 };
  const lines = [analyte('Lead', '0.9', 0.9), analyte('Arsenic', '0.1', 0.1)];
  await post(page, `/api${path}`, aSubmission({ ...after, testResults: { analytes: lines } }));

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
    await expectAccessible(page);
  });
});

test('the queue can be searched by what is on the report and sorted, and keeps its position', async ({ page }) => {
  await signIn(page);
  for (let number = 0; number < 60; number += 1) {
    await submit(page, {
      productName: `Rowan Fizz ${number} 5 mg`,
      batchId: `ROW-${number}`,
      labName: `Rowan Lab ${String(number).padStart(2, '0')}`,
    });
  }
  const reference = await submit(page, { batchId: 'ROW-X', productName: 'Sumac Fizz 5 mg', labName: 'Sumac & Sons' });
  const search = page.getByRole('searchbox', { name: 'Search' });

  await test.step('searched by reference, typed in any format, and by lab', async () => {
    await page.goto('/admin');
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
    await expect(page.getByRole('main').locator('[data-row]').first()).toHaveText('Rowan Fizz 59 5 mg');
    await page.getByLabel('Sort').selectOption('Lab');
    await expect(page).toHaveURL('/admin?search=rowan+lab&sort=lab');
    await expect(page.getByRole('main').locator('[data-row]').first()).toHaveText('Rowan Fizz 0 5 mg');
    await expectAccessible(page);
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
});

test('several submissions are decided at once, undone at once, and failures are named', async ({ page }) => {
  await page.clock.install();
  await signIn(page);
  const names = ['Alder', 'Birch', 'Cedar'].map((tree) => `${tree} Sour 5 mg`);
  const references: string[] = [];
  for (const [number, productName] of names.entries()) {
    references.push(await submit(page, { productName, batchId: `SOUR-${number}`, labName: 'Sour Bench' }));
  }
  const open = async () => {
    await page.goto('/admin?search=sour+bench');
    await expect(page.getByText('3 submissions, oldest first')).toBeVisible();
  };
  const bar = page.getByRole('region', { name: 'Selected submissions' });
  const statusOf = async (reference: string) => (await found(page, reference))?.version ?? 'decided';

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
    await bar.getByLabel('Select all 3 on this page').check();
    await expect(bar.getByText('3 selected')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('rejected with one reason, and undone', async () => {
    await page.getByRole('heading', { name: 'Review queue' }).click();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: 'Reject 3 submissions?' });
    await dialog.getByRole('button', { name: 'Reject 3 submissions' }).click();
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await expectAccessible(page);
    await dialog.getByLabel('Reason').fill('Sent twice.');
    await page.keyboard.press('Control+Enter');
    await expect(decisions(page).getByRole('button', { name: 'Undo Reject 3 submissions' })).toBeVisible();
    await page.keyboard.press('u');
    await expect(bar.getByText('3 selected')).toBeVisible();
    for (const reference of references) expect(await statusOf(reference)).toBe(1);
  });

  await test.step('approved after a preview; one is blocked by a comment, and one has changed', async () => {
    const { id } = await found(page, references[0] ?? '');
    const comments = [{ code: 'label-claim', weight: 'major' }];
    await post(page, `/api/staff/submissions/${id}/comments`, { version: 1, comments });
    await open();
    await bar.getByLabel('Select all 3 on this page').check();
    await bar.getByRole('button', { name: 'Approve' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve 2 submissions?' });
    await expect(dialog.getByText(/Alder Sour 5 mg, CB-.*: One comment is open/)).toBeVisible();
    await expect(dialog.getByText('Choose its result below').first()).toBeVisible();
    await recordResults(dialog, { 'Residual Solvents': 'Not tested' });
    await expect(dialog.getByText('Passed: Residual Solvents not tested').first()).toBeVisible();
    await expect(dialog.getByText('Without a PDF').first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Approve and publish 2 submissions' }).click();
    await expect(dialog.getByLabel('Why do some have no PDF?')).toBeFocused();
    await dialog.getByLabel('Why do some have no PDF?').selectOption('It was lost');
    await expect(dialog.getByText('Anyone can read: “The PDF of this report was lost.”')).toBeVisible();
    await dialog.getByRole('button', { name: 'Approve and publish 2 submissions' }).click();
    await expect(dialog.getByLabel('I checked these results')).toBeFocused();
    await expectAccessible(page);
    await dialog.getByLabel('I checked these results').check();
    const birch = await found(page, references[1] ?? '');
    const note = [{ code: 'label-claim', weight: 'advisory' }];
    await post(page, `/api/staff/submissions/${birch.id}/comments`, { version: 1, comments: note });
    await dialog.getByRole('button', { name: 'Approve and publish 2 submissions' }).click();
    await passUndoTime(page);
    await expect(decisions(page).getByText("1 of 2 went through. These didn't:")).toBeVisible();
    await expect(decisions(page).getByText(/Birch Sour 5 mg, CB-.*Someone else changed this/)).toBeVisible();
    await expectAccessible(page);
    expect(await statusOf(references[2] ?? '')).toBe('decided');
    expect(await statusOf(references[1] ?? '')).toBe(2);
    const log = await page.request.get('/api/staff/audit-log', { params: { action: 'submission.approved' } });
    const entries = (await log.json()) as { after: { productName: string } }[];
    expect(entries.filter(({ after }) => names.includes(after.productName))).toHaveLength(1);
    await decisions(page).getByRole('button', { name: 'Dismiss' }).click();
  });
});

test('a selection in the queue and its dialog have no violation, in both themes', async ({ page }) => {
  await submit(page, { batchId: 'THEME-1', labName: 'Theme Bench' });
  await openConsole(page, '/admin?search=theme+bench');
  await page.getByRole('checkbox', { name: /^Select all/ }).check();
  await expectAccessible(page, BOTH_THEMES);
  await page.getByRole('button', { name: 'Request changes' }).click();
  await expect(page.getByRole('dialog', { name: 'Request changes to 1 submission?' })).toBeVisible();
  await expectAccessible(page, BOTH_THEMES);
});

test('submissions waiting for the same batch are shown together, and one of them can be published', async ({
  page,
}) => {
  await signIn(page);
  const batch = { batchId: 'TOGETHER 7', productName: 'Quince Twin 5 mg' };
  const first = await submit(page, batch);
  const second = await submit(page, { ...batch, batchId: 'together 7', brandName: 'QUINCE & QUILL' });
  await submit(page, { ...batch, brandName: 'Otter Creek' });

  await page.goto(`/admin?search=${first}`);
  await expect(page.getByText('1 other for this batch')).toBeVisible();
  await page.getByRole('link', { name: 'Quince Twin 5 mg' }).click();
  await expect(page.getByText('Another submission is waiting for this batch')).toBeVisible();
  await expect(page.getByRole('link', { name: `Quince Twin 5 mg, ${second}` })).toBeVisible();
  await expect(page.getByText('Another brand', { exact: true }).first()).toBeVisible();
  await expectAccessible(page);

  const panels = { pesticides: 'passed', heavyMetals: 'passed', microbials: 'passed', residualSolvents: 'passed' };
  const { id, version } = await found(page, first);
  await post(page, `/api/staff/submissions/${id}/approval`, {
    version,
    status: 'passed',
    panels,
    documentAbsence: 'paper-only',
  });
  await page.goto(`/admin?search=${second}`);
  await page.getByRole('link', { name: 'Quince Twin 5 mg' }).click();
  await expect(page.getByText('A certificate for this batch is already published.')).toBeVisible();
});
