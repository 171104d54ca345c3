import { EntitySchema } from 'typeorm';
import type { ContactMessage } from '../../domain/contact/contact-message.js';

/** What visitors wrote. Personal: nothing of it is ever published. */
export const contactMessageTable = new EntitySchema<ContactMessage>({
  name: 'ContactMessage',
  tableName: 'contact_messages',
  columns: {
    id: { type: 'uuid', primary: true, primaryKeyConstraintName: 'contact_messages_pkey' },
    reference: { type: 'text' },
    name: { type: 'text', nullable: true },
    email: { type: 'text' },
    topic: { type: 'text' },
    message: { type: 'text' },
    createdAt: { type: 'timestamptz' },
  },
  uniques: [{ name: 'contact_messages_reference_key', columns: ['reference'] }],
  checks: [
    {
      name: 'contact_messages_topic_check',
      expression: `topic IN ('question', 'correction', 'privacy', 'other')`,
    },
    { name: 'contact_messages_message_check', expression: `char_length(message) BETWEEN 10 AND 4000` },
  ],
});
