import { expect, type Page, test } from '@playwright/test';
import { enter, expectAccessible } from './journeys';

const AMOUNT = 'THC you are considering, in total (mg)';
const WEIGHT = 'Your body weight (lb)';
const PROMPT = 'Enter your information to receive personalized dosage recommendations';
const RESULT = { name: 'Low for a beginner', level: 2 };

const calculate = (page: Page) => page.getByRole('button', { name: 'Calculate' });
const choice = (page: Page, name: string) => page.getByRole('main').getByRole('radio', { name });

async function expectDefaults(page: Page): Promise<void> {
  await expect(page.getByLabel(AMOUNT)).toHaveValue('5');
  await expect(page.getByLabel(WEIGHT)).toHaveValue('150');
  await expect(choice(page, 'Beginner')).toBeChecked();
  await expect(choice(page, 'Light')).toBeChecked();
}

test('before a result it says what to do and shows an empty timeline', async ({ page }) => {
  await enter(page, '/dose-calculator');
  await expect(page).toHaveTitle('Dose Calculator - ClearBatch');
  await expectDefaults(page);
  await expect(page.getByText(PROMPT)).toBeVisible();
  await expect(page.getByText('Calculate to see timeline')).toBeVisible();
  await expect(page.getByText('--', { exact: true })).toHaveCount(5);
  await expect(page.getByText('0–5 times ever, or more than a year off')).toBeVisible();
});

test('the keyboard alone fills it, calculates, and is led to the result', async ({ page }) => {
  await enter(page, '/dose-calculator');
  await page.getByLabel(AMOUNT).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('2.5');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('180');
  await page.keyboard.press('Tab');
  await expect(choice(page, 'Beginner')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(choice(page, 'Light')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(choice(page, 'Full')).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(calculate(page)).toBeFocused();

  let answer = () => {};
  const held = new Promise<void>((release) => {
    answer = release;
  });
  await page.route('**/api/calculate-dose', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Calculating...' })).toBeFocused();
  await page.keyboard.press('Enter');
  answer();

  await expect(page.getByRole('heading', RESULT)).toBeFocused();
  await expect(page.getByRole('heading', RESULT)).toBeInViewport();
  await expect(page.getByRole('status').filter({ hasText: 'Result' })).toHaveText(
    /2\.5\smg is low for a beginner\. Onset 45 to 120 minutes, peak 2 to 4 hours, duration 5 to 8 hours\. Wait at least 4 hours before more\. Do not drive for at least 8 hours/,
  );
  await expect(page.getByText(PROMPT)).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeFocused();
});

test('the result shows every part of the answer, and why', async ({ page }) => {
  await enter(page, '/dose-calculator?mg=24&lb=140&experience=occasional&stomach=full');
  await expect(page.getByRole('heading', { name: 'Very high for an occasional user' })).toBeVisible();
  const main = page.getByRole('main');
  for (const words of [
    'For 24 mg of THC (counted as 25.2 mg), 140 lb, full stomach',
    'There is a high chance of distress or illness; this amount is not advised.',
    'More than 10 mg is more than one standard serving in most states.',
    'More than 20 mg is high for almost everyone.',
    'Counted from the last sip',
    'Wait at least 4 hours before more',
    'Do not drive for at least 12 hours and until you feel completely normal; never with alcohol.',
    '45 to 120 minutes',
    '5 to 12 hours',
    'You may be confused.',
    'Panic or paranoia',
    '2.5–5 mg',
    'does not make it weaker',
    'This is general education, not medical advice.',
  ]) {
    await expect(main.getByText(words).first()).toBeVisible();
  }
  await expect(main.getByRole('listitem').filter({ hasText: 'Very high' })).toHaveAttribute('aria-current', 'true');
  await page.getByText('Why this answer').click();
  await expect(main.getByText('we show 2.5 to 5 mg as a starting range', { exact: false })).toBeVisible();
  await expect(main.getByRole('link', { name: 'doi:10.3390/ph14080817' }).first()).toHaveAttribute(
    'href',
    'https://doi.org/10.3390/ph14080817',
  );
});

test('without THC there is nothing to time', async ({ page }) => {
  await enter(page, '/dose-calculator');
  await page.getByLabel(AMOUNT).fill('0');
  await calculate(page).click();
  await expect(page.getByRole('heading', { name: 'No THC', exact: true })).toBeFocused();
  await expect(page.getByText('Nothing to time without THC')).toBeVisible();
  await expect(page.getByText('Wait at least')).toHaveCount(0);
  await expect(page.getByText('1–2.5 mg')).toBeVisible();
});

test('a copied link opens with the same inputs and their result', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, '/dose-calculator');
  await page.getByLabel(AMOUNT).fill('2.5');
  await choice(page, 'Empty').check();
  await calculate(page).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied', { exact: true })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${new URL(page.url()).origin}/dose-calculator?mg=2.5&lb=150&experience=beginner&stomach=empty`);

  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'Moderate for a beginner' })).toBeFocused();
  await expect(other.getByLabel(AMOUNT)).toHaveValue('2.5');
  await expect(choice(other, 'Empty')).toBeChecked();
  await expect(other.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/dose-calculator$/);
});

test('where copying is refused the link is shown to copy by hand', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await enter(page, '/dose-calculator');
  await calculate(page).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  const field = page.getByLabel('Link to these inputs');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(/\/dose-calculator\?mg=5&lb=150&experience=beginner&stomach=light$/);
});

test('a link with an amount alone fills the amount and waits', async ({ page }) => {
  await enter(page, '/dose-calculator?mg=4.82');
  await expect(page.getByLabel(AMOUNT)).toHaveValue('4.82');
  await expect(page.getByLabel(WEIGHT)).toHaveValue('150');
  await expect(page.getByText(PROMPT)).toBeVisible();
  await calculate(page).click();
  await expect(page.getByRole('heading', { name: 'Moderate for a beginner' })).toBeFocused();
});

test('absurd and hostile links fall back to the defaults', async ({ page }) => {
  await enter(page, '/dose-calculator');
  for (const query of [
    'mg=-5&lb=49&experience=expert&stomach=sideways',
    'mg=100.01&lb=1e2&experience=BEGINNER&stomach=',
    'mg=NaN&lb=Infinity&experience=__proto__&stomach=constructor',
    `mg=<script>alert(1)</script>&lb=${'9'.repeat(2000)}&experience[]=regular&stomach=%E2%80%AEfull`,
    'mg=0x10&lb=1.2.3',
  ]) {
    await page.goto(`/dose-calculator?${query}`);
    await expectDefaults(page);
    await expect(page.getByText(PROMPT)).toBeVisible();
  }
});

test('what cannot be calculated is said under its field at once, and nothing is sent', async ({ page }) => {
  await enter(page, '/dose-calculator');
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/calculate-dose')) sent += 1;
  });
  const amount = page.getByLabel(AMOUNT);
  const weight = page.getByLabel(WEIGHT);
  await amount.fill('100.5');
  await expect(amount).toHaveAccessibleDescription('Enter an amount from 0 to 100 mg');
  await weight.fill('');
  await expect(weight).toHaveAccessibleDescription('Enter a weight from 50 to 500 lb');
  await calculate(page).click();
  await expect(amount).toBeFocused();
  await amount.fill('100');
  await expect(amount).toHaveAccessibleDescription('');
  await amount.press('Enter');
  await expect(weight).toBeFocused();
  expect(sent).toBe(0);
  await weight.fill('500');
  await weight.press('Enter');
  await expect(page.getByRole('heading', { name: 'Very high for a beginner' })).toBeFocused();
  expect(sent).toBe(1);
});

test('an answer says when the inputs have moved on', async ({ page }) => {
  await enter(page, '/dose-calculator?mg=2.5&lb=180&experience=beginner&stomach=light');
  await expect(page.getByRole('heading', RESULT)).toBeVisible();
  await expect(page.getByText('Calculate again for your new inputs.')).toHaveCount(0);
  await page.getByLabel(AMOUNT).fill('4');
  await expect(page.getByText('Calculate again for your new inputs.')).toBeVisible();
  await calculate(page).click();
  await expect(page.getByRole('heading', { name: 'Moderate for a beginner' })).toBeFocused();
  await expect(page.getByText('Calculate again for your new inputs.')).toHaveCount(0);
});

test('a failed calculation says what to do, and keeps the inputs', async ({ page }) => {
  await enter(page, '/dose-calculator');
  await page.getByLabel(AMOUNT).fill('2');
  await page.route('**/api/calculate-dose', (route) => route.abort());
  await calculate(page).click();
  await expect(page.getByRole('alert')).toContainText('The calculation did not work');
  await expect(page.getByRole('alert')).toContainText('check your connection');
  await expect(page.getByLabel(AMOUNT)).toHaveValue('2');
  await expect(page.getByText(PROMPT)).toBeVisible();
  await page.unroute('**/api/calculate-dose');
  await calculate(page).click();
  await expect(page.getByRole('heading', RESULT)).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a result that cannot be shown says what to do', async ({ page }) => {
  await enter(page, '/dose-calculator');
  await page.route('**/assets/dose-result-*.js', (route) => route.abort());
  await calculate(page).click();
  await expect(page.getByRole('alert')).toContainText('reload the page');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`empty, wrong and answered it is accessible and never scrolls sideways in the ${colorScheme} theme`, async ({
    browser,
  }) => {
    const page = await (await browser.newContext({ colorScheme, reducedMotion: 'reduce' })).newPage();
    await enter(page, '/dose-calculator');
    await expectAccessible(page);
    await page.getByLabel(AMOUNT).fill('101');
    await expectAccessible(page);
    await page.goto('/dose-calculator?mg=24&lb=140&experience=occasional&stomach=full');
    await expect(page.getByRole('heading', { name: 'Very high for an occasional user' })).toBeVisible();
    await page.getByText('Why this answer').click();
    await expectAccessible(page);
  });
}
