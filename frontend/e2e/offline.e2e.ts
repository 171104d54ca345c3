import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { enter, test, waitForHydration } from './journeys';

test.use({ serviceWorkers: 'allow' });

/** Waits until the emergency page is cached. */
async function workerReady(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
}

/** The script that the page names. It requests all others (frontend/start.js). */
const startScriptOf = async (page: Page) =>
  (await page.locator('script[src^="/assets/start-"]').getAttribute('src')) ?? '';

interface Proxy {
  readonly url: string;
  /** The path to ask the site for. */
  ask: (path: string) => string;
  /** Transforms a text response. */
  change: (path: string, body: string) => string;
  /** Replaces every response. */
  answer: 'as it is' | 'silence' | 503;
  stop: () => Promise<void>;
}

/**
 * A proxy in front of the site that can change its responses: `page.route` does not see a service worker's requests.
 */
async function proxyOf(site = ''): Promise<Proxy> {
  const server = createServer(async ({ url = '', headers }, response) => {
    if (proxy.answer === 'silence') return;
    if (proxy.answer === 503) return response.writeHead(503).end('Unavailable');
    const answered = await fetch(site + proxy.ask(url), { headers: { cookie: headers.cookie ?? '' } });
    const kept = [...answered.headers].filter(
      ([name]) => !/^(content-(length|encoding)|transfer|connection|etag)/.test(name),
    );
    response.writeHead(answered.status, Object.fromEntries(kept));
    if (/html|javascript/.test(answered.headers.get('content-type') ?? '')) {
      return response.end(proxy.change(url, await answered.text()));
    }
    response.end(Buffer.from(await answered.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const proxy: Proxy = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    ask: (path) => path,
    change: (_, body) => body,
    answer: 'as it is',
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return proxy;
}

/** The path of every URL in the browser's caches for this site. */
const cachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().map(({ url }) => new URL(url).pathname);
  });

async function expectEmergencyPage(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Emergency Resources' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Call now 911' })).toHaveAttribute('href', 'tel:911');
}

test('after one visit to any page the emergency page opens offline, and other pages say what is wrong', async ({
  page,
  context,
}) => {
  await enter(page, '/coa');
  await workerReady(page);
  await context.setOffline(true);
  await page.goto('/es/emergency');
  await expect(page.getByRole('heading', { name: 'Recursos de emergencia' })).toBeVisible();
  await page.goto('/emergency');
  await expectEmergencyPage(page);
  // Its styles are applied: the button to call is red.
  await expect(page.getByRole('link', { name: 'Call now 911' })).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  // So are its scripts.
  await waitForHydration(page);

  await page.goto('/brands');
  await expect(page.getByRole('heading', { name: "You're offline" })).toBeVisible();
  for (const [name, href] of [
    ['Call 911', 'tel:911'],
    ['Poison Help 1-800-222-1222', 'tel:+18002221222'],
    ['Call or text 988', 'tel:988'],
  ] as const) {
    const link = page.getByRole('link', { name });
    await expect(link).toHaveAttribute('href', href);
    expect((await link.boundingBox())?.height, name).toBeGreaterThanOrEqual(44);
  }
  await page.getByRole('link', { name: 'What to do in an emergency' }).click();
  await expectEmergencyPage(page);

  await context.setOffline(false);
  await page.goto('/brands');
  await expect(page.getByRole('heading', { name: 'Verified Brands' })).toBeVisible();
});

test('the help link works in an open page when the connection is lost', { tag: '@slow' }, async ({ page, context }) => {
  await enter(page, '/learn');
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Need help now?' }).first().click();
  await expectEmergencyPage(page);
});

test('only the emergency page is cached, and nothing about the visitor', async ({ page }) => {
  await enter(page, '/brands');
  await workerReady(page);
  // Reinstall it now that the browser has the age cookie.
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await page.goto('/brands');
  await workerReady(page);
  await page.goto('/learn/dosing-guide');
  await page.goto('/admin');
  await page.goto('/coa');
  const cached = await cachedPaths(page);
  expect(cached.filter((path) => !path.startsWith('/assets/'))).toEqual(['/emergency', '/es/emergency']);
  expect(cached.filter((path) => /\.page-/.test(path))).toEqual([
    expect.stringMatching(/^\/assets\/spanish-emergency\.page-/),
  ]);
  const html = await page.evaluate(async () => (await caches.match('/emergency'))?.text());
  expect(html).toContain('"ageVerified":false');
});

test('everything else comes from the server each time, and one that fails or is silent does not block the emergency page', {
  tag: '@slow',
}, async ({ page, baseURL }) => {
  const site = await proxyOf(baseURL);
  await page.goto(`${site.url}/terms`);
  await workerReady(page);
  site.change = (path, body) => (path === '/terms' ? body.replace('<title>Terms of Use', '<title>New terms') : body);
  const html = await (await page.goto(`${site.url}/terms`))?.text();
  expect(html).toContain('<title>New terms');
  for (const answer of [503, 'silence'] as const) {
    site.answer = answer;
    // The second time, the emergency page is open already.
    await page.goto('about:blank');
    await page.goto(`${site.url}/emergency`);
    await expectEmergencyPage(page);
  }
  await site.stop();
});

test('a new build replaces the old one, which is deleted', { tag: '@slow' }, async ({ page, context, baseURL }) => {
  const site = await proxyOf(baseURL);
  await page.goto(`${site.url}/terms`);
  await workerReady(page);
  const script = await startScriptOf(page);
  expect(await cachedPaths(page)).toContain(script);

  // Simulates a rebuild: the script has another name.
  const next = script.replace(/[^/]+$/, 'start-another.js');
  site.ask = (path) => path.replace(next, script);
  site.change = (_, body) => body.replaceAll(script, next).replace(/emergency-[0-9a-f]{12}/, 'emergency-another');
  await page.goto(`${site.url}/privacy`);
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['emergency-another']);
  const cached = await cachedPaths(page);
  expect(cached).toContain(next);
  expect(cached).not.toContain(script);

  await context.setOffline(true);
  await page.goto(`${site.url}/emergency`);
  await expectEmergencyPage(page);
  expect(await startScriptOf(page)).toBe(next);
  await site.stop();
});

test('a build whose page is not deployed yet does not replace the working one', { tag: '@slow' }, async ({
  page,
  context,
  baseURL,
}) => {
  const site = await proxyOf(baseURL);
  await page.goto(`${site.url}/terms`);
  await workerReady(page);
  const before = await page.evaluate(() => caches.keys());
  const script = await startScriptOf(page);
  // Files and worker are new, but the page still comes from an instance of the old build.
  const next = script.replace(/[^/]+$/, 'start-another.js');
  site.ask = (path) => path.replace(next, script);
  site.change = (path, body) =>
    path === '/service-worker.js'
      ? body.replace(script, next).replace(/emergency-[0-9a-f]{12}/, 'emergency-broken')
      : body;
  const end = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const worker = (await registration?.update())?.installing;
    return new Promise((resolve) => {
      if (!worker || worker.state === 'redundant') resolve(worker?.state);
      worker?.addEventListener('statechange', () => resolve(worker.state));
    });
  });
  expect(end).toBe('redundant');
  expect(await page.evaluate(() => caches.keys())).toEqual(before);
  await context.setOffline(true);
  await page.goto(`${site.url}/emergency`);
  await expectEmergencyPage(page);
  await site.stop();
});

test('without the page in Spanish, the one in English still opens offline', { tag: '@slow' }, async ({
  page,
  context,
  baseURL,
}) => {
  const site = await proxyOf(baseURL);
  site.ask = (path) => path.replace('/es/emergency', '/no-such-page');
  await page.goto(`${site.url}/terms`);
  await workerReady(page);
  expect(await cachedPaths(page)).not.toContain('/es/emergency');
  await context.setOffline(true);
  await page.goto(`${site.url}/emergency`);
  await expectEmergencyPage(page);
  await site.stop();
});

test('a browser without service workers shows the site', { tag: '@slow' }, async ({ page }) => {
  await page.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('No', 'SecurityError'));
  });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await enter(page, '/brands');
  await expect(page.getByRole('heading', { name: 'Verified Brands' })).toBeVisible();
  expect(errors).toEqual([]);
});
