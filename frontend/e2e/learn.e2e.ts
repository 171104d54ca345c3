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
    await expect(featured).toContainText(articles.slice(0, 3).map(({ title }) => title));
  });

  await test.step('all are listed, with what readers choose by', async () => {
    await expect(page.getByText(`Found ${articles.length} articles`, { exact: true })).toBeVisible();
    await expect(cards(page, 'All Articles')).toHaveCount(articles.length);
    const all = cards(page, 'All Articles');
    const addresses = await all.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(addresses).toEqual(articles.map(({ slug }) => `/learn/${slug}`));
    await expect(all).toContainText(articles.map(({ title }) => title));
    await expect(all).toContainText(articles.map(({ category }) => category));
    await expect(all).toContainText(articles.map(({ excerpt }) => excerpt));
    for (const shown of [/\d+ min read/, /[A-Z][a-z]+ \d{1,2}, 20\d\d/, /Read More/])
      await expect(all).toContainText(articles.map(() => shown));
  });

  await test.step('essential reading lists the three articles for beginners, in order', async () => {
    const essential = ['article-001', 'article-002', 'article-007'].map(
      (id) => `/learn/${articles.find((article) => article.id === id)?.slug}`,
    );
    const links = cards(page, 'Essential Reading for Beginners');
    await expect(links).toHaveCount(3);
    for (const [place, href] of essential.entries()) await expect(links.nth(place)).toHaveAttribute('href', href);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(
      'Essential Reading for Beginners',
    );
  });

  await cards(page, 'All Articles').first().click();
  await expect(page.getByRole('heading', { name: articles[0]?.title, level: 1 })).toBeVisible();
});

test('categories are tabs: by mouse, by keyboard, and in the URL', { tag: '@slow' }, async ({ page }) => {
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
  await expect(page.getByRole('main').getByRole('link', { name: '1-800-222-1222' })).toBeVisible();
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

test('the search shows its matches in whole articles, keeps results while new ones load, and can be retried', {
  tag: '@slow',
}, async ({ page }) => {
  await enter(page, '/learn?search=warfarin');
  const results = cards(page, 'All Articles');
  await expect(page.getByText(/^Found [1-9]\d* articles? matching "warfarin"$/)).toBeVisible();
  for (const card of await results.all()) await expect(card.locator('mark').first()).toHaveText(/warf/i);
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

  await searchBox(page).fill('warfarin');
  await expect(page.getByText(/matching "warfarin"$/)).toBeVisible();
  const inSection = results.filter({ hasText: /In “.+”/ }).first();
  const section = /In “(.+?)”/.exec((await inSection.textContent()) ?? '')?.[1] ?? '';
  await inSection.click();
  await expect(page).toHaveURL(/\/learn\/[a-z-]+#./);
  await expect(page.getByRole('heading', { name: section, exact: true })).toBeInViewport();
});

/** Navigates within the app, because a full page load preloads the list. */
async function openFromElsewhere(page: Page): Promise<void> {
  await page.goto('/submit-coa');
  await waitForHydration(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Education Center' }).click();
  await expect(page.getByRole('heading', { name: 'THC Education Center' })).toBeVisible();
}

test('an empty list, a failed response and a slow one', { tag: '@slow' }, async ({ page }) => {
  await passAgeGate(page);
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

  await test.step('what comes late moves nothing, at any width', async () => {
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
    const loading = await placesOfAllArticles(page);
    answer();
    await expect(cards(page, 'Featured Articles')).toHaveCount(3);
    const loaded = await placesOfAllArticles(page);
    for (const [at, y] of loaded.entries()) expect(y, `${loading}, then ${loaded}`).toBeCloseTo(loading[at] ?? 0, 0);
  });
});

/** How far down the last shelf begins, at several widths. */
async function placesOfAllArticles(page: Page): Promise<number[]> {
  const places: number[] = [];
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const box = await page.getByRole('heading', { name: 'All Articles' }).boundingBox();
    places.push(box?.y ?? Number.NaN);
  }
  return places;
}

test('an article shows its details and where to go next, its tables fit a phone, and the button to the top covers nothing there', async ({
  page,
}) => {
  await enter(page, '/learn/dosing-guide');
  const article = await (await page.request.get('/api/articles/dosing-guide')).json();
  await expect(page).toHaveTitle(`${article.title} - ClearBatch`);
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

  await page.setViewportSize({ width: 320, height: 780 });
  const tables = main.getByRole('group', { name: /^Table: / });
  const hidden = tables.evaluateAll((frames) => frames.map((frame) => frame.scrollWidth - frame.clientWidth));
  expect(await hidden).toEqual([0, 0, 0, 0]);
  await expect(tables.first().getByRole('row')).toHaveCount(5);
  await expect(
    tables
      .first()
      .getByRole('cell', { name: /10 mg$/ })
      .first(),
  ).toBeVisible();
  await page.goto('/responsible-use');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

  const button = page.getByRole('button', { name: 'Scroll to top' });
  await expect(button).toBeHidden();
  await page.mouse.wheel(0, 1000);
  await expect(button).toBeVisible();
  await expect(button).not.toBeInViewport();
  // A wheel that turns during the last frames of the way up is lost: their `scrollY` is 0 already.
  const isAtTop = page.evaluate(
    () => new Promise<void>((done) => addEventListener('scrollend', () => scrollY === 0 && done())),
  );
  await button.click();
  await expect(button).toBeHidden();
  await isAtTop;
  await page.setViewportSize({ width: 1440, height: 780 });
  await page.mouse.wheel(0, 1000);
  await expect(button).toBeInViewport();
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

test('the table of contents works by keyboard, marks the current section, and is accessible on a phone', {
  tag: '@slow',
}, async ({ browser }) => {
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

  const openOnPhone = async (hash: string) => {
    await page.setViewportSize({ width: 360, height: 780 });
    // Another hash on the same page would not load it.
    await page.goto('about:blank');
    await page.goto(`/learn/reading-lab-results${hash}`);
    await waitForHydration(page);
  };

  await test.step('a URL with a hash scrolls to its heading, and an unreadable one is ignored', async () => {
    await openOnPhone('#%E0%A4%A');
    await expect(page.getByRole('heading', { name: 'Reading lab results', level: 1 })).toBeVisible();
    await openOnPhone('#red-flags');
    await expect(page.getByRole('heading', { name: 'Red flags' })).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Red flags' })).toBeInViewport();
  });

  await test.step('on a phone it folds', async () => {
    const fold = contents.locator('summary');
    await expect(fold).toHaveText('On this page');
    await expect(contents.getByRole('link')).toHaveCount(0);
    await fold.press('Enter');
    await expect(fold.locator('..')).toHaveJSProperty('open', true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(contents.getByRole('link', { name: 'Read it in this order' })).toBeFocused();
    for (const colorScheme of BOTH_THEMES) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOn(page, { looksOnly: colorScheme !== BOTH_THEMES[0] }), colorScheme).toEqual([]);
    }
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Read it in this order' })).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Read it in this order' })).toBeInViewport();
  });
});

test('an article is read on a phone: footnotes, links in the text, and a wide table', { tag: '@slow' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 780 });
  await enter(page, '/learn/understanding-thc-beverages');
  await test.step('footnotes link to their sources and back, with touch targets that are large enough', async () => {
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

  await test.step('links in the text navigate without a page load', async () => {
    await page.evaluate(() => Object.assign(window, { loaded: 'once' }));
    await page.locator('.prose').getByRole('link', { name: 'dosing guide' }).click();
    await expect(page.getByRole('heading', { name: /^Dosing guide/, level: 1 })).toBeVisible();
    expect(await page.evaluate(() => 'loaded' in window)).toBe(true);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  await test.step('a wide table scrolls by itself, in a visible frame, and by keyboard', async () => {
    // One of more columns is a list here.
    const narrow = page.locator('table:not(.wide-table)');
    const table = page
      .getByRole('group', { name: /^Table: / })
      .filter({ has: narrow })
      .first();
    await expect(table, 'without a tab stop where it fits').not.toHaveAttribute('tabindex');
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await expect(table).toHaveAttribute('tabindex', '0');
    await expect(table).toHaveCSS('border-top-width', '1px');
    const line = await table.evaluate((element) => getComputedStyle(element).borderTopColor);
    expect(line).not.toBe(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
    await table.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  });

  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Understanding THC beverages', level: 1 })).toBeVisible();
});

test('on a narrow phone nothing scrolls sideways, and diagrams are readable at every width', { tag: '@slow' }, async ({
  page,
}) => {
  await enter(page, '/learn');
  for (const { slug } of await allArticles(page)) {
    await page.setViewportSize({ width: 320, height: 780 });
    await page.locator(`main a[href="/learn/${slug}"]`).first().click();
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
    await page.goBack();
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
