import { Link } from 'react-router';
import type { IssueSummaryDto } from '../../../api/generated/types.gen';
import { newsletterIssuePages } from '../../../api/staff-lists';
import { PagedList, usePagedRows } from '../../../components/admin/paged-list';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { textLink } from '../../../ui/link-styles';
import { EmptyState } from '../../../ui/messages/empty-state';
import { formatDay } from '../../../ui/text/days';
import { IssueBadge } from './issue-badge';

export function Component() {
  const list = usePagedRows(newsletterIssuePages());
  return (
    <div className="stack gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">Newsletter</h1>
        <Button asChild>
          <Link to={paths.staff.newIssue}>Write an issue</Link>
        </Button>
      </div>
      <PagedList
        list={list}
        loadingLabel="Loading issues"
        errorTitle="We couldn't load the issues"
        empty={<EmptyState title="No issues yet">Write the first one.</EmptyState>}
      >
        {(issue) => <Row key={issue.id} issue={issue} />}
      </PagedList>
    </div>
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
