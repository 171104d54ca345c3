import type { Actor } from '../shared/audit.js';
import { InvalidInput } from '../shared/domain-error.js';
import { DAY_MS } from '../shared/durations.js';
import { PAGE_LIMIT, type Page } from '../shared/page.js';
import { Clock } from '../shared/ports.js';
import { parseReference } from '../shared/reference.js';
import {
  type AuditCursor,
  type AuditFilter,
  AuditLog,
  type AuditQuery,
  CertificateReferences,
  type EntryWithReference,
  type StoredEntry,
} from './ports.js';

/**
 * The instants from the start of one day to the end of another, in UTC.
 * @param days as `YYYY-MM-DD`; null means unbounded
 * @throws InvalidInput when the last day is before the first
 */
export function timeRange(days: { from: string | null; to: string | null }): Pick<AuditFilter, 'from' | 'until'> {
  const from = days.from === null ? null : startOfDay(days.from);
  const until = days.to === null ? null : new Date(startOfDay(days.to).getTime() + DAY_MS);
  if (from && until && from >= until) {
    throw new InvalidInput([{ field: 'to', message: 'The end date is before the start date' }]);
  }
  return { from, until };
}

const startOfDay = (day: string) => new Date(`${day}T00:00:00Z`);

/** Reads and exports the log of staff actions. */
export class Audit {
  constructor(
    private readonly log: AuditLog,
    private readonly certificates: CertificateReferences,
    private readonly clock: Clock,
  ) {}

  /** Newest first. The subject can be a certificate's reference. @throws InvalidInput */
  async page(query: AuditQuery): Promise<Page<EntryWithReference, AuditCursor>> {
    const page = await this.log.page(await this.resolveReference(query));
    return { ...page, items: await this.addReferences(page.items) };
  }

  /**
   * Exports entries up to now, so that the log entry about this export is not part of it.
   * @throws InvalidInput
   */
  async exportEntries(requested: AuditFilter, actor: Actor): Promise<AsyncIterable<readonly EntryWithReference[]>> {
    const filter = await this.resolveReference(requested);
    const at = this.clock.now();
    const until = filter.until && filter.until < at ? filter.until : at;
    const batches = await this.log.exportAll({ ...filter, until }, (count) => ({
      at,
      actor,
      action: 'audit-log.exported',
      subject: 'audit-log:entries',
      before: null,
      after: { ...filter, count },
    }));
    return this.addReferencesToBatches(batches);
  }

  /** @throws InvalidInput if the subject looks like a reference but no certificate has it */
  private async resolveReference<Filter extends AuditFilter>(filter: Filter): Promise<Filter> {
    const reference = filter.subject === null ? null : parseReference(filter.subject);
    if (reference === null) return filter;
    const id = await this.certificates.idOfReference(reference);
    if (id === null) {
      const message = `No certificate has the reference ${reference}. Check it for typing mistakes`;
      throw new InvalidInput([{ field: 'subject', message }]);
    }
    return { ...filter, subject: CERTIFICATE_PREFIX + id };
  }

  private async addReferences(entries: readonly StoredEntry[]): Promise<readonly EntryWithReference[]> {
    const ids = entries.map(certificateIdOf).filter((id) => id !== null);
    const references = await this.certificates.referencesOf([...new Set(ids)]);
    return entries.map((entry) => ({ ...entry, reference: references.get(certificateIdOf(entry) ?? '') ?? null }));
  }

  private async *addReferencesToBatches(
    batches: AsyncIterable<readonly StoredEntry[]>,
  ): AsyncGenerator<readonly EntryWithReference[], void> {
    for await (const entries of batches) yield await this.addReferences(entries);
  }
}

const CERTIFICATE_PREFIX = 'certificate:';

const certificateIdOf = ({ subject }: StoredEntry): string | null =>
  subject.startsWith(CERTIFICATE_PREFIX) ? subject.slice(CERTIFICATE_PREFIX.length) : null;

const NO_FILTER = { action: null, actor: null, from: null, until: null, after: null };

/** The history of one subject, shown on its page. */
export class AuditTrail {
  constructor(private readonly log: AuditLog) {}

  /** The latest 200 entries, newest first. @param subject e.g. `certificate:0f8fad5b-d9cb-469f-a165-70867728950e` */
  async history(subject: string): Promise<readonly StoredEntry[]> {
    return (await this.log.page({ ...NO_FILTER, subject, limit: PAGE_LIMIT.max })).items;
  }
}
