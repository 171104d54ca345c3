import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

/** Drops filters that are not set, so that equal filters give equal query keys. */
export const definedOnly = (filters: object): object =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''));

interface PageResponse<Row> {
  readonly data: Row[];
  readonly response: Pick<Response, 'headers'>;
}

/** Reads the rows from the body, and the total and the next page's cursor from the headers. */
export function pageOf<Row>({ data, response }: PageResponse<Row>) {
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  return {
    rows: data,
    total: Number(response.headers.get('x-total-count') ?? data.length),
    isTotalExact: response.headers.get('x-total-count-relation') !== 'gte',
    /** Of a list by verdict: how many certificates are not compared yet. */
    notCompared: Number(response.headers.get('x-certificates-not-compared') ?? 0),
    /** Of a search: whether it matched as typed, or in another spelling. */
    match: response.headers.get('x-search-match') === 'similar' ? ('similar' as const) : ('exact' as const),
    next: next ? (new URLSearchParams(next.split('?')[1]).get('cursor') ?? undefined) : undefined,
  };
}

/** What each page's call passes on to the generated client. */
interface PageCallOptions {
  readonly signal: AbortSignal;
  readonly throwOnError: true;
}

/**
 * Infinite-query options of a list that the API pages by cursor.
 * @param listKey the query key of the generated operation: invalidating it also invalidates these pages
 */
export const pagedQuery = <Row>(
  listKey: QueryKey,
  filters: object,
  fetchPage: (cursor: string | undefined, options: PageCallOptions) => Promise<PageResponse<Row>>,
) =>
  infiniteQueryOptions({
    queryKey: [...listKey, 'pages', definedOnly(filters)],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => pageOf(await fetchPage(pageParam, { signal, throwOnError: true })),
    getNextPageParam: (page) => page.next,
  });

export type PagedQuery<Row> = ReturnType<typeof pagedQuery<Row>>;
