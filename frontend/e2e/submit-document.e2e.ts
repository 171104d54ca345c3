// What can go wrong with files on the form. The way of a PDF to the public page: original-document.e2e.ts.
import { createHash } from 'node:crypto';
import { expect, type Page, type Route } from '@playwright/test';
import { askForChanges, BOTH_THEMES, enter, expectAccessible, openConsole, signIn, submitted, test } from './journeys';
import {
  type ChosenFile,
  confirmAll,
  csvFile,
  labReport,
  longReport,
  METALS,
  pdfFile,
  scriptedReport,
  TYPED_FROM_REPORT,
  uploadReport,
} from './lab-reports';

const MB = 1024 * 1024;
const DOCUMENTS = /\/api\/documents\//;

const choose = (page: Page, file: ChosenFile) => page.getByLabel('Lab report (PDF)').setInputFiles(file);

const sha256 = ({ buffer }: ChosenFile) => createHash('sha256').update(buffer).digest('hex');

/** One document after the other is read, each in a separate process, which takes a while on a busy machine. */
const isRead = (page: Page) => expect(page.getByText('The PDF is attached.')).toBeVisible();

const fieldOf = (page: Page, label: string) => page.getByRole('textbox', { name: label });

const fillContact = async (page: Page) => {
  await page.getByLabel('Contact name').fill('Robin Vale');
  await page.getByLabel('Contact email').fill('robin@brand.example');
};

/** Sends the form. @returns the body that was sent */
async function submit(page: Page): Promise<Record<string, unknown>> {
  const sent = page.waitForRequest(/\/api\/coa\/submit(\?|$)/);
  await page.getByRole('button', { name: 'Submit COA' }).click();
  const body = (await sent).postDataJSON();
  await expect(page.getByRole('heading', { name: 'COA Submitted Successfully' })).toBeFocused();
  return body;
}

/** Counts uploads, and lets a test decide what happens to requests about documents. */
async function watchDocuments(page: Page, decide: (route: Route) => Promise<void> | 'continue' = () => 'continue') {
  const uploads: string[] = [];
  await page.route(DOCUMENTS, async (route) => {
    if (route.request().method() === 'PUT') uploads.push(route.request().url());
    const decided = decide(route);
    if (decided === 'continue') await route.continue();
    else await decided;
  });
  return uploads;
}

test('what is wrong with a PDF is said at once, and the form is sent with the right one only', {
  tag: '@slow',
}, async ({ page }) => {
  await enter(page, '/submit-coa');
  let isOffline = false;
  const uploads = await watchDocuments(page, (route) => (isOffline ? route.abort('connectionfailed') : 'continue'));
  const note = (text: string) => page.getByRole('status').filter({ hasText: text });

  await test.step('too large or no PDF: nothing is sent', async () => {
    await choose(page, pdfFile('large.pdf', Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(10 * MB)])));
    await expect(note('larger than 10 MB')).toBeVisible();
    const photo = Buffer.from('\xff\xd8\xff', 'latin1');
    await choose(page, { name: 'photo.pdf', mimeType: 'application/pdf', buffer: photo });
    await expect(page.getByText('photo.pdf')).toBeVisible();
    await expect(note('not a PDF')).toBeVisible();
    await choose(page, pdfFile('empty.pdf', Buffer.alloc(0)));
    await expect(page.getByText('empty.pdf')).toBeVisible();
    await expect(note('not a PDF')).toBeVisible();
    expect(uploads).toEqual([]);
    await page.getByRole('button', { name: 'Remove the PDF' }).click();
    await expect(page.getByText('empty.pdf')).toHaveCount(0);
  });

  await test.step('with a script it is refused; what software cannot read is attached, and prefills nothing', async () => {
    await choose(page, scriptedReport('refused'));
    await expect(note('We did not keep it.')).toBeVisible();
    await expect(page.getByText(/Not found in the PDF/)).toHaveCount(0);
    await choose(page, await longReport('unreadable'));
    await expect(note('It is attached all the same.')).toBeVisible();
    await expect(page.getByText(/Not found in the PDF/)).toHaveCount(0);
    await expect(fieldOf(page, 'Batch/Lot ID')).toHaveValue('');
  });

  const file = await labReport({ brandName: 'Lost & Found', productName: 'Plum Seltzer 5 mg', batchId: 'LF-26/1' });
  await test.step('a lost connection is said, and trying again goes on where it stopped', async () => {
    const before = uploads.length;
    isOffline = true;
    await choose(page, file);
    const failure = note("We can't reach the site");
    await expect(failure).toBeVisible();
    await page.getByRole('button', { name: 'Submit COA' }).click();
    await expect(page.getByText('The PDF was not sent. Try again, or remove it.')).toBeVisible();
    await expect(page.getByText('Brand name is required')).toHaveCount(0);

    isOffline = false;
    await page.route(DOCUMENTS, (route) => (route.request().method() === 'GET' ? route.abort() : route.fallback()));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(/Reading the PDF/)).toBeVisible();
    await expect(failure).toBeVisible();
    await page.unrouteAll();
    const sentAgain = await watchDocuments(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await isRead(page);
    expect(uploads).toHaveLength(before + 2);
    expect(sentAgain).toEqual([]);
    await expect(fieldOf(page, 'Batch/Lot ID')).toHaveValue('LF-26/1');
  });

  await fillContact(page);
  await confirmAll(page);
  expect(await submit(page)).toMatchObject({ documentSha256: sha256(file), batchId: 'LF-26/1' });
});

test('nothing prefilled is sent unconfirmed, and nothing typed is overwritten', async ({ page }) => {
  await enter(page, '/submit-coa');
  const report = { brandName: 'Careful Cans', productName: 'Fig Seltzer 5 mg', batchId: 'CC-26/1' };
  const file = await labReport(report);
  await page.getByLabel('Brand name').fill('careful cans');
  await page.getByLabel('Batch/Lot ID').fill('CC-26/7');
  await fillContact(page);
  await choose(page, file);
  await isRead(page);
  const brand = fieldOf(page, 'Brand name');
  const batch = fieldOf(page, 'Batch/Lot ID');
  const product = fieldOf(page, 'Product name');
  await expect(batch).toHaveValue('CC-26/7');
  await expect(batch).toHaveAccessibleDescription(/The PDF says “CC-26\/1” on page 1\. Check which is right\./);
  await expect(brand).toHaveValue('careful cans');
  await expect(brand).toHaveAccessibleDescription(/The PDF says the same on page 1\./);
  await expect(product).toHaveValue('Fig Seltzer 5 mg');
  await expect(product).toHaveAccessibleDescription(/Read from the PDF, page 1\. Check it\./);

  await test.step('the form is not sent, and the first unconfirmed value says why', async () => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.getByRole('button', { name: 'Submit COA' }).click();
    await expect(product).toBeFocused();
    await expect(product).toHaveAccessibleDescription(/confirm it, or change it/);
    await page.getByRole('button', { name: 'Check before you submit' }).click();
    await expect(product).toBeFocused();
    expect(requests.filter((url) => /coa\/(submit|check)/.test(url))).toEqual([]);
  });

  await test.step('one key confirms one value; holding it down confirms no more', async () => {
    const unconfirmed = page.getByRole('button', { name: /^Confirm/ });
    const before = await unconfirmed.count();
    await page.keyboard.down('Alt');
    await page.keyboard.down('Enter');
    // Playwright marks a second press of a key that is down as a repetition.
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.keyboard.up('Alt');
    await expect(product).toHaveAccessibleDescription(/You confirmed it\./);
    await expect(product).not.toHaveAttribute('aria-invalid');
    await expect(unconfirmed).toHaveCount(before - 1);
    await expect(product).not.toBeFocused();
  });

  await test.step('a changed value is the typist’s, and the difference is shown', async () => {
    const lab = fieldOf(page, 'Lab name');
    await lab.fill('Another Lab');
    await expect(lab).toHaveAccessibleDescription(/The PDF says “Example Analytical”/);
    await expect(page.getByRole('button', { name: 'Confirm for Lab name' })).toHaveCount(0);
  });

  await test.step('a value of the PDF can be taken instead', async () => {
    await page.getByRole('button', { name: 'Use the value of the PDF for Batch/Lot ID' }).click();
    await expect(batch).toHaveValue('CC-26/1');
    await expect(batch).toBeFocused();
    await expect(batch).toHaveAccessibleDescription(/You confirmed it\./);
  });

  await confirmAll(page);
  await expect(page.getByText('No value is left to confirm.')).toBeVisible();

  await test.step('a check before sending compares the values with the PDF', async () => {
    await page.getByLabel('THC content').fill('9.4');
    await page.getByRole('button', { name: 'Check before you submit' }).click();
    await expect(page.getByText('THC is 9.4 mg here and 4.88 mg in the PDF.')).toBeVisible();
  });

  const body = await submit(page);
  expect(body).toMatchObject({ documentSha256: sha256(file), labName: 'Another Lab', batchId: 'CC-26/1' });
  const fields = (body.readFields as { field: string; page: number }[]).map(({ field }) => field);
  expect(fields).toEqual(expect.arrayContaining(['productName', 'batchId', 'testDate']));
  expect(fields).not.toContain('labName');
  expect(fields).not.toContain('brandName');
});

test('result lines of the PDF are sent once a person confirmed them beside their pictures', { tag: '@slow' }, async ({
  page,
  browser,
}) => {
  await enter(page, '/submit-coa');
  const names = { brandName: 'Line by Line', productName: 'Currant Seltzer 5 mg', batchId: 'LBL-26/1' };
  await fillContact(page);
  await choose(page, await labReport({ ...names, analytes: METALS }));
  await isRead(page);
  await confirmAll(page);
  const lines = page.getByRole('region', { name: 'Result lines in the PDF' });
  const checkbox = (name: string) => lines.getByRole('checkbox', { name: `Confirm ${name} ` });

  await test.step('by keyboard, each beside the part of the page that it was read from', async () => {
    const summary = lines.locator('summary').filter({ hasText: 'Page 1: 3 lines, 0 confirmed' });
    await summary.press('Enter');
    await expect(lines.getByRole('img', { name: 'Page 1 of the PDF: Arsenic' })).toBeVisible();
    await checkbox('Lead').press('Space');
    await checkbox('Lead').press('ArrowDown');
    await expect(checkbox('Arsenic')).toBeFocused();
    await page.keyboard.press('Space');
    await expect(lines.getByRole('status')).toHaveText('2 of 3 confirmed');
  });

  await test.step('a line that was misread is corrected, and Enter does not send the form', async () => {
    await lines.getByRole('button', { name: 'Correct Arsenic' }).press('Enter');
    const result = lines.getByLabel('Result as printed');
    await expect(result).toBeFocused();
    await expectAccessible(page, BOTH_THEMES);
    await result.fill('<LOQ');
    await result.press('Enter');
    await expect(lines.getByRole('row', { name: /Arsenic corrected by you <LOQ/ })).toBeVisible();
  });

  const { testResults } = await submit(page);
  const { analytes } = testResults as { analytes: object[] };
  expect(analytes).toEqual([METALS[0], { ...METALS[1], valueText: '<LOQ', value: null }]);

  await test.step('the reviewer has the lines beside those of the PDF', async () => {
    const staff = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
    await openConsole(staff, `/admin?search=${encodeURIComponent(names.batchId)}`);
    await staff.getByRole('link', { name: names.productName }).click();
    const comparison = staff.getByRole('region', { name: 'Submission and PDF' });
    await expect(comparison.locator('[data-line][aria-label="Heavy Metals: Arsenic: Differs"]')).toBeVisible();
    await comparison.getByRole('button', { name: 'Show the line that is the same' }).click();
    await expect(comparison.locator('[data-line][aria-label="Heavy Metals: Lead: Same"]')).toBeVisible();
    await expect(comparison.getByText('Only in the PDF: 1 line')).toBeVisible();
    await staff.context().close();
  });
});

test('a PDF that is replaced while it is read fills in nothing', { tag: '@slow' }, async ({ page }) => {
  await enter(page, '/submit-coa');
  const wrong = await labReport({ brandName: 'Wrong Brand', productName: 'Wrong Seltzer 5 mg', batchId: 'WRONG-1' });
  const right = await labReport({ brandName: 'Right Brand', productName: 'Right Seltzer 5 mg', batchId: 'RIGHT-1' });
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isWrong = (route: Route) => route.request().url().includes(sha256(wrong));
  await page.route(DOCUMENTS, async (route) => {
    if (isWrong(route) && route.request().method() === 'GET') await isReleased;
    await route.continue().catch(() => {});
  });
  const asked = page.waitForRequest((request) => request.method() === 'GET' && request.url().includes(sha256(wrong)));
  await choose(page, wrong);
  await asked;
  await choose(page, right);
  release();
  await isRead(page);
  await expect(page.getByText('RIGHT-1.pdf')).toBeVisible();
  await expect(fieldOf(page, 'Batch/Lot ID')).toHaveValue('RIGHT-1');
  await expect(fieldOf(page, 'Brand name')).toHaveValue('Right Brand');

  await test.step('removing a PDF also removes its unconfirmed values', async () => {
    await page.getByRole('button', { name: 'Confirm for Batch/Lot ID' }).click();
    await page.getByRole('button', { name: 'Remove the PDF' }).click();
    await expect(fieldOf(page, 'Brand name')).toHaveValue('');
    await expect(fieldOf(page, 'Batch/Lot ID')).toHaveValue('RIGHT-1');
    await expect(page.getByText(/the PDF says/i)).toHaveCount(0);
  });
});

test('a corrected submission keeps its PDF, unless another one is chosen', { tag: '@slow' }, async ({
  page,
  browser,
}) => {
  await signIn(page);
  const names = { brandName: 'Second Look', productName: 'Peach Seltzer 5 mg' };
  const sent = { ...names, batchId: 'SL-26/1' };
  const { sha256: documentSha256, access } = await uploadReport(page, (await labReport(sent)).buffer);
  const email = 'second-look@brand.example';
  const typed = { ...sent, ...TYPED_FROM_REPORT, contactEmail: email, documentSha256 };
  const { reference } = await submitted(page, typed, access);
  await enter(page, await askForChanges(browser, { reference, email }));
  await expect(page.getByText('Your PDF stays attached, unless you choose another one.')).toBeVisible();
  const other = await labReport({ ...names, batchId: 'SL-26/2' });
  await choose(page, other);
  await isRead(page);
  const batch = fieldOf(page, 'Batch/Lot ID');
  await expect(batch).toHaveValue('SL-26/1');
  await page.getByRole('button', { name: 'Use the value of the PDF for Batch/Lot ID' }).click();
  await expect(batch).toHaveValue('SL-26/2');
  const resent = page.waitForRequest((request) => request.method() === 'POST' && /corrections/.test(request.url()));
  await page.getByRole('button', { name: 'Submit changes' }).click();
  expect((await resent).postDataJSON()).toMatchObject({
    documentSha256: sha256(other),
    readFields: [{ field: 'batchId', page: 1 }],
  });
  await expect(page.getByRole('heading', { name: 'We got your changes' })).toBeVisible();
});

test('the form is filled in from a row of a spreadsheet, and nothing is sent before it is submitted', {
  tag: '@slow',
}, async ({ page }) => {
  await enter(page, '/submit-coa');
  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(new URL(request.url()).pathname);
  });
  await test.step('a row is chosen by keyboard', async () => {
    await page
      .getByLabel('Fill in from a spreadsheet (CSV)')
      .setInputFiles(
        csvFile(
          'samples.csv',
          'brandName,productName,batchId,thcContent,cbdContent,testDate,labName,labReportId,status',
          'Fern & Flint,Quince Seltzer 5 mg,FF-CSV-1,4.9,0,2026-11-02,Example Analytical,EA-1,passed',
          'Fern & Flint,Sloe Seltzer 5 mg,FF-CSV-2,"4,8",0.2,2026-11-03,Example Analytical,EA-2,passed',
        ),
      );
    const row = page.getByLabel('Row to fill in');
    await expect(row).toBeVisible();
    await expect(page.getByText('The form has no field for this column, so we left it out: status.')).toBeVisible();
    await row.focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByLabel('Batch/Lot ID')).toHaveValue('FF-CSV-1');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByText('Row 3 is filled in.')).toBeVisible();
    await expect(page.getByLabel('Batch/Lot ID')).toHaveValue('FF-CSV-2');
    await expect(page.getByLabel('Test date')).toHaveValue('2026-11-03');
    await expectAccessible(page, BOTH_THEMES);
  });

  await test.step('an amount that could not be read is entered before it is submitted', async () => {
    await page.getByLabel('Contact name').fill('Robin Vale');
    await page.getByLabel('Contact email').fill('robin@fern.example');
    await page.getByRole('button', { name: 'Submit COA' }).click();
    const amount = page.getByLabel('THC content');
    await expect(amount).toBeFocused();
    await amount.fill('4.8');
    expect(posted).toEqual(['/api/coa/csv']);
    const sent = page.waitForRequest('**/api/coa/submit');
    await page.getByRole('button', { name: 'Submit COA' }).click();
    expect((await sent).postDataJSON()).toMatchObject({ batchId: 'FF-CSV-2', thcContent: 4.8, labReportId: 'EA-2' });
    await expect(page.getByRole('heading', { name: 'COA Submitted Successfully' })).toBeVisible();
  });
});
