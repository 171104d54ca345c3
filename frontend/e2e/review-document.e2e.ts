import { createHash } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { writeSampleDocument } from '../../backend/test/pdf/sample-documents/sample-documents.mjs';
import {
  approved,
  BOTH_THEMES,
  decisions,
  expectAccessible,
  expectCarriedOut,
  openConsole,
  recordResults,
  signIn,
  submitted,
  test,
} from './journeys';
import { pdfFile, scriptedReport, uploadReport } from './lab-reports';

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

/** Sends a submission that says what the lab prints, except for what differs. */
function submit(page: Page, batchId: string, differing: object = {}, access = '') {
  const { panels: _, qrText: _qr, analytes, ...fields } = printed(batchId);
  return submitted(page, { ...fields, testResults: { analytes }, ...differing }, access);
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
  const { sha256, access } = await uploadReport(page, await writeSampleDocument(printed('MM-26-118'), 'long'));
  const differing = {
    documentSha256: sha256,
    testDate: '2026-10-13',
    testResults: { analytes: [{ ...LEAD, valueText: '0.12', value: 0.12 }, ...ANALYTES] },
  };
  const { id } = await submit(page, 'MM-26-118', differing, access);
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
    await expectCarriedOut(page);
    const { provenance, document } = await submission(page, id);
    expect(document.sha256).toBe(sha256);
    const read = { origin: 'document', page: 1, confirmedBy: 'staff' };
    expect(provenance).toContainEqual({ field: 'brandName', ...read });
    expect(provenance).toContainEqual({ field: 'productName', ...read });
    expect(provenance).toContainEqual({ field: 'testDate', origin: 'typed', page: null, confirmedBy: null });
  });
});

test('a PDF is attached, replaced meanwhile, approved, and taken down', { tag: '@slow' }, async ({ page }) => {
  await page.clock.install();
  await signIn(page);
  const { id } = await submit(page, 'MM-26-201');
  const first = await writeSampleDocument(printed('MM-26-201'), 'ruled');
  const panel = page.getByRole('region', { name: "The lab's PDF" });
  await openConsole(page, `/admin/submissions/${id}`);

  await test.step('one with a script is refused, with the reason', async () => {
    await expect(panel.getByText("This came without the lab's PDF.")).toBeVisible();
    await panel.getByRole('button', { name: 'Attach a PDF' }).click();
    const dialog = page.getByRole('dialog', { name: 'Attach a PDF' });
    await dialog.getByRole('button', { name: 'Attach this PDF' }).click();
    await expect(dialog.getByLabel("The lab's PDF")).toHaveAccessibleDescription(/Choose a PDF/);
    await dialog.getByLabel("The lab's PDF").setInputFiles(scriptedReport('hello'));
    await expect(dialog.getByText(/script, a form or an action/)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the right one is sent with its hash, attached, and shown', async () => {
    const dialog = page.getByRole('dialog', { name: 'Attach a PDF' });
    await dialog.getByLabel("The lab's PDF").setInputFiles(pdfFile('report.pdf', first));
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
    const other = await writeSampleDocument(printed('MM-26-201'), 'unruled');
    const { sha256: documentSha256 } = await uploadReport(page, other);
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
    const decision = { panels: PANELS, documentSha256: document.sha256, documentAbsence: undefined };
    await approved(page, { id, version }, decision);
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
