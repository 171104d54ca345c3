import { infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query';
import {
  getAgeVerificationStatusQueryKey,
  getSessionQueryKey,
  listCoasQueryKey,
  listSubmissionsQueryKey,
} from './generated/@tanstack/react-query.gen';
import { client } from './generated/client.gen';
import { getSession, listBrandCoas, listCoas, listSubmissions } from './generated/sdk.gen';
import type { CertificateStatus, CoaSort, ProblemDto, StaffMemberDto, SubmissionStatus } from './generated/types.gen';

/**
 * Any answer that is not a success. The message is the server's sentence where it sent one; otherwise the status code,
 * a colon, and what came back (SPEC section 8).
 */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** The server's sentence for people; undefined when there is none. */
    readonly sentence: string | undefined,
    readonly fields: readonly { field: string; message: string }[],
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** The sentence to show for whatever went wrong. The generated types call every error a problem; what is thrown is an ApiError. */
export const messageOf = (error: unknown) =>
  error instanceof Error ? error.message : 'Something went wrong. Please try again.';

client.setConfig({ baseUrl: '' });

client.interceptors.error.use((error, response) => {
  const problem = (typeof error === 'object' && error !== null ? error : {}) as Partial<ProblemDto>;
  if (!response)
    return new ApiError(0, 'The site cannot be reached. Please check your connection and try again.', undefined, []);
  const body = typeof error === 'string' ? error : JSON.stringify(error);
  const raw = `${response.status}: ${body && body !== '{}' ? body : response.statusText}`;
  return new ApiError(response.status, problem.error ?? raw, problem.error, problem.errors ?? []);
});

/** Data never goes stale by itself, nothing is fetched again on focus, nothing is retried (SPEC section 9). */
export const createQueryClient = () =>
  new QueryClient({
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

/** What the server put into the page about this visitor; nothing under the development server. */
export function readFirstView(): { ageVerified: boolean } | null {
  const element = document.getElementById('first-view');
  return element?.textContent ? JSON.parse(element.textContent) : null;
}

/** Starts with what the server already knew, so that neither gate nor page flashes up before the other. */
export function seedFirstView(queryClient: QueryClient): void {
  const firstView = readFirstView();
  if (firstView) queryClient.setQueryData(getAgeVerificationStatusQueryKey(), { verified: firstView.ageVerified });
}

export interface CoaFilters {
  readonly search?: string;
  readonly brand?: string;
  readonly status?: CertificateStatus;
  readonly sort?: CoaSort;
}

/** Published certificates, page after page. */
export const coaPages = (filters: CoaFilters) =>
  infiniteQueryOptions({
    queryKey: [...listCoasQueryKey(), 'pages', filters],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      pageOf(await listCoas({ query: { ...filters, cursor: pageParam }, signal, throwOnError: true })),
    getNextPageParam: (page) => page.next,
  });

export const brandCoaPages = (brandName: string) =>
  infiniteQueryOptions({
    queryKey: [...listCoasQueryKey(), 'of-brand', brandName],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      pageOf(await listBrandCoas({ path: { brandName }, query: { cursor: pageParam }, signal, throwOnError: true })),
    getNextPageParam: (page) => page.next,
  });

export const submissionPages = (submissionStatus: SubmissionStatus) =>
  infiniteQueryOptions({
    queryKey: [...listSubmissionsQueryKey(), 'pages', submissionStatus],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      pageOf(await listSubmissions({ query: { submissionStatus, cursor: pageParam }, signal, throwOnError: true })),
    getNextPageParam: (page) => page.next,
  });

/** Rows from the body; the total and the next page from the headers. */
function pageOf<Row>({ data, response }: { data: Row[]; response: Response }) {
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  return {
    rows: data,
    total: Number(response.headers.get('x-total-count') ?? data.length),
    isTotalExact: response.headers.get('x-total-count-relation') !== 'gte',
    next: next ? (new URL(next, window.location.origin).searchParams.get('cursor') ?? undefined) : undefined,
  };
}

/** Who is signed in; null for nobody. The one read for which a 401 is an answer and not an error. */
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
