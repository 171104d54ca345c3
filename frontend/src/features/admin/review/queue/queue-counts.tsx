import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { getSubmissionCountsOptions } from '../../../../api/generated/@tanstack/react-query-staff.gen';
import type { QueueCountDto, QueueCountsDto } from '../../../../api/generated/types.gen';
import type { QueueFilters } from '../../../../api/staff-lists';
import { paths } from '../../../../paths';
import { queueQuery } from './queue';

const COUNTED = [
  { key: 'pending', label: 'Waiting for review', filters: { submissionStatus: 'pending' } },
  { key: 'overdue', label: 'Overdue', filters: { submissionStatus: 'pending', overdue: true } },
  { key: 'changesRequested', label: 'Waiting for the submitter', filters: { submissionStatus: 'changes_requested' } },
  {
    key: 'spotChecks',
    label: 'To check after publication',
    filters: { submissionStatus: 'approved', spotChecks: true },
  },
] as const satisfies readonly { key: keyof QueueCountsDto; label: string; filters: QueueFilters }[];

/** How many submissions wait. Each number links to its list. */
export function QueueCounts({ filters: { submissionStatus, overdue, spotChecks } }: { filters: QueueFilters }) {
  const counts = useQuery({ ...getSubmissionCountsOptions(), staleTime: 0 });
  const isShown = (filters: QueueFilters) =>
    filters.submissionStatus === submissionStatus && filters.overdue === overdue && filters.spotChecks === spotChecks;
  return (
    <nav aria-label="To do">
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {COUNTED.map(({ key, label, filters }) => (
          <Count
            key={key}
            label={label}
            count={counts.data?.[key]}
            query={queueQuery(filters)}
            isCurrent={isShown(filters)}
          />
        ))}
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
