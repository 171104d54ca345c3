import type { Actor } from '../shared/audit.js';
import { InvalidInput } from '../shared/domain-error.js';
import { PAGE_LIMIT, type Page } from '../shared/page.js';
import { Clock } from '../shared/ports.js';
import { parseReference } from '../shared/reference.js';
import {
  type AuditCursor,
  type AuditFilter,
  AuditLog,
  type AuditQuery,
  CertificateReferences,
  type NamedEntry,
  type RecordedEntry,
} from './ports.js';

const DAY_MS = 86_400_000;

/**
 * The instants from the start of one day to the end of another, in UTC.
 * @param days as `YYYY-MM-DD`; null means unbounded
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

/** Reads and exports the log of staff actions. */
export class Audit {
  constructor(
    private readonly log: AuditLog,
    private readonly certificates: CertificateReferences,
    private readonly clock: Clock,
  ) {}

  /** Newest first. The subject can be a certificate's reference. @throws InvalidInput */
  async page(query: AuditQuery): Promise<Page<NamedEntry, AuditCursor>> {
    const page = await this.log.page(await this.resolved(query));
    return { ...page, items: await this.named(page.items) };
  }

  /**
   * Exports entries up to now, so that the log entry about this export is not part of it.
   * @throws InvalidInput
   */
  async handOut(asked: AuditFilter, actor: Actor): Promise<AsyncIterable<readonly NamedEntry[]>> {
    const filter = await this.resolved(asked);
    const at = this.clock.now();
    const until = filter.until && filter.until < at ? filter.until : at;
    const parts = await this.log.handOut({ ...filter, until }, (count) => ({
      at,
      actor,
      action: 'audit-log.exported',
      subject: 'audit-log:entries',
      before: null,
      after: { ...filter, count },
    }));
    return this.namedParts(parts);
  }

  /** @throws InvalidInput if the subject looks like a reference but no certificate has it */
  private async resolved<Filter extends AuditFilter>(filter: Filter): Promise<Filter> {
    const reference = filter.subject === null ? null : parseReference(filter.subject);
    if (reference === null) return filter;
    const id = await this.certificates.idOf(reference);
    if (id === null) {
      const message = `No certificate has the reference ${reference}. Check it for typing mistakes`;
      throw new InvalidInput([{ field: 'subject', message }]);
    }
    return { ...filter, subject: CERTIFICATE + id };
  }

  private async named(entries: readonly RecordedEntry[]): Promise<readonly NamedEntry[]> {
    const ids = entries.map(certificateOf).filter((id) => id !== null);
    const references = await this.certificates.of([...new Set(ids)]);
    return entries.map((entry) => ({ ...entry, reference: references.get(certificateOf(entry) ?? '') ?? null }));
  }

  private async *namedParts(
    parts: AsyncIterable<readonly RecordedEntry[]>,
  ): AsyncGenerator<readonly NamedEntry[], void> {
    for await (const entries of parts) yield await this.named(entries);
  }
}

const CERTIFICATE = 'certificate:';

const certificateOf = ({ subject }: RecordedEntry): string | null =>
  subject.startsWith(CERTIFICATE) ? subject.slice(CERTIFICATE.length) : null;

const ANY = { action: null, actor: null, from: null, until: null, after: null };

/** The history of one subject, shown on its page. */
export class AuditTrail {
  constructor(private readonly log: AuditLog) {}

  /** The latest 200 entries, newest first. @param subject e.g. `certificate:0f8fad5b-d9cb-469f-a165-70867728950e` */
  async of(subject: string): Promise<readonly RecordedEntry[]> {
    return (await this.log.page({ ...ANY, subject, limit: PAGE_LIMIT.max })).items;
  }
}
