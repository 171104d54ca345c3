import { type Browser, expect, type Page } from '@playwright/test';
import { passAgeGate, publicPages, waitForHydration } from './journeys';

/** An address of every public page and of what stands in its place: errors, empty results and missing pages. */
const addresses = async (page: Page): Promise<string[]> => {
  return [
    ...(await publicPages(page)).map(({ path }) => path),
    ...[
      '/learn?search=driving',
      '/learn?search=zzzz',
      '/learn?category=safety-dosing',
      '/coa?search=zzzz',
      '/search?q=yuzu',
      '/search?q=waxwimg',
      '/search?q=zzzz',
      '/?utm_source=x',
    ],
    ...[
      '/coa?sort=mildest',
      '/dose-calculator?mg=5&can=10',
      '/none',
      '/learn/none',
      '/brands/none',
      '/coa/none',
      '/problems/none',
    ],
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
