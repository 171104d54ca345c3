import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { waitForFonts } from './hydration';
import {
  approved,
  BOTH_THEMES,
  enter,
  expectAccessible,
  openForExperts,
  passAgeGate,
  signIn,
  test,
  waitForHydration,
} from './journeys';
import { confirmAll, labReport, METALS, pdfFile } from './lab-reports';

/** Its report has three pages. */
const LONG = '/coa/QO-8812';
const SCAN = '/coa/SM%23118';

const section = (page: Page) => page.getByRole('region', { name: "The lab's original document" });
const download = (page: Page) => section(page).getByRole('link', { name: /^Download the lab's PDF/ });
const picture = (page: Page, number: number) => page.getByRole('img', { name: `Page ${number} of the lab's PDF` });
/** The page has it once more for paper. */
const shownHash = (page: Page) =>
  section(page)
    .getByText(/^[0-9a-f]{64}$/)
    .filter({ visible: true });

const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** The picture of a page is there, not only its frame. */
async function expectPicture(page: Page, number: number): Promise<void> {
  await picture(page, number).scrollIntoViewIfNeeded();
  const width = () => picture(page, number).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(500);
}

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

/** The public page shows this very file: its picture, its hash, and its bytes. */
async function expectOriginal(page: Page, content: Buffer): Promise<void> {
  await expect(shownHash(page)).toHaveText(sha256Of(content));
  await expectPicture(page, 1);
  const answer = await page.request.get((await download(page).getAttribute('href')) ?? '');
  expect((await answer.body()).equals(content)).toBe(true);
}

/** What /check says of a file. An entry is in the log a moment after the decision. */
async function expectChecked(page: Page, content: Buffer, answer: string): Promise<void> {
  await page.goto('/check');
  await expect(async () => {
    await page.getByLabel('Lab report (PDF)').setInputFiles(pdfFile('kept.pdf', content));
    await expect(page.getByRole('status')).toContainText(answer, { timeout: 1_000 });
  }).toPass();
}

/** The pages whose pictures the browser asked for, as they come. */
function requestedPages(page: Page): string[] {
  const pages: string[] = [];
  page.on('request', (request) => {
    const number = /\/document\/pages\/(\d+)\.png$/.exec(request.url())?.[1];
    if (number) pages.push(number);
  });
  return pages;
}

test('a PDF is dropped, confirmed, published, and stays with its record when a new one amends it', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const names = { brandName: 'Loquat Lane', productName: 'Loquat Fizz 5 mg', batchId: 'LL-26/77' };
  const { buffer: original } = await labReport(names);
  const { buffer: corrected } = await labReport({ ...names, thcContent: 4.31, analytes: METALS }, 'two-columns');
  const staff = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();

  await test.step('a PDF, wherever it is dropped, fills the form, with its pages and the places it was read from', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await enter(page, '/submit-coa');
    await drop(page, original);
    await expect(page.getByText(/values are left to confirm/)).toBeVisible();
    await expect(page.getByLabel('Batch/Lot ID')).toHaveValue(names.batchId);
    await expect(page.getByLabel('THC content')).toHaveValue('4.88');
    await expect(page.locator('svg rect').filter({ hasText: 'Batch/Lot ID' })).toHaveCount(1);
    const shownPage = page.getByRole('img', { name: 'Page 1 of 1 of the PDF' });
    await expect.poll(() => shownPage.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(600);
    for (const label of ['Batch/Lot ID', 'Test date']) {
      await page.getByLabel(label).focus();
      await expect(page.locator('rect[data-focused] title')).toHaveText(label);
    }
    await expectAccessible(page, BOTH_THEMES);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(shownPage).toHaveCount(0);
    await expect(page.getByRole('img', { name: `Page 1 of the PDF: ${names.batchId}` })).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  await test.step('each value is confirmed, and the form is sent', async () => {
    await page.getByLabel('Contact name').fill('Robin Vale');
    await page.getByLabel('Contact email').fill('robin@brand.example');
    await confirmAll(page);
    await page.getByRole('button', { name: 'Submit COA' }).click();
    await expect(page.getByRole('heading', { name: 'COA Submitted Successfully' })).toBeFocused();
  });

  // How a reviewer compares it with the PDF beside it: review-document.e2e.ts.
  await signIn(staff);
  const queue = await staff.request.get('/api/staff/submissions', { params: { search: names.batchId } });
  const [queued] = await queue.json();
  const panels = {
    pesticides: 'not_tested',
    heavyMetals: 'passed',
    microbials: 'not_tested',
    residualSolvents: 'not_tested',
  };
  const documentSha256 = sha256Of(original);
  await approved(staff, queued, { panels, documentSha256, documentAbsence: undefined });

  const batchPage = `/coa/${encodeURIComponent(names.batchId)}`;
  const reference = await test.step('the public page has its picture, its hash and the original', async () => {
    await page.goto(batchPage);
    await openForExperts(page);
    await expectOriginal(page, original);
    return page.getByRole('link', { name: /^CB-/ }).innerText();
  });

  await test.step('who has the file finds that it is the one we published, and another one is not', async () => {
    await expectChecked(page, original, `This is the document we published for ${reference}`);
    await expectAccessible(page, BOTH_THEMES);
    await expectChecked(
      page,
      Buffer.concat([original, Buffer.from(' ')]),
      'Not byte-identical to anything we published',
    );
  });

  await test.step('staff amend it with a new PDF', async () => {
    await staff.clock.install();
    await staff.goto(`/admin?standing=approved&search=${encodeURIComponent(names.batchId)}`);
    await staff.getByRole('link', { name: names.productName }).click();
    await staff.getByRole('link', { name: 'Amend' }).click();
    await staff.getByLabel('Reason').fill('The lab issued a corrected report.');
    await staff.getByLabel('THC content').fill('4.31');
    await expect(staff.getByRole('radio', { name: 'Keep the PDF' })).toBeChecked();
    await staff.getByRole('radio', { name: 'Use a new PDF' }).check();
    await staff.getByLabel("The lab's PDF", { exact: true }).setInputFiles(pdfFile('corrected.pdf', corrected));
    const isKept = async () => {
      await staff.clock.runFor(2_000);
      return staff.getByText('We have the PDF.').isVisible();
    };
    await expect.poll(isKept).toBe(true);
    const lines = staff.getByRole('region', { name: 'Result lines in the PDF' });
    await lines
      .locator('summary')
      .filter({ hasText: /^Page 1: \d lines, 0 confirmed/ })
      .click();
    await lines.getByRole('checkbox', { name: 'Confirm Lead ' }).press('Space');
    await expectAccessible(staff, BOTH_THEMES);
    await staff.getByRole('button', { name: 'Compare and publish' }).click();
    const dialog = staff.getByRole('dialog', { name: 'Publish this amendment?' });
    await expect(dialog.getByRole('row', { name: /The lab's PDF SHA-256 \w{12}… SHA-256 \w{12}…/ })).toBeVisible();
    // The other lines of the PDF were not confirmed.
    await expect(dialog.getByRole('row', { name: /Lead/ })).toBeVisible();
    await expect(dialog.getByRole('row', { name: /Arsenic/ })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Publish amendment' }).click();
    await expect(staff.getByRole('heading', { name: 'What this amends' })).toBeVisible();
  });

  await test.step('the file that was published before is known as replaced', async () => {
    await expectChecked(page, original, `We published this document for ${reference}, and it has been replaced`);
    await expectChecked(page, corrected, 'This is the document we published for');
  });

  await test.step('each record has its own', async () => {
    await page.goto(batchPage);
    await expect(page.getByText('4.31 mg').first()).toBeVisible();
    await openForExperts(page);
    await expectOriginal(page, corrected);
    await expect(page.getByRole('row', { name: /^Lead\b/ }).first()).toBeVisible();
    await page.goto(`/certificates/${reference}`);
    await expect(page.getByText(/This certificate was replaced on/)).toBeVisible();
    await openForExperts(page);
    await expectOriginal(page, original);
  });
});

test('pictures come when they are near, others when they are opened, and nothing moves', { tag: '@slow' }, async ({
  page,
}) => {
  const requested = requestedPages(page);
  await page.setViewportSize({ width: 360, height: 740 });
  // The pictures wait for the fonts, with which the last link of the banner can move to the next line.
  const { promise: fontsAreThere, resolve: showPictures } = Promise.withResolvers<void>();
  await page.route('**/document/pages/*.png', async (route) => {
    await fontsAreThere;
    await route.continue();
  });
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      const all = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
      for (const { value, hadRecentInput } of all) if (!hadRecentInput) Object.assign(window, { shifted: value });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await enter(page, LONG);
  await waitForFonts(page);
  await openForExperts(page);
  await page.evaluate(() => Object.assign(window, { shifted: 0 }));
  showPictures();
  await expectPicture(page, 1);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  expect(requested).toEqual(['1']);
  expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBe(0);

  await page.locator('summary').filter({ hasText: 'Pages 2 to 3' }).click();
  for (const number of [2, 3]) await expectPicture(page, number);
});

test('the largest paint of the first view is not a picture of the document', { tag: '@slow' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await passAgeGate(page);
  await page.goto('/coa/%23C9030');
  await page.waitForLoadState('networkidle');
  const largest = await page.evaluate(
    () =>
      new Promise<string | undefined>((found) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1) as (PerformanceEntry & { element: Element | null }) | undefined;
          found(last?.element?.tagName);
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  expect(largest).toBeDefined();
  expect(largest).not.toBe('IMG');
});

test('the document is explained, printed as its SHA-256, read as text, and downloaded', { tag: '@slow' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await enter(page, LONG);

  await test.step('on paper, the SHA-256 stands for the PDF', async () => {
    await page.emulateMedia({ media: 'print' });
    const hash = section(page).getByText(/^[0-9a-f]{64}$/);
    await expect(hash.filter({ visible: true })).toHaveCount(1);
    await expect(section(page).getByText(/^The lab's PDF: 3 pages, [\d,]+ bytes, received/)).toBeVisible();
    await expect(picture(page, 1)).toBeHidden();
    await expect(picture(page, 2)).toBeHidden();
    await expect(section(page).getByRole('link')).toHaveCount(0);
    await page.emulateMedia({ media: null });
    await openForExperts(page);
  });

  await test.step('the page says where its figures come from, and shows the QR code as text only', async () => {
    await expect(section(page).getByText('https://example-analytical.example/verify/')).toBeVisible();
    await expect(section(page).getByRole('link', { name: /verify/ })).toHaveCount(0);
    await section(page).locator('summary').filter({ hasText: 'Where these figures come from' }).click();
    const origin = (field: string) => section(page).locator('dl > div').filter({ hasText: field }).last();
    await expect(origin('THC')).toContainText('Read by software on page 1 of the PDF, confirmed by the submitter');
    await expect(origin('Product')).toContainText('Typed by the submitter');
  });

  await test.step('the text of a page is real text, loaded when it is opened', async () => {
    const text = section(page).locator('details').filter({ hasText: 'Text of page 1' }).last();
    await expect(section(page).getByText('Customer: Quiet Orchard')).toHaveCount(0);
    await text.locator('summary').press('Enter');
    await expect(text).toContainText('QO-8812');
    await expect(text).toContainText('Quiet Orchard');
  });

  await test.step('"Download COA" offers the record and the PDF, by keyboard', async () => {
    const choice = page.locator('details').filter({ hasText: 'Download COA' });
    await choice.locator('summary').press('Enter');
    await expect(choice.getByRole('link', { name: /^Download the lab's PDF/ })).toBeVisible();
    await choice.getByRole('button', { name: 'Print or save this record' }).press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-printed', '');
  });

  await test.step('the download is the file whose SHA-256 the page shows', async () => {
    const [file] = await Promise.all([page.waitForEvent('download'), download(page).click()]);
    expect(file.suggestedFilename()).toMatch(/^CB-[\w-]+\.pdf$/);
    const body = readFileSync(await file.path());
    await expect(shownHash(page)).toHaveText(sha256Of(body));
    await expect(section(page)).toContainText(`${body.length.toLocaleString('en-US')} bytes`);
  });

  await test.step('opened in full, it fits a phone and has no accessibility violation, in both themes', async () => {
    for (const name of ['Pages 2 to 3', 'What the SHA-256 is for'])
      await page.locator('summary').filter({ hasText: name }).first().click();
    await expectAccessible(page, BOTH_THEMES);
  });

  await test.step('a scanned page has no text', async () => {
    await page.goto(SCAN);
    await waitForHydration(page);
    await openForExperts(page);
    await section(page).locator('summary').filter({ hasText: 'Text of page 1' }).click();
    await expect(section(page).getByText('Software found no text here.')).toBeVisible();
  });
});

test('a document that was taken down leaves its SHA-256 and the reason', async ({ page }) => {
  await enter(page, '/coa/DH.2026.42');
  await openForExperts(page);
  const address = (await download(page).getAttribute('href')) ?? '';
  const hash = await shownHash(page).innerText();
  await signIn(page);
  const data = { reason: 'personal-data', text: 'It shows a phone number.' };
  expect((await page.request.post(`/api/staff/documents/${hash}/takedown`, { data })).ok()).toBe(true);
  const isRemoved = async () => {
    await page.reload();
    await openForExperts(page);
    return section(page).getByText('We removed this document', { exact: true }).isVisible();
  };
  await expect.poll(isRemoved).toBe(true);
  await expect(section(page)).toContainText('because it contains personal data');
  await expect(section(page)).not.toContainText('phone number');
  await expect(shownHash(page)).toHaveText(hash);
  await expect(download(page)).toHaveCount(0);
  await expect(picture(page, 1)).toHaveCount(0);
  expect((await page.request.get(address)).status()).toBe(404);
  await expectAccessible(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test('pictures, facts and the download work, and nothing else is offered', { tag: '@slow' }, async ({ page }) => {
    await enter(page, LONG);
    await openForExperts(page);
    await expectPicture(page, 1);
    await page.locator('summary').filter({ hasText: 'Pages 2 to 3' }).click();
    await expectPicture(page, 3);
    await expect(page.locator('summary').filter({ hasText: 'Text of page 1' })).toBeHidden();
    await expect(section(page).getByRole('button')).toHaveCount(0);
    await page.locator('summary').filter({ hasText: 'Download COA' }).click();
    await expect(page.getByRole('button', { name: 'Print or save' })).toHaveCount(0);
    const [file] = await Promise.all([page.waitForEvent('download'), download(page).click()]);
    expect(file.suggestedFilename()).toMatch(/\.pdf$/);
  });
});
