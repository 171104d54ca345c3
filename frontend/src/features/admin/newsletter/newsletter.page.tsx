import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { errorMessage } from '../../../api/api';
import type { IssueSummaryDto } from '../../../api/generated/types.gen';
import { newsletterIssuePages } from '../../../api/staff-lists';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { formatDay } from '../../../ui/days';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { textLink } from '../../../ui/link-styles';
import { ShowMore } from '../../../ui/show-more';
import { Loading, Skeleton } from '../../../ui/skeleton';
import { IssueBadge } from './issue-badge';

export function Component() {
  return (
    <div className="stack gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">Newsletter</h1>
        <Button asChild>
          <Link to={paths.staff.newIssue}>Write an issue</Link>
        </Button>
      </div>
      <Issues />
    </div>
  );
}

function Issues() {
  const issues = useInfiniteQuery({ ...newsletterIssuePages(), staleTime: 0 });
  if (issues.isError) {
    return (
      <ErrorState title="We couldn't load the issues" onRetry={() => issues.refetch()}>
        {errorMessage(issues.error)}
      </ErrorState>
    );
  }
  if (issues.isPending) {
    return (
      <Loading label="Loading issues">
        <Skeleton className="h-64 w-full" />
      </Loading>
    );
  }
  const rows = issues.data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <EmptyState title="No issues yet">Write the first one.</EmptyState>;
  return (
    <>
      <ul className="stack gap-px overflow-hidden rounded-lg border border-rule bg-rule">
        {rows.map((issue) => (
          <Row key={issue.id} issue={issue} />
        ))}
      </ul>
      {issues.hasNextPage && <ShowMore onClick={() => issues.fetchNextPage()} busy={issues.isFetchingNextPage} />}
    </>
  );
}

function Row({ issue: { id, subject, state, changedAt, startedAt } }: { issue: IssueSummaryDto }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 bg-surface p-4">
      <Link to={paths.staff.issue(id)} className={`${textLink} me-auto min-w-0 font-medium wrap-anywhere`}>
        {subject}
      </Link>
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
        <span>
          {startedAt ? `Sent ${formatDay(startedAt.slice(0, 10))}` : `Changed ${formatDay(changedAt.slice(0, 10))}`}
        </span>
        <IssueBadge state={state} />
      </span>
    </li>
  );
}
