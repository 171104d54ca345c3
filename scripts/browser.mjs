// A browser for tests without apt: CHROMIUM_PATH, else the headless Chromium inside @sparticuz/chromium
// (linux-x64), else one installed on the system.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function findBrowser() {
  if (process.env.CHROMIUM_PATH) return { executablePath: process.env.CHROMIUM_PATH, env: {} };
  if (process.platform === 'linux' && process.arch === 'x64') {
    const cache = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules', '.cache', 'chromium');
    mkdirSync(join(cache, 'fc'), { recursive: true });
    const saved = { ...process.env };
    process.env.TMPDIR = cache; // where the package unpacks to
    process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs24.x'; // also unpack libnss3, libnspr4, libexpat
    const { default: chromium } = await import('@sparticuz/chromium');
    const executablePath = await chromium.executablePath();
    for (const k of ['TMPDIR', 'AWS_EXECUTION_ENV', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'HOME'])
      if (saved[k] === undefined) delete process.env[k];
      else process.env[k] = saved[k];
    // the bundled fonts.conf names /tmp/fonts: without a font Chromium aborts, so write our own
    writeFileSync(
      join(cache, 'fc', 'fonts.conf'),
      `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig><dir>${join(cache, 'fonts')}</dir><cachedir>${join(cache, 'fc-cache')}</cachedir></fontconfig>\n`,
    );
    return {
      executablePath,
      env: { FONTCONFIG_PATH: join(cache, 'fc'), LD_LIBRARY_PATH: join(cache, 'al2023', 'lib') },
    };
  }
  for (const p of [
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ])
    if (existsSync(p)) return { executablePath: p, env: {} };
  throw new Error('No Chromium: set CHROMIUM_PATH');
}
