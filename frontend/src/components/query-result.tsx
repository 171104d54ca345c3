import type { ReactNode } from 'react';
import { errorMessage } from '../api/api';
import { ErrorState } from '../ui/messages/error-state';
import { Loading, Skeleton } from '../ui/messages/skeleton';

export interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isError: boolean;
  readonly isFetching?: boolean;
  readonly refetch: () => unknown;
}

interface QueryResultProps<Data> {
  query: Query<Data>;
  loadingLabel?: string;
  /** Classes that give the skeleton its height. */
  skeletonClassName?: string;
  /** In place of the label and the skeleton. */
  loading?: ReactNode;
  errorTitle: string;
  /** Of the error's heading. */
  headingLevel?: 1 | 2 | 3;
  /** Keeps showing the data when a refresh fails, instead of the error in its place. */
  keepsStaleData?: boolean;
  children: (data: Data) => ReactNode;
}

/** What a query returned, or a skeleton while it loads, or why it failed. */
export function QueryResult<Data>(props: QueryResultProps<Data>) {
  const {
    query,
    loadingLabel = 'Loading',
    skeletonClassName = 'h-96',
    errorTitle,
    headingLevel,
    keepsStaleData = false,
  } = props;
  const { data, error, isError, isFetching, refetch } = query;
  if (isError && !(keepsStaleData && data !== undefined)) {
    return (
      <ErrorState headingLevel={headingLevel} title={errorTitle} onRetry={() => refetch()} retrying={isFetching}>
        {errorMessage(error)}
      </ErrorState>
    );
  }
  if (data === undefined) {
    return (
      props.loading ?? (
        <Loading label={loadingLabel}>
          <Skeleton className={`${skeletonClassName} w-full`} />
        </Loading>
      )
    );
  }
  return props.children(data);
}
