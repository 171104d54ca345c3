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
import { claimStatement, isUnleased, leaseCriteria } from '../../../platform/queue/lease.js';
import { purge } from '../../../platform/queue/purge.js';

const CLAIM = claimStatement({
  table: 'mail_outbox',
  due: `FROM mail_outbox job
         WHERE job."state" = 'waiting' AND job."nextAttemptAt" <= $3 AND job."kind" = ANY($2) AND ${isUnleased('$3')}
         ORDER BY job."nextAttemptAt", job."id" LIMIT $1`,
  leaseUntil: '$4',
  set: `"messageId" = coalesce(job."messageId",
    '<' || to_char(job."createdAt" AT TIME ZONE 'UTC', 'YYYYMMDD"T"HH24MISS') || '.' || job."id" || '@' || $5 || '>')`,
});

export class TypeOrmMailQueue extends MailQueue {
  /** @param host the domain of message IDs, which is that of the sender's address */
  constructor(
    private readonly database: DataSource,
    private readonly host: string,
  ) {
    super();
  }

  async claim(limit: number, kinds: readonly string[], now: Date, leasedUntil: Date): Promise<QueuedMail[]> {
    const values = [limit, kinds, now, leasedUntil, this.host];
    const [rows] = await managerOf(this.database).query<[MailRow[], number]>(CLAIM, values);
    return rows.map(toQueuedMail);
  }

  async completeAttempt(mail: QueuedMail, leasedUntil: Date | null): Promise<boolean> {
    const lease = leaseCriteria(mail.id, 'waiting', leasedUntil);
    const { affected } = await managerOf(this.database).update(mailOutboxTable, lease, changesOf(mail));
    return affected === 1;
  }

  async page({ states, match, limit, after }: MailQuery): Promise<Page<QueuedMail, MailCursor>> {
    if (match && match.kinds.length + match.topics.length === 0) return { items: [], next: null, total: totalOf(0) };
    const manager = managerOf(this.database);
    const wanted = matching(states, match, after, limit + 1);
    const counted = matching(states, match, null, COUNTED_EXACTLY_UP_TO + 1);
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

  byIdForUpdate(id: string): Promise<QueuedMail | null> {
    const lock = { mode: 'for_no_key_update' } as const;
    return inTransaction(this.database, async (manager) => {
      const row = await manager.findOne(mailOutboxTable, { where: { id }, lock });
      return row && toQueuedMail(row);
    });
  }

  saveDecision(mail: QueuedMail, entry: AuditEntry): Promise<void> {
    return inTransaction(this.database, async (manager) => {
      await manager.update(mailOutboxTable, { id: mail.id }, changesOf(mail));
      await appendToAuditLog(manager, entry);
      if (mail.state === 'waiting') afterCommit(() => mailWakeSignal(this.database).notify());
    });
  }

  async unknownKinds(kinds: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ kind: string }[]>(
      `SELECT DISTINCT "kind" FROM mail_outbox WHERE "state" = 'waiting' AND "kind" <> ALL($1) ORDER BY 1`,
      [kinds],
    );
    return rows.map(({ kind }) => kind);
  }

  purge(before: Date): Promise<number> {
    const expired = { table: 'mail_outbox', where: `old."finishedAt" < $1 AND old."state" <> 'dead'` };
    return purge(this.database.manager, expired, [before]);
  }
}

const NEWEST_FIRST = `ORDER BY m."createdAt" DESC, m."id" DESC`;

/**
 * Scans the index of each state (and of each matching kind) from the newest email on and stops at the limit, so that a
 * page reads few rows. The payload has its own index.
 */
function matching(states: readonly MailState[], match: MailMatch | null, after: MailCursor | null, limit: number) {
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

/** The columns that an attempt or a decision can change. */
const changesOf = ({ state, attempts, tries, nextAttemptAt, leasedUntil, lastError, finishedAt }: QueuedMail) => ({
  state,
  attempts,
  tries,
  nextAttemptAt,
  leasedUntil,
  lastError,
  finishedAt,
});

/** The table's CHECK constraints guarantee the narrower types. */
const toQueuedMail = ({ cause: _, ...row }: MailRow): QueuedMail => row as QueuedMail;
