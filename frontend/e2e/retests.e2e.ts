import { expect, type Page } from '@playwright/test';
import {
  BOTH_THEMES,
  enter,
  expectAccessible,
  expectCarriedOut,
  fillSubmission,
  published,
  recordResults,
  sidewaysScroll,
  signIn,
  test,
  waitForHydration,
} from './journeys';

const BRAND = 'Foxglove & Fern';
const PRODUCT = 'Damson Soda 5 mg';
const BATCH = 'RETEST/E2E';
const PAGE = `/brands/${encodeURIComponent(BRAND)}/coa/${encodeURIComponent(BATCH)}`;
const PHONE = { width: 360, height: 800 };

const aReport = (labReportId: string, testDate: string, thcContent: number) => ({
  brandName: BRAND,
  productName: PRODUCT,
  batchId: BATCH,
  cbdContent: 0.4,
  labReportId,
  testDate,
  thcContent,
});

const FAILED = {
  status: 'failed',
  panels: { pesticides: 'passed', heavyMetals: 'failed', microbials: 'passed', residualSolvents: 'passed' },
};

const rowLink = (page: Page, report: string) =>
  page.getByRole('row').filter({ hasText: report }).getByRole('link', { name: 'Example Analytical' });

test('reports of a batch are reviewed and shown beside each other, and one that failed warns until a reviewer says why not', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const staff = await (await browser.newContext()).newPage();
  await staff.clock.install();
  await staff.setViewportSize(PHONE);
  await signIn(staff);
  const first = await published(staff, aReport('EA-2026-0001-LONG-NUMBER', '2026-10-01', 4.82));
  const verdict = page.getByRole('region', { name: 'Verdict' });

  const second = await test.step('the form says how to send a retest when there is no report number', async () => {
    await enter(page, '/submit-coa');
    await fillSubmission(page, { brand: BRAND, product: PRODUCT, batch: BATCH });
    await page.getByLabel('THC content').fill('5.1');
    await page.getByLabel('Test date').fill('2026-10-20');
    await page.getByRole('button', { name: 'Submit COA' }).click();
    await expect(page.getByText("add the lab's report number").first()).toBeVisible();
    await expect(page.getByLabel('Report number')).toBeFocused();
    await page.getByLabel('Report number').fill('EA-2026-0002');
    await page.getByRole('button', { name: 'Submit COA' }).click();
    await expect(page.getByRole('heading', { name: 'COA Submitted Successfully' })).toBeVisible();
    return page.getByText(/^CB-\w{4}-\w{4}$/).innerText();
  });

  await test.step('the reviewer has to say whether it is a retest', async () => {
    await staff.goto(`/admin?search=${second}`);
    await staff.getByRole('link', { name: PRODUCT }).click();
    await recordResults(staff);
    await staff.getByLabel('Why is there no PDF?').selectOption('There is only paper');
    const compared = staff.getByRole('table', { name: 'This batch is already published' });
    await expect(compared.getByRole('row')).toHaveText([
      /Lab report/,
      /This submission.*5\.1/,
      new RegExp(`${first.reference}.*4\\.82`),
    ]);
    await staff.getByRole('button', { name: 'Approve and publish' }).click();
    await expect(staff.getByText('Choose whether it is a retest or an amendment')).toBeVisible();
    expect(await sidewaysScroll(staff)).toBe(0);
    await staff.getByLabel('Publish it as').selectOption('A retest of the batch');
    await staff.getByRole('button', { name: 'Approve and publish' }).click();
    await expectCarriedOut(staff);
  });

  await test.step('the page shows the newest test and the other one beside it, on a phone', async () => {
    await page.setViewportSize(PHONE);
    await page.goto(PAGE);
    await waitForHydration(page);
    await expect(page.getByRole('heading', { name: '2 lab reports of this batch' })).toBeVisible();
    await expect(page.getByText('measured 4.82 and 5.1 mg of THC: 0.28 mg apart, or 5.7%')).toBeVisible();
    await expect(page.getByRole('table', { name: '2 lab reports of this batch' }).getByRole('row')).toHaveText([
      /THC/,
      /EA-2026-0002.*\(newest, on this page\).*5\.1/,
      /LONG-NUMBER.*4\.82.*Passed/,
    ]);
    await expectAccessible(page, BOTH_THEMES);
  });

  await test.step('each report has its page, which leads to the newest', async () => {
    await rowLink(page, 'LONG-NUMBER').click();
    await expect(page).toHaveURL(new RegExp(`/certificates/${first.reference}$`));
    await expect(page.getByText('This is not the newest one.')).toBeVisible();
    const code = page.getByRole('img', { name: /QR code/ });
    await expect(code).toHaveAttribute('src', `/certificates/${first.reference}/qr.svg`);
    await page.getByRole('link', { name: 'See the newest lab report of this batch' }).click();
    await expect(page).toHaveURL(PAGE);
    await expect(page.getByText('(newest, on this page)')).toContainText('EA-2026-0002');
    await page.getByRole('link', { name: 'See all their lines side by side' }).click();
    await expect(page.getByRole('columnheader', { name: /Damson Soda/ })).toHaveCount(2);
    await expect(page.getByRole('row', { name: /^Measured THC/ }).getByRole('cell')).toHaveCount(2);
    await page.goBack();
    await expect(page.getByText('(newest, on this page)')).toBeVisible();
  });

  await test.step('it prints on three sheets at most, with the sentence', async () => {
    for (const format of ['A4', 'Letter']) {
      const sheets = (await page.pdf({ format })).toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g);
      expect(sheets?.length, format).toBeLessThanOrEqual(3);
    }
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('0.28 mg apart')).toBeVisible();
    await expect(page.getByRole('table', { name: '2 lab reports of this batch' })).toBeHidden();
    await page.emulateMedia({ media: null });
  });

  const failed = await published(staff, aReport('EA-2026-0003', '2026-09-10', 4.9), { ...FAILED, publishAs: 'retest' });
  const warning = `Another current lab report of this batch failed: ${failed.reference}. Do not drink it.`;

  await test.step('an older report that failed warns on the page of the one that passed, and in the list', async () => {
    await page.setViewportSize(PHONE);
    await page.reload();
    await expect(verdict).toContainText(warning);
    await expect(page.getByRole('link', { name: 'Use this can in the calculator' })).toHaveCount(0);
    await page.goto(`/coa?search=${encodeURIComponent(BATCH)}`);
    const rows = page.getByRole('main').getByText('Do not drink', { exact: true }).filter({ visible: true });
    await expect(rows).toHaveCount(2);
    expect(await sidewaysScroll(page)).toBe(0);
  });

  await test.step('without JavaScript, too, where the reports are also compared', async () => {
    const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    await enter(plain, PAGE);
    await expect(plain.getByRole('region', { name: 'Verdict' })).toContainText(warning);
    await expect(plain.getByRole('table', { name: '3 lab reports of this batch' }).getByRole('row')).toHaveCount(4);
  });

  await test.step('a reviewer records an error of the lab', async () => {
    await staff.goto(`/admin/submissions/${failed.id}`);
    await staff.getByRole('button', { name: 'Failure no longer stands…' }).click();
    await staff.getByRole('combobox', { name: /^Why/ }).selectOption('Error of the laboratory');
    await staff.getByLabel('What happened').fill('Two samples were mixed up.');
    await staff.getByRole('button', { name: 'Record in public' }).click();
    await expect(staff.getByText('Its failure no longer stands', { exact: true })).toBeVisible();
    expect(await sidewaysScroll(staff)).toBe(0);
  });

  await test.step('the other pages mention it, and its own page keeps the warning', async () => {
    await page.goto(PAGE);
    await expect(verdict).toContainText(`An earlier report of this batch failed: ${failed.reference}.`);
    await expect(verdict).not.toContainText('Do not drink it.');
    await page.goto(`/certificates/${failed.reference}`);
    await expect(verdict).toContainText('Do not drink it.');
    await expect(verdict).toContainText('this failure no longer stands because of an error of the lab');
  });

  await test.step('and it is undone', async () => {
    await staff.getByRole('button', { name: 'Undo Dismissal' }).click();
    await expect(staff.getByRole('button', { name: 'Failure no longer stands…' })).toBeVisible();
  });
});

test('a batch ID that two brands use asks for the brand, by touch and by keyboard', { tag: '@slow' }, async ({
  page,
  browser,
}) => {
  const batch = 'LOT 001/E2E';
  const brands = [
    { brandName: 'Aster & Sons', productName: 'Quince Tonic 5 mg', thcContent: 4.9 },
    { brandName: 'Birchwater', productName: 'Plum Tonic 10 mg', thcContent: 9.8 },
  ];
  await signIn(page);
  for (const brand of brands) await published(page, { ...brand, batchId: batch });

  const visitor = await (await browser.newContext()).newPage();
  await enter(visitor, `/coa/${encodeURIComponent(batch)}`);
  await expect(visitor.getByRole('heading', { name: 'Which brand is on your can?' })).toBeVisible();
  await expect(visitor).toHaveTitle(`Which brand is batch ${batch}? - ClearBatch`);
  await expect(visitor.getByText(/measured/)).toHaveCount(0);
  await expectAccessible(visitor, BOTH_THEMES);

  await visitor.setViewportSize({ width: 360, height: 800 });
  await visitor.getByRole('link', { name: /Birchwater/ }).focus();
  await visitor.keyboard.press('Enter');
  await expect(visitor.getByRole('heading', { name: 'Plum Tonic 10 mg', level: 1 })).toBeVisible();
  await expect(visitor).toHaveURL(/\/brands\/Birchwater\/coa\/LOT%20001%2FE2E$/);
  await expect(visitor.getByText('Check that your can says Birchwater')).toBeVisible();

  for (const width of [360, 1280]) {
    await visitor.setViewportSize({ width, height: 800 });
    await visitor.getByRole('link', { name: `See all brands with batch ${batch}` }).click();
    await expect(visitor.getByRole('heading', { name: 'Which brand is on your can?' })).toBeVisible();
    await visitor.getByRole('link', { name: /Aster & Sons/ }).click();
    await expect(visitor.getByRole('heading', { name: 'Quince Tonic 5 mg', level: 1 })).toBeVisible();
  }

  await test.step('a list links to the certificate of the brand in its row', async () => {
    await visitor.goto(`/coa?search=${encodeURIComponent('Quince Tonic')}`);
    await visitor
      .getByRole('link', { name: `View Details of Quince Tonic 5 mg, batch ${batch}` })
      .first()
      .click();
    await expect(visitor.getByRole('heading', { name: 'Quince Tonic 5 mg', level: 1 })).toBeVisible();
  });
});
