import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { BOTH_THEMES, enter, expectAccessible, passAgeGate, signIn, test, waitForHydration } from './journeys';

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
const isLoaded = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;

/** The pages whose pictures the browser asked for, as they come. */
function requestedPages(page: Page): string[] {
  const pages: string[] = [];
  page.on('request', (request) => {
    const number = /\/document\/pages\/(\d+)\.png$/.exec(request.url())?.[1];
    if (number) pages.push(number);
  });
  return pages;
}

test('pictures come when they are near, others when they are opened, and nothing moves', async ({ page }) => {
  const requested = requestedPages(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      const all = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
      for (const { value, hadRecentInput } of all) if (!hadRecentInput) Object.assign(window, { shifted: value });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await enter(page, LONG);
  await picture(page, 1).scrollIntoViewIfNeeded();
  await expect.poll(() => picture(page, 1).evaluate(isLoaded)).toBe(true);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  expect(requested).toEqual(['1']);
  expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBe(0);

  await page.locator('summary').filter({ hasText: 'Pages 2 to 3' }).click();
  for (const number of [2, 3]) {
    await picture(page, number).scrollIntoViewIfNeeded();
    await expect.poll(() => picture(page, number).evaluate(isLoaded)).toBe(true);
  }
});

test('the largest paint of the first view is not a picture of the document', async ({ page }) => {
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

test('the document is explained, printed as its SHA-256, read as text, and downloaded', async ({ page }) => {
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
    await expect(shownHash(page)).toHaveText(createHash('sha256').update(body).digest('hex'));
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
    await section(page).locator('summary').filter({ hasText: 'Text of page 1' }).click();
    await expect(section(page).getByText('Software found no text here.')).toBeVisible();
  });
});

test('a document that was taken down leaves its SHA-256 and the reason', async ({ page }) => {
  await enter(page, '/coa/DH.2026.42');
  const address = (await download(page).getAttribute('href')) ?? '';
  const hash = await shownHash(page).innerText();
  await signIn(page);
  const data = { reason: 'personal-data', text: 'It shows a phone number.' };
  expect((await page.request.post(`/api/staff/documents/${hash}/takedown`, { data })).ok()).toBe(true);
  const isRemoved = async () => {
    await page.reload();
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

  test('pictures, facts and the download work, and nothing else is offered', async ({ page }) => {
    await enter(page, LONG);
    await picture(page, 1).scrollIntoViewIfNeeded();
    await expect.poll(() => picture(page, 1).evaluate(isLoaded)).toBe(true);
    await page.locator('summary').filter({ hasText: 'Pages 2 to 3' }).click();
    await picture(page, 3).scrollIntoViewIfNeeded();
    await expect.poll(() => picture(page, 3).evaluate(isLoaded)).toBe(true);
    await expect(page.locator('summary').filter({ hasText: 'Text of page 1' })).toBeHidden();
    await expect(section(page).getByRole('button')).toHaveCount(0);
    await page.locator('summary').filter({ hasText: 'Download COA' }).click();
    await expect(page.getByRole('button', { name: 'Print or save' })).toHaveCount(0);
    const [file] = await Promise.all([page.waitForEvent('download'), download(page).click()]);
    expect(file.suggestedFilename()).toMatch(/\.pdf$/);
  });
});
