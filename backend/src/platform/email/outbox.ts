import { type DataSource, type EntityManager, EntitySchema } from 'typeorm';
import { afterCommit } from '../database/transaction.js';
import { WakeSignal } from '../queue/wake-signal.js';

/** An email to queue. Its text is rendered when it is sent. */
export interface OutgoingMail {
  /** What happened, such as `contact-message.received`. Selects the template. */
  readonly kind: string;
  /** The IDs of what it is about. No personal data, so that erasing a person's data needs no change here. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  /** Deduplicates: a second email of the same kind and cause is not stored. */
  readonly cause?: string;
  /** Stored as `not-needed` and never sent. */
  readonly isNotNeeded?: boolean;
}

export interface MailRow extends Omit<OutgoingMail, 'cause' | 'isNotNeeded'> {
  /** Ascends in the order of queuing. */
  readonly id: string;
  readonly cause: string | null;
  readonly state: string;
  readonly attempts: number;
  readonly tries: number;
  readonly nextAttemptAt: Date;
  readonly leasedUntil: Date | null;
  readonly lastError: string | null;
  readonly messageId: string | null;
  readonly finishedAt: Date | null;
}

/** The email queue, and for a while the log of finished email. `domain/mail` documents the columns. */
export const mailOutboxTable = new EntitySchema<MailRow>({
  name: 'MailOutbox',
  tableName: 'mail_outbox',
  columns: {
    id: { type: 'bigint', primary: true, generated: 'increment', primaryKeyConstraintName: 'mail_outbox_pkey' },
    kind: { type: 'text' },
    payload: { type: 'jsonb' },
    createdAt: { type: 'timestamptz' },
    finishedAt: { type: 'timestamptz', nullable: true },
    cause: { type: 'text', nullable: true },
    state: { type: 'text', default: 'waiting' },
    attempts: { type: 'integer', default: 0 },
    tries: { type: 'integer', default: 0 },
    nextAttemptAt: { type: 'timestamptz', default: () => 'now()' },
    leasedUntil: { type: 'timestamptz', nullable: true },
    lastError: { type: 'text', nullable: true },
    messageId: { type: 'text', nullable: true },
  },
  uniques: [{ name: 'mail_outbox_cause_key', columns: ['kind', 'cause'] }],
  indices: [
    { name: 'mail_outbox_due', columns: ['nextAttemptAt', 'id'], where: `"state" = 'waiting'` },
    { name: 'mail_outbox_newest', columns: ['state', 'createdAt', 'id'] },
    { name: 'mail_outbox_by_kind', columns: ['kind', 'state', 'createdAt', 'id'] },
    { name: 'mail_outbox_about', columns: ['payload'], synchronize: false },
    { name: 'mail_outbox_finished', columns: ['finishedAt'], where: `"finishedAt" IS NOT NULL` },
  ],
  checks: [
    {
      name: 'mail_outbox_state_check',
      expression: `state IN ('waiting', 'sent', 'dead', 'closed', 'not-needed')`,
    },
  ],
});

/** For joins: mail that no longer waits, with its final `state`. */
export const MAIL_OUTCOMES = `(SELECT "kind", "cause", "payload", "state", "finishedAt" FROM mail_outbox WHERE "state" <> 'waiting')`;

const wakeSignals = new WeakMap<DataSource, WakeSignal>();

/** Notified when email is queued over this database's connections. The worker of the same process listens. */
export function mailWakeSignal(database: DataSource): WakeSignal {
  const wakeSignal = wakeSignals.get(database) ?? new WakeSignal();
  wakeSignals.set(database, wakeSignal);
  return wakeSignal;
}

/**
 * Queues an email for each row of a query, in the manager's transaction, without reading the rows into memory.
 * @param rows a query with the columns `payload` and `cause`
 */
export async function queueMailForRows(
  manager: EntityManager,
  { kind, rows, values, createdAt }: { kind: string; rows: string; values: readonly unknown[]; createdAt: Date },
): Promise<void> {
  await manager.query(
    `INSERT INTO mail_outbox ("kind", "payload", "cause", "createdAt", "nextAttemptAt")
     SELECT $${values.length + 1}, "payload", "cause", $${values.length + 2}, $${values.length + 2} FROM (${rows}) r
     ON CONFLICT DO NOTHING`,
    [...values, kind, createdAt],
  );
  afterCommit(() => mailWakeSignal(manager.dataSource).notify());
}

/** Queues email in the manager's transaction. */
export async function queueMail(manager: EntityManager, ...mails: readonly OutgoingMail[]): Promise<void> {
  const rows = mails.map(({ isNotNeeded = false, ...mail }) => ({
    ...mail,
    state: isNotNeeded ? 'not-needed' : 'waiting',
    nextAttemptAt: mail.createdAt,
    finishedAt: isNotNeeded ? mail.createdAt : null,
  }));
  await manager
    .createQueryBuilder()
    .insert()
    .into(mailOutboxTable)
    .values(rows as object[])
    .orIgnore()
    .execute();
  afterCommit(() => mailWakeSignal(manager.dataSource).notify());
}
