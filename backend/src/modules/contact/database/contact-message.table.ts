import { EntitySchema } from 'typeorm';
import type { ContactMessage } from '../../../domain/contact/contact-message.js';
import { uuidKey } from '../../../platform/database/columns.js';
import type { RetentionRules } from '../../../platform/database/retention.js';

/** Messages from visitors. Personal data; never public. */
export const contactMessageTable = new EntitySchema<ContactMessage>({
  name: 'ContactMessage',
  tableName: 'contact_messages',
  columns: {
    id: uuidKey('contact_messages_pkey'),
    reference: { type: 'text' },
    name: { type: 'text', nullable: true },
    email: { type: 'text' },
    topic: { type: 'text' },
    message: { type: 'text' },
    createdAt: { type: 'timestamptz' },
    standing: { type: 'text', default: 'open' },
    changedAt: { type: 'timestamptz', nullable: true },
    changedBy: { type: 'text', nullable: true },
    note: { type: 'text', nullable: true },
    version: { type: 'integer', default: 1 },
  },
  uniques: [{ name: 'contact_messages_reference_key', columns: ['reference'] }],
  indices: [
    { name: 'contact_messages_newest', columns: ['standing', 'createdAt', 'id'] },
    { name: 'contact_messages_by_sender', columns: ['email'], synchronize: false },
  ],
  checks: [
    { name: 'contact_messages_standing_check', expression: `standing IN ('open', 'handled')` },
    { name: 'contact_messages_note_check', expression: `char_length(note) BETWEEN 1 AND 1000` },
    {
      name: 'contact_messages_topic_check',
      expression: `topic IN ('question', 'correction', 'privacy', 'other')`,
    },
    { name: 'contact_messages_message_check', expression: `char_length(message) BETWEEN 10 AND 4000` },
  ],
});

export const CONTACT_RETENTION: RetentionRules = {
  handledMessages: {
    table: 'contact_messages',
    due: `"standing" = 'handled' AND "changedAt" < $1`,
  },
};
