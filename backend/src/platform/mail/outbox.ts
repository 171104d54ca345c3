import { type EntityManager, EntitySchema } from 'typeorm';

/** Something to be mailed. The text is made when it is delivered. */
export interface Mail {
  /** What it is about, as `thing.happened`, e.g. `contact-message.received`; decides who writes its text. */
  readonly kind: string;
  /** Which thing it is about. Names it and copies no personal data, so that what a person has deleted is gone. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
}

interface MailRow extends Mail {
  readonly id: string;
  /** Null until it is delivered. */
  readonly sentAt: Date | null;
}

/** Mail waiting to be delivered, in the order in which it was written. */
export const mailOutboxTable = new EntitySchema<MailRow>({
  name: 'MailOutbox',
  tableName: 'mail_outbox',
  columns: {
    id: { type: 'bigint', primary: true, generated: 'increment', primaryKeyConstraintName: 'mail_outbox_pkey' },
    kind: { type: 'text' },
    payload: { type: 'jsonb' },
    createdAt: { type: 'timestamptz' },
    sentAt: { type: 'timestamptz', nullable: true },
  },
  indices: [{ name: 'mail_outbox_unsent', columns: ['id'], where: `"sentAt" IS NULL` }],
});

/** Puts mail into the outbox as part of the transaction that the manager stands for. */
export async function queueMail(manager: EntityManager, mail: Mail): Promise<void> {
  await manager.insert(mailOutboxTable, mail as object);
}
