// npm run lighthouse: runs Lighthouse's mobile profile on the home page, an article, the certificate list and a certificate,
// using the built site and demo data. It prints results without pass or fail.
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { serveForBrowsers } from '../frontend/e2e/serve.mjs';
import { CHROMIUM_FLAGS, findBrowser } from './browser.mjs';
import { build, fail } from './lib.mjs';
import { startPostgres } from './postgres.mjs';

const PAGES = ['/', '/learn/dosing-guide', '/coa', '/coa/%23C9030'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

async function main() {
  const [postgres] = await Promise.all([startPostgres(), build()]);
  const [{ url, stop }] = await serveForBrowsers({ postgresUrl: postgres.url(), ports: [4320] });
  const { executablePath, env } = await findBrowser();
  const chrome = await launch({
    chromePath: executablePath,
    chromeFlags: CHROMIUM_FLAGS,
    envVars: { ...process.env, ...env },
  });
  try {
    const cookie = await ageCookie(url);
    const rows = {};
    for (const page of PAGES) {
      const result = await lighthouse(url + page, {
        port: chrome.port,
        onlyCategories: CATEGORIES,
        extraHeaders: { Cookie: cookie },
        output: 'json',
      });
      rows[page] = scoresOf(result.lhr);
    }
    console.table(rows);
  } finally {
    chrome.kill();
    await stop();
    await postgres.stop();
  }
}

async function ageCookie(url) {
  const response = await fetch(`${url}/api/verify-age`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"verified":true}',
  });
  return response.headers.getSetCookie()[0].split(';')[0];
}

function scoresOf({ categories, audits }) {
  const scores = Object.fromEntries(CATEGORIES.map((name) => [name, Math.round(categories[name].score * 100)]));
  return {
    ...scores,
    'LCP s': (audits['largest-contentful-paint'].numericValue / 1000).toFixed(2),
    CLS: audits['cumulative-layout-shift'].numericValue.toFixed(3),
    'TBT ms': Math.round(audits['total-blocking-time'].numericValue),
    failed: Object.values(audits)
      .filter(({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === 'binary')
      .map(({ id }) => id)
      .join(' '),
  };
}

await main().catch(fail);
