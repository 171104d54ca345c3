import { expect, type Page } from '@playwright/test';
import { BOTH_THEMES, enter, expectAccessible, test, waitForHydration } from './journeys';

const figures = (page: Page) => page.getByRole('region', { name: 'The site in figures' });
const card = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Quick access' }).getByRole('link', { name });
const calculatorHeading = (page: Page) => page.getByRole('heading', { name: 'Dose Calculator', level: 2, exact: true });
const email = (page: Page) => page.getByLabel('Email address');
const subscribe = (page: Page) => page.getByRole('button', { name: 'Subscribe', exact: true });

test('the home page says what the site is, with counts, what the law says, links and common questions', async ({
  page,
}) => {
  await enter(page);
  await expect(page).toHaveTitle('Know what is in the can - ClearBatch');
  await expect(page.getByRole('heading', { level: 1, name: 'Know what is in the can' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Start learning' })).toHaveAttribute('href', '/learn');
  await expect(page.getByRole('link', { name: 'Find a batch' })).toHaveAttribute('href', '/coa');
  await expect(card(page, 'Education Center')).toHaveAttribute('href', '/learn');
  await expect(card(page, 'COA Database')).toHaveAttribute('href', '/coa');

  await test.step('counts, with the Farm Bill sentence next to them', async () => {
    const articles = await (await page.request.get('/api/articles')).json();
    const { totalCoas, totalBrands, allPanelsPercent } = await (await page.request.get('/api/coa-statistics')).json();
    expect(allPanelsPercent).toBeLessThan(100);
    await expect(figures(page).getByRole('definition')).toHaveText([
      String(articles.length),
      String(totalCoas),
      String(totalBrands),
      `${allPanelsPercent}%`,
    ]);
    await expect(figures(page)).toContainText('report all four contaminant panels');
    await expect(figures(page)).toContainText(
      '2018 Farm Bill definition: ≤0.3% delta-9 THC by dry weight. Federal rules are changing Dec 11, 2026 — see Legal.',
    );
    await expect(figures(page).getByRole('link', { name: 'What changes on December 11' })).toHaveAttribute(
      'href',
      '/law/december-11',
    );
  });

  await test.step('four questions, with the quick onset next to the cautious one', async () => {
    const questions = page.getByRole('region', { name: 'Common questions' });
    await expect(questions.getByRole('group')).toHaveCount(4);
    await questions.getByText('How soon will I feel a THC drink?').click();
    await expect(questions.getByText(/15–45 minutes.+30 minutes to 2 hours/)).toBeVisible();
    await questions.getByText('How much should I start with?').click();
    await expect(questions.getByText('1–2.5 mg in total')).toBeVisible();
  });

  await test.step('counts that do not load fall back to safe minimum values', async () => {
    await page.goto('/submit-coa');
    await waitForHydration(page);
    for (const path of ['**/api/articles', '**/api/coa-statistics']) await page.route(path, (route) => route.abort());
    await page.getByRole('link', { name: 'ClearBatch, home' }).click();
    await expect(figures(page).getByRole('definition')).toHaveText(['12+', '30+', '16', '–']);
  });
});

test('a URL with the hash and the calculator card lead to the calculator and move the focus to its heading, and the page with a result is accessible', {
  tag: '@slow',
}, async ({ page }) => {
  await enter(page, '/#dose-calculator');
  await expect(calculatorHeading(page)).toBeFocused();
  await expect(calculatorHeading(page)).toBeInViewport();
  await page.reload();
  await expect(calculatorHeading(page)).toBeFocused();
  await page.goto('/');
  await waitForHydration(page);
  for (const time of ['first', 'second']) {
    await page.evaluate(() => window.scrollTo(0, 0));
    await card(page, 'Dose Calculator').press('Enter');
    await expect(calculatorHeading(page), time).toBeFocused();
    await expect(calculatorHeading(page), time).toBeInViewport();
  }
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('THC you are considering, in total (mg)')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Moderate for a beginner', level: 3 })).toBeFocused();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByText('How soon will I feel a THC drink?').click();
  await expectAccessible(page, BOTH_THEMES);
});

test('the newsletter form says why it failed and keeps the address, says thank you, and can be filled in again', {
  tag: '@slow',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await enter(page);
  await expect(page.getByText('you confirm that you are 21 or older')).toBeVisible();
  await expect(subscribe(page)).toBeDisabled();
  await email(page).fill('sam');
  await expect(subscribe(page)).toBeDisabled();
  await email(page).press('Enter');
  await expect(page.getByRole('heading', { name: 'Thank you' })).toHaveCount(0);

  await test.step('a failed subscription', async () => {
    await email(page).fill('sam@');
    await subscribe(page).click();
    await expect(page.getByText('Subscription failed', { exact: true })).toBeVisible();
    await expect(page.getByText('Enter a valid email address').first()).toBeVisible();
    await page.route('**/api/subscribe', (route) => route.abort());
    await email(page).fill('sam@mail.example');
    await subscribe(page).click();
    await expect(page.getByText('Please try again later.', { exact: true })).toBeVisible();
    await expect(email(page)).toHaveValue('sam@mail.example');
    await page.unroute('**/api/subscribe');
  });

  await test.step('a subscription', async () => {
    const sent = page.waitForRequest('**/api/subscribe');
    await email(page).press('Enter');
    expect((await sent).postDataJSON()).toEqual({ email: 'sam@mail.example', source: 'homepage' });
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused();
    await expect(page.getByText('Successfully subscribed!', { exact: true })).toBeVisible();
    await expect(
      page.getByText("Thank you for joining our newsletter. You'll receive educational updates about THC beverages."),
    ).toHaveCount(2);
    await expectAccessible(page, BOTH_THEMES);
    await page.getByRole('button', { name: 'Add another address' }).click();
    await expect(email(page)).toHaveValue('');
    await expect(email(page)).toBeFocused();
  });
});
