import { createHash } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { writeSampleDocument } from '../../backend/test/pdf/sample-documents/sample-documents.mjs';
import { BOTH_THEMES, enter, expectAccessible, expectCarriedOut, openConsole, recordResults, test } from './journeys';
import { confirmAll } from './lab-reports';

const RECORD = {
  brandName: 'Loquat Lane',
  productName: 'Loquat Fizz 5 mg',
  batchId: 'LL-26/77',
  labName: 'Example Analytical',
  thcContent: 4.88,
  cbdContent: 0.5,
  testDate: '2026-10-14',
  labReportId: 'EA-2026-77077',
  panels: { heavyMetals: 'passed' } as const,
  qrText: 'https://lab.example/certificates/EA-2026-77077',
  analytes: [
    {
      panel: 'heavyMetals',
      name: 'Lead',
      valueText: '0.021',
      value: 0.021,
      unit: 'µg/g',
      lod: 0.002,
      loq: 0.005,
      limit: 0.5,
      method: 'ICP-MS',
    },
  ] as never,
};

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** As the browser gives it to a page on which a file is dropped. */
async function drop(page: Page, content: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle((base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], 'report.pdf', { type: 'application/pdf' }));
    return transfer;
  }, content.toString('base64'));
  await page.dispatchEvent('h1', 'drop', { dataTransfer: transfer });
}

const section = (page: Page) => page.getByRole('region', { name: "The lab's original document" });
const shownHash = (page: Page) =>
  section(page)
    .getByText(/^[0-9a-f]{64}$/)
    .filter({ visible: true });

/** The public page shows this very file: its picture, its hash, and its bytes. */
async function expectOriginal(page: Page, content: Buffer): Promise<void> {
  await expect(shownHash(page)).toHaveText(sha256(content));
  const picture = page.getByRole('img', { name: "Page 1 of the lab's PDF" });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(500);
  const link = section(page).getByRole('link', { name: /^Download the lab's PDF/ });
  const answer = await page.request.get((await link.getAttribute('href')) ?? '');
  expect((await answer.body()).equals(content)).toBe(true);
}

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  return context.newPage();
}

test('a PDF is dropped, confirmed, reviewed, published, and stays with its record when a new one amends it', async ({
  page,
  browser,
}) => {
  const original = await writeSampleDocument(RECORD, 'ruled');
  const corrected = await writeSampleDocument({ ...RECORD, thcContent: 4.31 }, 'two-columns');
  const staff = await newPage(browser);

  await test.step('a PDF, wherever it is dropped, fills the form, with its pages and the places it was read from', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await enter(page, '/submit-coa');
    await drop(page, original);
    await expect(page.getByText(/values are left to confirm/)).toBeVisible();
    await expect(page.getByLabel('Batch/Lot ID')).toHaveValue(RECORD.batchId);
    await expect(page.getByLabel('THC content')).toHaveValue('4.88');
    await expect(page.locator('svg rect').filter({ hasText: 'Batch/Lot ID' })).toHaveCount(1);
    const picture = page.getByRole('img', { name: 'Page 1 of 1 of the PDF' });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(600);
    for (const label of ['Batch/Lot ID', 'Test date']) {
      await page.getByLabel(label).focus();
      await expect(page.locator('rect[data-focused] title')).toHaveText(label);
    }
    await expectAccessible(page, BOTH_THEMES);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(picture).toHaveCount(0);
    await expect(page.getByRole('img', { name: `Page 1 of the PDF: ${RECORD.batchId}` })).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  await test.step('each value is confirmed, and the form is sent', async () => {
    await page.getByLabel('Contact name').fill('Robin Vale');
    await page.getByLabel('Contact email').fill('robin@brand.example');
    await confirmAll(page);
    await page.getByRole('button', { name: 'Submit COA' }).click();
    await expect(page.getByRole('heading', { name: 'COA Submitted Successfully' })).toBeFocused();
  });

  await test.step('a reviewer compares it with the PDF beside it, and approves it', async () => {
    await staff.clock.install();
    await openConsole(staff, `/admin?search=${encodeURIComponent(RECORD.batchId)}`);
    await staff.getByRole('link', { name: RECORD.productName }).click();
    const panel = staff.getByRole('region', { name: "The lab's PDF" });
    await expect(panel.getByRole('img', { name: 'Page 1 of the PDF' })).toBeVisible();
    const comparison = staff.getByRole('region', { name: 'Submission and PDF' });
    await expect(comparison.locator('[data-line][aria-label^="Batch: Same"]')).toBeVisible();
    await staff.getByRole('heading', { level: 1 }).click();
    await staff.keyboard.press('a');
    const untested = { Pesticides: 'Not tested', Microbials: 'Not tested', 'Residual Solvents': 'Not tested' };
    await recordResults(staff, untested);
    await staff.keyboard.press('Control+Enter');
    await expectCarriedOut(staff);
  });

  const batchPage = `/coa/${encodeURIComponent(RECORD.batchId)}`;
  const reference = await test.step('the public page has its picture, its hash and the original', async () => {
    await page.goto(batchPage);
    await expectOriginal(page, original);
    return page.getByRole('link', { name: /^CB-/ }).innerText();
  });

  await test.step('staff amend it with a new PDF', async () => {
    await staff.goto(`/admin?standing=approved&search=${encodeURIComponent(RECORD.batchId)}`);
    await staff.getByRole('link', { name: RECORD.productName }).click();
    await staff.getByRole('link', { name: 'Amend' }).click();
    await staff.getByLabel('Reason').fill('The lab issued a corrected report.');
    await staff.getByLabel('THC content').fill('4.31');
    await expect(staff.getByRole('radio', { name: 'Keep the PDF' })).toBeChecked();
    await staff.getByRole('radio', { name: 'Use a new PDF' }).check();
    const file = { name: 'corrected.pdf', mimeType: 'application/pdf', buffer: corrected };
    await staff.getByLabel("The lab's PDF", { exact: true }).setInputFiles(file);
    const isKept = async () => {
      await staff.clock.runFor(2_000);
      return staff.getByText('We have the PDF.').isVisible();
    };
    await expect.poll(isKept).toBe(true);
    await expectAccessible(staff, BOTH_THEMES);
    await staff.getByRole('button', { name: 'Compare and publish' }).click();
    const dialog = staff.getByRole('dialog', { name: 'Publish this amendment?' });
    await expect(dialog.getByRole('row', { name: /The lab's PDF SHA-256 \w{12}… SHA-256 \w{12}…/ })).toBeVisible();
    await dialog.getByRole('button', { name: 'Publish amendment' }).click();
    await expect(staff.getByRole('heading', { name: 'What this amends' })).toBeVisible();
  });

  await test.step('each record has its own', async () => {
    await page.goto(batchPage);
    await expect(page.getByText('4.31 mg').first()).toBeVisible();
    await expectOriginal(page, corrected);
    await page.goto(`/certificates/${reference}`);
    await expect(page.getByText(/This certificate was replaced on/)).toBeVisible();
    await expectOriginal(page, original);
  });
});
