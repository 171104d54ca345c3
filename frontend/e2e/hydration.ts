import { type Browser, expect, type Page } from '@playwright/test';
import { openFully, passAgeGate, publicPages, waitForHydration } from './journeys';

/** An address of every public page and of what stands in its place: errors, empty results and missing pages. */
const addresses = async (page: Page): Promise<string[]> => {
  return [
    ...(await publicPages(page)).map(({ path }) => path),
    '/learn?search=driving',
    '/learn?search=zzzz',
    '/learn?category=safety-dosing',
    '/coa/%23C9030',
    '/coa?search=zzzz',
    '/search?q=yuzu',
    '/search?q=waxwimg',
    '/search?q=zzzz',
    '/?utm_source=x',
    '/coa?search=yuzu&sort=mildest',
    '/dose-calculator?mg=5&can=10',
    '/none',
    '/learn/none',
    '/brands/none',
    '/coa/none',
    '/certificates/CB-WWNK-X25K',
    '/problems/none',
    '/law/none',
    '/law/vermont',
  ];
};

/** Errors and warnings, without the browser's own line about a missing page and Playwright's about service workers. */
function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (!/404 \(Not Found\)|blocked by Playwright/.test(message.text())) problems.push(message.text());
  });
  return problems;
}

/**
 * Visitors that together have each pair of option values at least once: each time zone with each theme, each time zone
 * before and past the gate, and each theme before and past it. What goes wrong only when all three meet would be missed.
 * That halves the twelve combinations.
 */
export const VISITORS: readonly Visitor[] = [
  { timezoneId: 'Pacific/Honolulu', theme: undefined, ageVerified: true },
  { timezoneId: 'Pacific/Kiritimati', theme: undefined, ageVerified: false },
  { timezoneId: 'Pacific/Honolulu', theme: 'light', ageVerified: false },
  { timezoneId: 'Pacific/Kiritimati', theme: 'light', ageVerified: true },
  { timezoneId: 'Pacific/Honolulu', theme: 'dark', ageVerified: false },
  { timezoneId: 'Pacific/Kiritimati', theme: 'dark', ageVerified: true },
];

export interface Visitor {
  readonly timezoneId: string;
  /** Undefined: the system's. */
  readonly theme: string | undefined;
  readonly ageVerified: boolean;
}

/**
 * Opens every public page, and fails when React finds another page than it would render, or when anything is logged.
 * @param inspect what else to look at on each page, with the calls to the API that it made
 */
export async function hydrateEveryPage(
  browser: Browser,
  baseURL: string,
  { timezoneId, theme, ageVerified }: Visitor,
  inspect: (page: Page, path: string, calls: readonly string[]) => Promise<void> = async () => {},
): Promise<void> {
  const context = await browser.newContext({ timezoneId, baseURL });
  const page = await context.newPage();
  if (theme) await context.addCookies([{ name: 'theme', value: theme, url: baseURL }]);
  if (ageVerified) await passAgeGate(page);
  const problems = problemsOf(page);
  const calls = callsOf(page);
  for (const path of await addresses(page)) {
    calls.length = 0;
    await openFully(page, path);
    expect(problems, path).toEqual([]);
    await inspect(page, path, calls);
  }
  await context.close();
}

/** What a page asks the API for from now on. Lazy pictures of documents come when they are near (original-document.e2e.ts). */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && request.resourceType() !== 'image') calls.push(pathname);
  });
  return calls;
}

/**
 * Opens a page and holds its scripts back until the returned function is called, for what a visitor does before they run.
 */
export async function openUnhydrated(page: Page, path: string): Promise<() => Promise<void>> {
  const { promise: isWanted, resolve: load } = Promise.withResolvers<void>();
  const entry = /\/assets\/index-[^/]*\.js$/;
  await page.route(entry, async (route) => {
    await isWanted;
    await route.continue();
  });
  // Another hash on the same page would not load it.
  await page.goto('about:blank');
  const asked = page.waitForRequest(entry);
  await page.goto(path);
  await asked;
  await waitForFonts(page);
  return async () => {
    load();
    await waitForHydration(page);
  };
}

/** Fonts move the text: start.js adds them once both have arrived. */
export const waitForFonts = (page: Page) =>
  page.waitForFunction(() =>
    ['Inter', 'Source Serif 4'].every((name) => [...document.fonts].some(({ family }) => family.includes(name))),
  );
