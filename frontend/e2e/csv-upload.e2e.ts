import { expect, type Page } from '@playwright/test';
import { BOTH_THEMES, enter, expectAccessible, openConsole, signIn, test } from './journeys';

const csv = (name: string, ...rows: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`\ufeff${rows.join('\r\n')}`),
});

test('the form is filled in from a row of a spreadsheet, and nothing is sent before it is submitted', async ({
  page,
}) => {
  await enter(page, '/submit-coa');
  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(new URL(request.url()).pathname);
  });
  const choose = (file: ReturnType<typeof csv>) =>
    page.getByLabel('Fill in from a spreadsheet (CSV)').setInputFiles(file);

  await test.step('a row is chosen by keyboard', async () => {
    await choose(
      csv(
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

const HEADER =
  'labReportId,brandName,productName,batchId,testDate,thcContent,cbdContent,status,panels.pesticides,panels.heavyMetals,panels.microbials,panels.residualSolvents';
const aRow = (number: number, verdict = 'passed') =>
  `PB-${number},Fern & Flint,Medlar Tea 5 mg,FF-IMPORT-${number},2026-11-02,4.9,0,passed,${verdict},passed,passed,passed`;

/** A trusted lab. @returns its address in the console */
async function trustedLab(page: Page): Promise<string> {
  await signIn(page);
  const data = { name: 'Paper Bench', contactEmail: 'data@paper-bench.example' };
  const { id, version } = await (await page.request.post('/api/staff/labs', { data })).json();
  const trust = { trusted: true, reason: 'As agreed', version };
  expect((await page.request.put(`/api/staff/labs/${id}/trust`, { data: trust })).ok()).toBe(true);
  return `/admin/labs/${id}`;
}

test('staff import the spreadsheet of a lab, and its certificates wait for review', async ({ page }) => {
  await openConsole(page, await trustedLab(page));
  const section = page.getByRole('region', { name: 'Import a spreadsheet' });
  const choose = (file: ReturnType<typeof csv>) =>
    section.getByLabel('Spreadsheet of this lab (CSV)').setInputFiles(file);

  await test.step('each row is shown first', async () => {
    await choose(csv('november.csv', HEADER, aRow(1), aRow(2, 'pass'), aRow(3)));
    await expect(section.getByText('2 rows ready, 1 row with problems. Nothing is stored yet.')).toBeVisible();
    await expect(section.getByText(/Column panels.pesticides: .* Did you mean "passed"\?/)).toBeVisible();
    await expect(page.getByText('No certificates yet')).toBeVisible();
    await expectAccessible(page, BOTH_THEMES);
  });

  await test.step('the good rows are imported', async () => {
    const button = section.getByRole('button', { name: 'Import 2 rows' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(section.getByText('2 rows imported for Paper Bench')).toBeVisible();
    await expect(section.getByText('Rows not imported (1)')).toBeVisible();
    const certificates = page.getByRole('region', { name: 'Certificates' });
    await expect(certificates.getByRole('listitem')).toHaveCount(2);
    await expect(certificates.getByRole('listitem').filter({ hasText: 'Published' })).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('a reviewer sees who entered it', async () => {
    await section.getByRole('link', { name: /^CB-/ }).first().click();
    await expect(page.getByText('Entered by admin')).toBeVisible();
    await expect(page.getByText('Staff', { exact: true }).first()).toBeVisible();
  });
});
