// Pages as they are without JavaScript.
import { type Browser, expect, type Page } from '@playwright/test';

export const PHONE = { width: 360, height: 740 };

export async function plainPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
  return context.newPage();
}

/** A day that is written for programs. */
const ISO_DAY = /\b(19|20)\d\d-\d\d-\d\d\b/;

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
export const idleControls = (page: Page) =>
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

/**
 * A page has its heading and all its content without scripts, no control that does nothing and no dead link.
 * @param scripted the same page with its scripts, on a phone
 * @returns where its links lead
 */
export async function expectWholeWithoutScripts(plain: Page, path: string, scripted: Page): Promise<string[]> {
  await plain.goto(path);
  await expect(plain.locator('[inert]')).toHaveCount(0);
  await expect.soft(plain.getByRole('heading', { level: 1 }), path).toHaveCount(1);
  await expect.soft(plain.getByRole('heading', { level: 1 }), path).toBeVisible();
  expect.soft(await idleControls(plain), path).toEqual([]);
  const { addresses, dead } = await linksOf(plain);
  expect.soft(dead, path).toEqual([]);

  const lines = await linesOf(plain);
  const expected = [...lines, ...(await scriptedControls(scripted))];
  const onlyScripted = (await linesOf(scripted)).filter((line) => !expected.includes(line));
  expect.soft(onlyScripted, path).toEqual([]);
  expect.soft(lines.join(' ').length, path).toBeGreaterThan(100);
  // Labs read code with days for programs.
  const days = path.startsWith('/labs') ? [] : lines.filter((line) => ISO_DAY.test(line));
  expect.soft(days, path).toEqual([]);
  return addresses;
}
