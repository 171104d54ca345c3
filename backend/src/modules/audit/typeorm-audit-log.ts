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
import { COUNTED_EXACTLY_UP_TO, type Page, pageOf } from '../../domain/shared/page.js';
import { appendToAuditLog } from '../../platform/database/audit-log.js';
import { likeBeginning } from '../../platform/database/like.js';
import { streamRows } from '../../platform/database/stream-rows.js';
import { inTransaction, managerOf } from '../../platform/database/transaction.js';

const COLUMNS = `a."id", a."at", json_build_object('id', a."actorId", 'name', a."actorName") AS actor, a."action",
  a."subject", a."before", a."after"`;

const NEWEST_FIRST = `ORDER BY a."at" DESC, a."id" DESC`;

/** For exports, which read everything that matches; no index needed. */
const MATCHING = `FROM audit_log a
  WHERE ($1::text IS NULL OR a."action" LIKE $1) AND ($2::text IS NULL OR a."actorName" = $2)
    AND ($3::text IS NULL OR a."subject" = $3) AND ($4::timestamptz IS NULL OR a."at" >= $4)
    AND ($5::timestamptz IS NULL OR a."at" < $5)`;

/** Distinct actions by a loose index scan: one index lookup per action. There are only dozens, in any number of entries. */
const ACTIONS = `WITH RECURSIVE actions AS (
    (SELECT min("action") AS "action" FROM audit_log)
    UNION ALL
    SELECT (SELECT min(l."action") FROM audit_log l WHERE l."action" > actions."action")
      FROM actions WHERE actions."action" IS NOT NULL
  )`;

interface Statement {
  readonly sql: string;
  readonly values: unknown[];
}

@Injectable()
export class TypeOrmAuditLog extends AuditLog {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  async page({ limit, after, ...filter }: AuditQuery): Promise<Page<StoredEntry, AuditCursor>> {
    const manager = managerOf(this.database);
    const rowsQuery = pageQuery(filter, after, limit + 1);
    const counted = count(filter, COUNTED_EXACTLY_UP_TO + 1);
    const [rows, [found]] = await Promise.all([
      manager.query<StoredEntry[]>(rowsQuery.sql, rowsQuery.values),
      manager.query<{ counted: number }[]>(counted.sql, counted.values),
    ]);
    return pageOf(rows, limit, ({ at, id }) => ({ at, id }), found?.counted ?? 0);
  }

  /** Commits the log entry before reading the first row, so that an aborted export is logged too. */
  async exportAll(
    filter: AuditFilter,
    createEntry: (count: number) => AuditEntry,
  ): Promise<AsyncIterable<readonly StoredEntry[]>> {
    const { action, actor, subject, from, until } = filter;
    const values = [action === null ? null : likeBeginning(action), actor, subject, from, until];
    await inTransaction(this.database, async (manager) => {
      const [row] = await manager.query<{ count: number }[]>(`SELECT count(*)::int AS count ${MATCHING}`, values);
      await appendToAuditLog(manager, createEntry(row?.count ?? 0));
    });
    return streamRows<StoredEntry>(this.database, `SELECT ${COLUMNS} ${MATCHING} ${NEWEST_FIRST}`, values);
  }
}

function pageQuery(filter: AuditFilter, after: AuditCursor | null, limit: number): Statement {
  const values: unknown[] = [];
  const { before, found } = indexScan(filter, after, COLUMNS, limit, values);
  return { sql: `${before} SELECT a.* ${found} ${NEWEST_FIRST} LIMIT ${limit}`, values };
}

function count(filter: AuditFilter, upTo: number): Statement {
  const values: unknown[] = [];
  const { before, found } = indexScan(filter, null, '1', upTo, values);
  return { sql: `${before} SELECT count(*)::int AS counted FROM (SELECT 1 ${found} LIMIT ${upTo}) a`, values };
}

/**
 * Reads backward in time through the index of the subject, of each action, of the actor, or of the whole log. Row
 * comparisons force that index. With an equality condition, PostgreSQL might scan the log by time instead if many entries
 * match, which is slow if they are all old.
 * @param values collects the statement's parameters
 */
function indexScan(filter: AuditFilter, after: AuditCursor | null, columns: string, limit: number, values: unknown[]) {
  const { action, actor, from, until } = filter;
  const bind = (parameter: unknown) => `$${values.push(parameter)}`;
  const [leadingColumn, leadingValue] = leadingColumnOf(filter, bind);
  const row = (first: string | null, ...rest: string[]) =>
    `(${[...(first === null ? [] : [first]), ...rest].join(', ')})`;
  const where = [
    `${row(leadingColumn, 'a."at"')} >= ${row(leadingValue, from ? bind(from) : `'-infinity'`)}`,
    `${row(leadingColumn, 'a."at"')} < ${row(leadingValue, until ? bind(until) : `'infinity'`)}`,
    ...(after
      ? [
          `${row(leadingColumn, 'a."at"', 'a."id"')} < ${row(leadingValue, bind(after.at), `${bind(after.id)}::bigint`)}`,
        ]
      : []),
    ...(actor !== null && leadingColumn !== ACTOR ? [`${ACTOR} = ${bind(actor)}`] : []),
    ...(action !== null && leadingColumn !== ACTION ? [`${ACTION} LIKE ${bind(likeBeginning(action))}`] : []),
  ].join(' AND ');
  const order = [...(leadingColumn === null ? [] : [leadingColumn]), 'a."at"', 'a."id"']
    .map((column) => `${column} DESC`)
    .join(', ');
  const entries = `(SELECT ${columns} FROM audit_log a WHERE ${where} ORDER BY ${order} LIMIT ${limit}) a`;
  if (leadingColumn !== ACTION) return { before: '', found: `FROM ${entries}` };
  const beginning = bind(likeBeginning(action ?? ''));
  return {
    before: ACTIONS,
    found: `FROM actions CROSS JOIN LATERAL ${entries} WHERE actions."action" LIKE ${beginning}`,
  };
}

const ACTION = 'a."action"';
const ACTOR = 'a."actorName"';

/** Leading column of the index to use and its value; nulls for the index of the whole log. */
function leadingColumnOf(
  { action, actor, subject }: AuditFilter,
  bind: (parameter: unknown) => string,
): readonly [string, string] | readonly [null, null] {
  if (subject !== null) return ['a."subject"', bind(subject)];
  if (action !== null) return [ACTION, 'actions."action"'];
  return actor === null ? [null, null] : [ACTOR, bind(actor)];
}
