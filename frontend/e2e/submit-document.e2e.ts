// What can go wrong with the lab's PDF on the form. Its way to the public page: documents.e2e.ts.
import { createHash } from 'node:crypto';
import { expect, type Page, type Route } from '@playwright/test';
import { askForChanges, BOTH_THEMES, enter, expectAccessible, test, waitForHydration } from './journeys';
import { type ChosenFile, labReport, longReport, pdfFile, scriptedReport } from './lab-reports';

const MB = 1024 * 1024;
const DOCUMENTS = /\/api\/documents\//;

const choose = (page: Page, file: ChosenFile) => page.getByLabel('Lab report (PDF)').setInputFiles(file);

const sha256 = ({ buffer }: ChosenFile) => createHash('sha256').update(buffer).digest('hex');

/** One document after the other is read, each in a separate process, which takes a while on a busy machine. */
const isRead = (page: Page) => expect(page.getByText('The PDF is attached.')).toBeVisible();

const fieldOf = (page: Page, label: string) => page.getByRole('textbox', { name: label });

async function confirmAll(page: Page): Promise<void> {
  const buttons = page.getByRole('button', { name: /^Confirm/ });
  for (let left = await buttons.count(); left > 0; left--) {
    await buttons.first().click();
    await expect(buttons).toHaveCount(left - 1);
  }
}

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

test('a file that is too large or no PDF is refused at once, and nothing is sent', async ({ page }) => {
  await enter(page, '/submit-coa');
  const uploads = await watchDocuments(page);
  await choose(page, pdfFile('large.pdf', Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(10 * MB)])));
  await expect(page.getByRole('status').filter({ hasText: 'larger than 10 MB' })).toBeVisible();
  await choose(page, { name: 'photo.pdf', mimeType: 'application/pdf', buffer: Buffer.from('\xff\xd8\xff', 'latin1') });
  await expect(page.getByRole('status').filter({ hasText: 'not a PDF' })).toBeVisible();
  await choose(page, pdfFile('empty.pdf', Buffer.alloc(0)));
  await expect(page.getByRole('status').filter({ hasText: 'not a PDF' })).toBeVisible();
  expect(uploads).toEqual([]);
  await page.getByRole('button', { name: 'Remove the PDF' }).click();
  await expect(page.getByText('empty.pdf')).toHaveCount(0);
});

test('a lost connection is said, and trying again goes on where it stopped', async ({ page }) => {
  await enter(page, '/submit-coa');
  let isOffline = true;
  const uploads = await watchDocuments(page, (route) => (isOffline ? route.abort('connectionfailed') : 'continue'));
  const file = await labReport({ brandName: 'Lost & Found', productName: 'Plum Seltzer 5 mg', batchId: 'LF-26/1' });
  await choose(page, file);
  const failure = page.getByRole('status').filter({ hasText: "We can't reach the site" });
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
  expect(uploads).toHaveLength(2);
  expect(sentAgain).toEqual([]);
  await expect(fieldOf(page, 'Batch/Lot ID')).toHaveValue('LF-26/1');
});

test('a refused PDF says why, is not sent with the form, and can be replaced', async ({ page }) => {
  await enter(page, '/submit-coa');
  await choose(page, scriptedReport('refused'));
  await expect(page.getByRole('status').filter({ hasText: 'We did not keep it.' })).toBeVisible();
  await expect(page.getByText(/Not found in the PDF/)).toHaveCount(0);
  const file = await labReport({ brandName: 'Second Try', productName: 'Quince Seltzer 5 mg', batchId: 'ST-26/1' });
  await choose(page, file);
  await isRead(page);
  await fillContact(page);
  await confirmAll(page);
  expect(await submit(page)).toMatchObject({ documentSha256: sha256(file), batchId: 'ST-26/1' });
});

test('a PDF that software cannot read is attached, and prefills nothing', async ({ page }) => {
  await enter(page, '/submit-coa');
  const file = await longReport('unreadable');
  await choose(page, file);
  await expect(page.getByRole('status').filter({ hasText: 'It is attached all the same.' })).toBeVisible();
  await expect(page.getByText(/Not found in the PDF/)).toHaveCount(0);
  await fillContact(page);
  await page.getByLabel('Brand name').fill('Locked Drinks');
  await page.getByLabel('Product name').fill('Pear Seltzer 5 mg');
  await page.getByLabel('Batch/Lot ID').fill('LD-26/1');
  await page.getByLabel('Test date').fill('2026-11-02');
  await page.getByLabel('Lab name').fill('Example Analytical');
  const body = await submit(page);
  expect(body).toMatchObject({ documentSha256: sha256(file), batchId: 'LD-26/1' });
  expect(body).not.toHaveProperty('readFields');
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
  const body = await submit(page);
  expect(body).toMatchObject({ documentSha256: sha256(file), labName: 'Another Lab', batchId: 'CC-26/1' });
  const fields = (body.readFields as { field: string; page: number }[]).map(({ field }) => field);
  expect(fields).toEqual(expect.arrayContaining(['productName', 'batchId', 'testDate']));
  expect(fields).not.toContain('labName');
  expect(fields).not.toContain('brandName');
});

test('a PDF that is replaced while it is read fills in nothing', async ({ page }) => {
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

  await test.step('what was confirmed from one PDF is compared with the next, not overwritten', async () => {
    await page.getByRole('button', { name: 'Confirm for Batch/Lot ID' }).click();
    await page.unrouteAll();
    await choose(page, wrong);
    await isRead(page);
    await expect(fieldOf(page, 'Batch/Lot ID')).toHaveValue('RIGHT-1');
    await expect(fieldOf(page, 'Batch/Lot ID')).toHaveAccessibleDescription(/The PDF says “WRONG-1”/);
    await expect(fieldOf(page, 'Brand name')).toHaveValue('Wrong Brand');
  });

  await test.step('removing a PDF also removes its unconfirmed values', async () => {
    await page.getByRole('button', { name: 'Remove the PDF' }).click();
    await expect(fieldOf(page, 'Brand name')).toHaveValue('');
    await expect(fieldOf(page, 'Batch/Lot ID')).toHaveValue('RIGHT-1');
    await expect(page.getByText(/the PDF says/i)).toHaveCount(0);
  });
});

test('two tabs can send the same PDF at the same time', async ({ page, context }) => {
  const file = await labReport({ brandName: 'Twin Taps', productName: 'Lime Seltzer 5 mg', batchId: 'TT-26/1' });
  const other = await context.newPage();
  for (const tab of [page, other]) await enter(tab, '/submit-coa');
  await Promise.all([choose(page, file), choose(other, file)]);
  for (const tab of [page, other]) {
    await isRead(tab);
    await expect(fieldOf(tab, 'Batch/Lot ID')).toHaveValue('TT-26/1');
  }
  await page.getByRole('button', { name: 'Remove the PDF' }).click();
  await fillContact(other);
  await confirmAll(other);
  expect(await submit(other)).toMatchObject({ documentSha256: sha256(file) });
});

test('a check before sending compares the values with the PDF', async ({ page }) => {
  await enter(page, '/submit-coa');
  const names = { brandName: 'Checked Twice', productName: 'Plum Seltzer 5 mg', batchId: 'CT-26/1' };
  await choose(page, await labReport(names));
  await isRead(page);
  await fillContact(page);
  await confirmAll(page);
  await page.getByLabel('THC content').fill('9.4');
  await page.getByRole('button', { name: 'Check before you submit' }).click();
  await expect(page.getByText('THC is 9.4 mg here and 4.88 mg in the PDF.')).toBeVisible();
});

test('a corrected submission keeps its PDF, unless another one is chosen', async ({ page, browser }) => {
  await enter(page, '/submit-coa');
  const file = await labReport({ brandName: 'Second Look', productName: 'Peach Seltzer 5 mg', batchId: 'SL-26/1' });
  await choose(page, file);
  await isRead(page);
  await page.getByLabel('Contact name').fill('Robin Vale');
  await page.getByLabel('Contact email').fill('second-look@brand.example');
  await confirmAll(page);
  await submit(page);
  const reference = await page.getByText(/^CB-\w{4}-\w{4}$/).innerText();
  const link = await askForChanges(browser, { reference, email: 'second-look@brand.example' });
  await page.goto(link);
  await waitForHydration(page);
  await expect(page.getByText('Your PDF stays attached, unless you choose another one.')).toBeVisible();
  const other = await labReport({ brandName: 'Second Look', productName: 'Peach Seltzer 5 mg', batchId: 'SL-26/2' });
  await choose(page, other);
  await isRead(page);
  const batch = fieldOf(page, 'Batch/Lot ID');
  await expect(batch).toHaveValue('SL-26/1');
  await page.getByRole('button', { name: 'Use the value of the PDF for Batch/Lot ID' }).click();
  await expect(batch).toHaveValue('SL-26/2');
  const sent = page.waitForRequest((request) => request.method() === 'POST' && /corrections/.test(request.url()));
  await page.getByRole('button', { name: 'Submit changes' }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    documentSha256: sha256(other),
    readFields: [{ field: 'batchId', page: 1 }],
  });
  await expect(page.getByRole('heading', { name: 'We got your changes' })).toBeVisible();
});

test('a dropped PDF is taken wherever it lands, and its pages are beside the form', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await enter(page, '/submit-coa');
  const file = await labReport({ brandName: 'Drop Zone', productName: 'Kiwi Seltzer 5 mg', batchId: 'DZ-26/1' });
  const transfer = await page.evaluateHandle(
    ({ name, bytes }) => {
      const files = new DataTransfer();
      files.items.add(new File([Uint8Array.from(bytes)], name, { type: 'application/pdf' }));
      return files;
    },
    { name: file.name, bytes: [...file.buffer] },
  );
  await page.dispatchEvent('h1', 'drop', { dataTransfer: transfer });
  await isRead(page);
  const picture = page.getByRole('img', { name: 'Page 1 of 1 of the PDF' });
  await expect(picture).toBeVisible();
  await expect(picture).toHaveJSProperty('complete', true);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(600);
  const focused = page.locator('rect[data-focused]');
  for (const label of ['Batch/Lot ID', 'Test date']) {
    await page.getByLabel(label).focus();
    await expect(focused.locator('title')).toHaveText(label);
  }
  await expectAccessible(page, BOTH_THEMES);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(picture).toHaveCount(0);
  await expect(page.getByRole('img', { name: 'Page 1 of the PDF: DZ-26/1' })).toBeVisible();
});
