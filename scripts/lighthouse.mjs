// npm run lighthouse: measures the built site with demo data, and prints results without pass or fail.
// 1. Lighthouse's mobile profile: the median of five runs, and the worst performance score.
// 2. A real load over 400 kbit/s with 400 ms of latency and a quarter of the CPU: when the page could be read.
import { chromium } from '@playwright/test';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { prepareTemplate, serveFreshSite } from '../frontend/e2e/serve.mjs';
import { CHROMIUM_FLAGS, findBrowser } from './browser.mjs';
import { build, fail } from './lib.mjs';
import { startPostgres } from './postgres.mjs';

const PAGES = {
  home: '/',
  article: '/learn/dosing-guide',
  list: '/coa',
  certificate: '/coa/%23C9030',
  emergency: '/emergency',
  gate: '/age-gate',
};
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const RUNS = 5;

/** 400 kbit/s in bytes per second. */
const SLOW_NETWORK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const SLOW_CPU = 4;

async function main() {
  const [postgres] = await Promise.all([startPostgres(), build()]);
  await prepareTemplate(postgres.url());
  const { url, stop } = await serveFreshSite(postgres.url(), 4320);
  try {
    const browser = await findBrowser();
    console.table(await scores(url, browser));
    console.table(await slowLoads(url, browser));
  } finally {
    await stop();
    await postgres.stop();
  }
}

async function scores(url, { executablePath, env }) {
  const chrome = await launch({
    chromePath: executablePath,
    chromeFlags: CHROMIUM_FLAGS,
    envVars: { ...process.env, ...env },
  });
  try {
    const cookie = await ageCookie(url);
    const rows = {};
    for (const [name, path] of Object.entries(PAGES)) {
      const runs = [];
      for (let run = 0; run < RUNS; run += 1) {
        const { lhr } = await lighthouse(url + path, {
          port: chrome.port,
          onlyCategories: CATEGORIES,
          output: 'json',
          ...(name !== 'gate' && { extraHeaders: { Cookie: cookie } }),
        });
        runs.push(lhr);
      }
      rows[name] = summaryOf(runs);
    }
    return rows;
  } finally {
    chrome.kill();
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

function summaryOf(runs) {
  const scoreOf = (name) => runs.map(({ categories }) => Math.round(categories[name].score * 100));
  const auditOf = (id) => median(runs.map(({ audits }) => audits[id].numericValue));
  return {
    ...Object.fromEntries(CATEGORIES.map((name) => [name, median(scoreOf(name))])),
    worst: Math.min(...scoreOf('performance')),
    'FCP s': (auditOf('first-contentful-paint') / 1000).toFixed(2),
    'LCP s': (auditOf('largest-contentful-paint') / 1000).toFixed(2),
    CLS: auditOf('cumulative-layout-shift').toFixed(3),
    'TBT ms': Math.round(auditOf('total-blocking-time')),
    failed: Object.values(runs[0].audits)
      .filter(({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === 'binary')
      .map(({ id }) => id)
      .join(' '),
  };
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** First and largest paint of each page, in milliseconds: the text is in the HTML, so it can be read from then on. */
async function slowLoads(url, { executablePath, env }) {
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: CHROMIUM_FLAGS });
  try {
    const rows = {};
    for (const [name, path] of Object.entries(PAGES)) {
      const loads = [];
      for (let run = 0; run < RUNS; run += 1) loads.push(await slowLoad(browser, url, path, name !== 'gate'));
      rows[name] = {
        'first paint ms': median(loads.map(({ first }) => first)),
        'largest paint ms': median(loads.map(({ largest }) => largest)),
      };
    }
    return rows;
  } finally {
    await browser.close();
  }
}

async function slowLoad(browser, url, path, isVerified) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: url });
  const page = await context.newPage();
  if (isVerified) await page.request.post('/api/verify-age', { data: { verified: true } });
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU });
  await page.goto(path, { waitUntil: 'networkidle', timeout: 60_000 });
  const first = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime);
  const largest = await page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
  await context.close();
  return { first: Math.round(first), largest: Math.round(largest) };
}

await main().catch(fail);
