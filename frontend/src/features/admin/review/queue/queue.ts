import type { CertificateSource, QueueSort, SubmissionStatus } from '../../../../api/generated/types.gen';
import type { QueueFilters } from '../../../../api/staff-lists';
import { LIFECYCLES } from '../../../../components/admin/lifecycle';

export const SOURCES: readonly { value: CertificateSource; label: string }[] = [
  { value: 'submitter', label: 'Form' },
  { value: 'lab', label: 'Lab' },
  { value: 'staff', label: 'Staff' },
];

/** The queue's filters by their parameters in the query string, with their defaults. */
export const QUEUE_DEFAULTS = { standing: 'pending', source: '', overdue: '', checks: '', search: '', sort: 'oldest' };

export type QueueParameter = keyof typeof QUEUE_DEFAULTS;

/** The sort orders: `label` for the field, `order` for the count line. */
export const SORTS: readonly { value: QueueSort; label: string; order: string; for?: readonly SubmissionStatus[] }[] = [
  { value: 'oldest', label: 'Oldest first', order: 'oldest first' },
  { value: 'newest', label: 'Newest first', order: 'newest first' },
  { value: 'due', label: 'Due first', order: 'due first', for: ['pending'] },
  { value: 'brand', label: 'Brand and product', order: 'by brand', for: ['pending', 'changes_requested'] },
  { value: 'lab', label: 'Lab', order: 'by lab', for: ['pending', 'changes_requested'] },
];

export const sortOptionsFor = (standing: SubmissionStatus) =>
  SORTS.filter((sort) => sort.for?.includes(standing) ?? true);

/** Whether it is or was public, with a reviewer's verdict. */
export const wasPublished = ({ submissionStatus }: { submissionStatus: SubmissionStatus }) =>
  submissionStatus === 'approved' || submissionStatus === 'withdrawn' || submissionStatus === 'superseded';

export const sourceLabel = (source: CertificateSource) =>
  SOURCES.find(({ value }) => value === source)?.label ?? source;

/** Reads the filters from the query string and ignores what is not valid. Only pending submissions can be overdue, and only published ones checked afterwards. */
export function parseFilters(params: URLSearchParams): QueueFilters {
  const submissionStatus = LIFECYCLES.find(({ value }) => value === params.get('standing'))?.value ?? 'pending';
  const source = SOURCES.find(({ value }) => value === params.get('source'))?.value;
  const isOverdueOnly = submissionStatus === 'pending' && params.get('overdue') === 'yes';
  const isSpotChecksOnly = submissionStatus === 'approved' && params.get('checks') === 'yes';
  const search = params.get('search')?.trim();
  const sort = sortOptionsFor(submissionStatus).find(({ value }) => value === params.get('sort'))?.value;
  return {
    submissionStatus,
    ...(source && { source }),
    ...(isOverdueOnly && { overdue: true }),
    ...(isSpotChecksOnly && { spotChecks: true }),
    ...(search && { search }),
    ...(sort && sort !== 'oldest' && { sort }),
  };
}

/** The filters as a query string, empty for the defaults. */
export function queueQuery(filters: QueueFilters, position?: QueuePosition): string {
  const { submissionStatus, source, overdue, spotChecks, search, sort } = filters;
  const params = new URLSearchParams({
    ...(submissionStatus !== 'pending' && { standing: submissionStatus }),
    ...(source && { source }),
    ...(overdue && { overdue: 'yes' }),
    ...(spotChecks && { checks: 'yes' }),
    ...(search && { search }),
    ...(sort && { sort }),
    ...(position && { place: String(position.index), row: position.row }),
  });
  return params.size > 0 ? `?${params}` : '';
}

/** A scroll position in the queue. */
export interface QueuePosition {
  /** Index of the row, which finds the position again if the row itself is gone. */
  readonly index: number;
  /** Reference of the submission. */
  readonly row: string;
}

/** The most rows that are loaded to restore a position. */
const MAX_INDEX = 1000;

/** Reads the position from the query string. Null means the top of the list. */
export function parsePosition(params: URLSearchParams): QueuePosition | null {
  const index = Number(params.get('place') || Number.NaN);
  if (!Number.isInteger(index) || index < 0 || index > MAX_INDEX) return null;
  return { index, row: params.get('row') ?? '' };
}

/**
 * The previous and next submission in the queue. A submission that is not in it (decided, or opened by its URL) is
 * followed by the first.
 */
export function queueNeighbors(id: string, queue: readonly string[]): { previous?: string; next?: string } {
  const index = queue.indexOf(id);
  return { previous: queue[index - 1], next: queue[index + 1] };
}
