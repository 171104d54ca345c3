import { type DataSource, type EntityManager, EntitySchema } from 'typeorm';
import { afterCommit } from '../database/transaction.js';
import { WakeSignal } from '../queue/wake-signal.js';

/** An email to send. Its text is rendered at delivery. */
export interface OutgoingMail {
  /** An event, e.g. `contact-message.received`; selects the template. */
  readonly kind: string;
  /** IDs only, no personal data, so that erasing a person's data leaves no copy here. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  /** Deduplication key: of each kind there is at most one email per cause. */
  readonly cause?: string;
  /** Recorded, but never sent. */
  readonly isNotNeeded?: boolean;
}

export interface MailRow extends Omit<OutgoingMail, 'cause' | 'isNotNeeded'> {
  /** Ascending in the order of insertion. */
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

/** The mail queue, with finished mail for a while. `domain/mail` explains the columns. */
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

const wakeSignals = new WeakMap<DataSource, WakeSignal>();

/** Notified after mail was queued by this process; its mail worker listens. */
export function mailWakeSignal(database: DataSource): WakeSignal {
  const wakeSignal = wakeSignals.get(database) ?? new WakeSignal();
  wakeSignals.set(database, wakeSignal);
  return wakeSignal;
}

/** Puts mail into the outbox in the manager's transaction. */
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
