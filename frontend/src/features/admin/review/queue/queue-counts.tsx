import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { getSubmissionCountsOptions } from '../../../../api/generated/@tanstack/react-query-staff.gen';
import type { QueueCountDto, SubmissionStatus } from '../../../../api/generated/types.gen';
import type { QueueFilters } from '../../../../api/staff-lists';
import { paths } from '../../../../paths';
import { queueQuery } from './queue';

/** How many submissions wait. Each number links to its list. */
export function QueueCounts({ filters }: { filters: QueueFilters }) {
  const counts = useQuery({ ...getSubmissionCountsOptions(), staleTime: 0 });
  const isShown = (submissionStatus: SubmissionStatus, { overdue, spotChecks }: Partial<QueueFilters> = {}) =>
    filters.submissionStatus === submissionStatus && filters.overdue === overdue && filters.spotChecks === spotChecks;
  return (
    <nav aria-label="To do">
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Count
          label="Waiting for review"
          count={counts.data?.pending}
          query={queueQuery({ submissionStatus: 'pending' })}
          isCurrent={isShown('pending')}
        />
        <Count
          label="Overdue"
          count={counts.data?.overdue}
          query={queueQuery({ submissionStatus: 'pending', overdue: true })}
          isCurrent={isShown('pending', { overdue: true })}
        />
        <Count
          label="Waiting for the submitter"
          count={counts.data?.changesRequested}
          query={queueQuery({ submissionStatus: 'changes_requested' })}
          isCurrent={isShown('changes_requested')}
        />
        <Count
          label="To check after publication"
          count={counts.data?.spotChecks}
          query={queueQuery({ submissionStatus: 'approved', spotChecks: true })}
          isCurrent={isShown('approved', { spotChecks: true })}
        />
      </ul>
    </nav>
  );
}

interface CountProps {
  label: string;
  count: QueueCountDto | undefined;
  query: string;
  isCurrent: boolean;
}

function Count({ label, count, query, isCurrent }: CountProps) {
  const text = count ? `${count.count.toLocaleString('en-US')}${count.relation === 'gte' ? '+' : ''}` : '–';
  return (
    <li>
      <Link
        to={paths.staff.queue + query}
        aria-current={isCurrent || undefined}
        className="flex min-h-11 items-baseline justify-between gap-3 rounded-lg border border-rule bg-surface px-4 py-3 no-underline hover:border-pine aria-current:border-pine aria-current:bg-pine-soft"
      >
        <span className="text-sm">{label}</span>
        <span className="text-xl font-semibold">{text}</span>
      </Link>
    </li>
  );
}
