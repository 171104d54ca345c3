import { useQueries } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listSubmissionsOptions } from '../../../../api/generated/@tanstack/react-query-staff.gen';
import type { QueuedSubmissionDto } from '../../../../api/generated/types.gen';
import type { QueueFilters } from '../../../../api/staff-lists';
import { LIFECYCLES } from '../../../../components/admin/lifecycle';
import { paths } from '../../../../paths';
import { textLink } from '../../../../ui/link-styles';
import { queueQuery } from '../queue/queue';

/** Of each status. A reference or a report number finds one or two. */
const SHOWN = 3;

/** What the same search finds with other statuses: a reference that isn't in the queue may be published. */
export function FoundElsewhere({
  search,
  submissionStatus,
}: Required<Pick<QueueFilters, 'search' | 'submissionStatus'>>) {
  const others = LIFECYCLES.filter(({ value }) => value !== submissionStatus);
  const found = useQueries({
    queries: others.map(({ value }) => ({
      ...listSubmissionsOptions({ query: { submissionStatus: value, search, limit: SHOWN + 1 } }),
      staleTime: 0,
    })),
    combine: (answers) =>
      answers.flatMap(({ data = [] }, index) => {
        const status = others[index];
        return status && data.length > 0 ? [{ ...status, rows: data }] : [];
      }),
  });
  if (found.length === 0) return null;
  return (
    <section
      aria-label="Found with another status"
      className="stack gap-3 rounded-lg border border-rule bg-surface p-4"
    >
      <h2 className="text-lg">Found with another status</h2>
      <ul className="stack gap-3">
        {found.map(({ value, label, rows }) => (
          <li key={value} className="stack gap-1">
            <span className="font-medium">{label}</span>
            <ul className="stack gap-1">
              {rows.slice(0, SHOWN).map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </ul>
            {rows.length > SHOWN && (
              <Link to={paths.staff.queue + queueQuery({ submissionStatus: value, search })} className={textLink}>
                Show all<span className="sr-only"> that are: {label}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ row: { id, productName, brandName, batchId, reference } }: { row: QueuedSubmissionDto }) {
  return (
    <li className="text-sm wrap-anywhere">
      <Link to={paths.staff.submission(id)} className={textLink}>
        {productName}
      </Link>{' '}
      <span className="text-ink-soft">
        {brandName} · batch {batchId} · {reference}
      </span>
    </li>
  );
}
