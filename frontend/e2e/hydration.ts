import { type Browser, expect, type Page } from '@playwright/test';
import { passAgeGate, publicPages, waitForHydration } from './journeys';

/** An address of every public page and of what stands in its place: errors, empty results and missing pages. */
const addresses = async (page: Page): Promise<string[]> => {
  return [
    ...(await publicPages(page)).map(({ path }) => path),
    '/learn?search=driving',
    '/learn?search=zzzz',
    '/learn?category=safety-dosing',
    '/coa?search=zzzz',
    '/search?q=yuzu',
    '/search?q=waxwimg',
    '/search?q=zzzz',
    '/?utm_source=x',
    '/coa?sort=mildest',
    '/dose-calculator?mg=5&can=10',
    '/none',
    '/learn/none',
    '/brands/none',
    '/coa/none',
    '/problems/none',
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

/** Opens every public page, and fails when React finds another page than it would render, or when anything is logged. */
export async function hydrateEveryPage(
  browser: Browser,
  baseURL: string,
  { timezoneId, theme, ageVerified }: Visitor,
): Promise<void> {
  const context = await browser.newContext({ timezoneId, baseURL });
  const page = await context.newPage();
  if (theme) await context.addCookies([{ name: 'theme', value: theme, url: baseURL }]);
  if (ageVerified) await passAgeGate(page);
  const problems = problemsOf(page);
  for (const address of await addresses(page)) {
    await page.goto(address);
    await waitForHydration(page);
    expect(problems, address).toEqual([]);
  }
  await context.close();
}
