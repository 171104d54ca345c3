import type { DataSource } from 'typeorm';
import { type MailCounts, type MailCursor, type MailQuery, MailQueue } from '../../../domain/mail/ports.js';
import { MAIL_STATES, type MailState, type QueuedMail } from '../../../domain/mail/queued-mail.js';
import type { AuditEntry } from '../../../domain/shared/audit.js';
import { COUNTED_EXACTLY_UP_TO, type Page, totalOf } from '../../../domain/shared/page.js';
import { appendToAuditLog } from '../../../platform/database/audit-log.js';
import { newestPage } from '../../../platform/database/newest-page.js';
import type { RetentionRules } from '../../../platform/database/retention.js';
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

const FOUND = `FROM mail_outbox
  WHERE "state" = ANY ($1) AND ($2::text[] IS NULL OR "kind" = ANY ($2) OR "payload" @> ANY ($3::jsonb[]))`;

export const MAIL_RETENTION: RetentionRules = {
  givenUpMail: { table: 'mail_outbox', due: `"state" = 'dead' AND "finishedAt" < $1` },
};

/** The length and age of the queue, and the number of dead emails, for the metrics. */
export const MAIL_QUEUE = `
  SELECT (SELECT count(*) FROM (SELECT 1 FROM mail_outbox WHERE "state" = 'waiting' LIMIT $1) w)::int AS "waiting",
         (SELECT extract(epoch FROM now() - min("nextAttemptAt"))::float8
            FROM mail_outbox WHERE "state" = 'waiting') AS "oldestDueSeconds",
         (SELECT count(*) FROM (SELECT 1 FROM mail_outbox WHERE "state" = 'dead' LIMIT $1) d)::int AS "dead"`;

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
    const topics = match?.topics.map((topic) => JSON.stringify(topic));
    const values = [states, match?.kinds ?? null, topics ?? null];
    const list = { found: FOUND, values, time: 'createdAt' } as const;
    const page = await newestPage<MailRow, 'createdAt'>(managerOf(this.database), list, limit, after);
    return { ...page, items: page.items.map(toQueuedMail) };
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
