import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import {
  type AuditCursor,
  type AuditFilter,
  AuditLog,
  type AuditQuery,
  type StoredEntry,
} from '../../domain/audit/ports.js';
import type { AuditEntry } from '../../domain/shared/audit.js';
import type { Page } from '../../domain/shared/page.js';
import { appendToAuditLog } from '../../platform/database/audit-log.js';
import { likeBeginning } from '../../platform/database/like.js';
import { newestPage } from '../../platform/database/newest-page.js';
import { streamRows } from '../../platform/database/stream-rows.js';
import { inTransaction, managerOf } from '../../platform/database/transaction.js';

const COLUMNS = `a."id", a."at", json_build_object('id', a."actorId", 'name', a."actorName") AS actor, a."action",
  a."subject", a."before", a."after"`;

/** The indexes by subject, by actor, and by time serve it. A search for a rare action reads the whole log. */
const MATCHING = `FROM audit_log a
  WHERE ($1::text IS NULL OR a."action" LIKE $1) AND ($2::text IS NULL OR a."actorName" = $2)
    AND ($3::text IS NULL OR a."subject" = $3) AND ($4::timestamptz IS NULL OR a."at" >= $4)
    AND ($5::timestamptz IS NULL OR a."at" < $5)`;

const valuesOf = ({ action, actor, subject, from, until }: AuditFilter) => [
  action === null ? null : likeBeginning(action),
  actor,
  subject,
  from,
  until,
];

@Injectable()
export class TypeOrmAuditLog extends AuditLog {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  page({ limit, after, ...filter }: AuditQuery): Promise<Page<StoredEntry, AuditCursor>> {
    const list = { columns: COLUMNS, found: MATCHING, values: valuesOf(filter), time: 'at' } as const;
    return newestPage<StoredEntry, 'at'>(managerOf(this.database), list, limit, after);
  }

  /** Commits the log entry before reading the first row, so that an aborted export is logged too. */
  async exportAll(
    filter: AuditFilter,
    createEntry: (count: number) => AuditEntry,
  ): Promise<AsyncIterable<readonly StoredEntry[]>> {
    const values = valuesOf(filter);
    await inTransaction(this.database, async (manager) => {
      const [row] = await manager.query<{ count: number }[]>(`SELECT count(*)::int AS count ${MATCHING}`, values);
      await appendToAuditLog(manager, createEntry(row?.count ?? 0));
    });
    return streamRows<StoredEntry>(
      this.database,
      `SELECT ${COLUMNS} ${MATCHING} ORDER BY "at" DESC, "id" DESC`,
      values,
    );
  }
}
