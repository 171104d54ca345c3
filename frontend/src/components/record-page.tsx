import type { ReactNode } from 'react';
import { ApiError, errorMessage } from '../api/api';
import { usePageMeta } from '../hooks/use-page-meta';
import type { HeadName } from '../pages';
import { EmptyState } from '../ui/messages/empty-state';
import { ErrorState } from '../ui/messages/error-state';
import { Loading, Skeleton } from '../ui/messages/skeleton';
import type { Query } from './query-result';

interface Unavailable {
  readonly head: HeadName;
  readonly title: string;
}

interface RecordPageProps<Data> {
  query: Query<Data>;
  loading: ReactNode;
  /** If there is none at this address. */
  missing: Unavailable & {
    readonly text: ReactNode;
    readonly actions?: ReactNode;
    /** Shown in place of title, text and actions. */
    readonly answer?: ReactNode;
  };
  /** If it did not load. */
  failed: Unavailable;
  /** Where to go on. */
  actions: ReactNode;
  children: (data: Data) => ReactNode;
}

/** A page about one thing, or why it can't be shown. */
export function RecordPage<Data>({ query, loading, children, ...unavailable }: RecordPageProps<Data>) {
  if (query.isError) return <NotShown query={query} {...unavailable} />;
  return query.data === undefined ? loading : children(query.data);
}

function NotShown({ query, missing, failed, actions }: Omit<RecordPageProps<unknown>, 'loading' | 'children'>) {
  const { error, isFetching, refetch } = query;
  const isMissing = error instanceof ApiError && error.status === 404;
  usePageMeta(isMissing ? missing.head : failed.head);
  if (isMissing) {
    if (missing.answer !== undefined) return missing.answer;
    return (
      <EmptyState headingLevel={1} title={missing.title} actions={missing.actions ?? actions}>
        {missing.text}
      </EmptyState>
    );
  }
  return (
    <ErrorState headingLevel={1} title={failed.title} onRetry={() => refetch()} retrying={isFetching} actions={actions}>
      {errorMessage(error)}
    </ErrorState>
  );
}

export function RecordSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label} className="stack gap-6">
      <Skeleton className="h-10 w-72 max-w-full" />
      <Skeleton className="h-64 w-full" />
    </Loading>
  );
}
