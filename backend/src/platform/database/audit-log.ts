import { type EntityManager, EntitySchema } from 'typeorm';
import type { AuditEntry } from '../../domain/shared/audit.js';

interface AuditRow {
  id: string;
  at: Date;
  actorId: string;
  actorName: string;
  action: string;
  subject: string;
  before: AuditEntry['before'];
  after: AuditEntry['after'];
}

/** The append-only audit log. A trigger of the database refuses updates and deletions. */
export const auditLogTable = new EntitySchema<AuditRow>({
  name: 'AuditLog',
  tableName: 'audit_log',
  columns: {
    id: {
      type: 'bigint',
      primary: true,
      generated: 'increment',
      primaryKeyConstraintName: 'audit_log_pkey',
    },
    at: { type: 'timestamptz' },
    actorId: { type: 'text' },
    actorName: { type: 'text' },
    action: { type: 'text' },
    subject: { type: 'text' },
    before: { type: 'jsonb', nullable: true },
    after: { type: 'jsonb', nullable: true },
  },
  indices: [
    { name: 'audit_log_newest', columns: ['at', 'id'] },
    { name: 'audit_log_subject', columns: ['subject', 'at', 'id'] },
    { name: 'audit_log_action', columns: ['action', 'at', 'id'] },
    { name: 'audit_log_actor', columns: ['actorName', 'at', 'id'] },
  ],
});

/**
 * A mail address, also one whose first part is quoted, of 64 characters at most (RFC 5321 sections 4.1.2 and 4.5.3.1.1).
 * Matches only at the start of a word, to avoid quadratic backtracking.
 */
const ADDRESS =
  /(?:"(?:[^"\\]|\\.){0,64}"|(?<![^\s@"'<>()[\],;:])[^\s@"'<>()[\],;:]+)@[^\s@"'<>()[\],;:]+\.[^\s@"'<>()[\],;:]+/gu;

/** Nothing can be erased from the log, so addresses are removed, also from reasons that staff typed. */
function withoutAddresses(facts: AuditEntry['before']): AuditEntry['before'] {
  if (facts === null) return null;
  return JSON.parse(JSON.stringify(facts), (_, value) =>
    typeof value === 'string' ? value.replace(ADDRESS, '[mail address]') : value,
  );
}

/** Writes entries in the manager's transaction. */
export async function appendToAuditLog(manager: EntityManager, ...entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length > 0) await manager.insert(auditLogTable, entries.map(rowOf));
}

const rowOf = ({ actor, before, after, ...rest }: AuditEntry) =>
  ({
    ...rest,
    actorId: actor.id,
    actorName: actor.name,
    before: withoutAddresses(before),
    after: withoutAddresses(after),
  }) as object;

/** Whether someone did one of these things to a subject since then. */
export async function hasAuditEntry(
  manager: EntityManager,
  entry: {
    readonly actorId: string;
    readonly subject: string;
    readonly actions: readonly string[];
    readonly since: Date;
  },
): Promise<boolean> {
  const [found] = await manager.query<{ is: boolean }[]>(
    `SELECT EXISTS (SELECT 1 FROM audit_log
       WHERE "subject" = $1 AND "at" >= $2 AND "actorId" = $3 AND "action" = ANY ($4)) AS "is"`,
    [entry.subject, entry.since, entry.actorId, entry.actions],
  );
  return found?.is === true;
}
