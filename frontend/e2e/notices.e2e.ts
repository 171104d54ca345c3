import { expect, type Page } from '@playwright/test';
import { anotherMember, BOTH_THEMES, enter, expectAccessible, openConsole, published, signIn, test } from './journeys';

const BRAND = 'Hazel & Heron';
const PRODUCT = 'Elder Tonic 5 mg';
const BATCHES = Array.from({ length: 12 }, (_, at) => `RECALL/E2E-${at + 1}`);
const PAGE = `/brands/${encodeURIComponent(BRAND)}/coa/${encodeURIComponent(BATCHES[0] ?? '')}`;
const AGENCY = 'Example Food Agency (November 2, 2026, number F-0417-2026)';

const feed = async (page: Page, name: string) => (await page.request.get(`/feeds/${name}.xml`)).text();

const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' }).getByRole('listitem');

const statusInList = (page: Page) =>
  page
    .getByRole('row')
    .filter({ has: page.getByText(BATCHES[0] ?? '', { exact: true }) })
    .locator('.status-mark');

/** What a visitor sees of the first batch. */
async function shownOf(page: Page) {
  await enter(page, PAGE);
  const answers = await verdict(page).allInnerTexts();
  await page.goto(`/coa?search=${encodeURIComponent(BATCHES[0] ?? '')}`);
  await expect(statusInList(page)).toHaveCount(1);
  return { answers, status: await statusInList(page).innerText() };
}

test('a recall of twelve batches is written, looked at, published by a second person, and withdrawn', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const staff = await (await browser.newContext()).newPage();
  await signIn(staff);
  for (const batchId of BATCHES) await published(staff, { brandName: BRAND, productName: PRODUCT, batchId });
  const second = await anotherMember(staff, browser, 'second-of-recall', 'administrator');
  const before = await shownOf(page);
  expect(before.status).toBe('Passed');

  await test.step('one person writes it and looks at the batches', async () => {
    // The account that publishes was made by the other one, so it is that one that writes.
    await second.goto('/admin/notices');
    await second.getByRole('button', { name: 'Write a notice' }).click();
    const dialog = second.getByRole('dialog', { name: 'Write a notice' });
    await dialog.getByLabel(/^Source\W*\(required/).fill('Example Food Agency');
    await dialog.getByLabel('Number').fill('F-0417-2026');
    await dialog.getByLabel('Source link').fill('https://agency.example/recalls/417');
    await dialog.getByLabel('Day of the source').fill('2026-11-02');
    await dialog.getByLabel('Public sentence').fill('Do not drink it.');
    await dialog.getByLabel('Batches', { exact: true }).fill('CB-0000-0000');
    await dialog.getByRole('button', { name: 'Look at the batches' }).click();
    await expect(dialog.getByRole('alert')).toContainText('CB-0000-0000');
    const csv = ['brand,batch', ...BATCHES.map((batch) => `${BRAND},${batch}`)].join('\n');
    const file = { name: 'recall.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
    await dialog.getByLabel('Batches from a file').setInputFiles(file);
    await expect(dialog.getByLabel('Batches', { exact: true })).toHaveValue(csv);
    await dialog.getByRole('button', { name: 'Look at the batches' }).click();
    await expect(dialog.getByText('12 batches', { exact: true })).toBeVisible();
    await expectAccessible(second);
    await dialog.getByRole('button', { name: 'Save it for 12 batches' }).click();
    await expect(second.getByText('Draft', { exact: true })).toBeVisible();
    expect(await shownOf(page)).toEqual(before);
  });

  const number = await test.step('a second person reads and publishes it', async () => {
    await openConsole(staff, '/admin/notices');
    await staff.getByRole('button', { name: /^Publish/ }).click();
    const dialog = staff.getByRole('dialog', { name: /^Publish/ });
    await expect(dialog.getByText(`${BRAND}, ${BATCHES[11]}`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Publish it for 12 batches' }).click();
    const link = staff.getByRole('link', { name: /^CBN-2026-\d{4}$/ });
    await expect(link).toBeVisible();
    return link.innerText();
  });

  await test.step('lab report, list, product, feed and the page of notices show it first', async () => {
    await page.goto(PAGE);
    await expect(verdict(page).first()).toContainText(
      `Notice about this batch (${number}). ${AGENCY} says that it is recalled. Do not drink it.`,
    );
    await expect(page.locator('.status-mark.passed')).toHaveCount(0);
    await expectAccessible(page, BOTH_THEMES);
    await page.goto(`/coa?search=${encodeURIComponent(BATCHES[0] ?? '')}`);
    await expect(statusInList(page)).toHaveText('Do not drink');
    await page.goto(`/brands/${encodeURIComponent(BRAND)}/products/${encodeURIComponent(PRODUCT)}`);
    await expect(page.getByText('Recall: some batches')).toBeVisible();
    await page.getByRole('link', { name: `See which batches: ${number}` }).click();
    await expect(page.getByRole('heading', { name: `Recall: ${number}`, level: 1 })).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(13);
    await expectAccessible(page, BOTH_THEMES);
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click();
    await expect(page.getByRole('listitem').filter({ hasText: `Recall: ${number}` })).toContainText('Do not drink');
    await expectAccessible(page, BOTH_THEMES);
    expect(await feed(page, 'notices')).toContain(`<title>Recall: ${number}</title>`);
    expect(await feed(page, 'certificates')).toContain(`<title>Recall: ${number}</title>`);
  });

  await test.step('the notice is whole without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
    const plain = await context.newPage();
    await plain.goto(`/notices/${number}`);
    await expect(plain.getByRole('heading', { name: `Recall: ${number}`, level: 1 })).toBeVisible();
    await expect(plain.getByRole('row')).toHaveCount(13);
    await plain.goto('/notices');
    await expect(plain.getByRole('link', { name: `Recall: ${number}` })).toBeVisible();
    await context.close();
  });

  await test.step('once it is withdrawn, all is as before, and its page says so', async () => {
    await staff.getByRole('button', { name: `Withdraw ${number}` }).click();
    await staff.getByLabel('Reason').fill('The agency ended the recall on November 20, 2026.');
    await staff.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await expect(staff.getByText('Withdrawn', { exact: true })).toBeVisible();
    expect(await shownOf(page)).toEqual(before);
    await page.goto(`/notices/${number}`);
    await expect(page.getByText('The agency ended the recall on November 20, 2026.')).toBeVisible();
    await expect(page.getByText(`${AGENCY} says that they are recalled.`)).toBeVisible();
    expect(await feed(page, 'notices')).toContain(`<title>Withdrawn: Recall: ${number}</title>`);
  });
});
