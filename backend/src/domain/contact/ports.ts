import type { AuditEntry } from '../shared/audit.js';
import type { Page } from '../shared/page.js';
import type { MailRecord } from '../shared/personal-data.js';
import type { ContactMessage, ContactTopic, MessageStatus } from './contact-message.js';

export type MessageCursor = Pick<ContactMessage, 'createdAt' | 'id'>;

export interface MessageQuery {
  readonly standing: MessageStatus;
  /** Null for any. */
  readonly topic: ContactTopic | null;
  /** Case-insensitive substring of reference, name, address or text; null for any. */
  readonly search: string | null;
  readonly limit: number;
  readonly after: MessageCursor | null;
}

/** Stores contact messages. */
export abstract class ContactRepository {
  /** Stores the message and queues the emails to sender and staff, in one transaction. */
  abstract add(message: ContactMessage): Promise<void>;

  /** Newest first. */
  abstract page(query: MessageQuery): Promise<Page<ContactMessage, MessageCursor>>;

  abstract byId(id: string): Promise<ContactMessage | null>;

  /** Messages from this address (case-insensitive), oldest first, and the emails about them. */
  abstract bySender(address: string): Promise<{ messages: readonly ContactMessage[]; mail: readonly MailRecord[] }>;

  /** Deletes what {@link bySender} returns. @returns the number of records deleted */
  abstract removeBySender(address: string): Promise<{ messages: number; mail: number }>;

  /** Stores a status change. @throws MessageChanged if the stored version is not the one before */
  abstract change(changed: ContactMessage, entry: AuditEntry): Promise<void>;
}
