import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { KeyboardEventHandler, ReactNode, RefObject } from 'react';
import { errorMessage } from '../../api/api';
import type { PagedQuery } from '../../api/paged-query';
import { Button } from '../../ui/button';
import { cx } from '../../ui/cx';
import { rowList } from '../../ui/fields/row-list';
import { ErrorState } from '../../ui/messages/error-state';
import { Notice } from '../../ui/messages/notice';
import { Loading, Skeleton } from '../../ui/messages/skeleton';
import { ShowMore } from '../../ui/show-more';

interface PagedListProps<Row> {
  list: PagedRows<Row>;
  loadingLabel: string;
  /** Classes that give the skeleton its height. */
  skeletonClassName?: string;
  errorTitle: string;
  /** Of the error's heading. */
  headingLevel?: 2 | 3;
  /** Keeps the rows under a notice when a refresh fails, instead of showing the error in their place. */
  keepsStaleRows?: boolean;
  /** What follows the total in the count line, such as `messages, newest first`. Without it there is no count line. */
  countLabel?: (total: number) => ReactNode;
  empty: ReactNode;
  /** Between the count line and the rows. */
  toolbar?: ReactNode;
  listClassName?: string;
  listRef?: RefObject<HTMLUListElement | null>;
  onKeyDown?: KeyboardEventHandler<HTMLUListElement>;
  /** One row as an `<li>` with its key. */
  children: (row: Row, index: number) => ReactNode;
}

/** A list that loads page by page: skeleton, error, empty state, count line, rows and "Show more". */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { list, errorTitle, headingLevel, keepsStaleRows = false } = props;
  const isFailed = list.error !== null;
  if (!list.isLoaded && !isFailed) {
    return (
      <Loading label={props.loadingLabel}>
        <Skeleton className={cx(props.skeletonClassName ?? 'h-64', 'w-full')} />
      </Loading>
    );
  }
  if (isFailed && !(keepsStaleRows && list.isLoaded)) {
    return (
      <ErrorState headingLevel={headingLevel} title={errorTitle} onRetry={() => list.refetch()}>
        {errorMessage(list.error)}
      </ErrorState>
    );
  }
  return (
    <>
      {isFailed && <StaleNotice list={list} />}
      <LoadedRows {...props} />
    </>
  );
}

function StaleNotice({ list }: { list: PagedRows<unknown> }) {
  return (
    <Notice
      tone="danger"
      role="alert"
      title="This may be out of date"
      actions={
        <Button size="sm" variant="secondary" pending={list.isFetching} onClick={() => list.refetch()}>
          Try again
        </Button>
      }
    >
      {errorMessage(list.error)}
    </Notice>
  );
}

function LoadedRows<Row>(props: PagedListProps<Row>) {
  const { list, countLabel, empty, toolbar, listClassName = rowList, listRef, onKeyDown, children } = props;
  const isEmpty = list.rows.length === 0;
  return (
    <>
      {countLabel && (
        // Screen readers hear the count of an empty list as well.
        <p role="status" className={isEmpty ? 'sr-only' : 'text-sm text-ink-soft'}>
          {list.total.toLocaleString('en-US')}
          {list.isTotalExact ? '' : '+'} {countLabel(list.total)}
        </p>
      )}
      {isEmpty ? (
        empty
      ) : (
        <>
          {toolbar}
          <ul ref={listRef} onKeyDown={onKeyDown} className={cx(listClassName, list.isPlaceholder && 'opacity-60')}>
            {list.rows.map(children)}
          </ul>
          {list.hasNextPage && (
            <ShowMore onClick={() => list.fetchNextPage()} busy={list.isFetchingNextPage} error={list.nextPageError} />
          )}
        </>
      )}
    </>
  );
}

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
