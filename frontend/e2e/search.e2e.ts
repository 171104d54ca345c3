import { expect, type Page } from '@playwright/test';
import { BOTH_THEMES, enter, expectAccessible, passAgeGate, test } from './journeys';

const field = (page: Page) => page.getByRole('search', { name: 'Site' }).getByLabel('Search the site');
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });
const active = (page: Page) => suggestions(page).getByRole('option', { selected: true });
const isHydrated = () =>
  Object.keys(document.querySelector('#root > *') ?? {}).some((name) => name.startsWith('__reactFiber'));
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

test('a batch is found by keyboard: slash, type, arrow, Enter; but a slash typed into another field stays there', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(page, '/contact');
  await page.waitForFunction(isHydrated);
  const message = page.getByLabel(/^Message/);
  await message.pressSequentially('LOT 24/117');
  await expect(message).toHaveValue('LOT 24/117');
  await expect(message).toBeFocused();
  await message.blur();

  await expect(field(page)).not.toHaveAttribute('role', 'combobox');
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('');
  await expect(field(page)).toHaveRole('combobox');
  await page.keyboard.type('c 9O3O');
  await expect(suggestions(page).getByRole('group', { name: 'Batches' }).getByRole('option')).toContainText([
    'Batch #C9030',
  ]);
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(active(page)).toContainText('4.82 mg of THC measured');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await active(page).getAttribute('id')) ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/brands/Juniper%20%26%20Tide/coa/%23C9030');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(field(page)).toHaveValue('');
});

test('arrow keys move through all groups, Escape closes the list, and Enter shows all results', {
  tag: '@slow',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(page, '/');
  await field(page).fill('juniper');
  await expect(suggestions(page).getByRole('group')).toHaveCount(2);
  const options = await suggestions(page).getByRole('option').allInnerTexts();
  expect(options.length).toBeGreaterThan(2);
  for (const text of options) {
    await page.keyboard.press('ArrowDown');
    expect(await active(page).innerText()).toBe(text);
  }
  await page.keyboard.press('ArrowDown');
  expect(await active(page).innerText()).toBe(options[0]);
  await page.keyboard.press('ArrowUp');
  expect(await active(page).innerText()).toBe(options.at(-1));
  await page.keyboard.press('Escape');
  await expect(suggestions(page)).toBeHidden();
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(field(page)).toHaveValue('juniper');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?q=juniper');
  await expect(page.getByRole('region', { name: 'Products' }).getByRole('listitem')).toHaveCount(3);
  await expect(field(page)).toHaveValue('juniper');
});

test('on a phone, the header leads to the field, results are links, and words of fear lead to help first, while typing and as a result', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page, '/learn');
  // A click before would load the page, where the browser moves the focus.
  await page.waitForFunction(isHydrated);
  await page.getByRole('link', { name: 'Search the site' }).click();
  await expect(heading(page, 'Search')).toBeVisible();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('cadmium');
  await expect(suggestions(page).getByRole('option', { name: /^Cadmium/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(suggestions(page)).toBeHidden();
  await page.getByRole('region', { name: 'What labs test for' }).getByRole('link', { name: 'Cadmium' }).click();
  await expect(page).toHaveURL('/learn/reading-lab-results#metals-check-whose-limit');
  await page.goBack();
  await expect(page).toHaveURL('/search?q=cadmium');
  await expect(page.getByRole('status').filter({ hasText: 'for “cadmium”' })).toBeVisible();

  await field(page).fill('green out');
  await expect(suggestions(page).getByRole('group', { name: 'Start here' }).getByRole('option')).toContainText([
    '1-800-222-1222',
  ]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Start here' })).toBeVisible();
  const [first] = await page.getByRole('main').getByRole('region').all();
  await expect(first ?? page.locator('none')).toHaveAccessibleName('Start here');
  await page.getByRole('region', { name: 'Start here' }).getByRole('link', { name: 'Emergency Resources' }).click();
  await expect(page).toHaveURL('/emergency');
});

test('the search page says what can be searched, what is similar, what failed, and what to do when nothing is found or it fails', {
  tag: '@slow',
}, async ({ page }) => {
  await enter(page, '/search');
  await expect(page.getByRole('region', { name: 'What you can search for' })).toBeVisible();
  await page.getByRole('link', { name: 'driving', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Articles' }).getByRole('listitem').first()).toBeVisible();
  const search = async (q: string) => {
    await field(page).fill(q);
    await page.getByRole('search', { name: 'Site' }).getByRole('button', { name: 'Search' }).click();
  };

  await search('waxwimg');
  await expect(page.getByText('No exact match for “waxwimg”. Showing results like “waxwing”.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Brands' }).getByRole('link', { name: 'Waxwing' })).toBeVisible();
  await expectAccessible(page);

  await search('night shot');
  const failed = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Night Shot 50 mg' }) });
  await expect(failed.getByText('Failed', { exact: true })).toBeVisible();
  await expect(failed).toContainText('Do not drink it.');
  await expectAccessible(page);

  await search('zzzzzz');
  const nothing = page.getByRole('region', { name: 'Nothing found for “zzzzzz”' });
  await expect(nothing.getByRole('link', { name: 'submit its certificate' })).toHaveAttribute('href', '/submit-coa');
  await expect(nothing.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact');
  await expect(nothing.getByRole('link', { name: '1-800-222-1222' })).toHaveAttribute('href', 'tel:+18002221222');
  await expectAccessible(page);

  await search('c9039');
  await expect(
    page.getByText('No match for “c9039”. A similar lot is not your can: compare every digit.'),
  ).toBeVisible();
  const similar = page.getByRole('region', { name: 'Batches' }).getByRole('listitem').first();
  await expect(similar.getByText('Similar lot', { exact: true })).toBeVisible();
  await expect(similar).toContainText('Similar lot, check your can.');
  await expectAccessible(page);

  await test.step('an error is shown with a way to try again', async () => {
    await page.route('/api/search?*', (route) => route.abort());
    await search('yuzu');
    await expect(page.getByRole('heading', { name: "We couldn't search" })).toBeVisible();
    await page.unroute('/api/search?*');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('region', { name: 'Products' })).toBeVisible();
  });

  await test.step('results and suggestions are accessible in both themes, and fit a phone', async () => {
    await search('juniper');
    await expect(page.getByRole('status').filter({ hasText: 'for “juniper”' })).toBeVisible();
    await expectAccessible(page, BOTH_THEMES);
    await field(page).fill('night');
    await expect(suggestions(page)).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expectAccessible(page, BOTH_THEMES);
  });
});

test('without JavaScript, the box of every page leads to the results', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await passAgeGate(page);
  await page.goto('/emergency');
  await field(page).fill('c 9030');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?q=c+9030');
  await expect(field(page)).toHaveValue('c 9030');
  await page.getByRole('region', { name: 'Batches' }).getByRole('link', { name: 'Batch #C9030' }).click();
  await expect(page).toHaveURL('/brands/Juniper%20%26%20Tide/coa/%23C9030');

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('link', { name: 'Search the site' }).click();
  await expect(field(page)).toBeFocused();
  await field(page).fill('zzzzzz');
  await page.getByRole('search', { name: 'Site' }).getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing found for “zzzzzz”' })).toBeVisible();
  await page.goto(`/search?q=${'a'.repeat(101)}`);
  await expect(page.getByText('q can be at most 100 characters')).toBeVisible();
  await context.close();
});
