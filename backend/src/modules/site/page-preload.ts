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
  /** Body of the request. Only a call with one is a POST. */
  readonly payload?: object;
  /** The page gets only how many items the response has. */
  readonly count?: true;
}

export interface ApiResponse {
  readonly status: number;
  readonly body: unknown;
  /** Those that a page needs, such as the `Link` and `X-Total-Count…` headers of a list. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The response to such a call, in the form that the page's query cache is hydrated from. */
export interface PreloadedResponse extends Omit<ApiCall, 'url' | 'count'>, ApiResponse {}

export interface PageRequest {
  readonly page: SitePage;
  /** Path and query without parameters that change nothing, such as those of trackers. */
  readonly url: string;
  readonly calls: readonly ApiCall[];
  /** Calls that follow when the first one finds nothing. */
  readonly callsIfMissing: readonly ApiCall[];
  /** Values for the page's head that come from content/ instead of an API call. */
  readonly values?: Readonly<Record<string, string>>;
}

/**
 * @param url requested path and query
 * @returns null when no page has this address
 */
export function pageRequest(url: string, content: SiteContent): PageRequest | null {
  // Concatenated on purpose: as a relative reference, a path like //[ would name another host.
  const { pathname, searchParams } = new URL(`http://localhost${url}`);
  const match = matchPage(content.pageTable, pathname);
  if (!match) return null;
  const { page, params } = match;
  const values = contentValues(page, params, content);
  if (values === null) return null;
  const query = knownQuery(page, searchParams);
  const given = { ...Object.fromEntries(query), ...params };
  const callsOf = (preload: SitePage['preload']) =>
    preload
      .filter(({ needs }) => needs === undefined || query.get(needs)?.trim())
      .flatMap(({ operation, url: template, each, countAs }) =>
        valuesOf(query, each).map((value) => ({
          ...apiCall(countAs ?? operation, template, { ...given, ...value }),
          ...(countAs !== undefined && { count: true as const }),
        })),
      );
  return {
    page,
    url: pathname + (query.size > 0 ? `?${query}` : ''),
    calls: callsOf(page.preload),
    callsIfMissing: callsOf(page.preloadIfMissing),
    ...(values && { values }),
  };
}

type Each = SitePage['preload'][number]['each'];

/** What a call is made with for each value of a list; once for a call without a list. */
function valuesOf(query: URLSearchParams, each: Each): readonly Readonly<Record<string, string>>[] {
  if (!each) return [{}];
  const values = listOf(query, each.parameter);
  return values.length > each.max ? [] : values.map((value) => ({ [each.as]: value }));
}

/** The distinct values of a parameter that may be repeated, or hold several with commas. */
const listOf = (query: URLSearchParams, name: string): readonly string[] => [
  ...new Set(
    query.getAll(name).flatMap((text) =>
      text
        .split(',')
        .map((value) => value.trim())
        .filter(Boolean),
    ),
  ),
];

function apiCall(operation: string, template: string, values: Readonly<Record<string, string>>): ApiCall {
  const path = Object.fromEntries(parametersOf(template.split('?')[0] ?? '').map((name) => [name, values[name] ?? '']));
  return {
    operation,
    ...(Object.keys(path).length > 0 && { path }),
    ...(template.includes('?') && { query: fillQuery(template, values) }),
    url: fillUrl(template, values),
  };
}

/** The page's own parameters in one order: anyone can invent parameters, and each would be cached as another page. */
function knownQuery({ query, preload }: SitePage, given: URLSearchParams): URLSearchParams {
  if (given.toString() === EMAIL_MARK) return given;
  const known = new URLSearchParams();
  for (const { name, values } of query) {
    const each = preload.find((call) => call.each?.parameter === name)?.each;
    if (each) {
      // One more than there may be tells the page that there are too many.
      for (const value of listOf(given, name).slice(0, each.max + 1)) known.append(name, value);
      continue;
    }
    const value = given.get(name);
    if (value !== null && (values?.includes(value) ?? true)) known.set(name, value);
  }
  return known;
}

/** Values of a page whose subject comes from content/. @returns null when there is no such subject */
function contentValues({ name }: SitePage, params: Readonly<Record<string, string>>, content: SiteContent) {
  if (name === 'problem') return problemValues(params.code ?? '', content.problems.problems);
  if (name !== 'stateLaw') return undefined;
  const state = content.states.find(({ slug }) => slug === params.state);
  return state ? { state: state.slug, name: state.name } : null;
}

/** @returns null when there is no such problem */
function problemValues(code: string, problems: SiteContent['problems']['problems']): Record<string, string> | null {
  const problem = Object.hasOwn(problems, code) ? problems[code] : undefined;
  if (!problem) return null;
  const { title, meaning } = problem;
  return { code, title, meaning: meaning.replaceAll('`', '') };
}
