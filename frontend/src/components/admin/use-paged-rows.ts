import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { PagedQuery } from '../../api/paged-query';

/** The loaded rows and the state of a list that loads page by page. */
export interface PagedRows<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** False where the server stopped counting: there are more than `total`. */
  readonly isTotalExact: boolean;
  /** There are rows to show, or the list is known to be empty. */
  readonly isLoaded: boolean;
  /** The rows are those of the previous filters, until the new ones arrive. */
  readonly isPlaceholder: boolean;
  readonly isFetching: boolean;
  /** Why the list could not be loaded or refreshed; null if only the next page failed. */
  readonly error: unknown;
  readonly refetch: () => unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly nextPageError: unknown;
  readonly fetchNextPage: () => unknown;
}

export function usePagedRows<Row>(pages: PagedQuery<Row>): PagedRows<Row> {
  const query = useInfiniteQuery({ ...pages, staleTime: 0, placeholderData: keepPreviousData });
  const first = query.data?.pages[0];
  return {
    rows: query.data?.pages.flatMap((page) => page.rows) ?? [],
    total: first?.total ?? 0,
    isTotalExact: first?.isTotalExact ?? true,
    isLoaded: query.data !== undefined,
    isPlaceholder: query.isPlaceholderData,
    isFetching: query.isFetching,
    error: query.isFetchNextPageError ? null : query.error,
    refetch: query.refetch,
    hasNextPage: query.hasNextPage,
    isFetchingNextPage: query.isFetchingNextPage,
    nextPageError: query.isFetchNextPageError ? query.error : null,
    fetchNextPage: query.fetchNextPage,
  };
}
