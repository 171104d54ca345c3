import { createServer } from 'node:net';
import { defineConfig } from '@playwright/test';
import { HANGS_AFTER_MS } from './backend/test/support/limits.mjs';
import { CHROMIUM_FLAGS, findBrowser, installedBrowsers } from './scripts/browser.mjs';
import { VISITORS_ZONE } from './scripts/test-clock.mjs';

const { executablePath, env } = await findBrowser();
const chromium = {
  browserName: 'chromium',
  launchOptions: { executablePath, chromiumSandbox: false, args: CHROMIUM_FLAGS, env: { ...process.env, ...env } },
};
const SLOW = '**/*.slow.e2e.ts';

// These end only what hangs, with room for a machine four times slower; no journey has its own.
const STEP_LIMIT = HANGS_AFTER_MS / 2;
const TEST_LIMIT = 5 * HANGS_AFTER_MS;

// Each worker has a site to itself (frontend/e2e/server.mjs). This file is read by the runner, and again by each worker,
// which has an index.
process.env.E2E_WORKERS ??= '2';
process.env.E2E_PORT ??= String(await findPorts(Number(process.env.E2E_WORKERS) + 1));
const { E2E_PORT, E2E_WORKERS, TEST_PARALLEL_INDEX } = process.env;
const siteOf = (worker) => `http://localhost:${Number(E2E_PORT) + Number(worker)}`;

export default defineConfig({
  testDir: 'frontend/e2e',
  testMatch: '**/*.e2e.ts',
  workers: Number(E2E_WORKERS),
  // Hands out whole files, and each begins with a fresh site (journeys.ts): what a test finds there depends on its own file
  // only.
  fullyParallel: false,
  reporter: 'list',
  snapshotPathTemplate: '{testDir}/{arg}{ext}',
  forbidOnly: true,
  timeout: TEST_LIMIT,
  expect: { timeout: STEP_LIMIT, toPass: { timeout: STEP_LIMIT } },
  use: {
    baseURL: siteOf(TEST_PARALLEL_INDEX ?? 0),
    headless: true,
    timezoneId: VISITORS_ZONE,
    actionTimeout: STEP_LIMIT,
    navigationTimeout: STEP_LIMIT,
    // Requests that it answers never reach `page.route`. What it does itself: offline.e2e.ts.
    serviceWorkers: 'block',
    // Recording costs a quarter of the time. To see a failure: npm test -- <file> --trace on
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'journeys', testIgnore: SLOW, use: chromium },
    // These only look at pages, so both workers can share a file.
    { name: 'pages-chromium', testMatch: SLOW, fullyParallel: true, use: chromium },
    ...installedBrowsers().found.map(({ name, executablePath }) => ({
      name: `pages-${name}`,
      testMatch: SLOW,
      fullyParallel: true,
      use: { browserName: name, launchOptions: { executablePath } },
    })),
  ],
  webServer: {
    command: 'node frontend/e2e/server.mjs',
    wait: { stdout: /The sites can be opened/ },
    stdout: 'pipe',
    // It reads the demonstration's documents, unless an earlier run kept what was read.
    timeout: TEST_LIMIT,
    gracefulShutdown: { signal: 'SIGTERM', timeout: STEP_LIMIT },
  },
});

/**
 * @returns the first of `count` free ports in a row: another run may have some, or a server that a killed run left behind.
 *   They are below the ports that the system hands out, so nobody takes one while its site is replaced.
 */
async function findPorts(count) {
  for (let first = 4310; ; first += 10) {
    const ports = Array.from({ length: count }, (_, index) => first + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, 'localhost', () => server.close(() => resolve(true)));
  });
}
