import type { QueueFilters } from '../../api/api';
import type { CertificateSource, SubmissionStatus } from '../../api/generated/types.gen';

export const STANDINGS: readonly { value: SubmissionStatus; label: string }[] = [
  { value: 'pending', label: 'Waiting for review' },
  { value: 'changes_requested', label: 'Waiting for the submitter' },
  { value: 'approved', label: 'Published' },
  { value: 'rejected', label: 'Rejected or taken back' },
  { value: 'withdrawn', label: 'Withdrawn' },
  { value: 'superseded', label: 'Replaced' },
];

export const SOURCES: readonly { value: CertificateSource; label: string }[] = [
  { value: 'submitter', label: 'Form' },
  { value: 'lab', label: 'Lab' },
  { value: 'staff', label: 'Staff' },
];

/** Whether it is or was public, with a verdict that is ours. */
export const wasPublished = ({ submissionStatus }: { submissionStatus: SubmissionStatus }) =>
  submissionStatus === 'approved' || submissionStatus === 'withdrawn' || submissionStatus === 'superseded';

export const sourceWord = (source: CertificateSource) => SOURCES.find(({ value }) => value === source)?.label ?? source;

/** What the queue's address asks for; anything else in it is left aside. Only what waits can be overdue. */
export function filtersOf(params: URLSearchParams): QueueFilters {
  const submissionStatus = STANDINGS.find(({ value }) => value === params.get('standing'))?.value ?? 'pending';
  const source = SOURCES.find(({ value }) => value === params.get('source'))?.value;
  const isOverdueOnly = submissionStatus === 'pending' && params.get('overdue') === 'yes';
  const search = params.get('search')?.trim();
  return {
    submissionStatus,
    ...(source && { source }),
    ...(isOverdueOnly && { overdue: true }),
    ...(search && { search }),
  };
}

/** The same as the end of an address: empty for the queue as it opens. */
export function queryOf({ submissionStatus, source, overdue, search }: QueueFilters): string {
  const params = new URLSearchParams({
    ...(submissionStatus !== 'pending' && { standing: submissionStatus }),
    ...(source && { source }),
    ...(overdue && { overdue: 'yes' }),
    ...(search && { search }),
  });
  return params.size > 0 ? `?${params}` : '';
}

/**
 * Who comes before and after in the queue. A submission that is not in it, because it has been decided or was opened by
 * its address, is followed by the first.
 */
export function neighboursOf(id: string, queue: readonly string[]): { previous?: string; next?: string } {
  const place = queue.indexOf(id);
  return { previous: queue[place - 1], next: queue[place + 1] };
}
