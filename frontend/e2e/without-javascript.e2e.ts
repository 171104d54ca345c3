import { type Browser, expect, type Page } from '@playwright/test';
import { passAgeGate, publicPages, test, waitForHydration } from './journeys';

const PHONE = { width: 360, height: 740 };

async function plainPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
  return context.newPage();
}

/** A day that is written for programs. */
const ISO_DAY = /\b(19|20)\d\d-\d\d-\d\d\b/;

const ENTER = { name: "I'm 21+ - Enter Site" };

/** What a visitor sees in <main>, line by line. */
const linesOf = async (page: Page) =>
  (await page.getByRole('main').innerText())
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What only scripts can do anything with is not shown without them; nor is what is said beside a button. */
const scriptedControls = (page: Page) =>
  page
    .locator('main button[type="button"], main button[type="button"] + span, main [class*="noscript:hidden"]')
    .evaluateAll((all) => all.flatMap((control) => (control as HTMLElement).innerText.split('\n')));

/** Controls that a visitor could press or change, although without scripts nothing comes of it. */
const idleControls = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, input, select, textarea, [role="button"], [onclick]')]
      .filter((control) => control.checkVisibility() && !control.matches(':disabled') && !control.closest('[inert]'))
      .filter((control) => !control.closest('form') || control.matches('button[type="button"]'))
      .map((control) => control.outerHTML.slice(0, 200)),
  );

/** Where the visible links of a page lead on this site, and those that lead nowhere. */
const linksOf = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('a')].filter((link) => link.checkVisibility());
    const within = all.filter(({ pathname, search, hash }) => {
      const isHere = pathname === location.pathname && search === location.search;
      return isHere && hash !== '';
    });
    return {
      addresses: all
        .filter(({ origin }) => origin === location.origin)
        .map(({ pathname, search }) => pathname + search),
      dead: [
        ...all.filter((link) => !link.getAttribute('href')).map(({ outerHTML }) => outerHTML),
        ...within.filter(({ hash }) => !document.getElementById(decodeURIComponent(hash.slice(1)))).map(String),
      ],
    };
  });

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

test('every page has its heading and all its content, no control that does nothing, and only links that lead somewhere', async ({
  browser,
  page,
}) => {
  await page.setViewportSize(PHONE);
  await passAgeGate(page);
  const plain = await plainPage(browser);
  await passAgeGate(plain);
  const linked = new Set<string>();
  // Past the gate, its own address shows the home page.
  for (const { path } of (await publicPages(plain)).filter(({ id }) => !id.startsWith('ageGate'))) {
    await test.step(path, async () => {
      await plain.goto(path);
      await expect(plain.locator('[inert]')).toHaveCount(0);
      await expect.soft(plain.getByRole('heading', { level: 1 }), path).toHaveCount(1);
      await expect.soft(plain.getByRole('heading', { level: 1 }), path).toBeVisible();
      expect.soft(await idleControls(plain), path).toEqual([]);
      const { addresses, dead } = await linksOf(plain);
      expect.soft(dead, path).toEqual([]);
      for (const address of addresses) linked.add(address);

      await page.goto(path);
      await waitForHydration(page);
      const lines = await linesOf(plain);
      const expected = [...lines, ...(await scriptedControls(page))];
      expect
        .soft(
          (await linesOf(page)).filter((line) => !expected.includes(line)),
          path,
        )
        .toEqual([]);
      expect.soft(lines.join(' ').length, path).toBeGreaterThan(100);
      // Labs read code with days for programs.
      if (!path.startsWith('/labs'))
        expect
          .soft(
            lines.filter((line) => ISO_DAY.test(line)),
            path,
          )
          .toEqual([]);
    });
  }
  expect(linked.size).toBeGreaterThan(60);
  for (const address of linked) expect.soft((await plain.request.get(address)).status(), address).toBe(200);
});

test('menu, filters and contents open and close, and the menu leads to the pages it names', async ({ browser }) => {
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
});

test('lists are searched with a form', async ({ browser }) => {
  const page = await plainPage(browser);
  await passAgeGate(page);
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
