import { type DataSource, type EntityManager, EntitySchema } from 'typeorm';
import { afterCommit } from '../database/transaction.js';
import { WakeSignal } from '../queue/wake-signal.js';

/** Something to be mailed. The text is made when it is delivered. */
export interface OutgoingMail {
  /** What it is about, as `thing.happened`, e.g. `contact-message.received`; decides who writes its text. */
  readonly kind: string;
  /** Which thing it is about. Names it and copies no personal data, so that what a person has deleted is gone. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  /** What makes it due. Of mail of one kind with one cause there is only one, however often it is asked for. */
  readonly cause?: string;
  /** Only noted, and never sent. */
  readonly isNotNeeded?: boolean;
}

export interface MailRow extends Omit<OutgoingMail, 'cause' | 'isNotNeeded'> {
  /** Numbers mail in the order in which it was written. */
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

/** Mail on its way: the queue, and for a while what became of it. `domain/mail` says what each column means. */
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

const bells = new WeakMap<DataSource, WakeSignal>();

/** Rings when mail was queued through this database's connections; the worker of the same process listens. */
export function mailWakeSignal(database: DataSource): WakeSignal {
  const wakeSignal = bells.get(database) ?? new WakeSignal();
  bells.set(database, wakeSignal);
  return wakeSignal;
}

/** Puts mail into the outbox as part of the transaction that the manager stands for. */
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
