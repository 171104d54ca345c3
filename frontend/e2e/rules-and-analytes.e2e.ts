import { expect } from '@playwright/test';
import {
  BOTH_THEMES,
  enter,
  expectAccessible,
  openFolds,
  openForExperts,
  passAgeGate,
  test,
  waitForHydration,
} from './journeys';

const PHONE = { width: 360, height: 740 };
test.use({ viewport: PHONE });

test('a certificate shows how it compares with rules, and leads to what we read of each', async ({ page }) => {
  await enter(page, '/coa/%23C9030');
  await expect(page.getByText('Dotted: at most 0.4 mg from Dec 11, 2026, as we read the rule')).toBeVisible();
  const strip = page.getByRole('region', { name: 'Compared with rules, as we read them' });
  await expect(strip).toContainText('This is arithmetic, not legal advice.');
  await openFolds(page);
  const federal = strip.getByRole('link', { name: 'THC per container: Above (from Dec 11, 2026)' });
  await expect(federal).toBeVisible();
  await expect(strip.getByRole('heading', { name: 'United States' })).toHaveCount(1);
  await expect(strip.getByRole('link', { name: 'Nothing that a report shows: Cannot tell' }).first()).toBeVisible();
  await expect(strip).toContainText('the rule says at most 0.4 mg per container');
  await federal.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/rules/us-2026-12-11');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Federal definition from December 11, 2026, unless Congress changes it',
  );
  await expect(page.getByText('Our reading of November 22, 2026, not legal advice.')).toBeVisible();
  await expect(page.getByText('greater than 0.4 milligrams combined total per container of')).toBeVisible();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Rules' }).click();
  await expect(page).toHaveTitle(/^Rules We Compare With - /);
});

test('certificates above a rule are listed from the rule, with what it is compared with, and each filter can be taken out', {
  tag: '@slow',
}, async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await enter(page, '/rules/us-ct-infused-beverage');
  await expectAccessible(page, BOTH_THEMES);
  await page.setViewportSize(PHONE);
  await page.getByRole('link', { name: 'Certificates above it', exact: true }).click();
  await expect(page).toHaveURL('/coa?rule=us-ct-infused-beverage&verdict=above');
  await page
    .locator('summary')
    .filter({ hasText: /^Filters/ })
    .click();
  const rule = page.getByLabel('Compared with a rule');
  await expect(rule).toHaveValue('us-ct-infused-beverage');
  await expect(page.getByText("Arithmetic on the labs' figures")).toBeVisible();
  const found = page.getByRole('status').filter({ hasText: /found$/ });
  await expect(found).toBeVisible();
  const above = await found.innerText();
  await page.getByLabel('Result').selectOption('Not tested');
  await expect(page).toHaveURL('/coa?rule=us-ct-infused-beverage&verdict=not_tested');
  await expect(found).not.toHaveText(above);
  await rule.selectOption('Any');
  await expect(page).toHaveURL('/coa');

  await test.step('it looks filtered, and each filter can be taken out', async () => {
    await page.goto('/coa?rule=us-ct-infused-beverage&verdict=above&brand=Waxwing');
    await waitForHydration(page);
    const active = page.getByRole('list', { name: 'Active filters' });
    await expect(active.getByRole('link')).toHaveText([
      /Take out Brand: Waxwing/,
      /Take out Above it: Connecticut infused beverages/,
    ]);
    await expectAccessible(page, BOTH_THEMES);
    await page.setViewportSize(PHONE);
    await active.getByRole('link', { name: 'Take out Above it' }).click();
    await expect(page).toHaveURL('/coa?brand=Waxwing');
    await expect(active.getByRole('link')).toHaveCount(1);
    await active.getByRole('link').press('Enter');
    await expect(page).toHaveURL('/coa');
    await expect(active).toHaveCount(0);
  });
  expect(errors).toEqual([]);
});

test('an unknown rule says so and leads to the others; rules lead to the page of their state, and limits to what is limited', {
  tag: '@slow',
}, async ({ page }) => {
  await enter(page, '/rules/unknown');
  await expect(page.getByRole('heading', { name: 'Rule Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'All rules' }).click();
  await expect(page.getByRole('heading', { name: 'Connecticut' })).toBeVisible();
  await expectAccessible(page, BOTH_THEMES);
  await page.setViewportSize(PHONE);
  await page.getByRole('link', { name: 'What we know about Maryland' }).click();
  await expect(page).toHaveURL('/law/maryland');

  await page.goto('/rules/us-ga-hemp-contaminants');
  await waitForHydration(page);
  await expect(page.getByRole('row', { name: 'Lead at most 500 µg/kg' })).toBeVisible();
  await page.getByRole('link', { name: 'Georgia: all we know' }).click();
  await expect(page).toHaveURL('/law/georgia');
  await page.goBack();
  await page.getByRole('link', { name: 'Lead' }).click();
  await expect(page).toHaveURL('/analytes#lead');

  await test.step('a long list of limits is accessible in both themes, and nothing scrolls sideways', async () => {
    await page.goto('/rules/us-ak-hemp-contaminants');
    await waitForHydration(page);
    await expectAccessible(page, BOTH_THEMES);
  });
});

test.describe('the names on reports', () => {
  test.use({ viewport: { width: 1280, height: 720 } });

  test('a printed name is found by search, and marked in the list', async ({ page }) => {
    await enter(page, '/search?q=delta-9-tetrahydrocannabinolic%20acid');
    await page.getByRole('main').getByRole('link', { name: 'THCA' }).last().click();
    await expect(page).toHaveURL('/analytes#thca');
    const entry = page.locator('#thca');
    await expect(entry).toBeInViewport();
    await expect(entry).toContainText('CAS 23978-85-0');
    await expect(entry).toContainText('Also printed as THCA-A, Δ9-THCA');
  });

  test('a line of a certificate leads to what its name means, among groups and unclear names', {
    tag: '@slow',
  }, async ({ page }) => {
    await enter(page, '/coa/%23C9030');
    await openForExperts(page);
    await page.getByRole('rowheader', { name: 'Lead' }).getByRole('link', { name: 'Lead' }).click();
    await expect(page).toHaveURL('/analytes#lead');
    await expect(page).toHaveTitle(/^What Labs Test For - /);
    await expect(page.locator('#lead')).toBeInViewport();

    await test.step('the groups are reachable by keyboard', async () => {
      const groups = page.getByRole('navigation', { name: 'Groups on this page' });
      await groups.getByRole('link', { name: 'Pesticides' }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Pesticides' })).toBeFocused();
      await expect(page).toHaveURL('/analytes#panel-pesticides');
    });

    await test.step('a name of a report is found at once, also a misspelled one, which is not shown', async () => {
      await page.setViewportSize(PHONE);
      const height = () => page.evaluate(() => document.documentElement.scrollHeight);
      await page.reload();
      await waitForHydration(page);
      expect(await height()).toBeLessThan(10_000);
      const search = page.getByRole('searchbox', { name: 'Find a name on a report' });
      await search.fill('afalatoxin');
      await expect(page.getByText(/^2 analytes of 194$/)).toBeVisible();
      await expect(page.locator('#aflatoxin_b1')).toBeVisible();
      await expect(page.getByText('afalatoxin', { exact: false })).toHaveCount(0);
      await search.fill('nothing like this');
      await page.getByRole('button', { name: 'Clear Search', exact: true }).click();
      await expect(page.locator('#lead')).toBeHidden();
    });

    const unclear = page.getByRole('region', { name: 'Names that could mean several things' });
    await expect(unclear.getByText('THC', { exact: true })).toBeVisible();
    await expect(unclear).toContainText('Could be Δ9-THC, or Total THC (as printed)');
    await expectAccessible(page, BOTH_THEMES);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a name is looked up with the form, and a group opens', { tag: '@slow' }, async ({ page }) => {
    await passAgeGate(page);
    await page.goto('/analytes');
    await expect(page.locator('#lead')).toBeHidden();
    await page
      .locator('summary')
      .filter({ hasText: /^5 analytes$/ })
      .click();
    await expect(page.locator('#lead')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Find a name on a report' }).fill('Pb');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL('/analytes?search=Pb');
    await expect(page.locator('#lead')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Microbials' })).toHaveCount(0);
  });
});
