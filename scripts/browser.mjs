// Finds Chromium for tests: CHROMIUM_PATH, else the headless build in @sparticuz/chromium (Linux x64), else a system
// installation.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firefox, webkit } from '@playwright/test';
import { root } from './lib.mjs';

export const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

export async function findBrowser() {
  if (process.env.CHROMIUM_PATH) return { executablePath: process.env.CHROMIUM_PATH, env: {} };
  if (process.platform === 'linux' && process.arch === 'x64') return unpackBrowser();
  const installed = SYSTEM_PATHS.find((path) => existsSync(path));
  if (installed) return { executablePath: installed, env: {} };
  throw new Error('No Chromium was found for the browser tests. Install one and set CHROMIUM_PATH to it.');
}

/** The package reads its target folder from the environment, and unpacks its libraries only on AWS Lambda. */
async function unpackBrowser() {
  const cache = join(root, 'node_modules', '.cache', 'chromium');
  const fontConfig = join(cache, 'fontconfig');
  mkdirSync(fontConfig, { recursive: true });
  const before = { ...process.env };
  Object.assign(process.env, { TMPDIR: cache, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' });
  const { default: chromium } = await import('@sparticuz/chromium');
  const executablePath = await chromium.executablePath();
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  // Its own fontconfig points at a missing folder, and Chromium crashes without fonts.
  writeFileSync(
    join(fontConfig, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${join(cache, 'fonts')}</dir><cachedir>${join(cache, 'font-cache')}</cachedir></fontconfig>
`,
  );
  return { executablePath, env: { FONTCONFIG_PATH: fontConfig, LD_LIBRARY_PATH: join(cache, 'al2023', 'lib') } };
}

const OTHERS = [
  { name: 'firefox', type: firefox, variable: 'FIREFOX_PATH' },
  { name: 'webkit', type: webkit, variable: 'WEBKIT_PATH' },
];

/** Playwright's own builds of Firefox and WebKit: where a variable names one, or where `playwright install` put it. */
export function installedBrowsers() {
  const browsers = OTHERS.map(({ name, type, variable }) => ({
    name,
    variable,
    executablePath: process.env[variable] || type.executablePath(),
  }));
  const isThere = ({ executablePath }) => existsSync(executablePath);
  return { found: browsers.filter(isThere), missing: browsers.filter((browser) => !isThere(browser)) };
}
