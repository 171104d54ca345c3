import { expect, type Page } from '@playwright/test';
import { BOTH_THEMES, enter, passAgeGate, test, violationsOn, waitForHydration } from './journeys';

interface Summary {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly excerpt: string;
  readonly category: string;
}

const allArticles = async (page: Page): Promise<Summary[]> => (await page.request.get('/api/articles')).json();
const cards = (page: Page, region: string) => page.getByRole('region', { name: region, exact: true }).getByRole('link');
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search articles' });

test('the education center lists its articles and recommends where to start', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 780 });
  await enter(page, '/learn');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const articles = await allArticles(page);
  await expect(page).toHaveTitle('THC Education Center - ClearBatch');
  await expect(page.getByRole('heading', { name: 'THC Education Center', level: 1 })).toBeVisible();

  await test.step('featured are the first three', async () => {
    const featured = cards(page, 'Featured Articles');
    await expect(featured).toHaveCount(3);
    for (const [place, { title }] of articles.slice(0, 3).entries()) {
      await expect(featured.nth(place)).toContainText(title);
    }
  });

  await test.step('all are listed, with what readers choose by', async () => {
    await expect(page.getByText(`Found ${articles.length} articles`, { exact: true })).toBeVisible();
    await expect(cards(page, 'All Articles')).toHaveCount(articles.length);
    for (const [place, { slug, title, category, excerpt }] of articles.entries()) {
      const card = cards(page, 'All Articles').nth(place);
      await expect(card).toHaveAttribute('href', `/learn/${slug}`);
      await expect(card).toContainText(title);
      await expect(card).toContainText(category);
      await expect(card).toContainText(excerpt);
      await expect(card).toContainText(/\d+ min read/);
      await expect(card).toContainText(/[A-Z][a-z]+ \d{1,2}, 20\d\d/);
      await expect(card.getByText('Read More')).toBeVisible();
    }
  });

  await test.step('essential reading lists the three articles for beginners, in order', async () => {
    const essential = ['article-001', 'article-002', 'article-007'].map(
      (id) => `/learn/${articles.find((article) => article.id === id)?.slug}`,
    );
    const links = cards(page, 'Essential Reading for Beginners');
    await expect(links).toHaveCount(3);
    for (const [place, href] of essential.entries()) await expect(links.nth(place)).toHaveAttribute('href', href);
  });

  await cards(page, 'All Articles').first().click();
  await expect(page.getByRole('heading', { name: articles[0]?.title, level: 1 })).toBeVisible();
});

test('categories are tabs: by mouse, by keyboard, and in the URL', async ({ page }) => {
  await enter(page, '/learn');
  const articles = await allArticles(page);
  const tabs = page.getByRole('tablist', { name: 'Category' }).getByRole('tab');
  const names = ['All Articles', ...new Set(articles.map(({ category }) => category))];
  await expect(tabs).toHaveCount(names.length);
  expect((await tabs.allTextContents()).toSorted()).toEqual(names.toSorted());

  const category = 'Safety & Dosing';
  const count = articles.filter((article) => article.category === category).length;
  await page.getByRole('tab', { name: category }).click();
  await expect(page).toHaveURL('/learn?category=safety-dosing');
  await expect(page.getByText(`Found ${count} articles in ${category}`, { exact: true })).toBeVisible();
  await expect(cards(page, category)).toHaveCount(count);
  await expect(page.getByRole('heading', { name: 'Featured Articles' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Essential Reading for Beginners' })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('tab', { name: category })).toHaveAttribute('aria-selected', 'true');
  await waitForHydration(page);
  await page.getByRole('tab', { name: category }).press('Home');
  await expect(page.getByRole('tab', { name: 'All Articles' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Featured Articles' })).toBeVisible();
  await expect(page).toHaveURL('/learn');
  await page.keyboard.press('ArrowRight');
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(tabs.last()).toBeFocused();

  await page.goto('/learn?category=gone');
  await expect(page.getByRole('tab', { name: 'All Articles' })).toHaveAttribute('aria-selected', 'true');
});

test('the search filters, reports its results, is in the URL, and can be cleared', async ({ page }) => {
  await enter(page, '/learn/dosing-guide');
  const matching: Summary[] = await (await page.request.get('/api/articles?search=lab')).json();
  const found = (category?: string) => matching.filter((article) => !category || article.category === category);
  await page.getByRole('link', { name: 'Back to Articles' }).click();

  await searchBox(page).fill('  LAB ');
  await expect(page.getByText(`Found ${found().length} articles matching "LAB"`, { exact: true })).toBeVisible();
  await expect(cards(page, 'All Articles')).toHaveCount(found().length);
  await expect(page.getByRole('heading', { name: 'Featured Articles' })).toHaveCount(0);
  await expect(page).toHaveURL('/learn?search=LAB');

  await page.getByRole('tab', { name: 'Legal & Testing' }).click();
  const both = found('Legal & Testing').length;
  await expect(
    page.getByText(`Found ${both} ${both === 1 ? 'article' : 'articles'} matching "LAB" in Legal & Testing`),
  ).toBeVisible();
  await page.reload();
  await expect(searchBox(page)).toHaveValue('LAB');
  await expect(cards(page, 'Legal & Testing')).toHaveCount(both);

  await page.getByRole('button', { name: 'Clear search', exact: true }).click();
  await expect(searchBox(page)).toHaveValue('');
  await expect(searchBox(page)).toBeFocused();
  await expect(page).toHaveURL('/learn?category=legal-testing');

  await searchBox(page).fill('zzzz');
  await expect(page.getByRole('heading', { name: 'No articles found matching your search.' })).toBeVisible();
  await expect(page.getByText('Found 0 articles matching "zzzz" in Legal & Testing')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Search', exact: true }).click();
  await expect(searchBox(page)).toBeFocused();
  await expect(page.getByRole('heading', { name: 'No articles found' })).toHaveCount(0);
  await expect(page).toHaveURL('/learn?category=legal-testing');

  await test.step('a link to the whole list works, and going back restores the search', async () => {
    await searchBox(page).fill('food');
    await expect(page).toHaveURL(/search=food/);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Education Center' }).click();
    await expect(page).toHaveURL('/learn');
    await expect(searchBox(page)).toHaveValue('');
    await page.goBack();
    await expect(searchBox(page)).toHaveValue('food');
    await page.goBack();
    await expect(page).toHaveURL('/learn/dosing-guide');
  });
});

test('the search covers whole articles, ranks titles first, and shows the matches', async ({ page }) => {
  await enter(page, '/learn');
  const results = cards(page, 'All Articles');
  for (const word of ['warfarin', 'driving', 'pregnant', 'alcohol']) {
    await searchBox(page).fill(word);
    await expect(page.getByText(new RegExp(`^Found [1-9]\\d* articles? matching "${word}"$`))).toBeVisible();
    const cardsFound = await results.all();
    expect(cardsFound.length).toBeGreaterThan(0);
    for (const card of cardsFound) {
      await expect(card.locator('mark').first()).toHaveText(new RegExp(word.slice(0, 4), 'i'));
    }
    const inTitle = await Promise.all(cardsFound.map((card) => card.locator('h3 mark').count()));
    expect(inTitle.map(Boolean)).toEqual(inTitle.map(Boolean).toSorted((a, b) => Number(b) - Number(a)));
  }

  await searchBox(page).fill('warfarin');
  await expect(page.getByText(/matching "warfarin"$/)).toBeVisible();
  const inSection = results.filter({ hasText: /In “.+”/ }).first();
  const section = /In “(.+?)”/.exec((await inSection.textContent()) ?? '')?.[1] ?? '';
  await inSection.click();
  await expect(page).toHaveURL(/\/learn\/[a-z-]+#./);
  await expect(page.getByRole('heading', { name: section, exact: true })).toBeInViewport();
});

test('results stay while new ones load, and a failed search can be retried', async ({ page }) => {
  await enter(page, '/learn?search=warfarin');
  await expect(page.getByText(/^Found .* matching "warfarin"$/)).toBeVisible();
  let answer = () => {};
  const isAwaited = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/articles?search=alcohol', async (route) => {
    await isAwaited;
    await route.continue();
  });
  await searchBox(page).fill('alcohol');
  await expect(page).toHaveURL(/search=alcohol/);
  await expect(page.getByText(/^Found .* matching "warfarin"$/)).toBeVisible();
  answer();
  await expect(page.getByText(/^Found .* matching "alcohol"$/)).toBeVisible();

  await page.route('**/api/articles?search=sleep', (route) => route.fulfill({ status: 503, body: 'busy' }));
  await searchBox(page).fill('sleep');
  await expect(page.getByRole('heading', { name: 'The search did not work' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/^Found .* matching "sleep"$/)).toBeVisible();
});

/** Navigates within the app, because a full page load preloads the list. */
async function openFromElsewhere(page: Page): Promise<void> {
  await page.goto('/submit-coa');
  await waitForHydration(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Education Center' }).click();
  await expect(page.getByRole('heading', { name: 'THC Education Center' })).toBeVisible();
}

test('an empty list, a failed response and a slow one', async ({ page }) => {
  await enter(page, '/submit-coa');
  await page.route('**/api/articles', (route) => route.fulfill({ json: [] }));
  await openFromElsewhere(page);
  await expect(page.getByRole('heading', { name: 'No articles available.' })).toBeVisible();
  await searchBox(page).fill('food');
  await page.getByRole('button', { name: 'Clear Search', exact: true }).click();
  await expect(searchBox(page)).toHaveValue('');

  await page.unrouteAll();
  await page.route('**/api/articles', (route) => route.fulfill({ status: 503, body: 'busy' }));
  await openFromElsewhere(page);
  await expect(page.getByRole('heading', { name: "We couldn't load the articles" })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Featured Articles' })).toBeVisible();

  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/articles', async (route) => {
      await asked;
      await route.continue();
    });
    await openFromElsewhere(page);
    await expect(page.getByText('Loading articles')).toBeAttached();
    await page.evaluate(() => document.fonts.ready);
    const last = page.getByRole('heading', { name: 'All Articles' });
    const before = await last.boundingBox();
    answer();
    await expect(cards(page, 'Featured Articles')).toHaveCount(3);
    expect((await last.boundingBox())?.y, `at ${width}`).toBeCloseTo(before?.y ?? 0, 0);
    await page.unrouteAll();
  }
});

test('an article shows its details and where to go next', async ({ page }) => {
  await enter(page, '/learn/dosing-guide');
  const article = await (await page.request.get('/api/articles/dosing-guide')).json();
  await expect(page).toHaveTitle(`${article.title} - ClearBatch`);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/learn\/dosing-guide$/);
  await expect(page.locator('meta[name="keywords"]')).toHaveAttribute('content', article.keywords);
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', article.excerpt);

  const main = page.getByRole('main');
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(breadcrumb.getByRole('link', { name: 'Learn' })).toHaveAttribute('href', '/learn');
  await expect(breadcrumb.getByText(article.title)).toHaveAttribute('aria-current', 'page');
  await expect(main.getByRole('link', { name: 'Back to Articles' })).toHaveAttribute('href', '/learn');
  await expect(main.getByRole('heading', { name: article.title, level: 1 })).toBeVisible();
  await expect(main.getByText(article.category, { exact: true }).first()).toBeVisible();
  await expect(main.getByText(article.readTime, { exact: true }).first()).toBeVisible();
  await expect(main.getByText(`${article.wordCount.toLocaleString('en-US')} words`)).toBeVisible();
  await expect(main.getByText(article.excerpt)).toBeVisible();
  await expect(main.getByText('November 4, 2026').first()).toBeVisible();
  await expect(main.getByText('Facts checked November 21, 2026')).toBeVisible();
  await expect(main.getByText('Educational content')).toBeVisible();
  const reminders = main.getByRole('complementary', { name: 'Safety reminders' });
  await expect(reminders.getByRole('listitem')).toHaveCount(7);
  await expect(reminders.getByRole('link', { name: '1-800-222-1222' })).toHaveAttribute('href', 'tel:+18002221222');

  const related = cards(page, 'Related Articles');
  await expect(related).toHaveCount(3);
  await expect(related.first()).toContainText(article.category);
  for (const link of await related.all()) await expect(link).not.toHaveAttribute('href', '/learn/dosing-guide');

  const waysOn = main.getByRole('navigation', { name: 'Where to go next' }).getByRole('link');
  const addresses = await waysOn.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(addresses).toEqual(['/learn', '/responsible-use', '/dose-calculator', '/coa-database']);
});

test('related articles are three others, same category first', async ({ page }) => {
  for (const { slug, category } of await allArticles(page)) {
    const { related }: { related: Summary[] } = await (await page.request.get(`/api/articles/${slug}`)).json();
    expect(related.map((other) => other.slug)).not.toContain(slug);
    expect(related).toHaveLength(3);
    const same = related.map((other) => other.category === category);
    expect(same).toEqual(same.toSorted((a, b) => Number(b) - Number(a)));
  }
});

test('a missing article says so, and one that fails to load can be retried', async ({ page }) => {
  await enter(page, '/learn/no-such-article');
  await expect(page.getByRole('heading', { name: 'Article Not Found', level: 1 })).toBeVisible();
  await expect(page.getByText("The article you're looking for doesn't exist or has been moved.")).toBeVisible();
  await expect(page).toHaveTitle('Article Not Found - ClearBatch');
  await page.getByRole('link', { name: 'Back to Articles' }).click();
  await expect(page).toHaveURL('/learn');

  await page.route('**/api/articles/onset-duration', (route) => route.fulfill({ status: 500, body: '' }));
  await cards(page, 'All Articles').filter({ hasText: 'How soon' }).click();
  await expect(page.getByRole('heading', { name: "We couldn't load this article" })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: /^How soon/, level: 1 })).toBeVisible();
});

test('the table of contents works by keyboard and marks the current section', async ({ browser }) => {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await page.setViewportSize({ width: 1280, height: 900 });
  await enter(page, '/learn/reading-lab-results');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const marked = contents.locator('[aria-current="location"]');
  const headings = page.locator('.prose').locator('h2, h3, h4');
  await expect(headings.first()).toBeVisible();
  await expect(contents.getByRole('link')).toHaveText(await headings.allTextContents());
  await expect(marked).toHaveText('Key points');

  await test.step('Enter goes to a heading and focuses it, and Back returns', async () => {
    await contents.getByRole('link', { name: 'A caution about 0.3 percent' }).press('Enter');
    const heading = page.getByRole('heading', { name: 'A caution about 0.3 percent' });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();
    await expect(page).toHaveURL(/#a-caution-about-0-3-percent$/);
    await expect(marked).toHaveText('A caution about 0.3 percent');
    const banner = await page.getByRole('complementary', { name: 'Compliance' }).boundingBox();
    expect((await heading.boundingBox())?.y).toBeGreaterThan(banner?.height ?? 0);
    await page.goBack();
    await expect(page).toHaveURL('/learn/reading-lab-results');
    await expect(marked).toHaveText('Key points');
  });

  await test.step('the mark follows the scroll position and stays visible', async () => {
    for (const name of ['The panels', 'Red flags', 'Sources', 'Total THC']) {
      await page.getByRole('heading', { name, exact: true }).evaluate((element) => element.scrollIntoView());
      await expect(marked).toHaveText(name);
      await expect(marked).toBeInViewport();
    }
  });

  await test.step('on a phone it folds', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto('/learn/reading-lab-results');
    const fold = contents.locator('summary');
    await expect(fold).toHaveText('On this page');
    await expect(contents.getByRole('link')).toHaveCount(0);
    await fold.press('Enter');
    await expect(fold.locator('..')).toHaveJSProperty('open', true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(contents.getByRole('link', { name: 'Read it in this order' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Read it in this order' })).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Read it in this order' })).toBeInViewport();
  });
});

test('a URL with a hash scrolls to its heading', async ({ page }) => {
  await enter(page, '/learn/reading-lab-results#red-flags');
  await expect(page.getByRole('heading', { name: 'Red flags' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Red flags' })).toBeInViewport();
  await page.goto('/learn');
  await page.goto('/learn/reading-lab-results#%E0%A4%A');
  await expect(page.getByRole('heading', { name: 'Reading lab results', level: 1 })).toBeVisible();
});

test('footnotes link to their sources and back, with touch targets that are large enough', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 780 });
  await enter(page, '/learn/understanding-thc-beverages');
  const mark = page.getByRole('link', { name: 'Source 3', exact: true }).first();
  await mark.click();
  await expect(page.locator('#fn3')).toBeFocused();
  await expect(page.locator('#fn3')).toBeInViewport();
  await page.getByRole('link', { name: 'Back to the text, source 3', exact: true }).press('Enter');
  await expect(mark).toBeFocused();
  await expect(mark).toBeInViewport();

  const marks = page.locator('.footnote-ref a, .footnote-backref');
  expect(await marks.count()).toBeGreaterThan(20);
  const boxes = await marks.evaluateAll((links) =>
    links.map((link) => {
      const { x, y, width, height } = link.getBoundingClientRect();
      return { x, y, width, height, right: x + width, bottom: y + height };
    }),
  );
  expect(boxes.filter(({ width, height }) => width < 24 || height < 24)).toEqual([]);
  const shared = boxes.filter((a, place) =>
    boxes.slice(place + 1).some((b) => a.x < b.right - 0.5 && b.x < a.right - 0.5 && a.y === b.y),
  );
  expect(shared).toEqual([]);
});

test('links in the text navigate without a page load', async ({ page }) => {
  await enter(page, '/learn/understanding-thc-beverages');
  await page.evaluate(() => Object.assign(window, { loaded: 'once' }));
  await page.locator('.prose').getByRole('link', { name: 'dosing guide' }).click();
  await expect(page.getByRole('heading', { name: /^Dosing guide/, level: 1 })).toBeVisible();
  expect(await page.evaluate(() => 'loaded' in window)).toBe(true);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Understanding THC beverages', level: 1 })).toBeVisible();
});

test('sharing copies the URL if the device has no share sheet', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  await enter(page, '/learn/onset-duration#the-morning-after');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Link copied', { exact: true })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(copied).pathname).toBe('/learn/onset-duration');
});

test('a wide table scrolls by itself and by keyboard; others get no tab stop', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 780 });
  await enter(page, '/learn/dosing-guide');
  const table = page.getByRole('group', { name: 'Table: A place to start' });
  await expect(table).toHaveAttribute('tabindex', '0');
  await table.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(table).not.toHaveAttribute('tabindex');
});

test('on a narrow phone nothing scrolls sideways, and diagrams are readable at every width', async ({ page }) => {
  await passAgeGate(page);
  for (const { slug } of await allArticles(page)) {
    await page.setViewportSize({ width: 320, height: 780 });
    await page.goto(`/learn/${slug}`);
    await expect(page.locator('.prose')).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), slug).toBeLessThanOrEqual(320);
    for (const diagram of await page.locator('.diagram').all()) {
      await expect(diagram.getByRole('img')).toHaveAccessibleName(/\w+ \w+/);
      await expect(diagram.getByRole('img')).toHaveAccessibleDescription(/\w+ \w+/);
      for (const width of [320, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await diagram.evaluate(flawsOf), `${slug} at ${width}`).toEqual([]);
      }
    }
  }
});

/** Runs in the page: diagram labels that are too small, outside the drawing, or overlap. */
function flawsOf(diagram: Element): string[] {
  const frame = diagram.getBoundingClientRect();
  const words = [...diagram.querySelectorAll('text')].map((element) => ({
    text: element.textContent,
    size: Number.parseFloat(getComputedStyle(element).fontSize),
    box: element.getBoundingClientRect(),
  }));
  const small = words.filter(({ size }) => size < 11).map(({ text }) => `small: ${text}`);
  const outside = words
    .filter(({ box }) => box.left < frame.left - 1 || box.right > frame.right + 1)
    .map(({ text }) => `outside: ${text}`);
  const meet = (a: DOMRect, b: DOMRect) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom - 5 && b.top < a.bottom - 5;
  const together = words.flatMap((a, place) =>
    words.slice(place + 1).flatMap((b) => (meet(a.box, b.box) ? [`together: ${a.text}, ${b.text}`] : [])),
  );
  return [...small, ...outside, ...together];
}

test('an article with its table of contents unfolded is accessible, in both themes', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 900 });
  await enter(page, '/learn/reading-lab-results');
  await page.getByRole('navigation', { name: 'On this page' }).locator('summary').click();
  for (const colorScheme of BOTH_THEMES) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsOn(page, { looksOnly: colorScheme !== BOTH_THEMES[0] }), colorScheme).toEqual([]);
  }
});
