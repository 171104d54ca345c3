import { expect, type Page } from '@playwright/test';
import states from '../../content/states.json' with { type: 'json' };
import { BOTH_THEMES, enter, expectAccessible, sidewaysScroll, test, waitForHydration } from './journeys';

test.use({ viewport: { width: 360, height: 740 } });

const headings = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });

test('by keyboard, a visitor finds their state from the home page, has it remembered, and changes it', {
  tag: '@slow',
}, async ({ page }) => {
  await enter(page, '/');
  const link = page.getByRole('main').getByRole('link', { name: 'The law in your state' });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/law');
  const list = page.getByRole('region', { name: 'Find your state' });
  await expect(list.getByRole('link')).toHaveCount(51);
  await expect(page.getByText('Your state:')).toHaveCount(0);
  await list.getByRole('link', { name: 'Virginia' }).first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Virginia: hemp THC drinks and the law');

  const button = page.getByRole('button', { name: 'Remember as my state' });
  await button.focus();
  await page.keyboard.press('Enter');
  const status = page.getByRole('status').filter({ hasText: /state/ });
  await expect(status).toHaveText('Virginia is remembered as your state, on this device only.');
  await expect(page.getByRole('button', { name: 'Forget my state' })).toBeFocused();

  await test.step('it stays after a reload, and another state replaces it in one tap', async () => {
    await page.reload();
    await waitForHydration(page);
    await expect(status).toContainText('Virginia is remembered');
    await page.goto('/law/vermont');
    await waitForHydration(page);
    await expect(status).toHaveText('Your state is now Virginia.');
    await page.getByRole('button', { name: 'Remember as my state' }).click();
    await expect(status).toContainText('Vermont is remembered');
    await page.goto('/law');
    await waitForHydration(page);
    await page.getByRole('main').getByText('Your state: Vermont').getByRole('link').click();
    await expect(page).toHaveURL('/law/vermont');
    await page.getByRole('button', { name: 'Forget my state' }).click();
    expect(await page.evaluate(() => localStorage.getItem('home-state'))).toBeNull();
  });
});

test('a state says what was read, what was reported, or that nothing was, and whom to ask', async ({ page }) => {
  await test.step('the law article leads to it', async () => {
    await enter(page, '/learn/legal-considerations');
    await page.getByRole('main').getByRole('link', { name: 'KY', exact: true }).click();
    await expect(page).toHaveURL('/law/kentucky');
  });

  await test.step('read in part', async () => {
    await page.goto('/law/connecticut');
    const known = page.getByRole('region', { name: 'What we know about Connecticut' });
    await expect(known).toContainText('We have read parts of its rules, not all of them.');
    await expect(known).toContainText('We read it on November 22, 2026.');
    await expect(known.getByRole('link', { name: 'The text at www.cga.ct.gov' })).toHaveAttribute('href', /^https:/);
    await expect(known).toContainText('Up to 3 mg per 12-oz container');
    await expect(known).not.toContainText('out of date');
    await expect(page.getByText('Ask the Connecticut Department of Consumer Protection.')).toBeVisible();
    await expectAccessible(page, BOTH_THEMES);
  });

  await test.step('reported changed: no verdict, and what we found is marked', async () => {
    await page.goto('/law/ohio');
    const known = page.getByRole('region', { name: 'What we know about Ohio' });
    await expect(known).toContainText("We haven't read its law. This is what others say about it.");
    await expect(known).toContainText('No certificate is compared with it now.');
    await expect(known).toContainText('It may have changed since. Treat it as out of date.');
  });

  await test.step('not read, and no agency found', async () => {
    await page.goto('/law/west-virginia');
    const known = page.getByRole('region', { name: 'What we know about West Virginia' });
    await expect(known).toContainText('Not read yet');
    await expect(known).toContainText('That does not mean it has no limit.');
    await expect(page.getByText("We haven't found this state's agency yet.")).toBeVisible();
    await expect(page.getByRole('region', { name: 'In the whole country' })).toContainText(
      'Starts on December 11, 2026',
    );
    await expectAccessible(page, BOTH_THEMES);
  });

  await test.step('an unknown state', async () => {
    await page.goto('/law/atlantis');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 - Page Not Found');
  });
});

test('no state has a page without an answer, an agency or a next step, or wider than a small phone', {
  tag: '@slow',
}, async ({ page }) => {
  await enter(page, '/law');
  await expectAccessible(page, BOTH_THEMES);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const { slug, name } of states.states) {
    await page.locator(`main a[href="/law/${slug}"]`).first().click();
    await expect(headings(page)).toHaveText([
      `What we know about ${name}`,
      'In the whole country',
      'Ask before you rely on it',
    ]);
    expect(await sidewaysScroll(page), slug).toBeLessThanOrEqual(0);
    await page.goBack();
  }
});

test('what changes on December 11 counts the lab reports above the limit, and leads to them', async ({ page }) => {
  await enter(page, '/law');
  await page.getByRole('contentinfo').getByRole('link', { name: 'December 11, 2026' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What changes on December 11, 2026');
  const answer = await page.request.get('/api/coa?rule=us-2026-12-11&verdict=above&limit=200');
  const above = (await answer.json()).length;
  const counted = page.getByRole('region', { name: 'Lab reports above the limit' });
  await expect(counted).toContainText(new RegExp(`^Lab reports above the limit${above} of \\d+ current lab reports`));
  await expect(page.getByText('This page is current as of November 21, 2026.')).toBeVisible();
  await expect(page.getByText('This day has come')).toHaveCount(0);
  await expectAccessible(page, BOTH_THEMES);
  await page.setViewportSize({ width: 360, height: 740 });
  await counted.getByRole('link', { name: 'See these lab reports' }).click();
  await expect(page).toHaveURL('/coa?rule=us-2026-12-11&verdict=above');
  await expect(page.getByRole('status').filter({ hasText: /found$/ })).toContainText(String(above));
});
