import { createHash } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import PDFDocument from 'pdfkit';
import { writeSampleDocument } from '../../backend/test/pdf/sample-documents/sample-documents.mjs';
import { BOTH_THEMES, expectAccessible, openConsole, passUndoTime, recordResults, signIn, test } from './journeys';

const decisions = (page: Page) => page.getByRole('region', { name: 'Your decisions' });

const ANALYTES = Array.from({ length: 40 }, (_, index) => ({
  panel: 'pesticides',
  name: `Pesticide ${index + 1}`,
  valueText: 'ND',
  value: null,
  unit: 'µg/g',
  lod: 0.01,
  loq: 0.02,
  limit: 0.1,
  method: 'LC-MS/MS',
}));

const LEAD = {
  panel: 'heavyMetals',
  name: 'Lead',
  valueText: '0.021',
  value: 0.021,
  unit: 'µg/g',
  lod: 0.002,
  loq: 0.005,
  limit: 0.5,
  method: 'ICP-MS',
};

/** What the invented lab prints. */
const printed = (batchId: string) => ({
  brandName: 'Medlar & Moss',
  productName: 'Medlar Spritz 5 mg',
  batchId,
  thcContent: 4.88,
  cbdContent: 0.5,
  testDate: '2026-10-14',
  labName: 'Example Analytical',
  labReportId: `EA-${batchId}`,
  panels: { heavyMetals: 'passed', pesticides: 'passed' } as const,
  analytes: [LEAD, ...ANALYTES] as never,
  qrText: `https://lab.example/certificates/EA-${batchId}`,
});

/** What the upload of each PDF gave its sender. */
const accessTo = new Map<string, string>();

async function upload(page: Page, content: Buffer): Promise<string> {
  const hash = createHash('sha256').update(content);
  const digest = hash.digest();
  const sha256 = digest.toString('hex');
  const headers = { 'content-type': 'application/pdf', 'content-digest': `sha-256=:${digest.toString('base64')}:` };
  const sent = await page.request.put(`/api/documents/${sha256}`, { data: content, headers });
  expect(sent.status()).toBe(200);
  accessTo.set(sha256, (await sent.json()).access);
  const address = `/api/staff/documents/${sha256}`;
  const state = async () => (await (await page.request.get(address)).json()).state;
  await expect.poll(state).toBe('ready');
  return sha256;
}

/** Sends a submission and returns its ID. */
async function submit(page: Page, batchId: string, differing: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { panels: _, qrText: _qr, ...content } = printed(batchId);
  const { analytes, ...fields } = content;
  const data = {
    ...fields,
    contactName: 'Robin Vale',
    contactEmail: 'robin@brand.example',
    testResults: { analytes },
    ...differing,
  };
  const access = accessTo.get(String(differing.documentSha256)) ?? '';
  const answer = await page.request.post('/api/coa/submit', { data, params: { access } });
  expect(answer.status(), await answer.text()).toBe(201);
  const { reference } = await answer.json();
  const [{ id }] = await (await page.request.get('/api/staff/submissions', { params: { search: reference } })).json();
  return id;
}

const submission = async (page: Page, id: string) => (await page.request.get(`/api/staff/submissions/${id}`)).json();

const line = (page: Page, name: string) => page.locator(`[data-line][aria-label^="${name}"]`);

/** The picture is there, not only its frame. */
const expectPicture = (picture: Locator) =>
  expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 500))
    .toBe(true);

const PANELS = {
  pesticides: 'passed',
  heavyMetals: 'passed',
  microbials: 'not_tested',
  residualSolvents: 'not_tested',
};

test('a submission is reviewed beside its PDF, by keyboard alone', async ({ page }) => {
  await page.clock.install();
  await signIn(page);
  const documentSha256 = await upload(page, await writeSampleDocument(printed('MM-26-118'), 'long'));
  const id = await submit(page, 'MM-26-118', {
    documentSha256,
    testDate: '2026-10-13',
    testResults: { analytes: [{ ...LEAD, valueText: '0.12', value: 0.12 }, ...ANALYTES] },
  });
  await openConsole(page, `/admin/submissions/${id}`);
  const panel = page.getByRole('region', { name: "The lab's PDF" });
  const comparison = page.getByRole('region', { name: 'Submission and PDF' });
  const marked = panel.locator('rect[data-focused]');

  await test.step('the page is beside the data from 1024 px, and above it below', async () => {
    await expectPicture(panel.getByRole('img', { name: 'Page 1 of the PDF' }));
    for (const [width, isBeside] of [
      [1440, true],
      [1024, true],
      [768, false],
      [360, false],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const [left, right] = [await panel.boundingBox(), await comparison.boundingBox()];
      expect((left?.x ?? 0) + (left?.width ?? 0) <= (right?.x ?? 0), `${width} px`).toBe(isBeside);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await expectAccessible(page, BOTH_THEMES);
  });

  await test.step('the next difference has the focus, and its place is marked on the page', async () => {
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('j');
    await expect(line(page, 'Test date: Differs')).toBeFocused();
    await expect(line(page, 'Test date: Differs')).toContainText('Oct 13, 2026');
    await expect(line(page, 'Test date: Differs')).toContainText('Oct 14, 2026');
    await expect(marked.locator('title')).toHaveText('Test date: not as submitted');
    await expect(comparison.getByText(/^Difference 1 of 2/)).toBeVisible();
    await page.keyboard.press('j');
    await expect(line(page, 'Heavy Metals: Lead: Differs')).toBeFocused();
    await expect(marked.locator('title')).toHaveText('Heavy Metals: Lead: not as submitted');
    await expect(marked).toBeInViewport();
    await page.keyboard.press('j');
    await expect(line(page, 'Test date: Differs')).toBeFocused();
    await page.keyboard.press('k');
    await expect(line(page, 'Heavy Metals: Lead: Differs')).toBeFocused();
  });

  await test.step('a finding leads to its place', async () => {
    await page
      .getByRole('listitem')
      .filter({ hasText: /test date/i })
      .getByRole('button', { name: 'Show on page 1' })
      .first()
      .press('Enter');
    await expect(marked.locator('title')).toHaveText('Test date: not as submitted');
  });

  await test.step('pages are turned and zoomed', async () => {
    await page.keyboard.press('l');
    await expectPicture(panel.getByRole('img', { name: 'Page 2 of the PDF' }));
    await page.keyboard.press('h');
    await expect(panel.getByRole('img', { name: 'Page 1 of the PDF' })).toBeVisible();
    const width = async () => (await panel.getByRole('img').boundingBox())?.width ?? 0;
    const fitting = await width();
    await page.keyboard.press('+');
    await expect.poll(width).toBeGreaterThan(fitting * 1.4);
    await page.keyboard.press('0');
    await expect.poll(width).toBeCloseTo(fitting, 0);
  });

  await test.step('text is found on every page, also across the end of a line', async () => {
    await page.keyboard.press('/');
    const search = panel.getByRole('searchbox', { name: 'Search in the PDF' });
    await expect(search).toBeFocused();
    await page.keyboard.type('PESTICIDE 40');
    await page.keyboard.press('Enter');
    await expect(panel.getByText(/^1 of 1, on page [23]$/)).toBeVisible();
    await expect(marked.locator('title')).toHaveText('Found');
    await page.keyboard.press('Escape');
    await page.keyboard.type('medlar spritz 5 mg batch number');
    await page.keyboard.press('Enter');
    await expect(panel.getByText('1 of 1, on page 1')).toBeVisible();
    await expect(panel.locator('rect').filter({ hasText: 'Found' })).toHaveCount(2);
    await search.fill('nothing prints this');
    await expect(panel.getByText('Not found in the PDF.')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(search).not.toBeFocused();
  });

  await test.step('values are confirmed one by one, and published as read from the page', async () => {
    await page.keyboard.press('y');
    await expect(line(page, 'Brand: Same')).toBeFocused();
    await expect(marked.locator('title')).toHaveText('Brand');
    await page.keyboard.press('y');
    await expect(line(page, 'Product: Same')).toBeFocused();
    await expect(line(page, 'Brand: Same').getByRole('button', { name: 'Confirmed' })).toBeVisible();
    await page.keyboard.press('y');
    await expect(comparison.getByText(/2 of \d matching fields confirmed/)).toBeVisible();
    await page.keyboard.press('a');
    await recordResults(page, { Microbials: 'Not tested', 'Residual Solvents': 'Not tested' });
    await expect(page.getByLabel('Why is there no PDF?')).toHaveCount(0);
    await page.keyboard.press('Control+Enter');
    const reason = page.getByLabel('Why it can be published all the same');
    await expect(reason).toBeFocused();
    await expect(reason).toHaveAccessibleDescription(/test date.*Everyone can read.*Explain why it can be published/is);
    await reason.fill('The lab confirmed the day by phone.');
    await page.keyboard.press('Control+Enter');
    await passUndoTime(page);
    await expect(decisions(page).getByText('Done')).toBeVisible();
    const { provenance, document } = await submission(page, id);
    expect(document.sha256).toBe(documentSha256);
    const read = { origin: 'document', page: 1, confirmedBy: 'staff' };
    expect(provenance).toContainEqual({ field: 'brandName', ...read });
    expect(provenance).toContainEqual({ field: 'productName', ...read });
    expect(provenance).toContainEqual({ field: 'testDate', origin: 'typed', page: null, confirmedBy: null });
  });
});

test('a PDF is attached, replaced meanwhile, approved, and taken down', async ({ page }) => {
  await page.clock.install();
  await signIn(page);
  const id = await submit(page, 'MM-26-201');
  const first = await writeSampleDocument(printed('MM-26-201'), 'ruled');
  const panel = page.getByRole('region', { name: "The lab's PDF" });
  await openConsole(page, `/admin/submissions/${id}`);

  await test.step('one with a script is refused, with the reason', async () => {
    await expect(panel.getByText("This came without the lab's PDF.")).toBeVisible();
    await panel.getByRole('button', { name: 'Attach a PDF' }).click();
    const dialog = page.getByRole('dialog', { name: 'Attach a PDF' });
    await dialog.getByRole('button', { name: 'Attach this PDF' }).click();
    await expect(dialog.getByLabel("The lab's PDF")).toHaveAccessibleDescription(/Choose a PDF/);
    await dialog.getByLabel("The lab's PDF").setInputFiles({
      name: 'script.pdf',
      mimeType: 'application/pdf',
      buffer: await aPdfWithAScript(),
    });
    await expect(dialog.getByText(/script, a form or an action/)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the right one is sent with its hash, attached, and shown', async () => {
    const dialog = page.getByRole('dialog', { name: 'Attach a PDF' });
    await dialog.getByLabel("The lab's PDF").setInputFiles({
      name: 'report.pdf',
      mimeType: 'application/pdf',
      buffer: first,
    });
    await expect(dialog.getByText('We have the PDF.')).toBeVisible();
    await expect(dialog.getByTitle(createHash('sha256').update(first).digest('hex'))).toBeVisible();
    await dialog.getByRole('button', { name: 'Attach this PDF' }).click();
    await expect(dialog).toBeHidden();
    await expectPicture(panel.getByRole('img', { name: 'Page 1 of the PDF' }));
    const download = page.waitForEvent('download');
    await panel.getByRole('link', { name: 'Download the original PDF' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  });

  await test.step('another one by the time of the approval is explained, and nothing is published', async () => {
    const documentSha256 = await upload(page, await writeSampleDocument(printed('MM-26-201'), 'unruled'));
    const { version } = await submission(page, id);
    await page.getByRole('button', { name: 'Confirm Batch' }).click();
    const address = `/api/staff/submissions/${id}/document`;
    const replaced = await page.request.put(address, { data: { version, documentSha256 } });
    expect(replaced.status(), await replaced.text()).toBe(200);
    await recordResults(page);
    await page.getByRole('button', { name: 'Approve and publish' }).click();
    await expect(decisions(page).getByText(/The PDF was replaced since you opened this/)).toBeVisible();
    await decisions(page).getByRole('link', { name: 'Open the submission' }).click();
    await expect(page.getByRole('heading', { name: 'Medlar Spritz 5 mg', level: 1 })).toBeVisible();
    await expect(page.getByText('Waiting for review')).toBeVisible();
    // What was confirmed in the other PDF counts no more.
    await expect(page.getByText(/0 of \d matching fields confirmed/)).toBeVisible();
  });

  await test.step('the new one is approved, and later removed for good', async () => {
    const { version, document } = await submission(page, id);
    const approval = { version, status: 'passed', panels: PANELS, documentSha256: document.sha256 };
    const approved = await page.request.post(`/api/staff/submissions/${id}/approval`, { data: approval });
    expect(approved.status(), await approved.text()).toBe(200);
    await page.reload();
    await panel.getByText('About this PDF').click();
    await panel.getByRole('button', { name: 'Remove the PDF' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove this PDF for good?' });
    await expect(dialog.getByText(/can't undo this/)).toBeVisible();
    await dialog.getByLabel('Reason').selectOption('Personal data');
    await expect(dialog.getByText(/Anyone can read: “We removed this document/)).toBeVisible();
    await dialog.getByLabel('What led to it').fill('Page 1 shows a home address.');
    await expectAccessible(page, BOTH_THEMES);
    await dialog.getByRole('button', { name: 'Remove the PDF', exact: true }).click();
    await expect(panel.getByText('The PDF was removed', { exact: true })).toBeVisible();
    await expect(panel.getByText(/because it contains personal data/)).toBeVisible();
    const file = await page.request.get(`/api/staff/documents/${document.sha256}/file`);
    expect(file.ok()).toBe(false);
  });
});

test('in bulk, each approval names its PDF or says why there is none', async ({ page }) => {
  await page.clock.install();
  await signIn(page);
  const labName = 'Medlar Bulk Bench';
  const documentSha256 = await upload(page, await writeSampleDocument({ ...printed('MM-26-401'), labName }, 'ruled'));
  const withPdf = await submit(page, 'MM-26-401', { documentSha256, labName });
  const without = await submit(page, 'MM-26-402', { labName });
  await openConsole(page, '/admin?search=medlar+bulk');
  await page.getByRole('checkbox', { name: /^Select all 2/ }).check();
  await page.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve 2 submissions?' });
  await expect(dialog.getByRole('listitem').filter({ hasText: 'MM-26-401' })).toContainText('With its PDF');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'MM-26-402' })).toContainText('Without a PDF');
  await recordResults(dialog);
  await dialog.getByLabel('Why do some have no PDF?').selectOption("The lab doesn't give it out");
  await dialog.getByLabel('I checked these results').check();
  await dialog.getByRole('button', { name: 'Approve and publish 2 submissions' }).click();
  await passUndoTime(page);
  await expect(decisions(page).getByText('Done')).toBeVisible();
  const [one, other] = [await submission(page, withPdf), await submission(page, without)];
  expect([one.document.sha256, one.documentAbsence]).toEqual([documentSha256, null]);
  expect([other.document, other.documentAbsence.code]).toEqual([null, 'lab-does-not-release']);
});

test('an amendment keeps the PDF, or brings a new one', async ({ page }) => {
  await signIn(page);
  const documentSha256 = await upload(page, await writeSampleDocument(printed('MM-26-301'), 'two-columns'));
  const id = await submit(page, 'MM-26-301', { documentSha256 });
  const { version } = await submission(page, id);
  const approval = { version, status: 'passed', panels: PANELS, documentSha256 };
  const approved = await page.request.post(`/api/staff/submissions/${id}/approval`, { data: approval });
  expect(approved.status(), await approved.text()).toBe(200);
  await openConsole(page, `/admin/submissions/${id}/amendment`);
  await expect(page.getByRole('radio', { name: 'Keep the PDF' })).toBeChecked();
  await page.getByLabel('Reason').fill('The lab issued a new report.');
  await page.getByRole('radio', { name: 'Use a new PDF' }).check();
  await page.getByLabel("The lab's PDF", { exact: true }).setInputFiles({
    name: 'new.pdf',
    mimeType: 'application/pdf',
    buffer: await writeSampleDocument(printed('MM-26-301'), 'units-in-headings'),
  });
  await expect(page.getByText('We have the PDF.')).toBeVisible();
  await expectAccessible(page, BOTH_THEMES);
  await page.getByRole('button', { name: 'Compare and publish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish this amendment?' });
  await expect(dialog.getByRole('row', { name: /The lab's PDF SHA-256 \w{12}… SHA-256 \w{12}…/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish amendment' }).click();
  await expect(page.getByRole('heading', { name: 'What this amends' })).toBeVisible();
  const old = await submission(page, id);
  expect([old.submissionStatus, old.document.sha256]).toEqual(['superseded', documentSha256]);
});

/** Active content is never taken. */
function aPdfWithAScript(): Promise<Buffer> {
  const document = new PDFDocument();
  document.text('This report runs a script.');
  document.addNamedJavaScript('greeting', 'app.alert("hello")');
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
    document.end();
  });
}
