import { expect, type Page } from '@playwright/test';
import { BOTH_THEMES, enter, passAgeGate, test, violationsOn } from './journeys';

const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' });

test.describe('a certificate starts with its verdict', () => {
  for (const { batch, headline, offersCalculator } of [
    { batch: 'VT 552', headline: 'Stronger than its label: 13.9 mg measured, 10 mg stated.', offersCalculator: true },
    { batch: 'TP-2026-07-B', headline: 'Failed for lead. Do not drink it.', offersCalculator: false },
    { batch: 'WX50-0002', headline: 'Failed for pesticides. Do not drink it.', offersCalculator: false },
    { batch: 'OC 0925-4', headline: 'Weaker than its label: 6.12 mg measured, 10 mg stated.', offersCalculator: true },
    { batch: '#C9030', headline: 'Close to its label: 4.82 mg measured, 5 mg stated.', offersCalculator: true },
  ]) {
    test(`${batch}: ${headline}`, async ({ page }) => {
      await enter(page, `/coa/${encodeURIComponent(batch)}`);
      await expect(verdict(page)).toContainText(headline);
      const help = verdict(page).getByRole('link', { name: 'See what to do' });
      await expect(help).toHaveCount(offersCalculator ? 0 : 1);
      await expect(page.getByRole('link', { name: 'Use this can in the calculator' })).toHaveCount(
        offersCalculator ? 1 : 0,
      );
    });
  }
});

test('a failed batch says what failed and links to help', async ({ page }) => {
  await enter(page, '/coa/TP-2026-07-B');
  const metals = page.getByRole('listitem').filter({ hasText: 'Heavy Metals' });
  await expect(metals).toContainText('Lead 0.81 µg/g, limit 0.5 µg/g');
  await expect(page.getByRole('row', { name: /^Lead/ })).toContainText('above limit');
  await expect(page.getByText('Start with 1–2.5 mg')).toHaveCount(0);
  await page.goto('/coa/WX50-0002');
  await expect(page.getByRole('listitem').filter({ hasText: 'Pesticides' })).toContainText(
    'The lab reported a failure without the figure',
  );
  await expect(page.getByRole('listitem').filter({ hasText: 'Microbials' })).toContainText(
    'Passed, no figures reported',
  );
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

for (const width of [360, 1280]) {
  test(`lists show the stated dose next to the measured one, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await enter(page, '/coa?search=velvet');
    const shown = page.getByRole('row').filter({ hasText: 'VT 552' });
    await expect(shown).toContainText('label 10 mg');
    await expect(shown.getByText('far above label')).toBeVisible();
    const unstated = page.getByRole('row').filter({ hasText: 'VT 551' });
    await expect(unstated).toContainText('no dose stated');
    await expect(unstated.getByText(/(above|below) label/)).toHaveCount(0);
  });
}

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

test('the home page counts the certificates that report all four panels', async ({ page }) => {
  await enter(page, '/');
  const figures = page.getByRole('region', { name: 'The site in figures' });
  const { allPanelsPercent } = await (await page.request.get('/api/coa-statistics')).json();
  expect(allPanelsPercent).toBeLessThan(100);
  await expect(figures).toContainText(`${allPanelsPercent}%`);
  await expect(figures).toContainText('report all four contaminant panels');
});

test('verdicts are accessible in both themes', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await passAgeGate(page);
  for (const batch of ['VT 552', 'TP-2026-07-B', 'CF-33-180', 'LC-014', 'SB 26-A', 'WX25-0009']) {
    await page.goto(`/coa/${encodeURIComponent(batch)}`);
    await expect(verdict(page)).toBeVisible();
    for (const colorScheme of BOTH_THEMES) {
      await page.emulateMedia({ colorScheme });
      const looksOnly = colorScheme !== BOTH_THEMES[0];
      expect(await violationsOn(page, { looksOnly }), `${batch}, ${colorScheme}`).toEqual([]);
    }
  }
});
