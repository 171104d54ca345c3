import type { KeyboardEventHandler, ReactNode, RefObject } from 'react';
import { errorMessage } from '../../api/api';
import { Button } from '../../ui/button';
import { cx } from '../../ui/cx';
import { rowList } from '../../ui/fields/row-list';
import { ErrorState } from '../../ui/messages/error-state';
import { Notice } from '../../ui/messages/notice';
import { Loading, Skeleton } from '../../ui/messages/skeleton';
import { ShowMore } from '../../ui/show-more';
import type { PagedRows } from './use-paged-rows';

export interface PagedListProps<Row> {
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
