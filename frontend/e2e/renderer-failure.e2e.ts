import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { BUILT_SITE, freePort, ServerProcess, temporaryFolder } from '../../backend/test/support/server-process';
import { site, test, waitForHydration } from './journeys';

/** The built site with a renderer that fails on every page. */
function brokenSite(): string {
  const folder = temporaryFolder('broken');
  cpSync(BUILT_SITE, folder, { recursive: true });
  writeFileSync(
    join(folder, '.server/entry-server.js'),
    "export const renderPage = async () => { throw new Error('Out of order'); }; export const callsOf = () => [];",
  );
  return folder;
}

test('when the renderer fails, browsers render the site, and without JavaScript help is there', {
  tag: '@slow',
}, async ({ page, browser }) => {
  const port = await freePort();
  const environment = { WEB_ROOT: brokenSite(), PUBLIC_URL: `http://127.0.0.1:${port}` };
  const server = await ServerProcess.start({ databaseUrl: site().databaseUrl, port, environment });
  try {
    await test.step('from the gate to the pages', async () => {
      const html = await (await page.goto(`${server.url}/brands`))?.text();
      expect(html).toContain('<div id="root"></div>');
      await expect(page.getByRole('heading', { name: 'Age Verification Required' })).toBeFocused();
      await page.getByRole('button', { name: "I'm 21+ - Enter Site" }).click();
      await expect(page.getByRole('heading', { name: 'Verified Brands' })).toBeVisible();
      await expect(page.locator('[inert]')).toHaveCount(0);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'COA Database' }).click();
      await expect(page.getByRole('heading', { name: 'COA Database' })).toBeVisible();
      await page.getByRole('searchbox', { name: 'Search' }).fill('c9030');
      await expect(page.getByText('1 found')).toBeVisible();
      for (const [path, heading] of [
        ['/', 'Know what is in the can'],
        ['/learn/dosing-guide', /^Dosing guide/],
        ['/coa/%23C9030', 'Yuzu Seltzer 5 mg'],
        ['/emergency', 'Emergency Resources'],
        ['/none', '404 - Page Not Found'],
      ] as const) {
        await page.goto(server.url + path);
        await waitForHydration(page);
        await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      }
      await page.getByText('Dark', { exact: true }).click();
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    });

    await test.step('without JavaScript', async () => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const plain = await context.newPage();
      await plain.goto(`${server.url}/brands`);
      await expect(plain.getByRole('button', { name: "I'm 21+ - Enter Site" })).toBeVisible();
      await expect(plain.getByRole('link', { name: 'Call 911' })).toHaveAttribute('href', 'tel:911');
      await plain.getByRole('link', { name: 'What to do in an emergency' }).click();
      await expect(plain.getByRole('heading', { name: 'Emergency Resources', level: 1 })).toBeVisible();
      await context.close();
    });

    expect(server.output).toContain('Out of order');
  } finally {
    await server.end();
  }
});
