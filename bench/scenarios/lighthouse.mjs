// npm run bench lighthouse [-- --runs N]: measures the built site with demonstration data.
// 1. Lighthouse's mobile profile: the median of several runs, and the worst performance score.
// 2. A real load over 400 kbit/s with 400 ms of latency and a quarter of the CPU: when the page could be read.
import { chromium } from '@playwright/test';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { CHROMIUM_FLAGS, findBrowser } from '../../scripts/browser.mjs';
import { median, numberOptions, printTable } from '../figures.mjs';
import { startDemonstrationSite } from '../product.mjs';

const PAGES = {
  home: '/',
  article: '/learn/dosing-guide',
  list: '/coa',
  certificate: '/coa/%23C9030',
  emergency: '/emergency',
  gate: '/age-gate',
};
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/** 400 kbit/s in bytes per second. */
const SLOW_NETWORK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const SLOW_CPU = 4;

export async function run(args) {
  const { runs } = numberOptions(args, { runs: 5 });
  const { server, cookie } = await startDemonstrationSite();
  const browser = await findBrowser();
  print("Lighthouse's mobile profile", await scores(server.url, cookie, browser, runs));
  print('400 kbit/s, 400 ms of latency, a quarter of the CPU', await slowLoads(server.url, browser, runs));
}

/** @param {Record<string, object>} figures of each page */
function print(title, figures) {
  const columns = Object.keys(Object.values(figures)[0]);
  const rows = Object.entries(figures).map(([page, values]) => [page, ...Object.values(values)]);
  printTable(title, ['', ...columns], rows);
}

async function scores(url, cookie, { executablePath, env }, runs) {
  const chrome = await launch({
    chromePath: executablePath,
    chromeFlags: CHROMIUM_FLAGS,
    envVars: { ...process.env, ...env },
  });
  try {
    const rows = {};
    for (const [name, path] of Object.entries(PAGES)) {
      const reports = [];
      for (let count = 0; count < runs; count += 1) {
        const { lhr } = await lighthouse(url + path, {
          port: chrome.port,
          onlyCategories: CATEGORIES,
          output: 'json',
          ...(name !== 'gate' && { extraHeaders: { Cookie: cookie } }),
        });
        reports.push(lhr);
      }
      rows[name] = summaryOf(reports);
    }
    return rows;
  } finally {
    chrome.kill();
  }
}

function summaryOf(reports) {
  const scoreOf = (name) => reports.map(({ categories }) => Math.round(categories[name].score * 100));
  const auditOf = (id) => median(reports.map(({ audits }) => audits[id].numericValue));
  return {
    ...Object.fromEntries(CATEGORIES.map((name) => [name, median(scoreOf(name))])),
    worst: Math.min(...scoreOf('performance')),
    'FCP s': (auditOf('first-contentful-paint') / 1000).toFixed(2),
    'LCP s': (auditOf('largest-contentful-paint') / 1000).toFixed(2),
    CLS: auditOf('cumulative-layout-shift').toFixed(3),
    'TBT ms': Math.round(auditOf('total-blocking-time')),
    failed: Object.values(reports[0].audits)
      .filter(({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === 'binary')
      .map(({ id }) => id)
      .join(' '),
  };
}

/** First and largest paint of each page, in milliseconds: the text is in the HTML, so it can be read from then on. */
async function slowLoads(url, { executablePath, env }, runs) {
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: CHROMIUM_FLAGS });
  try {
    const rows = {};
    for (const [name, path] of Object.entries(PAGES)) {
      const loads = [];
      for (let count = 0; count < runs; count += 1) loads.push(await slowLoad(browser, url, path, name !== 'gate'));
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
  const first = await startOfLast(page, 'paint');
  const largest = await startOfLast(page, 'largest-contentful-paint');
  await context.close();
  return { first: Math.round(first), largest: Math.round(largest) };
}

/** Waits for it: scripts are requested after the first paint, so on a busy machine the network is idle before that. */
const startOfLast = (page, entryType) =>
  page.evaluate(
    (type) =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({
          type,
          buffered: true,
        });
      }),
    entryType,
  );
