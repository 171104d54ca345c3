import { expect, type Page } from '@playwright/test';
import { BOTH_THEMES, enter, expectAccessible, passAgeGate, test } from './journeys';

const AMOUNT = 'THC you are considering, in total (mg)';
const WEIGHT = 'Your body weight (lb)';
const KILOGRAMS = 'Your body weight (kg)';
const PROMPT = 'Enter your information to receive personalized dosage recommendations';
const RESULT = { name: 'Low for a beginner', level: 2 };
const NO_MORE = 'Do not have any more today.';
const AMOUNT_ERROR = 'Enter an amount from 0 to 100 mg';
const POUNDS_ERROR = 'Enter a weight from 50 to 500 lb';
const KILOGRAMS_ERROR = 'Enter a weight from 22.7 to 226.8 kg';

const calculate = (page: Page) => page.getByRole('button', { name: 'Calculate' });
const choice = (page: Page, name: string) => page.getByRole('main').getByRole('radio', { name });
const unit = (page: Page, name: 'lb' | 'kg') => page.getByRole('main').getByRole('radio', { name, exact: true });
const group = (page: Page, name: string) => page.getByRole('group', { name });

/** Counts the page's calculation requests from now on. */
function calculationsOf(page: Page): () => number {
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/calculate-dose')) sent += 1;
  });
  return () => sent;
}

async function expectDefaults(page: Page): Promise<void> {
  await expect(page.getByLabel(AMOUNT)).toHaveValue('5');
  await expect(page.getByLabel(WEIGHT)).toHaveValue('150');
  await expect(choice(page, 'Beginner')).toBeChecked();
  await expect(choice(page, 'Light')).toBeChecked();
}

test('from an empty form over mistakes and a lost connection to results', async ({ page }) => {
  await enter(page, '/dose-calculator');
  const sent = calculationsOf(page);
  const amount = page.getByLabel(AMOUNT);
  const weight = page.getByLabel(WEIGHT);

  await test.step('without a result it says what to do and shows an empty timeline', async () => {
    await expect(page).toHaveTitle('Dose Calculator - ClearBatch');
    await expectDefaults(page);
    await expect(group(page, 'How much of this can?')).toHaveCount(0);
    await expect(page.getByText(PROMPT)).toBeVisible();
    await expect(page.getByText('Calculate to see timeline')).toBeVisible();
    await expect(page.getByText('--', { exact: true })).toHaveCount(5);
    await expect(page.getByText('0–5 times ever, or more than a year off')).toBeVisible();
  });

  await test.step('an invalid value is reported under its field at once, and nothing is sent', async () => {
    await amount.fill('100.5');
    await expect(amount).toHaveAccessibleDescription(AMOUNT_ERROR);
    await weight.fill('');
    await expect(weight).toHaveAccessibleDescription(POUNDS_ERROR);
    await calculate(page).click();
    await expect(amount).toBeFocused();
    await amount.fill('2');
    await expect(amount).toHaveAccessibleDescription('');
    await amount.press('Enter');
    await expect(weight).toBeFocused();
    expect(sent()).toBe(0);
    await weight.fill('150');
  });

  await test.step('a failed calculation says what to do and keeps the inputs', async () => {
    await page.route('**/api/calculate-dose', (route) => route.abort());
    await calculate(page).click();
    await expect(page.getByRole('alert')).toContainText('We could not calculate this');
    await expect(page.getByRole('alert')).toContainText(/check your connection/i);
    await expect(amount).toHaveValue('2');
    await expect(page.getByText(PROMPT)).toBeVisible();
    await page.unroute('**/api/calculate-dose');
    await calculate(page).click();
    await expect(page.getByRole('heading', RESULT)).toBeFocused();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('a result says when the inputs have changed since', async () => {
    await expect(page.getByText('You changed something. Calculate again.')).toHaveCount(0);
    await amount.fill('4');
    await expect(page.getByText('You changed something. Calculate again.')).toBeVisible();
    await calculate(page).click();
    await expect(page.getByRole('heading', { name: 'Moderate for a beginner' })).toBeFocused();
    await expect(page.getByText('You changed something. Calculate again.')).toHaveCount(0);
  });

  await test.step('an amount that can be repeated comes with a wait, marked on the timeline', async () => {
    await expect(page.getByText('Noticeable intoxication for most people.')).toBeVisible();
    await expect(page.getByText('Wait at least 3 hours before more.', { exact: true })).toBeVisible();
    const wait = page.getByRole('figure').getByText('Wait before more').locator('xpath=following-sibling::dd[1]');
    await expect(wait).toHaveText('3\u00a0h');
    await expect(page.getByRole('figure').locator('.stroke-citrus-ink')).toHaveCount(4);
    await expect(page.getByText(NO_MORE)).toHaveCount(0);
  });

  await test.step('without THC there is no timeline', async () => {
    await amount.fill('0');
    await calculate(page).click();
    await expect(page.getByRole('heading', { name: 'No THC', exact: true })).toBeFocused();
    await expect(page.getByText('Nothing to time without THC')).toBeVisible();
    await expect(page.getByText('Wait at least')).toHaveCount(0);
    await expect(page.getByText('1–2.5 mg')).toBeVisible();
  });
});

test('the form works by keyboard alone, and the focus moves to the result', { tag: '@slow' }, async ({ page }) => {
  await enter(page, '/dose-calculator');
  await page.getByLabel(AMOUNT).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('2.5');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('180');
  await page.keyboard.press('Tab');
  await expect(unit(page, 'lb')).toBeFocused();
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
    /2\.5\smg is low for a beginner\. Wait at least 4 hours before more\. You may first feel it after 45 to 120 minutes\. It may be strongest after 2 to 4 hours and last 5 to 8 hours\. Do not drive for at least 8 hours/,
  );
  await expect(page.getByText(PROMPT)).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Share' })).toBeFocused();
});

/** No time for more is suggested anywhere, and help is a click away. */
async function expectNoMoreToday(page: Page): Promise<void> {
  const result = page.getByRole('region', { name: 'Result', exact: true });
  await expect(result.getByText(NO_MORE)).toHaveCount(2);
  await expect(result.getByRole('figure').getByText(NO_MORE)).toBeVisible();
  await expect(page.getByText('Wait before more')).toHaveCount(0);
  await expect(result.locator('.stroke-citrus-ink')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Result' })).toContainText(NO_MORE);
  // All text, including hidden text.
  expect(await page.getByRole('main').evaluate((main) => main.textContent)).not.toMatch(
    /\bwait|re-?dose|before more|before you (think|consider)|more (later|after)/i,
  );
  const help = page.getByRole('main').getByRole('link', { name: 'Need help now?' });
  await expect(help).toHaveAttribute('href', '/emergency');
}

test('the result shows every part of the response, with reasons, and no time for more at the two highest levels', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await enter(page, '/dose-calculator?mg=24&lb=140&experience=occasional&stomach=full');
  await expect(page.getByRole('heading', { name: 'Very high for an occasional user' })).toBeFocused();
  const main = page.getByRole('main');
  for (const words of [
    'For 24 mg of THC (counted as 24.6 mg), 140 lb, full stomach',
    'There is a high chance of distress or illness. This amount is not advised.',
    'More than 10 mg is more than one standard serving in most states.',
    'More than 20 mg is high for almost everyone.',
    'Counted from your last sip',
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
  await page.getByText('Why you got this result').click();
  await expect(main.getByText('we show 2.5 to 5 mg as a starting range', { exact: false })).toBeVisible();
  await expect(main.getByRole('link', { name: /Ewell/ }).first()).toHaveAttribute(
    'href',
    'https://doi.org/10.3390/ph14080817',
  );
  const call = main.getByRole('listitem').filter({ hasText: "Can't be woken?" });
  await expect(call.getByRole('link', { name: '911' })).toHaveAttribute('href', 'tel:911');
  await expect(call.getByRole('link', { name: '1-800-222-1222' })).toHaveAttribute('href', 'tel:+18002221222');
  await expectNoMoreToday(page);
  await expectAccessible(page, BOTH_THEMES);

  await page.goto('/dose-calculator?mg=6&lb=150&experience=beginner&stomach=light');
  await expect(page.getByRole('heading', { name: 'High for a beginner' })).toBeFocused();
  await expectNoMoreToday(page);
});

test('a copied link opens with the same inputs and their result', { tag: '@slow' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, '/dose-calculator');
  await page.getByLabel(AMOUNT).fill('2.5');
  await choice(page, 'Empty').check();
  await calculate(page).click();
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Link copied', { exact: true })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' }).first()).toBeAttached();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${new URL(page.url()).origin}/dose-calculator?mg=2.5&lb=150&experience=beginner&stomach=empty`);

  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByRole('heading', RESULT)).toBeFocused();
  await expect(other.getByLabel(AMOUNT)).toHaveValue('2.5');
  await expect(choice(other, 'Empty')).toBeChecked();
  await expect(other.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/dose-calculator$/);
});

test('a link with invalid values calculates nothing and marks every field, and the focus moves from one to the next', {
  tag: '@slow',
}, async ({ page }) => {
  const sent = calculationsOf(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await enter(page, '/dose-calculator?mg=500&kg=5&experience=x&stomach=y&can=500');
  const amount = page.getByLabel(AMOUNT);
  const wrongLink = page.getByText('Part of this link cannot be used');
  await expect(amount).toBeFocused();
  await expect(amount).toBeInViewport();
  await expect(amount).toHaveValue('500');
  await expect(amount).toHaveAccessibleDescription(AMOUNT_ERROR);
  await expect(page.getByLabel(KILOGRAMS)).toHaveAccessibleDescription(KILOGRAMS_ERROR);
  const experience = group(page, 'Your experience with THC');
  const stomach = group(page, 'Your stomach');
  await expect(experience).toHaveAccessibleDescription('Choose beginner, occasional, regular or experienced');
  await expect(stomach).toHaveAccessibleDescription('Choose empty, light or full');
  for (const radio of await experience.getByRole('radio').all()) await expect(radio).not.toBeChecked();
  await expect(wrongLink).toBeVisible();
  await expect(page.getByText(PROMPT)).toBeVisible();
  expect(sent()).toBe(0);
  await expectAccessible(page, BOTH_THEMES);

  await amount.fill('5');
  await expect(amount).toHaveAccessibleDescription('');
  await amount.press('Enter');
  await expect(page.getByLabel(KILOGRAMS)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('70');
  await page.keyboard.press('Enter');
  await expect(choice(page, 'Beginner')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(experience).toHaveAccessibleDescription('');
  await page.keyboard.press('Enter');
  await expect(choice(page, 'Empty')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(wrongLink).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Moderate for a beginner' })).toBeFocused();
});

test('the weight can be given in kilograms, by keyboard, and switching changes nothing', { tag: '@slow' }, async ({
  page,
}) => {
  await enter(page, '/dose-calculator');
  await page.getByLabel(WEIGHT).focus();
  await page.keyboard.press('Tab');
  await expect(unit(page, 'lb')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(unit(page, 'kg')).toBeFocused();
  await expect(unit(page, 'kg')).toBeChecked();
  const kilograms = page.getByLabel(KILOGRAMS);
  await expect(kilograms).toHaveValue('68.04');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByLabel(WEIGHT)).toHaveValue('150');
  await page.keyboard.press('ArrowRight');

  await kilograms.fill('');
  await expect(kilograms).toHaveAccessibleDescription(KILOGRAMS_ERROR);
  await unit(page, 'lb').check();
  await expect(page.getByLabel(WEIGHT)).toHaveAccessibleDescription(POUNDS_ERROR);
  await unit(page, 'kg').check();
  await kilograms.fill('70');
  const asked = page.waitForRequest('**/api/calculate-dose');
  await kilograms.press('Enter');
  expect((await asked).postDataJSON()).toEqual({
    thcAmount: 5,
    bodyWeight: 154.32,
    experience: 'beginner',
    stomachContents: 'light',
  });
  await expect(page.getByText('For 5 mg of THC, 70 kg, light stomach')).toBeVisible();
  await unit(page, 'lb').check();
  await expect(page.getByLabel(WEIGHT)).toHaveValue('154.32');
  await expect(page.getByText('Calculate again')).toHaveCount(0);
});

test('opened from a certificate it offers half and a quarter of the can, in choices that are 44 pixels tall', {
  tag: '@slow',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await enter(page, '/dose-calculator?mg=13.9&can=13.9');
  const parts = group(page, 'How much of this can?');
  await expect(parts).toHaveAccessibleDescription(/Half a can is half the THC only if the drink is well mixed/);
  await expect(choice(page, 'The whole can (13.9 mg)')).toBeChecked();
  await expect(page.getByText(PROMPT)).toBeVisible();
  const labels = page.locator('form label:has(input[type="radio"])');
  await expect(labels).toHaveCount(12);
  for (const label of await labels.all()) {
    const box = await label.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }

  await choice(page, 'The whole can').focus();
  await page.keyboard.press('ArrowDown');
  await expect(choice(page, 'Half of this can (6.95 mg)')).toBeChecked();
  await expect(page.getByLabel(AMOUNT)).toHaveValue('6.95');
  await page.keyboard.press('ArrowDown');
  await expect(choice(page, 'A quarter of this can (3.48 mg)')).toBeChecked();
  await expect(page.getByLabel(AMOUNT)).toHaveValue('3.48');
  await calculate(page).click();
  await expect(page.getByRole('heading', { name: 'Moderate for a beginner' })).toBeFocused();
  await expect(page.getByText('For 3.48 mg of THC, 150 lb, light stomach')).toBeVisible();

  await page.getByLabel(AMOUNT).fill('2');
  for (const part of await parts.getByRole('radio').all()) await expect(part).not.toBeChecked();
  await page.getByLabel(AMOUNT).fill('6.95');
  await expect(choice(page, 'Half of this can')).toBeChecked();
});

test('a result that cannot be rendered says what to do', { tag: '@slow' }, async ({ page }) => {
  // The calculator's own page loads what renders a result from the start.
  await enter(page, '/');
  await page.route('**/assets/dose-result-*.js', (route) => route.abort());
  await calculate(page).click();
  await expect(page.getByRole('alert')).toContainText('reload the page');
});

test.describe('with a batch that was measured', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('a certificate leads to the calculator, which counts what was measured, and says why a batch that failed, one that ended, and an unknown one are not counted', async ({
    page,
  }) => {
    await enter(page, '/coa/%23C9030');
    await page.getByRole('link', { name: 'Use this can in the calculator' }).click();
    await expect(page).toHaveURL(/\/dose-calculator\?certificate=CB-/);
    await expect(page.getByText(/^Measured: 4\.82/)).toBeVisible();
    await expect(
      page.getByText(/Tested on Nov 13, 2026 by .+ To be careful, count the whole can as 4\.8\d\smg/),
    ).toBeVisible();
    await expect(page.getByLabel(AMOUNT)).toHaveValue(/^4\.8\d$/);
    await expect(page.getByRole('radio', { name: /^Half of this can/ })).toBeVisible();
    await expectAccessible(page, BOTH_THEMES);

    const referenceOf = async (batchId: string) =>
      (await (await page.request.get(`/api/coa/${batchId}`)).json()).reference;
    await page.goto(`/dose-calculator?certificate=${await referenceOf('TP-2026-07-B')}`);
    await expect(page.getByText('We do not calculate with this batch')).toBeVisible();
    await expect(page.getByText(/Failed for lead/)).toBeVisible();
    await page.goto(`/dose-calculator?certificate=${await referenceOf('WX25-0009')}`);
    await expect(page.getByText('We do not calculate with this batch')).toBeVisible();
    await expect(page.getByText('its certificate is no longer current. Do not rely on its figures.')).toBeVisible();
    await page.goto('/dose-calculator?certificate=CB-0000-0000');
    await expect(page.getByText('We have no such certificate')).toBeVisible();
    await expect(page.getByLabel(AMOUNT)).toHaveValue('5');
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });
    test('the form keeps the batch, and the result shows the range', async ({ page }) => {
      await passAgeGate(page);
      const { reference } = await (await page.request.get('/api/coa/%23C9030')).json();
      await page.goto(`/dose-calculator?certificate=${reference}`);
      await expect(page.getByText(/^Measured: 4\.82/)).toBeVisible();
      await page.getByRole('button', { name: 'Calculate' }).click();
      await expect(page).toHaveURL(new RegExp(`certificate=${reference}`));
      await expect(page.getByText(/^Measured: 4\.82/)).toBeVisible();
      await expect(page.getByRole('region', { name: 'Result', exact: true })).toContainText(/For 4\.8\d\smg of THC/);
    });
  });
});
