import { expect, type Locator } from '@playwright/test';
import {
  enter,
  expectAccessible,
  fillSubmission,
  openConsole,
  passUndoTime,
  recordResults,
  test,
  violationsOn,
  waitForHydration,
} from './journeys';

test('gate, search, detail, submit, staff approves, public', async ({ page, browser }) => {
  const submission = { brand: 'Lantern & Rye', product: 'Fig Seltzer 5 mg', batch: 'FIG/26 #7' };
  const inQueue = `/admin?search=${encodeURIComponent(submission.product)}`;

  await enter(page, '/coa');
  await expect(page.getByRole('heading', { name: 'COA Database', level: 1 })).toBeVisible();

  await test.step('search finds a batch by part of its ID', async () => {
    await page.getByRole('searchbox', { name: 'Search' }).fill('c9030');
    await expect(page.getByText('1 found')).toBeVisible();
    await page.getByRole('link', { name: 'View Details of Yuzu Seltzer 5 mg, batch #C9030' }).click();
  });

  await test.step('the certificate shows measured values next to the label claim', async () => {
    await expect(page).toHaveURL(/\/coa\/%23C9030$/);
    await expect(page.getByRole('heading', { name: 'Yuzu Seltzer 5 mg', level: 1 })).toBeVisible();
    await expect(page).toHaveTitle('Yuzu Seltzer 5 mg, batch #C9030 - ClearBatch');
    await expect(page.getByText('Demonstration record')).toBeVisible();
    for (const panel of ['Pesticides', 'Heavy Metals', 'Microbials', 'Residual Solvents']) {
      await expect(page.getByRole('listitem').filter({ hasText: panel })).toContainText('Passed');
    }
  });

  await test.step('a certificate is submitted', async () => {
    await page.getByRole('link', { name: 'Submit COA' }).first().click();
    await fillSubmission(page, submission);
    await page.getByRole('button', { name: 'Submit COA' }).click();
    await expect(page.getByRole('heading', { name: 'COA Submitted Successfully' })).toBeFocused();
    await expect(page.getByText(/^CB-[0-9A-Z]{4}-[0-9A-Z]{4}$/)).toBeVisible();
    await expect(page.getByText("We'll review it by")).toBeVisible();
  });

  await test.step('it is not public before review', async () => {
    await page.goto(`/coa/${encodeURIComponent(submission.batch)}`);
    await expect(page.getByRole('heading', { name: 'COA Not Found' })).toBeVisible();
  });

  const staff = await (await browser.newContext()).newPage();
  await test.step('staff approve it', async () => {
    await staff.clock.install();
    await openConsole(staff, inQueue);
    await staff.getByRole('link', { name: submission.product }).click();
    await expect(staff.getByText('Robin Vale, robin@brand.example')).toBeVisible();
    await recordResults(staff, { 'Residual Solvents': 'Not tested' });
    await staff.getByLabel('Why is there no PDF?').selectOption('There is only paper');
    await staff.getByRole('button', { name: 'Approve and publish' }).click();
    // The review continues with another submission while this one can still be undone.
    await passUndoTime(staff);
    const decisions = staff.getByRole('region', { name: 'Your decisions' });
    await expect(decisions.getByText('Done')).toBeVisible();
    await staff.goto(inQueue);
    await expect(staff.getByRole('heading', { name: 'No submissions' })).toBeVisible();
    const elsewhere = staff.getByRole('region', { name: 'Found with another status' });
    await expect(elsewhere.getByRole('listitem').first()).toContainText('Published');
    await expect(elsewhere.getByRole('link', { name: submission.product })).toBeVisible();
    await expectAccessible(staff);
  });

  await test.step('it is public, with the values of the reviewer and without contact data', async () => {
    await page.goto('/coa');
    await page.getByRole('searchbox', { name: 'Search' }).fill(submission.batch);
    await page.getByRole('link', { name: `View Details of ${submission.product}` }).click();
    const panels = page.getByRole('region', { name: 'Test Results Summary' }).getByRole('listitem');
    await expect(panels.filter({ hasText: 'Residual Solvents' })).toContainText('Not tested');
    await expect(page.getByText('Robin Vale')).toHaveCount(0);
    await page.getByRole('link', { name: submission.brand }).last().click();
    await expect(page.getByRole('heading', { name: submission.brand, level: 1 })).toBeVisible();
    await expect(page.getByText('1 lab report', { exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Contact' })).toHaveCount(0);
  });

  await test.step('staff verify the brand, and its public address appears', async () => {
    await staff.getByRole('link', { name: 'Brands' }).click();
    await staff.getByRole('button', { name: `Verify ${submission.brand}` }).click();
    await staff.getByLabel('Public contact address').fill('hello@lantern-rye.example');
    await staff.getByRole('button', { name: 'Verify', exact: true }).click();
    await expect(staff.getByText(`${submission.brand} verified`).first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole('main').getByRole('link', { name: 'Contact' })).toHaveAttribute(
      'href',
      'mailto:hello@lantern-rye.example',
    );
    await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  });
});

test('a rejected submission says why and keeps the form, and another COA can follow', async ({ page }) => {
  await enter(page, '/submit-coa');
  await page.getByRole('button', { name: 'Submit COA' }).click();
  await expect(page.getByText('Brand name is required')).toBeVisible();
  await expect(page.getByLabel('Brand name')).toBeFocused();

  await fillSubmission(page, { brand: 'Juniper & Tide', product: 'Yuzu Seltzer 5 mg', batch: '#c9030' });
  await page.getByRole('button', { name: 'Submit COA' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'already published' }).first()).toBeVisible();
  await expect(page.getByText('Submission Failed').first()).toBeVisible();
  await expect(page.getByLabel('Product name')).toHaveValue('Yuzu Seltzer 5 mg');

  await fillSubmission(page, { brand: 'Second Press', product: 'Plain Water', batch: 'SP-1' });
  // Counts as 0.
  await page.getByLabel('CBD content').fill('');
  await page.getByRole('button', { name: 'Submit COA' }).click();
  await page.getByRole('button', { name: 'Submit Another COA' }).click();
  await expect(page.getByLabel('Brand name')).toHaveValue('');
  await expect(page.getByLabel('THC content')).toHaveValue('0');
});

test('a search finds similar words and says so, an empty result offers to reset, and a brand replaces the search', async ({
  page,
}) => {
  await enter(page, '/coa');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('waxwimg');
  const said = page.getByText('No exact match for “waxwimg”. Showing similar results.');
  await expect(said).toBeVisible();
  await expect(page.getByText('2 found')).toBeVisible();
  await expect(page.getByRole('row', { name: /Waxwing/ }).first()).toBeVisible();
  await page.reload();
  await expect(said).toBeVisible();
  await waitForHydration(page);
  await search.fill('waxwing');
  await expect(said).toHaveCount(0);
  await search.fill('c9999');
  await expect(page.getByRole('heading', { name: 'No COAs Found' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: '1-800-222-1222' })).toBeVisible();
  await search.fill('green out');
  await page.getByRole('region', { name: 'Start here' }).getByRole('link', { name: 'Emergency Resources' }).click();
  await expect(page).toHaveURL('/emergency');
  await page.goBack();
  await page.getByRole('link', { name: 'Clear Filters' }).first().click();
  await expect(search).toHaveValue('');

  await search.fill('seltzer');
  await expect(page).toHaveURL(/search=seltzer/);
  await page.getByText('Browse by brand').click();
  await page.getByRole('link', { name: /^Waxwing \d/ }).click();
  await expect(search).toHaveValue('');
  await expect(page.getByLabel('Brand', { exact: true })).toHaveValue('Waxwing');
  await expect(page.getByText('2 found')).toBeVisible();
});

test('age and completeness filter the list, with the others, and stay in the address', { tag: '@slow' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page, '/coa');
  const found = page.getByText(/^[\d,]+ found$/);
  const all = await found.innerText();
  await expect(page.getByRole('cell', { name: /older than 12 months/ }).first()).toBeVisible();
  await page
    .locator('summary')
    .filter({ hasText: /^Filters/ })
    .click();
  await page.getByLabel('Tested', { exact: true }).selectOption('In the last 12 months');
  await expect(page).toHaveURL(/\/coa\?testedWithinDays=365$/);
  await expect(found).not.toHaveText(all);
  const recent = await found.innerText();
  await expect(page.getByText('older than 12 months')).toHaveCount(0);
  await page.getByLabel('Contaminant panels').selectOption('All four reported');
  await expect(found).not.toHaveText(recent);
  const complete = await found.innerText();
  await page.getByLabel('Order').selectOption('Most THC first');
  await page.getByRole('searchbox', { name: 'Search' }).fill('seltzer');
  await expect(page).toHaveURL('/coa?testedWithinDays=365&panels=complete&sort=strongest&search=seltzer');
  await expect(found).not.toHaveText(complete);
  const both = await found.innerText();
  expect(await violationsOn(page)).toEqual([]);

  await page.reload();
  await expect(found).toHaveText(both);
  await expect(page.getByLabel('Contaminant panels')).toHaveValue('complete');
  await page.getByRole('link', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL('/coa?sort=strongest');
  await expect(found).toHaveText(all);
});

test('what "Clear Filters" takes out does not come back on a slow device', { tag: '@slow' }, async ({ page }) => {
  // There, the pause after typing can end before the page of a link is rendered. Here, it ends at once.
  await page.addInitScript(() => {
    const later = window.setTimeout;
    const atOnce = (run: () => void, delayMs?: number) => (delayMs === 250 ? queueMicrotask(run) : later(run, delayMs));
    window.addEventListener('pauses end at once', () => Object.assign(window, { setTimeout: atOnce }));
  });
  await enter(page, '/coa?panels=complete&search=seltzer');
  const found = page.getByText(/^[\d,]+ found$/);
  const all = Number((await page.request.get('/api/coa')).headers()['x-total-count']);
  await page.evaluate(() => window.dispatchEvent(new Event('pauses end at once')));
  await page.getByRole('link', { name: 'Clear Filters' }).click();
  await expect(found).toHaveText(`${all.toLocaleString('en-US')} found`);
  await expect(page).toHaveURL('/coa');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test('the page of a rule leads to the certificates above it, and age and completeness filter the list, too', async ({
    page,
  }) => {
    await enter(page, '/rules/us-ct-infused-beverage');
    await page.getByRole('link', { name: 'Certificates above it', exact: true }).click();
    await expect(page.getByText(/^\d+ found$/)).toBeVisible();

    await page.goto('/coa');
    await page
      .locator('summary')
      .filter({ hasText: /^Filters/ })
      .click();
    await page.getByLabel('Tested', { exact: true }).selectOption('In the last 6 months');
    await page.getByLabel('Contaminant panels').selectOption('All four reported');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL(/testedWithinDays=183&panels=complete/);
    await expect(page.getByLabel('Tested', { exact: true })).toHaveValue('183');
    await expect(page.getByText(/^\d+ found$/)).toBeVisible();
    await expect(page.getByText('older than 12 months')).toHaveCount(0);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 } });

  /** The part of the screen above the keyboard. */
  const ABOVE_KEYBOARD = 300;

  const bottomOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    return (box?.y ?? Number.NaN) + (box?.height ?? 0);
  };

  test('the first result stays in view while typing, and filters are behind a button that shows how many are active', {
    tag: '@slow',
  }, async ({ page }) => {
    await enter(page, '/coa');
    await expect(page.getByText('Total lab tests')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'What is tested' })).toBeVisible();
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.pressSequentially('c 9O3O');
    const first = page.getByRole('table').getByRole('row').nth(1);
    await expect(page.getByText('1 found')).toBeVisible();
    await expect(first).toContainText('#C9030');
    for (const part of [first.getByRole('rowheader'), first.getByText('#C9030', { exact: true })]) {
      expect(await bottomOf(part)).toBeLessThanOrEqual(ABOVE_KEYBOARD);
    }
    await expect(search).toBeFocused();
    await expect(search).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('Total lab tests')).toBeHidden();

    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(page.getByText('Total lab tests')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'What is tested' })).toBeVisible();

    await expect(page.getByLabel('Brand', { exact: true })).toBeHidden();
    await search.press('Tab');
    const filters = page.locator('summary').filter({ hasText: /^Filters/ });
    await expect(filters).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(filters.locator('..')).toHaveJSProperty('open', true);
    await page.getByLabel('Brand', { exact: true }).selectOption('Waxwing');
    await page.getByLabel('Order').selectOption('Most THC first');
    await expect(filters).toHaveText('Filters2 active');
    await page.getByText('Browse by brand').click();
    await expect(page.getByRole('link', { name: /^Waxwing \d/ })).toHaveAttribute('aria-current', 'true');
    await filters.click();
    await expect(page.getByLabel('Brand', { exact: true })).toBeHidden();
    await expect(page).toHaveURL('/coa?brand=Waxwing&sort=strongest');
    await expect(page.getByText('2 found')).toBeVisible();
  });
});

test('a card opens from anywhere on it; its other links work, and its text can be selected', { tag: '@slow' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page, '/coa?search=Blackberry');
  const row = page.getByRole('row', { name: /Blackberry Tonic 10 mg/ });
  const lab = row.getByRole('cell').filter({ hasText: '(fictional)' });
  await lab.selectText();
  await lab.dispatchEvent('click');
  await expect(page).toHaveURL('/coa?search=Blackberry');
  // A click into a selection only ends it.
  await page.getByRole('heading', { name: 'COA Database' }).click();
  await lab.click();
  await expect(page).toHaveTitle(/^Blackberry Tonic 10 mg, batch LOT 24\/117/);

  await page.goBack();
  await row.getByRole('link', { name: 'Halfmoon Botanics' }).click();
  await expect(page).toHaveURL('/brands/Halfmoon%20Botanics');
  const card = page.getByRole('article').filter({ hasText: 'LOT 24/117' });
  await card.getByRole('term').filter({ hasText: 'Tested' }).click();
  await expect(page).toHaveTitle(/^Blackberry Tonic 10 mg, batch LOT 24\/117/);
  await page.goBack();
  await card.getByRole('link', { name: 'Blackberry Tonic 10 mg', exact: true }).click();
  await expect(page).toHaveURL('/brands/Halfmoon%20Botanics/products/Blackberry%20Tonic%2010%20mg');
});
