// Whether each page is whole without JavaScript: budgets.e2e.ts, which opens every page.
import { expect } from '@playwright/test';
import { passAgeGate, test } from './journeys';
import { idleControls, PHONE, plainPage } from './plain-page';

const ENTER = { name: "I'm 21+ - Enter Site" };

test('the gate has no control that does nothing, and leads on', async ({ browser }) => {
  const page = await plainPage(browser);
  for (const [path, target] of [
    ['/age-gate', '/'],
    ['/coa', '/coa'],
  ] as const) {
    await page.context().clearCookies();
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Age Verification Required' })).toBeVisible();
    expect(await idleControls(page), path).toEqual([]);
    await page.getByRole('button', ENTER).click();
    await expect(page).toHaveURL(target);
    await expect(page.locator('[inert]')).toHaveCount(0);
  }
});

test('menu, filters and contents open and close, the menu leads to the pages it names, and lists are searched with a form', async ({
  browser,
}) => {
  const page = await plainPage(browser);
  await passAgeGate(page);
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  const inContents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link').first();
  const brand = page.getByLabel('Brand', { exact: true });
  const foldOf = (label: string) => page.locator('summary').filter({ hasText: label });
  for (const [path, folds] of [
    ['/learn/dosing-guide', [['On this page', inContents]]],
    [
      '/coa',
      [
        ['Open menu', links.first()],
        ['Filters', brand],
      ],
    ],
  ] as const) {
    await page.goto(path);
    for (const [label, content] of folds) {
      await page.setViewportSize(PHONE);
      await expect(content, label).toBeHidden();
      await foldOf(label).click();
      await expect(content, label).toBeVisible();
      await foldOf(label).click();
      await expect(content, label).toBeHidden();
      await page.setViewportSize({ width: 1280, height: 900 });
      await expect(content, label).toBeVisible();
      await expect(foldOf(label), label).toBeHidden();
    }
  }

  await page.setViewportSize(PHONE);
  await foldOf('Open menu').click();
  await expect(links).toHaveText(['Home', 'Learn', 'COA Database', 'Brands', 'Submit COA', 'Safety']);
  for (const [at, href] of ['/', '/learn', '/coa', '/brands', '/submit-coa', '/responsible-use'].entries()) {
    await expect(links.nth(at)).toHaveAttribute('href', href);
    expect((await links.nth(at).boundingBox())?.height, href).toBeGreaterThanOrEqual(44);
  }
  for (const [name, path, heading] of [
    ['Brands', '/brands', 'Verified Brands'],
    ['Home', '/', 'Know what is in the can'],
  ] as const) {
    await links.filter({ hasText: name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(links).toHaveCount(0);
    await foldOf('Open menu').click();
    await expect(links.filter({ hasText: name })).toHaveAttribute('aria-current', 'page');
  }

  for (const [path, text, found] of [
    ['/coa', 'yuzu', 'Yuzu Seltzer 5 mg'],
    ['/brands', 'juniper', 'Juniper & Tide'],
    ['/learn', 'driving', 'articles matching "driving"'],
  ] as const) {
    await page.goto(path);
    const search = page
      .getByRole('main')
      .getByRole('search')
      .filter({ has: page.getByRole('searchbox') })
      .first();
    await search.getByRole('searchbox').fill(text);
    await search.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(new RegExp(`[?&]search=${text}`));
    await expect(page.getByRole('main').getByText(found).filter({ visible: true }).first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('searchbox').first()).toHaveValue(text);
  }
});
