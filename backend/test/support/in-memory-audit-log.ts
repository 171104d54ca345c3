import {
  type AuditCursor,
  type AuditFilter,
  AuditLog,
  type AuditQuery,
  type StoredEntry,
} from '../../src/domain/audit/ports.js';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { type Page, totalOf } from '../../src/domain/shared/page.js';

export class InMemoryAuditLog extends AuditLog {
  private readonly entries: StoredEntry[] = [];

  write(entry: AuditEntry): void {
    this.entries.push({ ...entry, id: String(this.entries.length + 1) });
  }

  async page({ limit, after, ...filter }: AuditQuery): Promise<Page<StoredEntry, AuditCursor>> {
    const found = this.found(filter);
    const rest = found.filter((one) => after === null || newestFirst(after, one) < 0);
    const items = rest.slice(0, limit);
    const last = items.at(-1);
    const next = rest.length > limit && last ? { at: last.at, id: last.id } : null;
    return { items, next, total: totalOf(found.length) };
  }

  async exportAll(
    filter: AuditFilter,
    entryOf: (count: number) => AuditEntry,
  ): Promise<AsyncIterable<readonly StoredEntry[]>> {
    const found = this.found(filter);
    this.write(entryOf(found.length));
    return (async function* () {
      yield found;
    })();
  }

  private found({ action, actor, subject, from, until }: AuditFilter): StoredEntry[] {
    return this.entries
      .filter((one) => action === null || one.action.startsWith(action))
      .filter((one) => actor === null || one.actor.name === actor)
      .filter((one) => subject === null || one.subject === subject)
      .filter((one) => (from === null || one.at >= from) && (until === null || one.at < until))
      .toSorted(newestFirst);
  }
}

const newestFirst = (a: AuditCursor, b: AuditCursor) => b.at.getTime() - a.at.getTime() || Number(b.id) - Number(a.id);
