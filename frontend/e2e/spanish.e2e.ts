import { expect, type Page } from '@playwright/test';
import { BOTH_THEMES, enter, expectAccessible, test, waitForHydration } from './journeys';

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang);
const alternates = (page: Page) =>
  page
    .locator('head link[hreflang]')
    .evaluateAll((links) =>
      links.map((link) => [link.getAttribute('hreflang'), new URL((link as HTMLLinkElement).href).pathname]),
    );

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
    const link = page
      .getByRole('complementary', { name: 'Números de emergencia' })
      .getByRole('link', { name, exact: true });
    await expect(link).toBeInViewport({ ratio: 1 });
    await expect(link).toHaveAttribute('href', href);
  }
  const note = page.getByText('Una persona de habla nativa todavía no ha revisado esta traducción.');
  await expect(note).toBeVisible();
  await expect(note.locator('[lang="en"]')).toHaveText(
    'This translation has not been reviewed by a native speaker yet.',
  );
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
  await expect(page.getByRole('link', { name: '¿Necesita ayuda ahora?' }).last()).toHaveAttribute(
    'href',
    '/es/emergency',
  );
  await expectAccessible(page, BOTH_THEMES);
  await page.getByRole('button', { name: 'Tengo 21 años o más - Entrar' }).click();
  await expect(page).toHaveURL(/\/coa\?brand=Waxwing$/);
  await expect(page.getByRole('heading', { name: 'COA Database' })).toBeVisible();
  expect(await languageOf(page)).toBe('en');
});

test('without JavaScript the Spanish gate leads to the page that was asked for, and the Spanish calculator answers in Spanish', {
  tag: '@slow',
}, async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/coa?brand=Waxwing');
  await page.getByRole('link', { name: 'Español', exact: true }).click();
  await page.getByRole('button', { name: 'Tengo 21 años o más - Entrar' }).click();
  await expect(page).toHaveURL(/\/coa\?brand=Waxwing$/);
  await expect(page.getByRole('heading', { name: 'COA Database' })).toBeVisible();

  await page.goto('/es/dose-calculator');
  await page.getByRole('button', { name: 'Calcular' }).click();
  await expect(page).toHaveURL(/\/es\/dose-calculator\?/);
  await expect(page.getByRole('heading', { name: 'Moderada para una persona principiante' })).toBeVisible();
  await expect(page.getByText('Espere al menos 3 horas antes de tomar más.').first()).toBeVisible();
});

/** Every figure that the page's content shows, also in closed folds. */
const figuresOf = (page: Page) =>
  page.getByRole('main').evaluate((main) => (main.textContent ?? '').match(/\d+(?:[.,]\d+)*[¼½¾]?/g)?.sort());

test('the calculator answers in Spanish with the figures of the English one, and suggests no time for more', async ({
  page,
}) => {
  const query = '?mg=24&lb=140&experience=occasional&stomach=full';
  await enter(page, `/dose-calculator${query}`);
  await expect(page.getByRole('heading', { name: 'Very high for an occasional user' })).toBeVisible();
  const english = await figuresOf(page);
  await page.getByRole('link', { name: 'Español', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Muy alta para quien lo usa de vez en cuando' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/es/dose-calculator\\${query}$`));
  const main = page.getByRole('main');
  expect(await figuresOf(page)).toEqual(english);
  for (const words of [
    'Para 24 mg de THC (se cuenta como 24.6 mg), 140 lb, estómago lleno',
    'No tome más hoy.',
    'No maneje por lo menos por 12 horas y hasta que se sienta completamente normal; nunca con alcohol.',
    'de 45 a 120 minutos',
  ]) {
    await expect(main.getByText(words).first()).toBeVisible();
  }
  expect(await main.evaluate((element) => element.textContent)).not.toMatch(/\bespere\b|antes de tomar/i);
  await expect(main.getByRole('link', { name: '¿Necesita ayuda ahora?' })).toHaveAttribute('href', '/es/emergency');
  // The reasons with their sources have no translation: they are marked as English.
  await page.getByText('Por qué obtuvo este resultado').click();
  await expect(main.getByText('we show 2.5 to 5 mg as a starting range', { exact: false })).toHaveAttribute(
    'lang',
    'en',
  );
  await expectAccessible(page, BOTH_THEMES);

  await page.goto('/es/dose-calculator?mg=500');
  await expect(page.getByRole('spinbutton', { name: 'THC que piensa tomar' })).toHaveAccessibleDescription(
    /Escriba una cantidad de 0 a 100 mg/,
  );
});
