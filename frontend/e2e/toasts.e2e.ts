import { expect, type Locator, type Page } from '@playwright/test';
import { decisions, enter, fillSubmission, openConsole, stopClock, test, untilShown } from './journeys';

/** Controls that a box covers. */
const covered = (box: Locator) =>
  box.evaluate((element) => {
    const own = element.getBoundingClientRect();
    return [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
      .filter((other) => !element.contains(other) && other.checkVisibility())
      .filter((other) => {
        const { left, top, right, bottom } = other.getBoundingClientRect();
        return left < own.right && right > own.left && top < own.bottom && bottom > own.top && right > left;
      })
      .map((other) => other.textContent || other.getAttribute('name') || other.outerHTML.slice(0, 80));
  });

const isInWindow = (box: Locator) =>
  box.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight;
  });

const toastOf = (page: Page, title: string) =>
  page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('listitem')
    .filter({ hasText: title });

/** Runs in the page: a button appears where the toast is. */
function addButtonAt(place: { x: number; y: number; width: number; height: number } | null): void {
  const button = document.createElement('button');
  button.textContent = 'In the way';
  button.style.cssText = `position: fixed; left: ${place?.x}px; top: ${place?.y}px; width: 40px; height: 40px`;
  document.body.append(button);
}

/** The page's clock is stopped, so the toast stays however long this takes. */
async function expectCoversNothing(page: Page, title: string): Promise<void> {
  const toast = toastOf(page, title);
  await untilShown(page, () => toast.isVisible()).toBe(true);
  await untilShown(page, () => isInWindow(toast)).toBe(true);
  await untilShown(page, () => covered(toast)).toEqual([]);
}

/** On a phone, then on a wide screen. */
const SCREENS = [
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
];

/** Lets the time of a toast pass, so that the next one is placed anew. */
async function endToast(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.clock.runFor(6_000);
  await untilShown(page, () => page.locator('li[data-state]').count()).toBe(0);
}

test.describe('on a phone and on a wide screen', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
  test.beforeEach(({ page }) => page.clock.install());

  test('a toast covers no button after sharing an article, and stays where it is while the pointer is on it', {
    tag: '@slow',
  }, async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'share');
    });
    await enter(page, '/learn/dosing-guide');
    await stopClock(page);
    for (const size of SCREENS) {
      await page.setViewportSize(size);
      await page.getByRole('button', { name: 'Share' }).click();
      await expectCoversNothing(page, 'Link copied');
      const toast = toastOf(page, 'Link copied');
      await toast.hover();
      const place = await toast.boundingBox();
      await page.evaluate(addButtonAt, place);
      await page.clock.runFor(1000);
      expect(await toast.boundingBox()).toEqual(place);
      await page.mouse.move(0, 0);
      await expectCoversNothing(page, 'Link copied');
      await page.getByRole('button', { name: 'In the way' }).evaluate((button) => button.remove());
      await page.evaluate(() => window.scrollBy(0, 500));
      await expectCoversNothing(page, 'Link copied');
      await endToast(page);
    }
  });

  test('a toast covers no button after copying a calculation', { tag: '@slow' }, async ({ page }) => {
    await enter(page, '/dose-calculator?mg=2.5');
    await page.getByRole('button', { name: /Calculate/ }).click();
    await stopClock(page);
    for (const size of SCREENS) {
      await page.setViewportSize(size);
      await page.getByRole('button', { name: 'Share' }).click();
      await expectCoversNothing(page, 'Link copied');
      await endToast(page);
    }
  });

  test('a toast covers no button after signing up for the newsletter', { tag: '@slow' }, async ({ page }) => {
    await enter(page, '/');
    await stopClock(page);
    for (const size of SCREENS) {
      await page.setViewportSize(size);
      await page.getByLabel(/Email address/).fill(`toast-${size.width}@reader.example`);
      await page.getByRole('button', { name: 'Subscribe' }).click();
      await expectCoversNothing(page, 'Successfully subscribed!');
      await endToast(page);
      await page.getByRole('button', { name: 'Add another address' }).click();
    }
  });

  test('a toast covers no button after submitting, successfully or not', { tag: '@slow' }, async ({ page }) => {
    await enter(page, '/submit-coa');
    await stopClock(page);
    for (const size of SCREENS) {
      await page.setViewportSize(size);
      await fillSubmission(page, { brand: 'Toast', product: 'Toast 5 mg', batch: `TOAST-${size.width}` });
      await page.route('**/api/coa/submit', (route) => route.fulfill({ status: 500, body: '' }));
      await page.getByRole('button', { name: 'Submit COA' }).click();
      await expectCoversNothing(page, 'Submission Failed');
      await page.unroute('**/api/coa/submit');
      await page.getByRole('button', { name: 'Submit COA' }).click();
      await expectCoversNothing(page, 'COA Submitted Successfully');
      await endToast(page);
      await page.getByRole('button', { name: 'Submit Another COA' }).click();
    }
  });
});

test('an undo notice covers no button, on a phone and on a wide screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await openConsole(page);
  await page.getByRole('button', { name: 'Start reviewing' }).click();
  await expect(page.getByRole('heading', { name: 'As submitted' })).toBeVisible();
  await page.keyboard.press('r');
  await page.getByLabel('Reason').fill('It is for another batch.');
  await page.keyboard.press('Control+Enter');
  const notice = decisions(page);
  await expect(notice.getByRole('button', { name: /Undo/ })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => covered(notice)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(() => covered(notice)).toEqual([]);
  await notice.getByRole('button', { name: /Undo/ }).click();
  await expect(notice.getByRole('listitem')).toHaveCount(0);
});
