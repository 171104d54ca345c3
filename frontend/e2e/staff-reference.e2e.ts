import { type Browser, expect, type Page } from '@playwright/test';
import {
  anotherMember,
  BOTH_THEMES,
  enter,
  expectAccessible,
  openConsole,
  openForExperts,
  published,
  signIn,
  test,
} from './journeys';

const PHONE = { width: 360, height: 740 };
test.use({ viewport: PHONE });

async function reviewerOnPhone(admin: Page, browser: Browser, username: string): Promise<Page> {
  const page = await anotherMember(admin, browser, username);
  await page.setViewportSize(PHONE);
  return page;
}

test('one reviewer explains a printed name, and a second one confirms it or declines with a reason', {
  tag: '@slow',
}, async ({ page, browser }) => {
  await signIn(page);
  const line = { panel: 'heavyMetals', name: 'Pb-208', valueText: 'ND', value: null, unit: 'µg/g', lod: 0.01 };
  const { reference } = await published(page, { batchId: 'ISO-208', testResults: { analytes: [line] } });
  const proposer = await reviewerOnPhone(page, browser, 'explains-names');
  await proposer.goto('/admin/names');
  await expectAccessible(proposer, BOTH_THEMES);
  const row = proposer.getByRole('listitem').filter({ hasText: 'Pb-208' });
  await expect(row).toContainText('1 certificate');
  await row.getByRole('button', { name: 'This is …' }).click();
  const dialog = proposer.getByRole('dialog', { name: 'What is “Pb-208”?' });
  await dialog.getByLabel('Reason').fill('The lab prints lead by its isotope.');
  await dialog.getByRole('combobox', { name: 'Analyte' }).fill('P');
  await dialog.getByRole('button', { name: 'Propose' }).click();
  await expect(dialog.getByText('Choose an analyte from the list')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Analyte' }).fill('Pb');
  // The vocabulary may still be loading.
  await expect(dialog.getByText(/analytes? found\.$/)).toBeVisible();
  await proposer.keyboard.press('ArrowDown');
  await proposer.keyboard.press('Enter');
  await expect(dialog.getByText('Lead is chosen.')).toBeVisible();
  await expect(dialog.getByLabel('Only under Heavy metals')).toBeChecked();
  await expectAccessible(proposer, BOTH_THEMES);
  await dialog.getByRole('button', { name: 'Propose' }).click();
  await row.getByRole('link', { name: 'Waits for a second person' }).click();
  await expect(proposer.getByText('Another reviewer has to confirm it.')).toBeVisible();
  await expect(proposer.getByRole('button', { name: 'Confirm' })).toHaveCount(0);

  await openConsole(page);
  await page.getByRole('link', { name: /waits? for a second person/ }).click();
  await expectAccessible(page, BOTH_THEMES);
  await page.getByRole('link', { name: 'Name “Pb-208”' }).click();
  await expect(page.getByText('Lead (Heavy metals)')).toBeVisible();
  await expectAccessible(page, BOTH_THEMES);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'Name “Pb-208” Confirmed' })).toBeVisible();

  await enter(page, `/certificates/${reference}`);
  await openForExperts(page);
  await expect(page.getByRole('link', { name: 'Pb-208' }).first()).toHaveAttribute('href', /\/analytes.*lead/);

  await test.step('a declined proposal stays in the list of decided changes, with its reason', async () => {
    const name = { name: 'Unobtainium', panel: 'heavyMetals', analyte: 'lead', scope: 'panel', reason: 'A guess' };
    const { id } = await (await page.request.post('/api/staff/analyte-names', { data: name })).json();
    await proposer.setViewportSize(PHONE);
    await proposer.goto(`/admin/changes/${id}`);
    await proposer.getByRole('button', { name: 'Decline' }).click();
    await proposer.getByRole('dialog').getByLabel('Reason').fill('It is no analyte.');
    await proposer.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
    await expect(proposer.getByText('It is no analyte.')).toBeVisible();
    await proposer.goto('/admin/changes?state=decided');
    const declined = proposer.getByRole('listitem').filter({ hasText: 'Unobtainium' });
    await expect(declined).toContainText('Declined by explains-names');
  });
});

test('a rule that was read again gets a new edition, which a second reviewer compares and confirms', {
  tag: '@slow',
}, async ({ page, browser }) => {
  await signIn(page);
  const proposer = await reviewerOnPhone(page, browser, 'reads-rules');
  await proposer.goto('/admin/rules');
  await proposer.getByRole('link', { name: /^Connecticut: / }).click();
  await proposer.getByLabel('Read again by').fill('2099-01-01');
  await proposer.getByLabel('Reason').fill('Read again. The title was shortened.');
  await proposer.getByLabel('Something changed, or our reading was wrong').check();
  await expect(proposer.getByLabel('Amount')).toHaveValue('3');
  await proposer.getByLabel('Title').fill('Hemp extract, read again');
  await proposer.getByLabel('Amount').fill('three');
  await proposer.getByRole('button', { name: 'Propose edition 2' }).click();
  await expect(proposer.getByLabel('Amount')).toBeFocused();
  await expect(proposer.getByLabel('Amount')).toHaveAccessibleDescription(/Write the limit as text/);
  await expect(proposer.getByLabel('Title')).toHaveValue('Hemp extract, read again');
  await expectAccessible(proposer, BOTH_THEMES);
  await proposer.getByLabel('Amount').fill('4');
  await proposer.getByRole('button', { name: 'Propose edition 2' }).click();
  await expect(proposer.getByRole('heading', { name: 'Your proposal' })).toBeVisible();
  const address = new URL(proposer.url()).pathname;

  await openConsole(page, address);
  await expect(page.getByRole('row', { name: /^title / })).toContainText('Hemp extract, read again');
  for (const field of ['edition', 'rereadBy', 'reason']) {
    await expect(page.getByRole('rowheader', { name: field, exact: true })).toBeVisible();
  }
  await expect(page.getByRole('rowheader', { name: 'evidence', exact: true })).toHaveCount(0);
  await expectAccessible(page, BOTH_THEMES);
  const impact = page.getByRole('region', { name: 'What it changes for certificates' });
  await expect(impact).toContainText(/All \d+ certificates compared/);
  await expect(impact).toContainText(/\d+ from “above” to “cannot tell”|\d+ from “above” to “not above”/);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Confirmed', { exact: true }).first()).toBeVisible();
  await enter(page, '/rules/us-ct-infused-beverage');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hemp extract, read again');
  await openConsole(page, '/admin/rules');
  const comparisons = page.getByRole('region', { name: 'What the last comparisons changed' });
  await expect(async () => {
    await page.reload();
    await expect(comparisons).toContainText(/us-ct-infused-beverage: \d+ from “above” to/, { timeout: 1000 });
  }).toPass();
  await expectAccessible(page, BOTH_THEMES);
});

test('a new rule is added with the keyboard, in a form that keeps what was typed', { tag: '@slow' }, async ({
  page,
  browser,
}) => {
  await signIn(page);
  const proposer = await reviewerOnPhone(page, browser, 'adds-rules');
  await proposer.goto('/admin/rules');
  await proposer.getByRole('link', { name: 'Add a rule' }).click();
  await expect(proposer.locator('textarea').filter({ hasText: '{' })).toHaveCount(0);
  const keys = proposer.keyboard;
  await proposer.getByLabel('Short name').focus();
  await keys.type('us-vt-drinks');
  await proposer.getByLabel('Read again by').fill('2027-02-22');
  await proposer.getByLabel('Place').focus();
  await keys.type('Verm');
  await expect(proposer.getByLabel('Place')).toHaveValue('US-VT');
  await proposer.getByLabel('Title').fill('Vermont hemp drinks');
  await proposer.getByLabel('Citation').fill('An example, section 1');
  await proposer.getByLabel('What kind of text you read').fill('statute copy');
  const first = proposer.getByRole('group', { name: 'Condition 1' });
  await first.getByLabel('THC of all forms').focus();
  await keys.press('Space');
  await first.getByLabel('Amount').fill('1.5');
  await first.getByLabel('Unit').selectOption('mg per serving');
  await proposer.getByRole('button', { name: 'Add a condition' }).press('Enter');
  const second = proposer.getByRole('group', { name: 'Condition 2' });
  await expect(second.getByLabel('What it asks for')).toBeFocused();
  await second.getByLabel('What it asks for').selectOption('A limit on one substance');
  await second.getByLabel('Substance').fill('Unobtainium');
  await second.getByLabel('Amount').fill('500');
  await second.getByLabel('Unit').selectOption('µg/kg');
  await proposer.getByLabel('Words').fill('no more than 1.5 mg in a serving');
  await proposer.getByLabel('Where they stand').fill('An example, section 1');
  await proposer.getByLabel('Reason').fill('We read it.');
  await proposer.getByRole('button', { name: 'Propose the rule' }).click();
  await expect(second.getByLabel('Substance')).toHaveAccessibleDescription(/no analyte "Unobtainium"/);
  await expect(second.getByLabel('Substance')).toBeFocused();
  await expect(proposer.getByLabel('Words')).toHaveValue('no more than 1.5 mg in a serving');
  await expectAccessible(proposer, BOTH_THEMES);
  await second.getByRole('button', { name: 'Remove condition 2' }).press('Enter');
  await expect(proposer.getByRole('button', { name: 'Add a condition' })).toBeFocused();
  await proposer.getByRole('button', { name: 'Propose the rule' }).click();
  await expect(proposer.getByRole('heading', { name: 'Your proposal' })).toBeVisible();
  const address = new URL(proposer.url()).pathname;

  await openConsole(page, address);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Confirmed', { exact: true }).first()).toBeVisible();
  await enter(page, '/rules/us-vt-drinks');
  await expect(page.getByText('THC of all forms at most 1.5 mg per serving')).toBeVisible();
});
