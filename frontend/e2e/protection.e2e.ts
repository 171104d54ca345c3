import { expect, type Page } from '@playwright/test';
import { enter, test, waitForHydration } from './journeys';

/** CSP violations that the page reports. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => refused.push(effectiveDirective));
  });
}

const refusedOn = (page: Page) => page.evaluate(() => (window as unknown as { refused: string[] }).refused);

test('an injected script does not run, and text becomes HTML only through our check', async ({ page }) => {
  await watch(page);
  // Simulates an injection into the HTML that the server sends.
  await page.route('**/learn/dosing-guide', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('</body>', '<script>window.ran = true</script></body>');
    await route.fulfill({ response, body });
  });
  await enter(page, '/learn/dosing-guide');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  expect(await refusedOn(page)).toContain('script-src-elem');

  const tried = await page.evaluate(() => {
    const attempt = (act: () => unknown) => {
      try {
        act();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    };
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy: (name: string, rules: object) => unknown };
    };
    return {
      html: attempt(() => {
        document.createElement('div').innerHTML = '<img src=x onerror="window.ran = true">';
      }),
      policy: attempt(() => trustedTypes.createPolicy('another', { createHTML: (html: string) => html })),
      sameName: attempt(() => trustedTypes.createPolicy('clearbatch-text', { createHTML: (html: string) => html })),
      handler: attempt(() => document.body.setAttribute('onclick', 'window.ran = true')),
    };
  });
  expect(tried).toEqual({ html: 'TypeError', policy: 'TypeError', sameName: 'TypeError', handler: 'TypeError' });
  expect(await refusedOn(page)).toEqual(expect.arrayContaining(['require-trusted-types-for', 'trusted-types']));
  await page.getByRole('heading', { level: 1 }).click();
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});

test('an article with unexpected markup is not shown', async ({ page }) => {
  await enter(page, '/learn');
  await page.route('**/api/articles/onset-duration', async (route) => {
    const response = await route.fetch();
    const article = await response.json();
    await route.fulfill({ response, json: { ...article, content: '<p>A</p><iframe srcdoc="B"></iframe>' } });
  });
  await page.locator('a[href="/learn/onset-duration"]').first().click();
  await expect(page.getByRole('heading', { name: "This page didn't load" })).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
});

test.describe('with its service worker', () => {
  test.use({ serviceWorkers: 'allow' });
  test('pages violate none of their policies', async ({ page }) => {
    await watch(page);
    const said: string[] = [];
    page.on('console', (message) => {
      if (message.type() !== 'log') said.push(message.text());
    });
    await enter(page, '/');
    await page.evaluate(() => navigator.serviceWorker.ready);
    for (const path of ['/', '/learn/reading-lab-results', '/labs', '/labs/api/certificates', '/coa']) {
      await page.goto(path);
      await waitForHydration(page);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      expect(await page.evaluate(() => window.crossOriginIsolated), path).toBe(true);
      expect(await refusedOn(page), path).toEqual([]);
      expect(said, path).toEqual([]);
    }
  });
});
