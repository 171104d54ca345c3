import { expect, type Page } from '@playwright/test';
import { BOTH_THEMES, expectAccessible, openFully, passAgeGate, publicPages, signIn, test } from './journeys';

const STAFF_SCREENS = ['/admin', '/admin/brands'];

test('no screen of a review has an accessibility violation or scrolls sideways, in either theme', async ({ page }) => {
  await openFully(page, '/admin');
  await expectAccessible(page, BOTH_THEMES);
  await signIn(page);
  for (const screen of STAFF_SCREENS) {
    await openFully(page, screen);
    await expectAccessible(page, BOTH_THEMES);
  }
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Start reviewing' }).click();
  await expect(page.getByRole('heading', { name: 'As submitted' })).toBeVisible();
  await expectAccessible(page, BOTH_THEMES);
  for (const standing of ['withdrawn', 'superseded', 'approved']) {
    await page.goto(`/admin?standing=${standing}`);
    await page.getByRole('main').getByRole('listitem').getByRole('link', { name: / mg$/ }).first().click();
    await expect(page.getByRole('heading', { name: 'As submitted' })).toBeVisible();
    await expectAccessible(page, BOTH_THEMES);
  }
  await page.getByRole('link', { name: 'Amend' }).click();
  await expect(page.getByRole('heading', { name: 'Amend a certificate' })).toBeVisible();
  await expectAccessible(page, BOTH_THEMES);
});

/** The chapters of a guide are of one kind, and so are those of the API reference. */
const ONE_OF_MANY = /^labs\/(?!guide\/webhooks$|api$|api\/certificates$)/;

/** What opens one kind of page in another state. */
const STATES = [
  { id: 'missingBatch', path: '/coa/none' },
  { id: 'withdrawnCertificate', path: '/certificates/CB-WWNK-X25K' },
  { id: 'searchResults', path: '/search?q=yuzu' },
  { id: 'notFound', path: '/none' },
];

test('a screen reader finds the landmarks and headings of each kind of page, in order', async ({ page }) => {
  const outlines = [`ageGate\n${await outlineOf(page, '/')}`];
  await passAgeGate(page);
  const kinds = (await publicPages(page)).filter(({ id }) => !ONE_OF_MANY.test(id) && !id.startsWith('ageGate'));
  for (const { id, path } of [...kinds, ...STATES]) outlines.push(`${id}\n${await outlineOf(page, path)}`);
  await signIn(page);
  for (const path of STAFF_SCREENS) outlines.push(`${path}\n${await outlineOf(page, path)}`);
  expect(outlines.join('\n\n')).toMatchSnapshot('outlines.txt');
});

const LANDMARK_OR_HEADING =
  /^ *- (?:banner|complementary|contentinfo|dialog|form|heading|main|navigation|region|search)\b/;

/** The lines of the page's ARIA snapshot that screen readers list to move around in it. */
async function outlineOf(page: Page, path: string): Promise<string> {
  await openFully(page, path);
  const lines = (await page.locator('body').ariaSnapshot()).split('\n');
  return lines.filter((line) => LANDMARK_OR_HEADING.test(line)).map((line) => line.replace(/:$/, '')).join('\n');
}
