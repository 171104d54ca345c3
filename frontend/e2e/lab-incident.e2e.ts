import { expect, type Page } from '@playwright/test';
import { BOTH_THEMES, enter, expectAccessible, openConsole, published, signIn, test } from './journeys';

const LAB = 'Bench of the Journey';
const BATCH = 'INCIDENT/E2E';
const BRAND = 'Larch & Lantern';
const PRODUCT = 'Rhubarb Tonic 5 mg';
const PAGE = `/brands/${encodeURIComponent(BRAND)}/coa/${encodeURIComponent(BATCH)}`;
const NOTICE =
  'Example Board (November 2, 2026) says that Bench of the Journey was suspended. It is about tests from October 1, 2026 on.';

const feed = async (page: Page) => (await page.request.get('/feeds/certificates.xml')).text();

const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' }).getByRole('listitem');

const statusInList = (page: Page) => page.getByRole('row').filter({ hasText: BATCH }).locator('.status-mark');

/** What a visitor sees of the batch. */
async function shownOf(page: Page) {
  await enter(page, PAGE);
  const answers = await verdict(page).allInnerTexts();
  await page.goto(`/coa?search=${encodeURIComponent(BATCH)}`);
  await expect(statusInList(page)).toHaveCount(1);
  return { answers, status: await statusInList(page).innerText() };
}

async function fillIncident(dialog: ReturnType<Page['getByRole']>, lab: string) {
  await dialog.getByLabel('Laboratory').fill(lab);
  await dialog.getByLabel('First test day').fill('2026-10-01');
  await dialog.getByLabel(/^Source\W*\(required/).fill('Example Board');
  await dialog.getByLabel('Source link').fill('https://board.example/notices/17');
  await dialog.getByLabel('Day of the source').fill('2026-11-02');
  await dialog.getByLabel('Public sentence').fill('Results of these tests may not be reliable.');
}

test('an incident of a laboratory is opened, changes page, list and feed, is cleared, and stays in the history', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const staff = await (await browser.newContext()).newPage();
  await signIn(staff);
  await published(staff, { brandName: BRAND, productName: PRODUCT, batchId: BATCH, labName: LAB });
  const before = await shownOf(page);
  expect(before.status).toBe('Passed');

  await test.step('staff count what it is about before they open it', async () => {
    await openConsole(staff, '/admin/lab-incidents');
    await staff.getByRole('button', { name: 'Open an incident' }).click();
    const dialog = staff.getByRole('dialog', { name: 'Open an incident' });
    await fillIncident(dialog, 'Bench of the Jorney');
    await dialog.getByRole('button', { name: 'Count lab reports' }).click();
    await expect(dialog.getByText('Check how its name is written')).toBeVisible();
    await dialog.getByLabel('Laboratory').fill(LAB);
    await dialog.getByRole('button', { name: 'Count lab reports' }).click();
    await expect(dialog.getByText(`1 published lab report of ${LAB}`)).toBeVisible();
    await expectAccessible(staff);
    await dialog.getByRole('button', { name: 'Open it for 1 lab report' }).click();
    await expect(staff.getByText(NOTICE)).toBeVisible();
  });

  await test.step('its notice is the first thing on the page, and nothing is shown as passed', async () => {
    await page.goto(PAGE);
    await expect(verdict(page).first()).toContainText(NOTICE);
    await expect(page.locator('.status-mark.passed')).toHaveCount(0);
    await expect(page.locator('article[data-quiet]')).toHaveCount(1);
    await expectAccessible(page, BOTH_THEMES);
    await page.goto(`/coa?search=${encodeURIComponent(BATCH)}`);
    await expect(statusInList(page)).toHaveText('See notice');
    expect(await feed(page)).toContain(`<title>Notice about ${LAB}</title>`);
  });

  await test.step('the page of the laboratory has it', async () => {
    await page.goto(PAGE);
    await page.getByRole('link', { name: 'All about this laboratory' }).click();
    await expect(page.getByRole('heading', { name: LAB, level: 1 })).toBeVisible();
    await expect(page.getByText(NOTICE)).toBeVisible();
    await expect(page.getByText('1 lab report is current.')).toBeVisible();
    await expectAccessible(page, BOTH_THEMES);
  });

  await test.step('once it is cleared, all is as before, and the history keeps it', async () => {
    await staff.getByRole('button', { name: `Clear ${LAB}` }).click();
    await staff.getByLabel('Reason').fill('The board lifted the suspension on November 20, 2026.');
    await staff.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(staff.getByText('Cleared', { exact: true })).toBeVisible();
    expect(await shownOf(page)).toEqual(before);
    await page.goto(`/laboratories/${encodeURIComponent(LAB.toUpperCase())}`);
    const earlier = page.getByRole('region', { name: 'Earlier notices' });
    await expect(earlier).toContainText('The board lifted the suspension on November 20, 2026.');
    await expect(earlier).toContainText(NOTICE);
    expect(await feed(page)).toContain(`<title>Cleared: Notice about ${LAB}</title>`);
  });
});
