import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findBrowser } from './scripts/browser.mjs';

const { executablePath, env } = await findBrowser();
const port = Number(process.env.E2E_PORT ?? 4310);
const baseURL = `http://localhost:${port}`;

export default defineConfig({
  testDir: 'frontend/e2e',
  testMatch: '**/*.e2e.ts',
  workers: 1,
  reporter: 'list',
  forbidOnly: true,
  timeout: 30_000,
  use: {
    baseURL,
    browserName: 'chromium',
    headless: true,
    // Requests that it answers never reach `page.route`. What it does itself: offline.e2e.ts.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath,
      chromiumSandbox: false,
      args: CHROMIUM_FLAGS,
      env: { ...process.env, ...env },
    },
    trace: 'retain-on-failure',
  },
  webServer: {
    command: 'node frontend/e2e/server.mjs',
    url: `${baseURL}/health/ready`,
    reuseExistingServer: false,
    stdout: 'pipe',
    timeout: 30_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    env: { E2E_PORT: String(port) },
  },
});
