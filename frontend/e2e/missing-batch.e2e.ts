import { expect, type Page } from '@playwright/test';
import QRCode from 'qrcode';
import { BOTH_THEMES, enter, expectAccessible, sidewaysScroll, test, waitForHydration } from './journeys';

const PHONE = { width: 360, height: 740 };
const batchField = (page: Page) => page.getByLabel('Batch or lot ID on the can');
const requests = (page: Page) => page.getByText(/to publish a lab report\./);

test('on a phone, by keyboard: the ID on the can leads to its report, or to what it means that there is none', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await enter(page);

  await test.step('to the certificate', async () => {
    await batchField(page).focus();
    await page.keyboard.type('#c9030');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Yuzu Seltzer 5 mg', level: 1 })).toBeVisible();
  });

  await test.step('to the choice of brand, when several use the ID', async () => {
    await page.goto('/');
    await waitForHydration(page);
    await batchField(page).fill('LOT 24/117');
    await page.getByRole('button', { name: 'Find it' }).click();
    await expect(page).toHaveURL('/coa/LOT%2024%2F117');
  });

  await test.step('to the page of a batch that is not in the registry, although the brand is typed another way', async () => {
    await page.goto('/');
    await expect(batchField(page)).toBeInViewport();
    await batchField(page).focus();
    await page.keyboard.type('#C9033');
    await page.keyboard.press('Tab');
    await page.keyboard.type('juniper and tide');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/brands/Juniper%20%26%20Tide/coa/%23C9033');
    await expect(page.getByRole('heading', { name: 'COA Not Found', level: 1 })).toBeInViewport();
    await expect(page.getByText('Batch #C9033 of Juniper & Tide is not in this registry.')).toBeInViewport();
    await expect(page.getByText('Unknown is not safe')).toBeInViewport();
    await expect(page.getByRole('main').getByRole('link', { name: '1-800-222-1222' })).toBeVisible();
    const others = page.getByRole('region', { name: 'Other batches of Juniper & Tide' });
    await expect(others.getByRole('listitem').first()).toContainText('#C903');
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await waitForHydration(page);
    await expectAccessible(page, BOTH_THEMES);
  });

  await test.step('the brand is asked by email, and one more request is counted', async () => {
    await expect(page.getByRole('link', { name: 'Write to the brand' })).toHaveAttribute('href', /^mailto:.*C9033/);
    await expect(requests(page)).toHaveText('Juniper & Tide has not been asked here yet to publish a lab report.');
    await page.getByRole('button', { name: 'Count me too' }).press('Enter');
    await expect(requests(page)).toHaveText(
      'Juniper & Tide has been asked here once to publish a lab report. Your request is counted.',
    );
    await page.getByRole('link', { name: 'All lab reports of Juniper & Tide' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Juniper & Tide', level: 1 })).toBeFocused();
    await expect(requests(page)).toContainText('here once');
  });

  await test.step('an empty search leads there too', async () => {
    await page.goto('/search?q=QX-77123');
    await waitForHydration(page);
    await page.getByRole('link', { name: 'What that means, and what to do' }).press('Enter');
    await expect(page).toHaveURL('/coa/QX-77123');
    await expect(page.getByRole('heading', { name: 'COA Not Found', level: 1 })).toBeFocused();
  });
});

test('the form and the page need no JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
  const page = await context.newPage();
  await page.goto('/find-batch?batch=QX-77123&brand=waxwing');
  await page.getByRole('button', { name: "I'm 21+ - Enter Site" }).click();
  await expect(page).toHaveURL('/brands/Waxwing/coa/QX-77123');
  await expect(page.getByRole('heading', { name: 'Other batches of Waxwing' })).toBeVisible();
  await batchField(page).fill('QX-77124');
  await page.getByRole('button', { name: 'Find it' }).click();
  await expect(page).toHaveURL('/brands/Waxwing/coa/QX-77124');
});

test('the code on a photo is read on the device: another address is shown and not opened, and nothing is sent', {
  tag: '@slow',
}, async ({ page }) => {
  await page.setViewportSize(PHONE);
  await enter(page);
  await expect(page.getByRole('button', { name: 'Scan the can' })).toBeVisible();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' || request.url().includes('lab.example')) sent.push(request.url());
  });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Scan the can' }).press('Enter');
  await (await chooser).setFiles({
    name: 'can.png',
    mimeType: 'image/png',
    buffer: await QRCode.toBuffer('https://lab.example/report/7'),
  });
  await expect(page.getByText('The code leads to lab.example')).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(sent).toEqual([]);
});
