import { type ContactMessage, MessageChanged } from '../../src/domain/contact/contact-message.js';
import type { ContactRepository } from '../../src/domain/contact/ports.js';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { onlyInDatabase } from './stub.js';

export class InMemoryContactRepository implements ContactRepository {
  readonly audit: AuditEntry[] = [];
  private messages: readonly ContactMessage[] = [];

  async add(message: ContactMessage): Promise<void> {
    if (this.messages.some(({ id }) => id === message.id)) throw new Error(`There is a message ${message.id} already`);
    this.messages = [...this.messages, message];
  }

  readonly page = onlyInDatabase;

  async byId(id: string): Promise<ContactMessage | null> {
    return this.messages.find((message) => message.id === id) ?? null;
  }

  async bySender(address: string) {
    const messages = this.messages.filter(({ email }) => email.toLowerCase() === address.toLowerCase());
    const mail = messages.map(({ createdAt }) => ({ kind: 'contact-message.received', createdAt }));
    return { messages, mail };
  }

  async removeBySender(address: string) {
    const { messages, mail } = await this.bySender(address);
    this.messages = this.messages.filter((message) => !messages.includes(message));
    return { messages: messages.length, mail: mail.length };
  }

  async change(changed: ContactMessage, entry: AuditEntry): Promise<void> {
    const isThatVersion = ({ id, version }: ContactMessage) => id === changed.id && version === changed.version - 1;
    if (!this.messages.some(isThatVersion)) throw new MessageChanged();
    this.messages = this.messages.map((message) => (message.id === changed.id ? changed : message));
    this.audit.push(entry);
  }

  stored(): readonly ContactMessage[] {
    return this.messages;
  }

  /** Ids of the messages that staff are notified about. */
  announced(): readonly string[] {
    return this.messages.map(({ id }) => id);
  }
}
