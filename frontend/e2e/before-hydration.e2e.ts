// What a visitor sees and does before the page's scripts run, and when they never do.
import { expect } from '@playwright/test';
import { openUnhydrated } from './hydration';
import { enter, openFully, passAgeGate, test, waitForHydration } from './journeys';
import { labReport } from './lab-reports';

test('on a slow phone the emergency numbers can be read and called before anything but the page and its styles has loaded', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const session = await page.context().newCDPSession(page);
  const network = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const unanswered: string[] = [];
  await page.route('**/*', (route) => {
    const path = route
      .request()
      .url()
      .replace(baseURL ?? '', '');
    if (path === '/emergency' || path.endsWith('.css')) return route.continue();
    unanswered.push(path);
  });
  // The page never finishes loading: its script gets no answer.
  await page.goto('/emergency', { waitUntil: 'commit' });
  for (const [name, href] of [
    ['Call now 911', 'tel:911'],
    ['Poison Help 1-800-222-1222', 'tel:+18002221222'],
    ['Call 988', 'tel:988'],
    ['Text 988', 'sms:988'],
  ] as const) {
    const link = page.getByRole('main').getByRole('link', { name, exact: true }).first();
    await expect(link).toBeVisible();
    await expect(link).toHaveAttribute('href', href);
    // With its styles, it is large enough for a shaking thumb.
    await expect.poll(async () => (await link.boundingBox())?.height, name).toBeGreaterThanOrEqual(64);
  }
  await expect(page.getByRole('link', { name: 'Call now 911' })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1);
  expect(unanswered.filter((path) => /^\/(assets|api)\/(?!favicon)/.test(path))).toEqual([
    expect.stringMatching(/^\/assets\/start-.*\.js$/),
  ]);
});

test('no font is requested before the first paint, and the one for codes only where codes are shown', {
  tag: '@slow',
}, async ({ page }) => {
  const fonts: string[] = [];
  page.on('request', (request) => {
    const [, name] = /\/assets\/(.*)-latin-.*\.woff2$/.exec(request.url()) ?? [];
    if (name) fonts.push(name);
  });
  await passAgeGate(page);
  const startScript = /\/assets\/start-/;
  await page.route(startScript, (route) => route.abort());
  await page.goto('/coa');
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length === 1);
  expect(fonts).toEqual([]);
  await page.unroute(startScript);
  await openFully(page, '/');
  await expect.poll(() => fonts.toSorted()).toEqual(['inter', 'source-serif-4']);
  await page.getByRole('contentinfo').getByRole('link', { name: 'COA Database' }).click();
  await expect.poll(() => fonts).toContain('jetbrains-mono');
  fonts.length = 0;
  await page.reload();
  await expect.poll(() => fonts.toSorted()).toEqual(['inter', 'jetbrains-mono', 'source-serif-4']);
});

test('an answer that was unfolded stays open, and the chosen theme is applied and saved', { tag: '@slow' }, async ({
  page,
}) => {
  await passAgeGate(page);
  const hydrate = await openUnhydrated(page, '/');
  const questions = page.getByRole('region', { name: 'Common questions' });
  await questions.getByText('How soon will I feel a THC drink?').click();
  await expect(questions.getByText(/15–45 minutes/)).toBeVisible();
  await page.getByText('Dark', { exact: true }).click();
  await hydrate();
  await expect(questions.getByText(/15–45 minutes/)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(await page.evaluate(() => document.cookie)).toBe('theme=dark');
});

test('buttons that were pressed do what they say', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  await page.setViewportSize({ width: 360, height: 740 });
  await passAgeGate(page);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());

  await test.step('Share', async () => {
    const hydrate = await openUnhydrated(page, '/learn/onset-duration');
    await page.getByRole('button', { name: 'Share' }).click();
    await hydrate();
    await expect(page.getByText('Link copied', { exact: true })).toBeVisible();
    expect(new URL(await copied()).pathname).toBe('/learn/onset-duration');
  });

  await test.step('Copy, and the table of contents, by keyboard', async () => {
    const hydrate = await openUnhydrated(page, '/labs');
    const contents = page.locator('details').filter({ hasText: 'On this page' });
    await contents.locator('summary').press('Enter');
    await page.getByRole('button', { name: 'Copy: In one minute', exact: true }).first().press('Enter');
    await hydrate();
    await expect(contents).toHaveJSProperty('open', true);
    await expect(page.getByText('Copied', { exact: true })).toBeVisible();
    expect(await copied()).toContain('export CLEARBATCH_KEY');
  });

  await test.step('Print, in a fold of a certificate', async () => {
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '');
    });
    const hydrate = await openUnhydrated(page, '/coa/%23C9030');
    await page.locator('summary').filter({ hasText: 'Download COA' }).click();
    await page.getByRole('button', { name: 'Print or save this record' }).click();
    await hydrate();
    await expect(page.locator('html')).toHaveAttribute('data-printed', '');
  });
});

test('a PDF that was chosen is sent', { tag: '@slow' }, async ({ page }) => {
  await passAgeGate(page);
  const hydrate = await openUnhydrated(page, '/submit-coa');
  const report = { brandName: 'Early Bird', productName: 'Lime Seltzer 5 mg', batchId: 'EB-26/1' };
  await page.getByLabel('Lab report (PDF)').setInputFiles(await labReport(report));
  await page.getByLabel('Brand name').fill('Typed early');
  await hydrate();
  await expect(page.getByText('EB-26/1.pdf')).toBeVisible();
  await expect(page.getByText('The PDF is attached.')).toBeVisible();
  await expect(page.getByLabel('Brand name')).toHaveValue('Typed early');
  await expect(page.getByLabel('Batch/Lot ID')).toHaveValue('EB-26/1');
});

const AMOUNT = 'THC you are considering, in total (mg)';

test('what was entered into the calculator is calculated', { tag: '@slow' }, async ({ page }) => {
  await passAgeGate(page);
  const fill = async () => {
    await page.getByLabel(AMOUNT).fill('2.5');
    await page.getByRole('main').getByRole('radio', { name: 'Empty' }).check();
  };
  const calculate = page.getByRole('button', { name: 'Calculate' });
  const expectResult = async () => {
    await expect(page.getByRole('heading', { name: 'Low for a beginner', level: 2 })).toBeVisible();
    await expect(page.getByLabel(AMOUNT)).toHaveValue('2.5');
    await expect(page.getByRole('main').getByRole('radio', { name: 'Empty' })).toBeChecked();
    await expect(page.getByText('You changed something. Calculate again.')).toHaveCount(0);
  };

  await test.step('by scripts that come after it was entered', async () => {
    const hydrate = await openUnhydrated(page, '/dose-calculator');
    await fill();
    await hydrate();
    await calculate.click();
    await expectResult();
    await expect(page).toHaveURL('/dose-calculator');
    await page.unrouteAll();
  });

  await test.step('by the server, when they come too late', async () => {
    const hydrate = await openUnhydrated(page, '/dose-calculator');
    await fill();
    await calculate.click();
    await expectResult();
    await hydrate();
    await expectResult();
  });
});

test('scrolling and focus stay where the visitor moved them', { tag: '@slow' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await test.step('in the gate', async () => {
    const hydrate = await openUnhydrated(page, '/coa');
    const help = page.getByRole('main').last().getByRole('link', { name: 'Need help now?' });
    await help.focus();
    const place = await help.boundingBox();
    await hydrate();
    await expect(help).toBeFocused();
    expect((await help.boundingBox())?.y).toBeCloseTo(place?.y ?? 0, 0);
    await page.unrouteAll();
  });

  await passAgeGate(page);
  await test.step('in a page', async () => {
    const hydrate = await openUnhydrated(page, '/learn/reading-lab-results');
    await page.evaluate(() => document.fonts.ready);
    await page.evaluate(() => window.scrollTo(0, 1_500));
    const heading = page.locator('.prose h2').filter({ visible: true }).nth(2);
    const place = await heading.boundingBox();
    await hydrate();
    expect((await heading.boundingBox())?.y).toBeCloseTo(place?.y ?? 0, 0);
    await page.unrouteAll();
  });

  await test.step('in a page that was opened at a heading, or with a result', async () => {
    for (const path of [
      '/learn/reading-lab-results#red-flags',
      '/#dose-calculator',
      '/dose-calculator?mg=5&lb=150&experience=beginner&stomach=empty',
    ]) {
      const hydrate = await openUnhydrated(page, path);
      await page.evaluate(() => window.scrollTo(0, 200));
      const link = page.getByRole('main').getByRole('link').first();
      await link.evaluate((element) => element.focus({ preventScroll: true }));
      const place = await page.evaluate(() => window.scrollY);
      expect(place, path).toBeGreaterThan(0);
      await hydrate();
      // The focus would move with the next frame.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      await expect(link, path).toBeFocused();
      expect(await page.evaluate(() => window.scrollY), path).toBeCloseTo(place, 0);
      await page.unrouteAll();
    }
  });

  await test.step('in a page that is loaded again', async () => {
    await page.goto('/learn/reading-lab-results');
    await waitForHydration(page);
    await page.evaluate(() => window.scrollTo(0, 1_500));
    const before = await page.evaluate(() => window.scrollY);
    expect(before).toBeGreaterThan(1_000);
    await page.reload();
    await waitForHydration(page);
    // Not to the pixel: the browser restores it with the fallback fonts.
    await expect.poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - before)).toBeLessThan(100);
  });
});

test('the gate lets the visitor in', { tag: '@slow' }, async ({ page }) => {
  const hydrate = await openUnhydrated(page, '/brands');
  await expect(page.locator('[inert]')).toHaveCount(1);
  await page.getByRole('button', { name: "I'm 21+ - Enter Site" }).click();
  await expect(page.locator('[inert]')).toHaveCount(0);
  await hydrate();
  await expect(page.locator('[inert]')).toHaveCount(0);
  await expect(page).toHaveURL('/brands');
});

test('a page whose component does not load stays readable, a button that cannot work says so, also one that was pressed before, and links open the next page', {
  tag: '@slow',
}, async ({ page, context }) => {
  await passAgeGate(page);
  const chunk = '**/assets/article.page-*.js';
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.route(chunk, (route) => route.abort());
  await page.goto('/learn/dosing-guide');
  await waitForHydration(page);
  await expect(page.getByRole('heading', { name: /^Dosing guide/, level: 1 })).toBeVisible();
  expect((await page.locator('.prose').innerText()).length).toBeGreaterThan(2000);
  const notice = page.getByRole('alert');
  await expect(notice).toHaveCount(0);

  await page.getByRole('button', { name: 'Share' }).click();
  await expect(notice).toContainText("Part of this page didn't load");
  await expect(page.getByRole('heading', { name: /^Dosing guide/, level: 1 })).toBeVisible();

  await page.reload();
  await waitForHydration(page);
  await expect(notice).toHaveCount(0);
  await page.getByText('Dark', { exact: true }).click();
  await expect(notice).toContainText("Part of this page didn't load");

  await page.unroute(chunk);
  await notice.getByRole('button', { name: 'Reload' }).click();
  await expect(notice).toHaveCount(0);
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Link copied', { exact: true })).toBeVisible();

  await page.route(chunk, (route) => route.abort());
  const hydrate = await openUnhydrated(page, '/learn/dosing-guide');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(notice).toHaveCount(0);
  await hydrate();
  await expect(notice).toContainText("Part of this page didn't load");
  await page.getByRole('link', { name: 'Need help now?' }).first().click();
  await expect(page.getByRole('heading', { name: 'Emergency Resources' })).toBeVisible();
  // Its component is in the entry chunk.
  await waitForHydration(page);
  await page.getByText('Light', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('the emergency page works when no other chunk can be fetched', async ({ page }) => {
  await page.route(/\/assets\/[^/]*\.page-[^/]*\.js$/, (route) => route.abort());
  await enter(page, '/emergency');
  await expect(page.getByRole('link', { name: 'Call now 911' })).toHaveAttribute('href', 'tel:911');
  await page.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('what was typed is searched for and filters stay open, and the caret stays where the visitor is typing', {
  tag: '@slow',
}, async ({ page }) => {
  await passAgeGate(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const hydrate = await openUnhydrated(page, '/coa');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await page.locator('summary').filter({ hasText: 'Filters' }).click();
  await search.pressSequentially('yuu');
  await page.keyboard.press('ArrowLeft');
  expect(await page.evaluate(() => 'earlyClicks' in window)).toBe(true);
  await hydrate();
  await expect(page).toHaveURL(/search=yuu/);
  await expect(page.getByLabel('Brand', { exact: true })).toBeVisible();
  await page.keyboard.type('z');
  await expect(search).toHaveValue('yuzu');
  await expect(page).toHaveURL(/search=yuzu/);
});
