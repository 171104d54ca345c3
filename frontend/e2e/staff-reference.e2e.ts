import { type Browser, expect, type Page } from '@playwright/test';
import { BOTH_THEMES, enter, expectAccessible, openConsole, signIn, test } from './journeys';

test.use({ viewport: { width: 360, height: 740 } });

const PASSWORD = 'the second person reads it all';

/** A reviewer of their own browser. */
async function anotherReviewer(admin: Page, browser: Browser, username: string): Promise<Page> {
  const data = { username, roles: ['reviewer'] };
  const created = await admin.request.post('/api/staff/accounts', { data });
  const { oneTimePassword } = await created.json();
  const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
  await page.request.post('/api/staff/session', { data: { username, password: oneTimePassword } });
  const change = { currentPassword: oneTimePassword, newPassword: PASSWORD };
  expect((await page.request.put('/api/staff/password', { data: change })).ok()).toBe(true);
  return page;
}

/** Publishes a certificate that prints this name. @returns its reference */
async function published(staff: Page, name: string): Promise<string> {
  const line = { panel: 'heavyMetals', name, valueText: 'ND', value: null, unit: 'µg/g', lod: 0.01 };
  const rest = { loq: null, limit: null, method: null };
  const sent = await staff.request.post('/api/coa/submit', {
    data: {
      ...{ brandName: 'Second Reader', contactName: 'Robin Vale', contactEmail: 'robin@brand.example' },
      ...{ productName: 'Isotope Seltzer 5 mg', batchId: `ISO-${name}`, thcContent: 5, cbdContent: 0 },
      ...{ testDate: '2026-11-02', labName: 'Example Analytical', testResults: { analytes: [{ ...line, ...rest }] } },
    },
  });
  const { reference } = await sent.json();
  const [{ id, version }] = await (await staff.request.get(`/api/staff/submissions?search=${reference}`)).json();
  const panels = { pesticides: 'passed', heavyMetals: 'passed', microbials: 'passed', residualSolvents: 'passed' };
  const approval = { version, status: 'passed', panels, documentAbsence: 'paper-only' };
  const approved = await staff.request.post(`/api/staff/submissions/${id}/approval`, { data: approval });
  expect(approved.ok()).toBe(true);
  return reference;
}

test('one reviewer explains a printed name, and a second one confirms it', async ({ page, browser }) => {
  await signIn(page);
  const reference = await published(page, 'Pb-208');
  await openConsole(page, '/admin/names');
  await expectAccessible(page, BOTH_THEMES);
  const row = page.getByRole('listitem').filter({ hasText: 'Pb-208' });
  await expect(row).toContainText('1 certificate');
  await row.getByRole('button', { name: 'This is …' }).click();
  const dialog = page.getByRole('dialog', { name: 'What is “Pb-208”?' });
  await dialog.getByLabel('Reason').fill('The lab prints lead by its isotope.');
  await dialog.getByRole('combobox', { name: 'Analyte' }).fill('P');
  await dialog.getByRole('button', { name: 'Propose' }).click();
  await expect(dialog.getByText('Choose an analyte from the list')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Analyte' }).fill('Pb');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Lead is chosen.')).toBeVisible();
  await expect(dialog.getByLabel('Only under Heavy metals')).toBeChecked();
  await expectAccessible(page, BOTH_THEMES);
  await dialog.getByRole('button', { name: 'Propose' }).click();
  await row.getByRole('link', { name: 'Waits for a second person' }).click();
  await expect(page.getByText('Another reviewer has to confirm it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm' })).toHaveCount(0);

  const second = await anotherReviewer(page, browser, 'second-for-names');
  await second.goto('/admin');
  await second.getByRole('link', { name: /waits? for a second person/ }).click();
  await expectAccessible(second, BOTH_THEMES);
  await second.getByRole('link', { name: 'Name “Pb-208”' }).click();
  await expect(second.getByText('Lead (Heavy metals)')).toBeVisible();
  await expectAccessible(second, BOTH_THEMES);
  await second.getByRole('button', { name: 'Confirm' }).click();
  await expect(second.getByRole('heading', { name: 'Name “Pb-208” Confirmed' })).toBeVisible();

  await enter(page, `/certificates/${reference}`);
  await expect(page.getByRole('link', { name: 'Pb-208' }).first()).toHaveAttribute('href', /\/analytes.*lead/);
  await second.context().close();
});

test('a rule that was read again gets a new edition, which a second reviewer compares and confirms', async ({
  page,
  browser,
}) => {
  await openConsole(page, '/admin/rules');
  await expectAccessible(page, BOTH_THEMES);
  await page.getByRole('link', { name: /^Connecticut: / }).click();
  await page.getByLabel('Read again by').fill('2099-01-01');
  await page.getByLabel('Reason').fill('Read again. The title was shortened.');
  await page.getByLabel('Something changed, or our reading was wrong').check();
  const json = page.getByLabel('The rule as JSON');
  const text = await json.inputValue();
  await json.fill(text.slice(1));
  await page.getByRole('button', { name: 'Propose edition 2' }).click();
  await expect(page.getByText('This is not valid JSON')).toBeVisible();
  await json.fill(JSON.stringify({ ...JSON.parse(text), evidence: [] }));
  await page.getByRole('button', { name: 'Propose edition 2' }).click();
  await expect(page.getByRole('alert')).toContainText('evidence');
  await expectAccessible(page, BOTH_THEMES);
  await json.fill(JSON.stringify({ ...JSON.parse(text), title: 'Hemp extract, read again' }));
  await page.getByRole('button', { name: 'Propose edition 2' }).click();
  await expect(page.getByRole('heading', { name: 'Your proposal' })).toBeVisible();
  const address = new URL(page.url()).pathname;

  const second = await anotherReviewer(page, browser, 'second-for-rules');
  await second.goto(address);
  await expect(second.getByRole('row', { name: /^title / })).toContainText('Hemp extract, read again');
  for (const field of ['edition', 'rereadBy', 'reason']) {
    await expect(second.getByRole('rowheader', { name: field, exact: true })).toBeVisible();
  }
  await expect(second.getByRole('rowheader', { name: 'checks', exact: true })).toHaveCount(0);
  await expectAccessible(second, BOTH_THEMES);
  await second.getByRole('button', { name: 'Confirm' }).click();
  await expect(second.getByText('Confirmed', { exact: true }).first()).toBeVisible();
  await enter(page, '/rules/us-ct-infused-beverage');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hemp extract, read again');
  await second.context().close();
});

test('a declined proposal stays in the list of decided changes, with its reason', async ({ page, browser }) => {
  await signIn(page);
  const name = { name: 'Unobtainium', panel: 'heavyMetals', analyte: 'lead', scope: 'panel', reason: 'A guess' };
  const { id } = await (await page.request.post('/api/staff/analyte-names', { data: name })).json();
  const second = await anotherReviewer(page, browser, 'second-declines');
  await second.goto(`/admin/changes/${id}`);
  await second.getByRole('button', { name: 'Decline' }).click();
  await second.getByRole('dialog').getByLabel('Reason').fill('It is no analyte.');
  await second.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expect(second.getByText('It is no analyte.')).toBeVisible();
  await openConsole(page, '/admin/changes?state=decided');
  await expect(page.getByRole('listitem').filter({ hasText: 'Unobtainium' })).toContainText(
    'Declined by second-declines',
  );
  await second.context().close();
});
