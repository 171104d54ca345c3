import { MutationCache, QueryCache, QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type table from '../../../content/pages.json';
import {
  getAgeVerificationStatusQueryKey,
  getArticleQueryKey,
  getBatchHistoryQueryKey,
  getBrandDeskQueryKey,
  getBrandQueryKey,
  getCertificateQueryKey,
  getCoaQueryKey,
  getCoaStatisticsQueryKey,
  getCorrectionQueryKey,
  getLaboratoryQueryKey,
  getLogStatusQueryKey,
  getNoticeEmailsQueryKey,
  getNoticeOptions,
  getProblemFiguresQueryKey,
  getProductQueryKey,
  getReportRequestsQueryKey,
  getRuleEditionQueryKey,
  getRuleQueryKey,
  getSessionQueryKey,
  listArticlesQueryKey,
  listBrandsQueryKey,
  listCoasQueryKey,
  listFollowsQueryKey,
  listNearestBatchesQueryKey,
  listNoticesQueryKey,
  listRulesQueryKey,
  searchSiteQueryKey,
} from './generated/@tanstack/react-query.gen';
import { client } from './generated/client.gen';
import { getSession, listArticles, listBrandCoas, listCoas, listNotices } from './generated/sdk-site.gen';
import type {
  CertificateStatus,
  CoaSort,
  CoaSummaryDto,
  DoseRequestDto,
  ListedArticleDto,
  NoticeSummaryDto,
  PanelsFilter,
  ProblemDto,
  RuleVerdict,
  SampledBy,
  StaffMemberDto,
} from './generated/types.gen';
import type { PageContext } from './page-context';
import { pagedQuery, pageOf } from './paged-query';

/**
 * Any response that is not a success. The message is the server's, or else the status code, a colon, and the body.
 * [source:client-error]
 */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** The server's message for people; undefined when there is none. */
    readonly sentence: string | undefined,
    readonly fields: readonly { field: string; message: string }[],
    /** The problem's code, such as `second-factor-required`; undefined when the server sent none. */
    readonly code?: string,
    /** From `Retry-After`; undefined when the server sent none. */
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** The message to show for an error. The generated types call every error a problem, but an ApiError is thrown. */
export const errorMessage = (error: unknown) =>
  error instanceof Error ? error.message : 'Something went wrong. Please try again.';

client.setConfig({ baseUrl: '' });

client.interceptors.error.use((error, response) => {
  if (!response) return new ApiError(0, "We can't reach the site. Check your connection and try again.", undefined, []);
  return apiErrorOf(response, error);
});

/** @param body the parsed body: a problem, or text from something between us and the server */
export function apiErrorOf(
  { status, statusText, headers }: Pick<Response, 'status' | 'statusText' | 'headers'>,
  body: unknown,
) {
  const problem = (typeof body === 'object' && body !== null ? body : {}) as Partial<ProblemDto>;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const raw = `${status}: ${text && text !== '{}' ? text : statusText}`;
  const code = problem.type?.replace('/problems/', '');
  const retryAfter = Number(headers.get('retry-after')) || undefined;
  return new ApiError(status, problem.error ?? raw, problem.error, problem.errors ?? [], code, retryAfter);
}

/** Data never goes stale by itself. There is no refetch on focus and no retry. [source:client-cache] */
export function createQueryClient(): QueryClient {
  /** A session can end elsewhere. The first request that fails with 401 shows the sign-in page. */
  const noticeSignOut = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'not-signed-in')
      queryClient.setQueryData(getSessionQueryKey(), null);
  };
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError: noticeSignOut }),
    mutationCache: new MutationCache({ onError: noticeSignOut }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
      },
      mutations: { retry: false },
    },
  });
  return queryClient;
}

/** What the server put into the page, so that the first screen needs no request. */
export interface PagePreload extends PageContext {
  readonly ageVerified: boolean;
  readonly responses: readonly PreloadedResponse[];
}

/** An API response that the server put into the page, with the parameters of the call. */
export interface PreloadedResponse {
  readonly operation: PreloadedOperation;
  readonly path?: Record<string, string>;
  readonly query?: CertificateFilters & { readonly cursor?: string; readonly q?: string; readonly near?: string };
  /** Body of the request, where it has one. */
  readonly payload?: unknown;
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;
}

type Pages = (typeof table)['pages'];
type Preload = {
  [Id in keyof Pages]:
    | (Pages[Id] extends { preload: infer Calls } ? keyof Calls : never)
    | (Pages[Id] extends { preloadIfMissing: infer Calls } ? keyof Calls : never);
};
/**
 * Every call that content/pages.json preloads for some page, where `searchArticles` is another call of `listArticles`, and
 * the one that depends on more than the address's parameters (entry-server.tsx).
 */
type PreloadedOperation = Exclude<Preload[keyof Pages], 'searchArticles'> | 'calculateDose';

interface CacheEntry {
  /** The key under which the page looks for the response. */
  readonly queryKey: QueryKey;
  /** From the body, where the page keeps more than that. */
  readonly toData?: () => unknown;
}

/** Of a call that depends on nothing. */
const alone = (keyOf: () => QueryKey) => (): CacheEntry => ({ queryKey: keyOf() });

/** Of a call that depends on the path of its page only. */
const ofPath =
  (keyOf: (options: { path: never }) => QueryKey) =>
  ({ path }: PreloadedResponse): CacheEntry => ({ queryKey: keyOf({ path: path as never }) });

const CACHE_ENTRIES: Record<PreloadedOperation, (response: PreloadedResponse) => CacheEntry> = {
  listArticles: ({ body, query, headers }) => {
    const search = query?.search?.trim();
    if (!search) return { queryKey: listArticlesQueryKey() };
    return {
      queryKey: articleSearch(search).queryKey,
      toData: () => articlesFound(search, body as ListedArticleDto[], new Headers(headers)),
    };
  },
  countArticles: () => ({ queryKey: articleCount().queryKey }),
  countCertificates: ({ query: { rule, verdict } = {}, body, headers }) => ({
    queryKey: certificateCount({ rule, verdict }).queryKey,
    toData: () => ({ total: body, isTotalExact: headers['x-total-count-relation'] !== 'gte' }),
  }),
  calculateDose: ({ payload }) => ({ queryKey: doseQueryKey(payload as DoseRequestDto) }),
  listBrands: alone(listBrandsQueryKey),
  getCoaStatistics: alone(getCoaStatisticsQueryKey),
  getArticle: ofPath(getArticleQueryKey),
  getBrand: ofPath(getBrandQueryKey),
  getCoa: ({ path, query }) => ({
    queryKey: getCoaQueryKey({ path: path as never, ...(query?.brand !== undefined && { query }) }),
  }),
  getReportRequests: ofPath(getReportRequestsQueryKey),
  listNearestBatches: ({ path, query }) => ({
    queryKey: listNearestBatchesQueryKey({ path: path as never, query: { near: query?.near ?? '' } }),
  }),
  getCertificate: ofPath(getCertificateQueryKey),
  getBatchHistory: ofPath(getBatchHistoryQueryKey),
  getCorrection: ofPath(getCorrectionQueryKey),
  getBrandDesk: ofPath(getBrandDeskQueryKey),
  listFollows: ofPath(listFollowsQueryKey),
  listNotices: (response) => ({
    queryKey: noticePages(response.query?.cursor).queryKey,
    toData: () => firstPageOf<NoticeSummaryDto>(response),
  }),
  getNoticeEmails: alone(getNoticeEmailsQueryKey),
  getNotice: ({ path }) => ({ queryKey: noticeOf(path?.number ?? '').queryKey }),
  getLaboratory: ofPath(getLaboratoryQueryKey),
  getLogStatus: alone(getLogStatusQueryKey),
  getProblemFigures: alone(getProblemFiguresQueryKey),
  listRules: alone(listRulesQueryKey),
  getRule: ofPath(getRuleQueryKey),
  getRuleEdition: ofPath(getRuleEditionQueryKey),
  getProduct: ofPath(getProductQueryKey),
  searchSite: ({ query }) => ({ queryKey: searchSiteQueryKey({ query: { q: query?.q?.trim() ?? '' } }) }),
  listCoas: ({ query: { cursor, testedWithinDays, ...filters } = {}, ...response }) => ({
    // The address has it as text.
    queryKey: certificatePages(
      { ...filters, ...(testedWithinDays && { testedWithinDays: Number(testedWithinDays) }) },
      cursor,
    ).queryKey,
    toData: () => firstPageOf(response),
  }),
  listBrandCoas: (response) => ({
    queryKey: brandCertificatePages(response.path?.brandName ?? '', response.query?.cursor).queryKey,
    toData: () => firstPageOf(response),
  }),
};

const firstPageOf = <Row = CoaSummaryDto>({ body, headers }: Pick<PreloadedResponse, 'body' | 'headers'>) => ({
  pages: [pageOf({ data: body as Row[], response: { headers: new Headers(headers) } })],
  pageParams: [undefined],
});

/** Fills the query cache with the age state and the preloaded responses, errors included. */
export function hydrateCache(queryClient: QueryClient, { ageVerified, responses }: PagePreload): void {
  queryClient.setQueryData(getAgeVerificationStatusQueryKey(), { verified: ageVerified });
  for (const response of responses) {
    const { status, body } = response;
    const { queryKey, toData = () => body } = CACHE_ENTRIES[response.operation](response);
    if (status === 200) queryClient.setQueryData(queryKey, toData());
    else {
      const headers = new Headers(response.headers);
      setQueryError(queryClient, queryKey, apiErrorOf({ status, statusText: '', headers }, body));
    }
  }
}

/** The page shows the error as rendered; only the visitor's retry fetches again. */
function setQueryError(queryClient: QueryClient, queryKey: QueryKey, error: ApiError): void {
  queryClient.setQueryDefaults(queryKey, { retryOnMount: false });
  queryClient.getQueryCache().build(queryClient, { queryKey }).setState({
    status: 'error',
    error,
    errorUpdateCount: 1,
    errorUpdatedAt: Date.now(),
    fetchFailureCount: 1,
    fetchFailureReason: error,
  });
}

/** A dose that the server calculated for the page. Null: none. */
export const doseQueryKey = (request: DoseRequestDto | null) => ['calculateDose', request] as const;

/** How many articles there are. The server preloads only the number. */
export const articleCount = () =>
  queryOptions({
    queryKey: [...listArticlesQueryKey(), 'count'],
    queryFn: async ({ signal }) => (await listArticles({ signal, throwOnError: true })).data.length,
  });

/** How many published certificates have a verdict on a rule. The server preloads only the number. */
export const certificateCount = ({ rule, verdict }: Pick<CertificateFilters, 'rule' | 'verdict'>) =>
  queryOptions({
    queryKey: [...listCoasQueryKey(), 'count', { rule, verdict }],
    queryFn: async ({ signal }) => {
      const { total, isTotalExact } = pageOf(
        await listCoas({ query: { rule, verdict, limit: 1 }, signal, throwOnError: true }),
      );
      return { total, isTotalExact };
    },
  });

const articlesFound = (search: string, articles: ListedArticleDto[], headers: Pick<Headers, 'get'>) => ({
  search,
  articles,
  /** Whether they match only with a word spelled another way. */
  isSimilar: headers.get('x-search-match') === 'similar',
});

/** Matching articles, best first, with the matched words. */
export const articleSearch = (search: string) =>
  queryOptions({
    queryKey: [...listArticlesQueryKey(), 'search', search],
    queryFn: async ({ signal }) => {
      const { data, response } = await listArticles({ query: { search }, signal, throwOnError: true });
      return articlesFound(search, data, response.headers);
    },
  });

export interface CertificateFilters {
  readonly search?: string;
  readonly brand?: string;
  readonly status?: CertificateStatus;
  readonly testedWithinDays?: number;
  readonly panels?: PanelsFilter;
  readonly sampledBy?: SampledBy;
  readonly rule?: string;
  readonly verdict?: RuleVerdict;
  readonly sort?: CoaSort;
}

/**
 * Published certificates, page after page.
 * @param from cursor of the first page, for a list that begins further on
 */
export const certificatePages = (filters: CertificateFilters, from?: string) =>
  pagedQuery(listCoasQueryKey(), { ...filters, from }, (cursor = from, options) =>
    listCoas({ query: { ...filters, cursor }, ...options }),
  );

export const brandCertificatePages = (brandName: string, from?: string) =>
  pagedQuery([...listCoasQueryKey(), 'of-brand'], { brandName, from }, (cursor = from, options) =>
    listBrandCoas({ path: { brandName }, query: { cursor }, ...options }),
  );

/** Notices about batches, page after page. */
export const noticePages = (from?: string) =>
  pagedQuery(listNoticesQueryKey(), { from }, (cursor = from, options) =>
    listNotices({ query: { cursor }, ...options }),
  );

/** As many batches as its page shows. */
const BATCHES_SHOWN = 100;

/** A notice with its first batches, as content/pages.json preloads it. */
export const noticeOf = (id: string) => getNoticeOptions({ path: { number: id }, query: { batches: BATCHES_SHOWN } });

/** Who is signed in, or null. The only query for which a 401 is a result and not an error. */
export const staffSession = () =>
  queryOptions<StaffMemberDto | null>({
    queryKey: getSessionQueryKey(),
    queryFn: async ({ signal }) => {
      try {
        return (await getSession({ signal, throwOnError: true })).data;
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null;
        throw error;
      }
    },
  });
