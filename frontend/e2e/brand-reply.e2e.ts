import { expect, type Page } from '@playwright/test';
import {
  BOTH_THEMES,
  emailTo,
  enter,
  expectAccessible,
  linkIn,
  openConsole,
  passAgeGate,
  published,
  signIn,
  test,
} from './journeys';

const BRAND = 'Willow & Wren';
const DOMAIN = 'willow-wren.example';
const ADDRESS = `hello@${DOMAIN}`;
const TEXT = 'We took this batch off the shelves in November.';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a brand proves its domain by email, replies without JavaScript, staff publish it, and the brand takes it back', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const staff = await (await browser.newContext()).newPage();
  await signIn(staff);
  const productName = 'Elderflower Soda 5 mg';
  const { reference } = await published(staff, { brandName: BRAND, productName, batchId: 'BRAND-E2E' });
  const brands: { id: number; brandName: string }[] = await (await staff.request.get('/api/staff/brands')).json();
  const id = brands.find(({ brandName }) => brandName === BRAND)?.id;
  const data = { website: `https://${DOMAIN}`, contactEmail: `care@${DOMAIN}` };
  expect((await staff.request.post(`/api/staff/brands/${id}/verification`, { data })).ok()).toBe(true);

  await test.step('the way leads from the page of the brand, and says what is wrong', async () => {
    await enter(page, `/brands/${encodeURIComponent(BRAND)}`);
    await page.getByRole('link', { name: 'Are you this brand?' }).click();
    await expect(heading(page, `Are You ${BRAND}?`)).toBeVisible();
    await expectAccessible(page, BOTH_THEMES);
    await page.getByLabel('Domain of the brand').fill('gmail.com');
    await page.getByLabel('Email address').fill(ADDRESS);
    await page.getByRole('button', { name: 'Send the Link' }).click();
    await expect(page.getByLabel('Domain of the brand')).toHaveAccessibleDescription(/Many people share this domain/);
    await page.getByLabel('Domain of the brand').fill(DOMAIN);
    await page.getByRole('button', { name: 'Send the Link' }).click();
    await expect(heading(page, 'Check your email')).toBeVisible();
  });

  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  const plain = await context.newPage();
  await test.step('the link proves the domain once, without the age gate', async () => {
    const link = linkIn(await emailTo(ADDRESS, `Are you ${BRAND}?`), '/brand-desk?');
    await plain.goto(link);
    await expect(heading(plain, `Do you speak for ${BRAND}?`)).toBeVisible();
    await plain.getByRole('button', { name: 'Prove My Domain' }).click();
    await expect(heading(plain, 'Your domain is proven')).toBeVisible();
    await plain.goto(link);
    await expect(heading(plain, 'This link was used')).toBeVisible();
  });

  const desk = linkIn(await emailTo(ADDRESS, `You can now speak for ${BRAND}`), '/brand-desk?');
  await test.step('the reply is sent, and keeps what was typed', async () => {
    await plain.goto(desk);
    await plain.getByLabel('Reference of the lab report').fill(reference);
    await plain.getByLabel('Your reply').fill(`${TEXT} Ask sam@mail.example.`);
    await plain.getByRole('button', { name: 'Send Reply' }).click();
    await expect(plain.getByLabel('Your reply')).toHaveAccessibleDescription(/seems to contain an email address/);
    await plain.getByLabel('Your reply').fill(TEXT);
    await plain.getByRole('button', { name: 'Send Reply' }).click();
    await expect(plain.getByText('We have your reply.')).toBeVisible();
    await passAgeGate(plain);
    await plain.goto(`/certificates/${reference}`);
    await expect(heading(plain, productName)).toBeVisible();
    await expect(plain.getByText(TEXT)).toHaveCount(0);
  });

  await test.step('staff publish it', async () => {
    await openConsole(staff, '/admin/brand-requests');
    const row = staff.getByRole('listitem').filter({ hasText: TEXT });
    await expect(row).toContainText('Due');
    await expectAccessible(staff, BOTH_THEMES);
    await row.getByRole('button', { name: 'Publish' }).click();
    const dialog = staff.getByRole('dialog', { name: `Publish: reply of ${BRAND}` });
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(dialog).toBeHidden();
    await expect(staff.getByText('There is nothing to decide here.')).toBeVisible();
    await expect(staff.getByText(`${DOMAIN}, by email`)).toBeVisible();
  });

  await test.step('the lab report shows it below the judgment, and lists do not', async () => {
    await page.goto(`/certificates/${reference}`);
    const shown = page.getByRole('region', { name: `Reply from ${BRAND}, not checked by us` });
    await expect(shown).toContainText(TEXT);
    await expect(shown).toContainText('Published on November 26, 2026');
    const verdict = await page.getByRole('region', { name: 'About this report' }).boundingBox();
    expect((await shown.boundingBox())?.y).toBeGreaterThan(verdict?.y ?? Number.POSITIVE_INFINITY);
    await expectAccessible(page, BOTH_THEMES);
    await page.goto(`/brands/${encodeURIComponent(BRAND)}`);
    await expect(page.getByRole('heading', { name: 'Lab reports' })).toBeVisible();
    await expect(page.getByText(TEXT)).toHaveCount(0);
  });

  await test.step('the brand says that it no longer makes the product, and takes the reply back', async () => {
    await page.goto(desk);
    await expect(heading(page, BRAND)).toBeVisible();
    await expectAccessible(page, BOTH_THEMES);
    await page.getByRole('textbox', { name: 'Product' }).fill(productName);
    await page.getByRole('button', { name: 'We No Longer Make It' }).click();
    await expect(page.getByText('The page of the product says so.')).toBeVisible();
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.getByText('Your reply is withdrawn.')).toBeVisible();
    await page.goto(`/certificates/${reference}`);
    await expect(page.getByRole('heading', { name: 'About this report' })).toBeVisible();
    await expect(page.getByText(TEXT)).toHaveCount(0);
    await page.getByRole('link', { name: productName }).first().click();
    await expect(page.getByText('The brand says it no longer makes this product (November 26, 2026).')).toBeVisible();
  });
  await context.close();
});
