import { expect, type Page } from '@playwright/test';
import { enter, test, waitForHydration } from './journeys';

// In a store, with a can in the other hand: from the home page to the four answers about it, by its lot, in at most three
// taps and on one screen.

const PHONE = { width: 360, height: 740 };
const TAPS_MAX = 3;

const batchField = (page: Page) => page.getByLabel('Batch or lot ID on the can');
const findIt = (page: Page) => page.getByRole('button', { name: 'Find it' });
const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' });

async function expectFourAnswers(page: Page): Promise<void> {
  await expect(verdict(page).getByRole('link')).toHaveText([/^Strength:/, /^Safety:/, /^Age:/, /^Law:/]);
  for (const answer of await verdict(page).getByRole('link').all()) await expect(answer).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('Batch VT 552 Same as on your can?')).toBeInViewport({ ratio: 1 });
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('by mouse, and by screen reader: the field, its button and the answers say what they are without anything around them', async ({
    page,
  }) => {
    await enter(page);
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - textbox "Batch or lot ID on the can (required)"
      - button "Find it"
    `);
    const taps = [batchField(page), findIt(page)];
    await taps[0]?.click();
    await page.keyboard.type('vt 552');
    await taps[1]?.click();
    expect(taps.length).toBeLessThanOrEqual(TAPS_MAX);
    await expectFourAnswers(page);
    await expect(verdict(page)).toMatchAriaSnapshot(`
      - region "Verdict":
        - list:
          - listitem:
            - link /^Strength. Stronger than its label. 13\\.9 mg measured, 10 mg stated\\. Very strong for a beginner. About 5½ beginner servings/
          - listitem:
            - link /^Safety. The lab reported that it passed all four contaminant panels/
          - listitem:
            - link /^Age. Tested/
          - listitem:
            - link /^Law. United States/
    `);
  });

  test('by keyboard', async ({ page }) => {
    await enter(page);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    for (let presses = 0; presses < TAPS_MAX; presses += 1) {
      await page.keyboard.press('Tab');
      if (await batchField(page).evaluate((field) => field === document.activeElement)) break;
    }
    await expect(batchField(page)).toBeFocused();
    await page.keyboard.type('vt 552');
    await page.keyboard.press('Enter');
    await expectFourAnswers(page);
  });
});

test('by touch, with the gate and the home page in front of it', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, viewport: PHONE, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto('/');
  await waitForHydration(page);
  await page.getByRole('button', { name: "I'm 21+ - Enter Site" }).tap();
  await batchField(page).tap();
  await page.keyboard.type('vt 552');
  await findIt(page).tap();
  await expectFourAnswers(page);
});
