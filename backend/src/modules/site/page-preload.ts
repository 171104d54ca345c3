import { EMAIL_MARK } from '../../platform/mail/from-email.js';
import type { Editorial } from './site-content.js';

/** One call of the API that a page makes when it opens. */
export interface ApiCall {
  readonly operation: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** The address of the call, made from the above. */
  readonly url: string;
}

/** What such a call was answered, as the page can take it over. */
export interface ApiAnswer extends Omit<ApiCall, 'url'> {
  readonly status: number;
  readonly body: unknown;
  /** The `Link` and `X-Total-Count…` headers of a list. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A page that was asked for: its words by name, the calls it opens with, and what it is called when they find nothing. */
export interface PageRequest {
  readonly page: string;
  readonly calls: readonly ApiCall[];
  /** Name of the page's words when its first call answers 404. */
  readonly missing?: string;
  /** Its address names a batch and no brand: when several brands use the batch id, the page asks which one is meant. */
  readonly asksForBrand?: true;
  /** What its words leave open and no call answers. */
  readonly values?: Readonly<Record<string, string>>;
  /** Its address lets somebody in: no search engine keeps it, and no other site is told it. */
  readonly secret?: true;
  /** Whether its address is one that the site itself leads to, with nothing added. */
  readonly isUsual?: boolean;
}

const call = (operation: string, url: string, rest: Pick<ApiCall, 'path' | 'query'> = {}): ApiCall => ({
  operation,
  url,
  ...rest,
});

const LIST_QUERY = ['search', 'brand', 'sort'] as const;

const STATIC_PAGES: Readonly<Record<string, string>> = {
  '/age-gate': 'ageGate',
  '/dose-calculator': 'doseCalculator',
  '/submit-coa': 'submitCoa',
  '/responsible-use': 'responsibleUse',
  '/emergency': 'emergency',
  '/contact': 'contact',
  '/terms': 'terms',
  '/privacy': 'privacy',
  '/labs': 'labs',
  '/labs/api': 'apiReference',
  '/problems': 'problems',
};

/** Where links in letters lead; their addresses carry a token. */
const LETTER_PAGES: Readonly<Record<string, string>> = {
  '/unsubscribe': 'unsubscribe',
  '/newsletter/confirm': 'confirmNewsletter',
};

const articles = call('listArticles', '/api/articles');
const brands = call('listBrands', '/api/brands');
const statistics = call('getCoaStatistics', '/api/coa-statistics');

/**
 * @param url path and query that were asked for
 * @param problems what an error can be, by code
 * @returns null for an address that is no page of ours
 */
export function pageRequest(url: string, problems: Editorial['problems']['problems']): PageRequest | null {
  const asked = pageAt(url, problems);
  return asked && { ...asked, isUsual: isUsual(url) };
}

function isUsual(url: string): boolean {
  const [pathname = '', search] = url.split('?');
  if (search === undefined || search === EMAIL_MARK) return !pathname.startsWith('/admin/');
  const names = [...new URLSearchParams(search).keys()];
  const areKnown = names.every((name) => (LIST_QUERY as readonly string[]).includes(name));
  return pathname === '/coa' && areKnown && new Set(names).size === names.length;
}

function pageAt(url: string, problems: Editorial['problems']['problems']): PageRequest | null {
  // Put together as text: read as a reference, an address like //[ would be another host.
  const { pathname, searchParams } = new URL(`http://localhost${url}`);
  const fixed = STATIC_PAGES[pathname];
  if (fixed) return { page: fixed, calls: [] };
  const linked = LETTER_PAGES[pathname];
  if (linked) return { page: linked, calls: [], secret: true };
  if (pathname === '/') return { page: 'home', calls: [articles, statistics] };
  if (pathname === '/learn') return { page: 'learn', calls: [articles] };
  if (pathname === '/sitemap') return { page: 'sitemap', calls: [articles] };
  if (pathname === '/brands') return { page: 'brands', calls: [brands] };
  if (pathname === '/coa') return { page: 'coas', calls: [listCoas(searchParams), statistics, brands] };
  if (/^\/admin(\/|$)/.test(pathname)) return { page: 'staff', calls: [] };
  return pageOfProblem(pathname, problems) ?? pageOfOneThing(pathname);
}

function pageOfProblem(pathname: string, problems: Editorial['problems']['problems']): PageRequest | null {
  const code = /^\/problems\/([a-z0-9-]+)$/.exec(pathname)?.[1] ?? '';
  const problem = Object.hasOwn(problems, code) ? problems[code] : undefined;
  if (!problem) return null;
  const { title, meaning } = problem;
  return { page: 'problem', calls: [], values: { code, title, meaning: meaning.replaceAll('`', '') } };
}

function pageOfOneThing(pathname: string): PageRequest | null {
  const [, room, segment, ...rest] = pathname.split('/');
  if (!segment) return null;
  if (room === 'brands' && rest[0] === 'coa' && rest[1] && rest.length === 2) return certificateOf(segment, rest[1]);
  if (rest.length > 0) return null;
  const name = decode(segment);
  if (name === null) return null;
  if (room === 'learn') {
    const article = call('getArticle', `/api/articles/${segment}`, { path: { slug: name } });
    return { page: 'article', missing: 'articleNotFound', calls: [article] };
  }
  if (room === 'coa') {
    const coa = call('getCoa', `/api/coa/${segment}`, { path: { batchId: name } });
    return { page: 'coa', missing: 'coaNotFound', calls: [coa], asksForBrand: true };
  }
  if (room === 'certificates') {
    const certificate = call('getCertificate', `/api/certificates/${segment}`, { path: { reference: name } });
    return { page: 'coa', missing: 'coaNotFound', calls: [certificate] };
  }
  // What was sent is personal: the page asks for it itself, and nothing of it stands in the document.
  if (room === 'corrections') return { page: 'correction', calls: [], secret: true };
  if (room === 'brands') {
    const path = { brandName: name };
    const brand = call('getBrand', `/api/brands/${segment}`, { path });
    const coas = call('listBrandCoas', `/api/brands/${segment}/coa`, { path });
    return { page: 'brand', missing: 'brandNotFound', calls: [brand, coas] };
  }
  return null;
}

/** The certificate of one brand's batch. */
function certificateOf(brandSegment: string, batchSegment: string): PageRequest | null {
  const [brand, batchId] = [decode(brandSegment), decode(batchSegment)];
  if (brand === null || batchId === null) return null;
  const query = { brand };
  const url = `/api/coa/${batchSegment}?${new URLSearchParams(query)}`;
  return { page: 'coa', missing: 'coaNotFound', calls: [call('getCoa', url, { path: { batchId }, query })] };
}

function listCoas(given: URLSearchParams): ApiCall {
  const entries = LIST_QUERY.flatMap((name) => {
    const value = given.get(name);
    return value ? [[name, value] as const] : [];
  });
  const query = Object.fromEntries(entries);
  return call('listCoas', `/api/coa?${new URLSearchParams(query)}`, { query });
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
