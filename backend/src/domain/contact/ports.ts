import type { AuditEntry } from '../shared/audit.js';
import type { Page } from '../shared/page.js';
import type { MailRecord } from '../shared/personal-data.js';
import type { ContactMessage, ContactTopic, MessageStatus } from './contact-message.js';

export type MessageCursor = Pick<ContactMessage, 'createdAt' | 'id'>;

export interface MessageQuery {
  readonly standing: MessageStatus;
  /** Null for any. */
  readonly topic: ContactTopic | null;
  /** A part of reference, name, address or text, in any case; null for any. */
  readonly search: string | null;
  readonly limit: number;
  readonly after: MessageCursor | null;
}

/** Where messages of visitors are kept until staff have answered them. */
export abstract class ContactRepository {
  /** Stores the message and puts word of it to sender and staff into the outgoing mail: all or nothing. */
  abstract add(message: ContactMessage): Promise<void>;

  /** Newest first. */
  abstract page(query: MessageQuery): Promise<Page<ContactMessage, MessageCursor>>;

  abstract byId(id: string): Promise<ContactMessage | null>;

  /** What somebody sent with this address, compared without case, oldest first, and the mail about it. */
  abstract ofSender(address: string): Promise<{ messages: readonly ContactMessage[]; mail: readonly MailRecord[] }>;

  /** Deletes the same. @returns how much there was */
  abstract removeOfSender(address: string): Promise<{ messages: number; mail: number }>;

  /** Stores how the message stands now. @throws MessageChanged when it is no longer the version before */
  abstract change(changed: ContactMessage, entry: AuditEntry): Promise<void>;
}
