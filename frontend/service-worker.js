// Caches the emergency page for offline use and nothing else. All other pages and all data come from the server. The
// build (offline.ts) fills in the __PLACEHOLDERS__.

const CACHE = '__CACHE__';
/** The emergency page's files, first the script that the page names. Their names contain hashes, so they never change. */
const FILES = __FILES__;
/** What the page needs besides in Spanish. */
const SPANISH_FILES = __SPANISH_FILES__;
const OFFLINE_PAGE = __OFFLINE_PAGE__;

/** The emergency page in each language. */
const ENGLISH = '/emergency';
const SPANISH = '/es/emergency';
/** How long to wait for a slow server before showing the cached emergency page. */
const TIMEOUT_MS = 3_000;

/**
 * Clients whose files come from the cache: the emergency page and the offline page. Chromium does not reuse a preload
 * that a worker answered, so any other page would load its first scripts twice.
 */
const pagesWithCachedFiles = new Set();

self.addEventListener('install', (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()));
});

/** The page in Spanish may fail alone: without it, the one in English is still kept. */
async function fill() {
  await keep(ENGLISH, FILES);
  await keepSpanish();
}

let hasTriedSpanish = false;

/** Once in each run of this worker, so that a later visit tries again. */
async function keepSpanish() {
  if (hasTriedSpanish) return;
  hasTriedSpanish = true;
  try {
    if (!(await kept(SPANISH))) await keep(SPANISH, SPANISH_FILES);
  } catch {
    // Offline, or the page is of another build.
  }
}

async function keep(address, files) {
  const page = await freshPage(address);
  const cache = await caches.open(CACHE);
  await cache.addAll(files);
  await cache.put(address, page);
}

/**
 * Fetches the page without cookies, so nothing about the visitor is cached. Fails when the page is from another build;
 * the next visit tries again.
 */
async function freshPage(address) {
  const page = await fetch(address, { credentials: 'omit', cache: 'no-cache' });
  const html = await page.clone().text();
  if (!page.ok || !html.includes(FILES[0])) throw new Error('The emergency page is of another build');
  return page;
}

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

async function takeOver() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin) return;
  if (FILES.includes(pathname) || SPANISH_FILES.includes(pathname)) {
    if (pagesWithCachedFiles.has(event.clientId)) event.respondWith(file(event.request, pathname));
  } else if (mode === 'navigate' && !/^\/(api|feeds|social)\//.test(pathname)) {
    const answer = page(event, pathname);
    event.respondWith(answer);
    // After the page, which should not wait for it.
    event.waitUntil(answer.then(keepSpanish));
  }
});

async function file(request, pathname) {
  return (await kept(pathname)) ?? fetch(request);
}

async function page(event, pathname) {
  const address = pathname.toLowerCase().replace(/\/+$/, '');
  const isEmergency = address === ENGLISH || address === SPANISH;
  const answer = fromServer(event);
  if (isEmergency) pagesWithCachedFiles.add(event.resultingClientId);
  try {
    if (!isEmergency) return await answer;
    const response = await Promise.race([answer, timeout()]);
    if (response.status < 500) return response;
  } catch {
    // Offline or too slow.
  }
  pagesWithCachedFiles.add(event.resultingClientId);
  return (isEmergency && (await kept(address))) || offlinePage();
}

async function fromServer(event) {
  return (await event.preloadResponse) ?? fetch(event.request);
}

const timeout = () => new Promise((_, reject) => setTimeout(reject, TIMEOUT_MS));

const kept = async (address) => (await caches.open(CACHE)).match(address, { ignoreVary: true });

const offlinePage = () =>
  new Response(OFFLINE_PAGE, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none';style-src 'self';font-src 'self';img-src 'self';base-uri 'none';frame-ancestors 'none'",
    },
  });
