import { EMAIL_MARK } from '../../platform/email/from-email.js';
import { fillQuery, fillUrl, matchPage, parametersOf, type SitePage } from './page-table.js';
import type { SiteContent } from './site-content.js';

/** An API call that a page makes when it opens. */
export interface ApiCall {
  readonly operation: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Path and query of the call. */
  readonly url: string;
}

/** The response to such a call, in the form that the page's query cache is hydrated from. */
export interface PreloadedResponse extends Omit<ApiCall, 'url'> {
  readonly status: number;
  readonly body: unknown;
  /** The `Link` and `X-Total-Count…` headers of a list. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface PageRequest {
  readonly page: SitePage;
  readonly calls: readonly ApiCall[];
  /** Values for the page's head that come from content/ instead of an API call. */
  readonly values?: Readonly<Record<string, string>>;
  readonly isCacheable: boolean;
}

/**
 * @param url requested path and query
 * @returns null when no page has this address
 */
export function pageRequest(url: string, { pageTable, problems }: SiteContent): PageRequest | null {
  // Concatenated on purpose: as a relative reference, a path like //[ would name another host.
  const { pathname, searchParams } = new URL(`http://localhost${url}`);
  const match = matchPage(pageTable, pathname);
  if (!match) return null;
  const { page, params } = match;
  const values = page.name === 'problem' ? problemValues(params.code ?? '', problems.problems) : undefined;
  if (values === null) return null;
  const calls = Object.entries(page.preload).map(([operation, template]) =>
    apiCall(operation, template, params, searchParams, page.query),
  );
  return { page, calls, isCacheable: page.cacheable && hasKnownQuery(page, url), ...(values && { values }) };
}

function apiCall(
  operation: string,
  template: string,
  params: Readonly<Record<string, string>>,
  searchParams: URLSearchParams,
  queryNames: readonly string[],
): ApiCall {
  const values = { ...Object.fromEntries(queryNames.map((name) => [name, searchParams.get(name) ?? ''])), ...params };
  const path = Object.fromEntries(parametersOf(template.split('?')[0] ?? '').map((name) => [name, values[name] ?? '']));
  return {
    operation,
    ...(Object.keys(path).length > 0 && { path }),
    ...(template.includes('?') && { query: fillQuery(template, values) }),
    url: fillUrl(template, values),
  };
}

/** Pages with unknown query parameters aren't cached: anyone can invent parameters and fill the cache with copies. */
function hasKnownQuery({ query }: SitePage, url: string): boolean {
  const search = url.split('?')[1];
  if (search === undefined || search === EMAIL_MARK) return true;
  const names = [...new URLSearchParams(search).keys()];
  return query.length > 0 && names.every((name) => query.includes(name)) && new Set(names).size === names.length;
}

/** @returns null when there is no such problem */
function problemValues(code: string, problems: SiteContent['problems']['problems']): Record<string, string> | null {
  const problem = Object.hasOwn(problems, code) ? problems[code] : undefined;
  if (!problem) return null;
  const { title, meaning } = problem;
  return { code, title, meaning: meaning.replaceAll('`', '') };
}
