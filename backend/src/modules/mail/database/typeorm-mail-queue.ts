import type { DataSource } from 'typeorm';
import {
  type MailCounts,
  type MailCursor,
  type MailMatch,
  type MailQuery,
  MailQueue,
} from '../../../domain/mail/ports.js';
import { MAIL_STATES, type MailState, type QueuedMail } from '../../../domain/mail/queued-mail.js';
import type { AuditEntry } from '../../../domain/shared/audit.js';
import { COUNTED_EXACTLY_UP_TO, type Page, pageOf, totalOf } from '../../../domain/shared/page.js';
import { appendToAuditLog } from '../../../platform/database/audit-log.js';
import { afterCommit, inTransaction, managerOf } from '../../../platform/database/transaction.js';
import { type MailRow, mailOutboxTable, mailWakeSignal } from '../../../platform/email/outbox.js';

/** Rows that one statement of a purge deletes. */
const PURGE_BATCH = 2000;

export class TypeOrmMailQueue extends MailQueue {
  /** @param host behind the @ of message ids: the part of the sender's address */
  constructor(
    private readonly database: DataSource,
    private readonly host: string,
  ) {
    super();
  }

  async claim(limit: number, kinds: readonly string[], now: Date, leasedUntil: Date): Promise<QueuedMail[]> {
    const [rows] = await managerOf(this.database).query<[MailRow[], number]>(
      `WITH due AS MATERIALIZED (
         SELECT "id" FROM mail_outbox
          WHERE "state" = 'waiting' AND "nextAttemptAt" <= $3 AND "kind" = ANY($2)
            AND ("leasedUntil" IS NULL OR "leasedUntil" <= $3)
          ORDER BY "nextAttemptAt", "id" LIMIT $1 FOR UPDATE SKIP LOCKED)
       UPDATE mail_outbox o SET "leasedUntil" = $4, "messageId" = coalesce(o."messageId",
           '<' || to_char(o."createdAt" AT TIME ZONE 'UTC', 'YYYYMMDD"T"HH24MISS') || '.' || o."id" || '@' || $5 || '>')
         FROM due WHERE o."id" = due."id" RETURNING o.*`,
      [limit, kinds, now, leasedUntil, this.host],
    );
    return rows.map(toQueuedMail);
  }

  async settle(mail: QueuedMail, leasedUntil: Date | null): Promise<boolean> {
    const claim = { id: mail.id, state: 'waiting', ...(leasedUntil && { leasedUntil }) };
    const { affected } = await managerOf(this.database).update(mailOutboxTable, claim, changesOf(mail));
    return affected === 1;
  }

  async page({ states, match, limit, after }: MailQuery): Promise<Page<QueuedMail, MailCursor>> {
    if (match && match.kinds.length + match.topics.length === 0) return { items: [], next: null, total: totalOf(0) };
    const manager = managerOf(this.database);
    const wanted = found(states, match, after, limit + 1);
    const counted = found(states, match, null, COUNTED_EXACTLY_UP_TO + 1);
    const [rows, [count]] = await Promise.all([
      manager.query<MailRow[]>(`SELECT * FROM (${wanted.sql}) m ${NEWEST_FIRST} LIMIT ${limit + 1}`, wanted.values),
      manager.query<{ counted: number }[]>(`SELECT count(*)::int AS counted FROM (${counted.sql}) m`, counted.values),
    ]);
    return pageOf(rows.map(toQueuedMail), limit, ({ createdAt, id }) => ({ createdAt, id }), count?.counted ?? 0);
  }

  async counts(): Promise<MailCounts> {
    const rows = await this.database.query<{ state: MailState; count: number }[]>(
      `SELECT s AS state, (SELECT count(*) FROM (SELECT 1 FROM mail_outbox WHERE "state" = s LIMIT $2) m)::int AS count
         FROM unnest($1::text[]) AS s`,
      [MAIL_STATES, COUNTED_EXACTLY_UP_TO + 1],
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count])) as MailCounts;
  }

  async byId(id: string): Promise<QueuedMail | null> {
    const row = await managerOf(this.database).findOneBy(mailOutboxTable, { id });
    return row && toQueuedMail(row);
  }

  toChange(id: string): Promise<QueuedMail | null> {
    const lock = { mode: 'for_no_key_update' } as const;
    return inTransaction(this.database, async (manager) => {
      const row = await manager.findOne(mailOutboxTable, { where: { id }, lock });
      return row && toQueuedMail(row);
    });
  }

  change(mail: QueuedMail, entry: AuditEntry): Promise<void> {
    return inTransaction(this.database, async (manager) => {
      await manager.update(mailOutboxTable, { id: mail.id }, changesOf(mail));
      await appendToAuditLog(manager, entry);
      if (mail.state === 'waiting') afterCommit(() => mailWakeSignal(this.database).notify());
    });
  }

  async otherKinds(kinds: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ kind: string }[]>(
      `SELECT DISTINCT "kind" FROM mail_outbox WHERE "state" = 'waiting' AND "kind" <> ALL($1) ORDER BY 1`,
      [kinds],
    );
    return rows.map(({ kind }) => kind);
  }

  async purge(before: Date): Promise<number> {
    let purged = 0;
    for (let batch = PURGE_BATCH; batch === PURGE_BATCH; purged += batch) batch = await this.purgeBatch(before);
    return purged;
  }

  private async purgeBatch(before: Date): Promise<number> {
    const [, count] = await this.database.query<[unknown[], number]>(
      `WITH old AS MATERIALIZED (
         SELECT "id" FROM mail_outbox WHERE "finishedAt" < $1 AND "state" <> 'dead'
          LIMIT ${PURGE_BATCH} FOR UPDATE SKIP LOCKED)
       DELETE FROM mail_outbox o USING old WHERE o."id" = old."id"`,
      [before],
    );
    return count;
  }
}

const NEWEST_FIRST = `ORDER BY m."createdAt" DESC, m."id" DESC`;

/**
 * Walks the index of each state, and of each kind that matches, from its newest mail on, so that none of them is read
 * further than the page needs. What mail is about stands in its payload, which has an index, too.
 */
function found(states: readonly MailState[], match: MailMatch | null, after: MailCursor | null, limit: number) {
  const values: unknown[] = [states];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const behind = after ? `AND (m."createdAt", m."id") < (${bind(after.createdAt)}, ${bind(after.id)}::bigint)` : '';
  const walk = (each: string, condition: string) => `SELECT m.* FROM unnest($1::text[]) AS one(state) ${each}
    CROSS JOIN LATERAL (SELECT m.* FROM mail_outbox m WHERE m."state" = one.state ${condition} ${behind}
                        ${NEWEST_FIRST} LIMIT ${limit}) m`;
  if (match === null) return { sql: walk('', ''), values };
  const { kinds, topics } = match;
  const parts = [
    ...(kinds.length === 0
      ? []
      : [walk(`CROSS JOIN unnest(${bind(kinds)}::text[]) AS of(kind)`, `AND m."kind" = of.kind`)]),
    ...(topics.length === 0
      ? []
      : [walk('', `AND m."payload" @> ANY (${bind(topics.map((topic) => JSON.stringify(topic)))}::jsonb[])`)]),
  ];
  return { sql: parts.join(' UNION '), values };
}

/** What an attempt or a decision can change. */
const changesOf = ({ state, attempts, tries, nextAttemptAt, leasedUntil, lastError, finishedAt }: QueuedMail) => ({
  state,
  attempts,
  tries,
  nextAttemptAt,
  leasedUntil,
  lastError,
  finishedAt,
});

/** The table's checks hold what the types say. */
const toQueuedMail = ({ cause: _, ...row }: MailRow): QueuedMail => row as QueuedMail;
