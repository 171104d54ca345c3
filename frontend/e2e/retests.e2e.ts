import { expect, type Page } from '@playwright/test';
import {
  BOTH_THEMES,
  enter,
  expectAccessible,
  openConsole,
  passUndoTime,
  recordResults,
  sidewaysScroll,
  signIn,
  test,
  waitForHydration,
} from './journeys';

const BRAND = 'Foxglove & Fern';
const pageOf = (batch: string) => `/brands/${encodeURIComponent(BRAND)}/coa/${encodeURIComponent(batch)}`;
const PHONE = { width: 360, height: 800 };

interface Report {
  readonly labReportId: string;
  readonly testDate: string;
  readonly thcContent: number;
  readonly hasFailed?: boolean;
}
const FAILED: Report = { labReportId: 'EA-2026-0000', testDate: '2026-09-01', thcContent: 4.8, hasFailed: true };
const FIRST: Report = { labReportId: 'EA-2026-0001-LONG-NUMBER', testDate: '2026-10-01', thcContent: 4.82 };
const SECOND: Report = { labReportId: 'EA-2026-0002', testDate: '2026-10-20', thcContent: 5.1 };
const THIRD: Report = { labReportId: 'EA-2026-0003', testDate: '2026-09-10', thcContent: 4.9 };

async function submit(page: Page, batchId: string, { hasFailed: _, ...report }: Report): Promise<string> {
  const data = {
    brandName: BRAND,
    productName: 'Damson Soda 5 mg',
    batchId,
    cbdContent: 0.4,
    ...report,
    contactName: 'Robin Vale',
    contactEmail: 'robin@mail.example',
    labName: 'Example Analytical',
  };
  const sent = await page.request.post('/api/coa/submit', { data });
  expect(sent.status()).toBe(201);
  return (await sent.json()).reference;
}

async function found(staff: Page, reference: string): Promise<{ id: string; version: number }> {
  const answer = await staff.request.get('/api/staff/submissions', { params: { search: reference } });
  return (await answer.json())[0];
}

async function foundPublished(staff: Page, reference: string): Promise<{ id: string }> {
  const params = { submissionStatus: 'approved', search: reference };
  await signIn(staff);
  return (await (await staff.request.get('/api/staff/submissions', { params })).json())[0];
}

/** Publishes reports of a batch through the API, the first one and then its retests. */
async function publish(page: Page, batch: string, reports: readonly Report[]): Promise<void> {
  await signIn(page);
  for (const [index, report] of reports.entries()) {
    const { id, version } = await found(page, await submit(page, batch, report));
    const status = report.hasFailed ? 'failed' : 'passed';
    const panels = { pesticides: 'passed', heavyMetals: status, microbials: 'passed', residualSolvents: 'passed' };
    const retest = index > 0 && { publishAs: 'retest' };
    const data = { version, status, panels, documentAbsence: 'paper-only', ...retest };
    const approved = await page.request.post(`/api/staff/submissions/${id}/approval`, { data });
    expect(approved.status(), await approved.text()).toBe(200);
  }
}

/** Staff approve a submission on its page, after what `decide` does there. */
async function approve(staff: Page, reference: string, decide = async () => {}): Promise<void> {
  const { id } = await found(staff, reference);
  await staff.goto(`/admin/submissions/${id}`);
  await recordResults(staff);
  await staff.getByLabel('Why is there no PDF?').selectOption('There is only paper');
  await decide();
  await staff.getByRole('button', { name: 'Approve and publish' }).click();
  await passUndoTime(staff);
  // The notice of an earlier decision may still be shown.
  const notices = staff.getByRole('region', { name: 'Your decisions' }).getByRole('listitem');
  await expect(notices.filter({ hasText: 'Done' })).not.toHaveCount(0);
  await expect(notices.filter({ hasNotText: 'Done' })).toHaveCount(0);
}

test('a second report of a batch is reviewed beside the first, and both are shown with how far they agree', async ({
  page,
  browser,
}) => {
  const batch = 'RETEST/E2E';
  const staff = await (await browser.newContext()).newPage();
  await staff.clock.install();
  await openConsole(staff);
  await staff.setViewportSize(PHONE);
  const first = await submit(page, batch, FIRST);
  await approve(staff, first);
  const second = await submit(page, batch, SECOND);

  await test.step('the reviewer has to say whether it is a retest', async () => {
    await approve(staff, second, async () => {
      const compared = staff.getByRole('table', { name: 'This batch is already published' });
      await expect(compared.getByRole('row')).toHaveText([
        /Lab report/,
        /This submission.*5\.1/,
        new RegExp(`${first}.*4\\.82`),
      ]);
      await staff.getByRole('button', { name: 'Approve and publish' }).click();
      await expect(staff.getByText('Choose whether it is a retest or an amendment')).toBeVisible();
      expect(await sidewaysScroll(staff)).toBe(0);
      await staff.screenshot({ path: test.info().outputPath('review.png'), fullPage: true });
      await staff.getByLabel('Publish it as').selectOption('A retest of the batch');
    });
  });

  await test.step('the page shows the newest test and the other one beside it, on a phone', async () => {
    await page.setViewportSize(PHONE);
    await enter(page, pageOf(batch));
    await expect(page.getByRole('heading', { name: '2 lab reports of this batch' })).toBeVisible();
    await expect(page.getByText('measured 4.82 and 5.1 mg of THC: 0.28 mg apart, or 5.7%')).toBeVisible();
    const rows = page.getByRole('table', { name: '2 lab reports of this batch' }).getByRole('row');
    await expect(rows).toHaveText([
      /THC/,
      /EA-2026-0002.*\(newest, on this page\).*5\.1/,
      /LONG-NUMBER.*4\.82.*Passed/,
    ]);
    expect(await sidewaysScroll(page)).toBe(0);
    await waitForHydration(page);
    await expect(rows).toHaveCount(3);
    await expectAccessible(page, BOTH_THEMES);
    await page.setViewportSize(PHONE);
    for (const colorScheme of BOTH_THEMES) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: test.info().outputPath(`retests-${colorScheme}.png`), fullPage: true });
    }
  });

  await test.step('each report has its page, which leads to the newest', async () => {
    await rowLink(page, 'LONG-NUMBER').click();
    await expect(page).toHaveURL(new RegExp(`/certificates/${first}$`));
    await expect(page.getByText('This is not the newest one.')).toBeVisible();
    await expect(page.getByRole('img', { name: /QR code/ })).toHaveAttribute('src', `/certificates/${first}/qr.svg`);
    await page.getByRole('link', { name: 'See the newest lab report of this batch' }).click();
    await expect(page).toHaveURL(pageOf(batch));
    await expect(page.getByText('(newest, on this page)')).toContainText('EA-2026-0002');
    await page.getByRole('link', { name: 'See all their lines side by side' }).click();
    await expect(page.getByRole('columnheader', { name: /Damson Soda/ })).toHaveCount(2);
    await expect(page.getByText('All lines, as printed')).toBeVisible();
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

  await test.step('an older report that failed warns on the page of the one that passed', async () => {
    const third = await submit(page, batch, THIRD);
    await approve(staff, third, async () => {
      await staff.getByLabel('Heavy Metals').selectOption('Failed');
      await staff.getByLabel('Overall result').selectOption('Failed');
      await staff.getByLabel('Publish it as').selectOption('A retest of the batch');
    });
    await page.reload();
    await expect(page.getByRole('region', { name: 'Verdict' })).toContainText(
      `Another current lab report of this batch failed: ${third}. Do not drink it.`,
    );
    await expect(page.getByRole('link', { name: 'Use this can in the calculator' })).toHaveCount(0);
    await page.screenshot({ path: test.info().outputPath('retests-failed.png'), fullPage: true });
  });
});

test('a failed report behind newer ones is said first on a phone, until a reviewer records why it no longer stands', async ({
  page,
  browser,
}) => {
  const batch = 'RETEST/FAILED';
  await publish(page, batch, [FAILED, SECOND, THIRD]);
  const answer = await page.request.get(`/api/coa/${encodeURIComponent(batch)}`, { params: { brand: BRAND } });
  const { otherTests } = await answer.json();
  const failed = otherTests.find((one: { doNotDrink: boolean }) => one.doNotDrink).reference;
  const staff = await (await browser.newContext()).newPage();
  await openConsole(staff, `/admin/submissions/${(await foundPublished(staff, failed)).id}`);
  await staff.setViewportSize(PHONE);
  await page.setViewportSize(PHONE);
  const verdict = page.getByRole('region', { name: 'Verdict' });
  const rows = page.getByRole('main').getByText('Do not drink', { exact: true }).filter({ visible: true });

  await test.step('the page, the list and the search warn', async () => {
    await enter(page, pageOf(batch));
    await expect(verdict).toContainText(`Another current lab report of this batch failed: ${failed}. Do not drink it.`);
    await page.screenshot({ path: test.info().outputPath('failed-behind.png') });
    await page.goto(`/coa?search=${encodeURIComponent(batch)}`);
    await expect(rows).toHaveCount(2);
    expect(await sidewaysScroll(page)).toBe(0);
    await page.goto(`/search?q=${encodeURIComponent(batch)}`);
    await expect(page.getByRole('main')).toContainText(/do not drink/i);
  });

  await test.step('a reviewer records an error of the lab', async () => {
    await staff.getByRole('button', { name: 'Failure no longer stands…' }).click();
    await staff.getByRole('combobox', { name: /^Why/ }).selectOption('Error of the laboratory');
    await staff.getByLabel('What happened').fill('Two samples were mixed up.');
    await staff.screenshot({ path: test.info().outputPath('dismissal.png') });
    await staff.getByRole('button', { name: 'Record in public' }).click();
    await expect(staff.getByText('Its failure no longer stands', { exact: true })).toBeVisible();
    expect(await sidewaysScroll(staff)).toBe(0);
    await staff.screenshot({ path: test.info().outputPath('dismissed.png'), fullPage: true });
  });

  await test.step('the other pages mention it, and its own page keeps the warning', async () => {
    await enter(page, pageOf(batch));
    await expect(verdict).toContainText(`An earlier report of this batch failed: ${failed}.`);
    await expect(verdict).not.toContainText('Do not drink it.');
    for (const colorScheme of BOTH_THEMES) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: test.info().outputPath(`no-longer-${colorScheme}.png`), fullPage: true });
    }
    await page.goto(`/certificates/${failed}`);
    await expect(verdict).toContainText('Do not drink it.');
    await expect(verdict).toContainText('this failure no longer stands because of an error of the lab');
    await page.goto(`/coa?search=${encodeURIComponent(batch)}`);
    await expect(page.getByText('RETEST/FAILED').first()).toBeVisible();
    await expect(rows).toHaveCount(0);
  });

  await test.step('and it is taken back', async () => {
    await staff.getByRole('button', { name: 'Take Back' }).click();
    await expect(staff.getByRole('button', { name: 'Failure no longer stands…' })).toBeVisible();
    await enter(page, pageOf(batch));
    await expect(verdict).toContainText('Do not drink it.');
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the reports of a batch are compared, too', async ({ page }) => {
    const batch = 'RETEST/PLAIN';
    await publish(page, batch, [FIRST, SECOND, THIRD]);
    await enter(page, pageOf(batch));
    await expect(page.getByRole('table', { name: '3 lab reports of this batch' }).getByRole('row')).toHaveCount(4);
  });
});

test('the form says how to send a retest when there is no report number', async ({ page }) => {
  const batch = 'RETEST/FORM';
  await publish(page, batch, [FIRST]);
  await enter(page, '/submit-coa');
  for (const [label, value] of [
    ['Brand name', BRAND],
    ['Contact name', 'Robin Vale'],
    ['Contact email', 'robin@mail.example'],
    ['Product name', 'Damson Soda 5 mg'],
    ['Batch/Lot ID', batch],
    ['Test date', '2026-10-21'],
    ['Lab name', 'Example Analytical'],
  ] as const) {
    await page.getByLabel(label).fill(value);
  }
  await page.getByRole('button', { name: 'Submit COA' }).click();
  await expect(page.getByText("add the lab's report number").first()).toBeVisible();
  await expect(page.getByLabel('Report number')).toBeFocused();
  await page.getByLabel('Report number').fill('EA-2026-0099');
  await page.getByRole('button', { name: 'Submit COA' }).click();
  await expect(page.getByRole('heading', { name: 'COA Submitted Successfully' })).toBeVisible();
});

const rowLink = (page: Page, report: string) =>
  page.getByRole('row').filter({ hasText: report }).getByRole('link', { name: 'Example Analytical' });
