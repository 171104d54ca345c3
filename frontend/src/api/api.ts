import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import type table from '../../../content/pages.json';
import {
  getAgeVerificationStatusQueryKey,
  getArticleQueryKey,
  getBrandQueryKey,
  getCertificateQueryKey,
  getCoaQueryKey,
  getCoaStatisticsQueryKey,
  getSessionQueryKey,
  listArticlesQueryKey,
  listBrandsQueryKey,
  listCoasQueryKey,
} from './generated/@tanstack/react-query.gen';
import { client } from './generated/client.gen';
import { getSession, listArticles, listBrandCoas, listCoas } from './generated/sdk-site.gen';
import type { CertificateStatus, CoaSort, CoaSummaryDto, ProblemDto, StaffMemberDto } from './generated/types.gen';
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
  const problem = (typeof error === 'object' && error !== null ? error : {}) as Partial<ProblemDto>;
  if (!response) return new ApiError(0, "We can't reach the site. Check your connection and try again.", undefined, []);
  const body = typeof error === 'string' ? error : JSON.stringify(error);
  const raw = `${response.status}: ${body && body !== '{}' ? body : response.statusText}`;
  const code = problem.type?.replace('/problems/', '');
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  return new ApiError(response.status, problem.error ?? raw, problem.error, problem.errors ?? [], code, retryAfter);
});

/** Data never goes stale by itself. There is no refetch on focus and no retry. [source:client-cache] */
export function createQueryClient(): QueryClient {
  /** A session can end elsewhere. The first request that is refused for it shows the sign-in page. */
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

/** An API response that the server put into the page, with the parameters of the call. */
interface PreloadedResponse {
  readonly operation: PreloadedOperation;
  readonly path?: Record<string, string>;
  readonly query?: CertificateFilters;
  readonly body: unknown;
  readonly headers: Record<string, string>;
}

type Pages = (typeof table)['pages'];
type Preload = { [Id in keyof Pages]: Pages[Id] extends { preload: infer Calls } ? keyof Calls : never };
/** Every call that content/pages.json preloads for some page. */
type PreloadedOperation = Preload[keyof Pages];

/** Writes each preloaded response to the cache, under the key that the page will look for. */
const CACHE_WRITERS: Record<PreloadedOperation, (queryClient: QueryClient, response: PreloadedResponse) => void> = {
  listArticles: (cache, { body }) => cache.setQueryData(listArticlesQueryKey(), body as never),
  listBrands: (cache, { body }) => cache.setQueryData(listBrandsQueryKey(), body as never),
  getCoaStatistics: (cache, { body }) => cache.setQueryData(getCoaStatisticsQueryKey(), body as never),
  getArticle: (cache, { body, path }) => cache.setQueryData(getArticleQueryKey({ path: path as never }), body as never),
  getBrand: (cache, { body, path }) => cache.setQueryData(getBrandQueryKey({ path: path as never }), body as never),
  getCoa: (cache, { body, path, query }) => {
    const brand = query?.brand === undefined ? {} : { query: { brand: query.brand } };
    cache.setQueryData(getCoaQueryKey({ path: path as never, ...brand }), body as never);
  },
  getCertificate: (cache, { body, path }) =>
    cache.setQueryData(getCertificateQueryKey({ path: path as never }), body as never),
  listCoas: (cache, { body, query = {}, headers }) =>
    cache.setQueryData(certificatePages(query).queryKey, firstPageOf(body as CoaSummaryDto[], headers)),
  listBrandCoas: (cache, { body, path, headers }) =>
    cache.setQueryData(
      brandCertificatePages(path?.brandName ?? '').queryKey,
      firstPageOf(body as CoaSummaryDto[], headers),
    ),
};

const firstPageOf = (rows: CoaSummaryDto[], headers: Record<string, string>) => ({
  pages: [pageOf({ data: rows, response: { headers: new Headers(headers) } })],
  pageParams: [undefined],
});

/**
 * Fills the query cache with the age state and the API responses that the server put into the page, so the first screen
 * needs no request and does not flash the gate. The development server puts nothing into the page.
 */
export function hydrateCache(queryClient: QueryClient): void {
  const text = document.getElementById('page-preload')?.textContent;
  if (!text) return;
  const { ageVerified, responses } = JSON.parse(text) as { ageVerified: boolean; responses: PreloadedResponse[] };
  queryClient.setQueryData(getAgeVerificationStatusQueryKey(), { verified: ageVerified });
  for (const response of responses) CACHE_WRITERS[response.operation]?.(queryClient, response);
}

/** Matching articles, best first, with the matched words. */
export const articleSearch = (search: string) =>
  queryOptions({
    queryKey: [...listArticlesQueryKey(), 'search', search],
    queryFn: async ({ signal }) => {
      const { data } = await listArticles({ query: { search }, signal, throwOnError: true });
      return { search, articles: data };
    },
  });

export interface CertificateFilters {
  readonly search?: string;
  readonly brand?: string;
  readonly status?: CertificateStatus;
  readonly sort?: CoaSort;
}

/** Published certificates, page after page. */
export const certificatePages = (filters: CertificateFilters) =>
  pagedQuery(listCoasQueryKey(), filters, (cursor, options) => listCoas({ query: { ...filters, cursor }, ...options }));

export const brandCertificatePages = (brandName: string) =>
  pagedQuery([...listCoasQueryKey(), 'of-brand'], { brandName }, (cursor, options) =>
    listBrandCoas({ path: { brandName }, query: { cursor }, ...options }),
  );

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
