import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { messageOf, submissionPages } from '../../api/api';
import type { SubmissionStatus } from '../../api/generated/types.gen';
import { paths } from '../../paths';
import { Badge } from '../../ui/badge';
import { BatchId } from '../../ui/batch-id';
import { formatDay } from '../../ui/days';
import { EmptyState } from '../../ui/empty-state';
import { ErrorState } from '../../ui/error-state';
import { textLink } from '../../ui/link-styles';
import { Mono } from '../../ui/mono';
import { SelectField } from '../../ui/select-field';
import { ShowMore } from '../../ui/show-more';
import { Loading, Skeleton } from '../../ui/skeleton';

const STANDINGS: readonly { value: SubmissionStatus; label: string }[] = [
  { value: 'pending', label: 'Waiting for review' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
];

export function Component() {
  const [params, setParams] = useSearchParams();
  const standing = STANDINGS.find(({ value }) => value === params.get('standing'))?.value ?? 'pending';
  const submissions = useInfiniteQuery({ ...submissionPages(standing), staleTime: 0 });
  const rows = submissions.data?.pages.flatMap((page) => page.rows) ?? [];
  const total = submissions.data?.pages[0]?.total;
  const today = new Date().toISOString().slice(0, 10);

  return (
    <div className="stack gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-2xl">Review queue</h1>
        <SelectField
          label="Show"
          className="w-56"
          value={standing}
          options={STANDINGS}
          onChange={(event) => setParams({ standing: event.target.value })}
        />
      </div>
      {submissions.isError ? (
        <ErrorState title="The queue did not load" onRetry={() => submissions.refetch()}>
          {messageOf(submissions.error)}
        </ErrorState>
      ) : submissions.isPending ? (
        <Loading label="Loading submissions">
          <Skeleton className="h-64 w-full" />
        </Loading>
      ) : rows.length === 0 ? (
        <EmptyState title="Nothing here">
          {standing === 'pending' ? 'Every submission has been decided.' : 'No submission has this standing.'}
        </EmptyState>
      ) : (
        <>
          <p role="status" className="text-sm text-ink-soft">
            {total} {total === 1 ? 'submission' : 'submissions'}, oldest first
          </p>
          <ul className="stack gap-px overflow-hidden rounded-lg border border-rule bg-rule">
            {rows.map((row) => (
              <li key={row.id} className="grid gap-x-6 gap-y-1 bg-surface p-4 sm:grid-cols-[1fr_auto]">
                <span className="min-w-0">
                  <Link to={paths.staff.submission(row.id)} className={`${textLink} font-medium wrap-anywhere`}>
                    {row.productName}
                  </Link>{' '}
                  <span className="text-ink-soft">by {row.brandName}</span>
                  <span className="block text-sm text-ink-soft">
                    Batch <BatchId>{row.batchId}</BatchId> · {row.labName} · <Mono>{row.reference}</Mono>
                  </span>
                </span>
                <span className="flex items-center gap-3 text-sm text-ink-soft">
                  {standing === 'pending' && row.dueDate < today && <Badge tone="clay">Overdue</Badge>}
                  {standing === 'pending'
                    ? `Due ${formatDay(row.dueDate)}`
                    : row.reviewedAt && `Decided ${formatDay(row.reviewedAt.slice(0, 10))}`}
                </span>
              </li>
            ))}
          </ul>
          {submissions.hasNextPage && (
            <ShowMore onClick={() => submissions.fetchNextPage()} busy={submissions.isFetchingNextPage} />
          )}
        </>
      )}
    </div>
  );
}
