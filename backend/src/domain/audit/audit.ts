import type { Actor } from '../shared/audit.js';
import { InvalidInput } from '../shared/domain-error.js';
import type { Page } from '../shared/page.js';
import { Clock } from '../shared/ports.js';
import { type AuditCursor, type AuditFilter, AuditLog, type AuditQuery, type RecordedEntry } from './ports.js';

const DAY_MS = 86_400_000;

/**
 * The time from the beginning of one day to the end of another, in UTC.
 * @param days as `YYYY-MM-DD`; null where there is no bound
 * @throws InvalidInput when the last day is before the first
 */
export function timeOf(days: { from: string | null; to: string | null }): Pick<AuditFilter, 'from' | 'until'> {
  const from = days.from === null ? null : startOf(days.from);
  const until = days.to === null ? null : new Date(startOf(days.to).getTime() + DAY_MS);
  if (from && until && from >= until) {
    throw new InvalidInput([{ field: 'to', message: 'The end date is before the start date' }]);
  }
  return { from, until };
}

const startOf = (day: string) => new Date(`${day}T00:00:00Z`);

/** What staff did, for those who have to answer for it. */
export class Audit {
  constructor(
    private readonly log: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Newest first. */
  page(query: AuditQuery): Promise<Page<RecordedEntry, AuditCursor>> {
    return this.log.page(query);
  }

  /** Hands entries to a staff member: those up to now, so that the entry on it is not among them. */
  handOut(filter: AuditFilter, actor: Actor): Promise<AsyncIterable<readonly RecordedEntry[]>> {
    const at = this.clock.now();
    const until = filter.until && filter.until < at ? filter.until : at;
    return this.log.handOut({ ...filter, until }, (count) => ({
      at,
      actor,
      action: 'audit-log.exported',
      subject: 'audit-log:entries',
      before: null,
      after: { ...filter, count },
    }));
  }
}
