import type { DataSource } from 'typeorm';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { auditLogTable } from '../../src/platform/database/audit-log.js';
import { cloneDatabase, openDataSource } from '../support/test-database.js';

/** One database for all tests of a file. @returns what empties it and gives it to the next test */
export function databaseOfThisFile(): () => Promise<DataSource> {
  let end = async () => {};
  const opening = async () => {
    const { url, drop } = await cloneDatabase();
    const database = await openDataSource(url);
    end = async () => {
      await database.destroy();
      await drop();
    };
    return database;
  };
  let opened: Promise<DataSource> | null = null;
  afterAll(() => end());
  return async () => {
    opened ??= opening();
    await (await opened).query(EMPTY);
    return opened;
  };
}

/** Deletes, because that also takes the counters down; and stops the guard of the audit log for as long. */
const EMPTY = `
  ALTER TABLE audit_log DISABLE TRIGGER USER;
  DELETE FROM audit_log;
  ALTER TABLE audit_log ENABLE TRIGGER USER;
  DELETE FROM bulk_jobs;
  DELETE FROM coa_data;
  DELETE FROM brand_aliases;
  DELETE FROM webhook_endpoints;
  DELETE FROM webhook_events;
  DELETE FROM partner_keys;
  DELETE FROM partner_labs;
  DELETE FROM brands;
  DELETE FROM staff_sessions;
  DELETE FROM staff_challenges;
  DELETE FROM staff_attempts;
  DELETE FROM users;
  DELETE FROM articles;
  DELETE FROM article_withdrawals;
  DELETE FROM newsletter_recipients;
  DELETE FROM newsletter_issues;
  DELETE FROM email_subscriptions;
  DELETE FROM idempotency_keys;
  DELETE FROM request_counts;
  DELETE FROM mail_outbox;
  DELETE FROM contact_messages;`;

/** How many transactions wrote the rows of these tables as they are now. */
export async function transactionsOf(database: DataSource, ...tables: string[]): Promise<number> {
  const rows = tables.map((table) => `SELECT xmin::text AS transaction FROM ${table}`).join(' UNION ');
  return (await database.query<unknown[]>(rows)).length;
}

/** How many statements wait for what another transaction holds. */
export async function waitingIn(database: DataSource): Promise<number> {
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return (await database.query<unknown[]>(waiting)).length;
}

/** The audit log, oldest entry first. */
export async function auditLogOf(database: DataSource): Promise<AuditEntry[]> {
  const rows = await database.manager.find(auditLogTable, { order: { id: 'ASC' } });
  return rows.map(({ id, actorId, actorName, ...entry }) => ({ ...entry, actor: { id: actorId, name: actorName } }));
}
