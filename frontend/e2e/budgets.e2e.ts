import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { openFully, passAgeGate } from './journeys';

/** Kilobytes a page may load at first: scripts and styles compressed with gzip, fonts as they are. */
const BUDGET_KB = { js: 140, css: 20, woff2: 140 };

/** Pages without batch IDs or other codes do without their font. */
const BUDGET_WITHOUT_CODES_KB = { ...BUDGET_KB, woff2: 120 };
const WITHOUT_CODES = ['/', '/learn/dosing-guide'];

for (const path of [
  ...['/', '/learn', '/learn/dosing-guide', '/coa', '/coa/%23C9030', '/brands', '/dose-calculator', '/contact'],
  ...['/emergency', '/responsible-use', '/privacy', '/search?q=yuzu'],
]) {
  test(`${path} stays within its size budget and makes no API request`, async ({ page }) => {
    await passAgeGate(page);
    const loaded = new Set<string>();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/assets/')) loaded.add(pathname);
      if (pathname.startsWith('/api/')) asked.push(pathname);
    });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
    for (const [type, budget] of Object.entries(WITHOUT_CODES.includes(path) ? BUDGET_WITHOUT_CODES_KB : BUDGET_KB)) {
      const files = [...loaded].filter((file) => file.endsWith(`.${type}`));
      const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0);
      test.info().annotations.push({ type: `${type} of ${path}`, description: `${(bytes / 1000).toFixed(1)} kB` });
      expect(bytes / 1000, `${type}: ${files.join(' ')}`).toBeLessThanOrEqual(budget);
      expect(files.length, type).toBeGreaterThan(0);
    }
  });
}

test('a page that the server preloads makes no API request', async ({ page }) => {
  await passAgeGate(page);
  const [{ batchId, brandName }] = await (await page.request.get('/api/coa')).json();
  const brand = encodeURIComponent(brandName);
  const batch = encodeURIComponent(batchId);
  const { reference } = await (await page.request.get(`/api/coa/${batch}?brand=${brand}`)).json();
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) requests.push(pathname);
  });
  for (const path of [
    ...['/learn', '/coa', '/coa?search=yuzu&sort=mildest', '/brands', '/sitemap'],
    ...[`/brands/${brand}`, `/brands/${brand}/coa/${batch}`, `/coa/${batch}`, `/certificates/${reference}`],
  ]) {
    await openFully(page, path);
    expect(requests, path).toEqual([]);
  }
});

function sizeOf(file: string): number {
  const content = readFileSync(join(import.meta.dirname, '../dist', file));
  return file.endsWith('.woff2') ? content.length : gzipSync(content).length;
}
