import { expect, type Page } from '@playwright/test';
import { BOTH_THEMES, expectAccessible, passAgeGate, test, waitForHydration } from './journeys';

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang);
const alternates = (page: Page) =>
  page
    .locator('head link[hreflang]')
    .evaluateAll((links) => links.map((link) => [link.getAttribute('hreflang'), new URL((link as HTMLLinkElement).href).pathname]));

const EMERGENCY = [
  ['en', '/emergency'],
  ['es', '/es/emergency'],
];

test('one switch leads from the emergency page to the Spanish one and back, and the page knows its language', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/emergency');
  await waitForHydration(page);
  const toSpanish = page.getByRole('link', { name: 'Español', exact: true });
  await expect(toSpanish).toHaveAttribute('lang', 'es');
  await expect(toSpanish).toHaveAttribute('hreflang', 'es');
  await toSpanish.click();
  await expect(page.getByRole('heading', { name: 'Recursos de emergencia', level: 1 })).toBeVisible();
  await expect(page).toHaveTitle('Recursos de emergencia - ClearBatch');
  await expect.poll(() => languageOf(page)).toBe('es');
  await expect.poll(() => alternates(page)).toEqual(EMERGENCY);
  for (const [name, href] of [
    ['Llame al 911', 'tel:911'],
    ['Poison Help (intoxicaciones) 1-800-222-1222', 'tel:+18002221222'],
    ['Llame o escriba al 988', 'tel:988'],
  ] as const) {
    const link = page.getByRole('complementary', { name: 'Números de emergencia' }).getByRole('link', { name, exact: true });
    await expect(link).toBeInViewport({ ratio: 1 });
    await expect(link).toHaveAttribute('href', href);
  }
  const note = page.getByText('Una persona de habla nativa todavía no ha revisado esta traducción.');
  await expect(note).toBeVisible();
  await expect(note.locator('[lang="en"]')).toHaveText('This translation has not been reviewed by a native speaker yet.');
  await expect(page.getByRole('contentinfo')).toHaveAttribute('lang', 'en');
  await expectAccessible(page, BOTH_THEMES);

  await page.getByRole('link', { name: 'English', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Emergency Resources', level: 1 })).toBeVisible();
  await expect.poll(() => languageOf(page)).toBe('en');
  await page.goto('/es/emergency');
  expect([await languageOf(page), await alternates(page)]).toEqual(['es', EMERGENCY]);
});

test('the gate can be read in Spanish, and leads to the page that was asked for', async ({ page }) => {
  await page.goto('/coa?brand=Waxwing');
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Español', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Verificación de edad' })).toBeVisible();
  await expect.poll(() => languageOf(page)).toBe('es');
  await expect(page.getByText('Las bebidas con THC embriagan.')).toBeVisible();
  await expect(page.getByRole('link', { name: '¿Necesita ayuda ahora?' }).last()).toHaveAttribute('href', '/es/emergency');
  await expectAccessible(page, BOTH_THEMES);
  await page.getByRole('button', { name: 'Tengo 21 años o más - Entrar' }).click();
  await expect(page).toHaveURL(/\/coa\?brand=Waxwing$/);
  await expect(page.getByRole('heading', { name: 'COA Database' })).toBeVisible();
  expect(await languageOf(page)).toBe('en');
});

test('without JavaScript the Spanish gate leads to the page that was asked for', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/coa?brand=Waxwing');
  await page.getByRole('link', { name: 'Español', exact: true }).click();
  await page.getByRole('button', { name: 'Tengo 21 años o más - Entrar' }).click();
  await expect(page).toHaveURL(/\/coa\?brand=Waxwing$/);
  await expect(page.getByRole('heading', { name: 'COA Database' })).toBeVisible();
});
