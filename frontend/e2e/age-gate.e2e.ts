import { expect, type Page } from '@playwright/test';
import { test, waitForHydration } from './journeys';

const ENTER = { name: "I'm 21+ - Enter Site" };

const gate = (page: Page) => page.getByRole('heading', { name: 'Age Verification Required' });

/** The page is shown and nothing covers it: below the gate it is there too, but inert. */
async function expectOpen(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.locator('[inert]')).toHaveCount(0);
  await expect(gate(page)).toHaveCount(0);
}

/**
 * Pages where the browser decides otherwise than by an address of content/pages.json alone. What the server sends of all
 * pages, and without JavaScript: backend/test/site/gate.test.ts.
 */
const OPEN = [
  '/emergency/',
  '/labs/guide/webhooks',
  '/problems/no-such-problem',
  '/corrections/none',
  '/learn?from=email',
];
const GATED = ['/learn?from=elsewhere', '/none', '/terms/none'];

const NUMBERS = [
  ['Call 911', 'tel:911'],
  ['Poison Help 1-800-222-1222', 'tel:+18002221222'],
  ['Call or text 988', 'tel:988'],
] as const;

test('the gate precedes a page, which can be neither read, focused nor clicked below it, and leads to it', async ({
  page,
}) => {
  await page.goto('/brands');
  await expect(gate(page)).toBeFocused();
  const inert = page.locator('[inert]').getByRole('heading', { name: 'Verified Brands', includeHidden: true });
  await expect(inert).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Under 21 - Exit' })).toHaveAttribute('href', /^https:/);
  const focused = new Set<string>();
  for (let n = 0; n < 12; n += 1) {
    await page.keyboard.press('Tab');
    focused.add(await page.evaluate(() => String(document.activeElement?.closest('[inert]'))));
  }
  expect([...focused]).toEqual(['null']);
  await page.getByRole('button', ENTER).press('Enter');
  await expectOpen(page, 'Verified Brands');
  await expect(page).toHaveURL(/\/brands$/);
});

test('pages needed for safety, the law or emails stay open once scripts run, and others stay closed', async ({
  page,
}) => {
  for (const path of OPEN) {
    await page.goto(path);
    await waitForHydration(page);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect(gate(page), path).toHaveCount(0);
  }
  for (const path of GATED) {
    await page.goto(path);
    await waitForHydration(page);
    await expect(gate(page), path).toBeVisible();
    await expect(page.getByRole('button', ENTER), path).toBeVisible();
  }
});

test('a link from an open page leads to the gate, and from there to its target', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/terms');
  await page.getByRole('link', { name: 'COA Database' }).first().click();
  await expect(gate(page)).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Terms of Use' })).toBeVisible();
  await page.goForward();
  await page.getByRole('button', ENTER).click();
  await expectOpen(page, 'COA Database');
  await expect(page).toHaveURL(/\/coa$/);
});

test('on a small phone, the gate shows 911 and Poison Help without scrolling, and help is one click away', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 600 });
  await page.goto('/');
  await expect(gate(page)).toBeVisible();
  await expectNumbersInView(page);
  const shown = page.getByRole('main').filter({ has: gate(page) });
  const call = shown.getByRole('link', { name: '1-800-222-1222' });
  await expect(call).toHaveAttribute('href', 'tel:+18002221222');
  expect((await call.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await shown.getByRole('link', { name: 'Need help now?' }).click();
  await expectOpen(page, 'Emergency Resources');
  await expect(page).toHaveURL(/\/emergency$/);
});

async function expectNumbersInView(page: Page): Promise<void> {
  for (const [name] of NUMBERS) {
    await expect(page.getByRole('link', { name, exact: true }), name).toBeInViewport({ ratio: 1 });
  }
}

test('an answer that is not saved can be given again, is remembered, and the gate does not flash', {
  tag: '@slow',
}, async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const headings = [...document.querySelectorAll('h1')];
      if (headings.some((heading) => heading.textContent === 'Age Verification Required')) {
        Object.assign(window, { sawGate: true });
      }
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
  const sawGate = () => page.evaluate(() => 'sawGate' in window);
  await page.goto('/coa');
  await waitForHydration(page);
  await expect(gate(page)).toBeVisible();
  expect(await sawGate()).toBe(true);
  await page.route('**/api/verify-age', (route) => route.abort());
  await page.getByRole('button', ENTER).click();
  await expect(page.getByRole('alert')).toContainText("We couldn't save your answer");
  await page.unroute('**/api/verify-age');
  await page.getByRole('button', ENTER).click();
  await expectOpen(page, 'COA Database');
  await page.goto('/coa');
  await expectOpen(page, 'COA Database');
  expect(await sawGate()).toBe(false);
  await page.goto('/age-gate');
  await expect(page).not.toHaveURL(/age-gate/);
});

test('without JavaScript the gate shows its warning, both buttons and the numbers for help, and works as a form', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 600 } });
  const page = await context.newPage();
  await page.goto('/coa?brand=Waxwing');
  await expect(gate(page)).toBeVisible();
  await expectNumbersInView(page);
  await expect(page.getByText("Don't drive or use machinery after drinking one.")).toBeVisible();
  await expect(page.getByRole('link', { name: 'Under 21 - Exit' })).toHaveAttribute('href', /^https:/);
  for (const [name, href] of NUMBERS) {
    const link = page.getByRole('link', { name, exact: true });
    await expect(link).toHaveAttribute('href', href);
    expect((await link.boundingBox())?.height, name).toBeGreaterThanOrEqual(44);
  }
  const [enterBox, exitBox] = await Promise.all([
    page.getByRole('button', ENTER).boundingBox(),
    page.getByRole('link', { name: 'Under 21 - Exit' }).boundingBox(),
  ]);
  expect([exitBox?.width, exitBox?.height]).toEqual([enterBox?.width, enterBox?.height]);
  expect(enterBox?.height).toBeGreaterThanOrEqual(44);

  await page.getByRole('button', ENTER).click();
  await expect(page).toHaveURL(/\/coa\?brand=Waxwing$/);
  await expect(page.getByRole('button', ENTER)).toHaveCount(0);
  await expectOpen(page, 'COA Database');
});
