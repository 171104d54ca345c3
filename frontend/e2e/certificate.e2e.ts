import { expect, type Page } from '@playwright/test';
import { BOTH_THEMES, enter, expectPicturesAccessible, openFolds, passAgeGate, test, violationsOn } from './journeys';

const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' });

test('a failed batch says what failed, in Spanish too, is accessible with its pictures, and links to help', async ({
  page,
}) => {
  await enter(page, '/coa/TP-2026-07-B');
  await expect(verdict(page)).toContainText('Failed for lead. Do not drink it.');
  await expect(verdict(page)).not.toContainText('serving');
  await page.getByText('En español', { exact: true }).click();
  const spanish = page.locator('details[lang="es"]');
  await expect(spanish.getByText('No pasó la prueba de laboratorio: plomo. No la tome.')).toBeVisible();
  await expect(spanish.getByText('Una persona de habla nativa todavía no ha revisado esta traducción.')).toBeVisible();
  await openFolds(page);
  const panels = page.getByRole('region', { name: 'Test Results Summary' }).getByRole('listitem');
  const metals = panels.filter({ hasText: 'Heavy Metals' });
  await expect(metals).toContainText('Lead 0.81 µg/g, limit 0.5 µg/g');
  const printed = page.getByRole('table', { name: /^Results as the lab printed them/ });
  await expect(printed.getByRole('row', { name: /^Lead/ })).toContainText('above limit');
  await expect(page.getByText(/printed on the report: Lead is above its limit \(162% of it\)/)).toBeVisible();
  await expect(page.getByText('Tested does not mean passed.')).toBeVisible();
  await expect(page.getByText('Start with 1–2.5 mg')).toHaveCount(0);
  await expectPicturesAccessible(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/coa/WX50-0002');
  await expect(panels.filter({ hasText: 'Pesticides' })).toContainText('The lab reported a failure without the figure');
  await expect(panels.filter({ hasText: 'Microbials' })).toContainText('Passed, no figures reported');
  await expect(page.getByRole('link', { name: 'Use this can in the calculator' })).toHaveCount(0);
  await verdict(page).getByRole('link', { name: 'See what to do' }).click();
  await expect(page).toHaveURL(/\/emergency$/);
});

test('a dose that the product name does not state is never shown as the label claim', async ({ page }) => {
  await enter(page, '/coa/LC-001');
  await expect(verdict(page)).toContainText('1.12 mg of THC measured; the product name states no dose');
  const measured = page.getByRole('region', { name: 'Measured against the label' });
  await expect(measured).toContainText('Not stated');
  await expect(measured).not.toContainText('of the label');
  await expect(page.getByText('below label')).toHaveCount(0);
});

test('lists show the stated dose next to the measured one, on phones and wide screens', async ({ page }) => {
  await enter(page, '/coa?search=velvet');
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const shown = page.getByRole('row').filter({ hasText: 'VT 552' });
    await expect(shown).toContainText('label 10 mg');
    await expect(shown).toContainText('Bought in a store');
    await expect(shown.getByText('far above label')).toBeVisible();
    const unstated = page.getByRole('row').filter({ hasText: 'VT 551' });
    await expect(unstated).toContainText('no dose stated');
    await expect(unstated.getByText(/(above|below) label/)).toHaveCount(0);
  }
});

test('a withdrawn certificate keeps its results, and links only to current ones', async ({ page }) => {
  await enter(page, '/coa/WX25-0009');
  await expect(verdict(page)).toContainText('Withdrawn. Do not rely on these results.');
  await expect(page.getByText('There is no current certificate for this batch.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Δ9-THC/ })).toBeVisible();
  await expect(page.getByText('Passed', { exact: true }).first()).toBeVisible();

  await page.goto('/coa/%23C9030');
  await page
    .getByText(/^It replaces certificate/)
    .getByRole('link')
    .click();
  await expect(verdict(page)).toContainText('Replaced by a corrected certificate.');
  await page.getByRole('link', { name: 'See the current certificate' }).click();
  await expect(page).toHaveURL(/\/certificates\/CB-/);
  await expect(verdict(page)).toContainText('Close to its label');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the first screen has four answers, each leads to its evidence, and the state is remembered', async ({
    page,
  }) => {
    await enter(page, '/coa/VT%20552');
    await expect(verdict(page)).toContainText('Stronger than its label: 13.9 mg measured, 10 mg stated.');
    await expect(verdict(page).getByRole('link', { name: 'See what to do' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Use this can in the calculator' })).toHaveCount(1);
    const answer = (name: string) => verdict(page).getByRole('link', { name: new RegExp(`^${name}:`) });
    await expect(verdict(page).getByRole('link')).toHaveText([/^Strength:/, /^Safety:/, /^Age:/, /^Law:/]);
    for (const name of ['Strength', 'Safety', 'Age', 'Law']) await expect(answer(name)).toBeInViewport({ ratio: 1 });
    await expect(answer('Strength')).toContainText('Very strong for a beginner. About 5½ beginner servings (2.5 mg).');

    const state = page.getByLabel('Your state');
    await state.selectOption('Nevada');
    await expect(answer('Law')).toContainText("Nevada: we haven't read its rules.");
    await state.selectOption('Connecticut');
    await expect(answer('Law')).toContainText(
      /Connecticut: today above a limit.* United States: .*from Dec 11, 2026 above a limit/,
    );
    await page.reload();
    await expect(answer('Law')).toContainText('Connecticut: today above a limit');

    for (const [name, heading] of [
      ['Strength', 'Measured against the label'],
      ['Safety', 'Test Results Summary'],
      ['Age', 'About this report'],
      ['Law', 'Compared with rules, as we read them'],
    ] as const) {
      await answer(name).click();
      await expect(page.getByRole('heading', { name: heading })).toBeInViewport();
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(page.getByText('Example Consumer Test Fund bought the can in a store.')).toBeVisible();
  });
});

test('verdicts are accessible in both themes', { tag: '@slow' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await passAgeGate(page);
  // One that failed: above.
  for (const batch of ['VT 552', 'CF-33-180', 'LC-014', 'SB 26-A', 'WX25-0009']) {
    await page.goto(`/coa/${encodeURIComponent(batch)}`);
    await expect(verdict(page)).toBeVisible();
    for (const colorScheme of BOTH_THEMES) {
      await page.emulateMedia({ colorScheme });
      const looksOnly = colorScheme !== BOTH_THEMES[0];
      expect(await violationsOn(page, { looksOnly }), `${batch}, ${colorScheme}`).toEqual([]);
    }
  }
});
