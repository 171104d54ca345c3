import { type ContactMessage, MessageChanged } from '../../src/domain/contact/contact-message.js';
import { ContactRepository, type MessageCursor, type MessageQuery } from '../../src/domain/contact/ports.js';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { type Page, totalOf } from '../../src/domain/shared/page.js';

export class InMemoryContactRepository extends ContactRepository {
  readonly audit: AuditEntry[] = [];
  private messages: readonly ContactMessage[] = [];

  async add(message: ContactMessage): Promise<void> {
    if (this.messages.some(({ id }) => id === message.id)) throw new Error(`There is a message ${message.id} already`);
    this.messages = [...this.messages, message];
  }

  async page({ standing, topic, search, limit, after }: MessageQuery): Promise<Page<ContactMessage, MessageCursor>> {
    const part = search?.toLowerCase() ?? '';
    const found = this.messages
      .filter((one) => one.standing === standing && (topic === null || one.topic === topic))
      .filter((one) =>
        [one.reference, one.name ?? '', one.email, one.message].some((text) => text.toLowerCase().includes(part)),
      )
      .toSorted(newestFirst);
    const rest = found.filter((one) => after === null || newestFirst(after, one) < 0);
    const items = rest.slice(0, limit);
    const last = items.at(-1);
    const next = rest.length > limit && last ? { createdAt: last.createdAt, id: last.id } : null;
    return { items, next, total: totalOf(found.length) };
  }

  async byId(id: string): Promise<ContactMessage | null> {
    return this.messages.find((message) => message.id === id) ?? null;
  }

  async bySender(address: string) {
    const messages = this.messages
      .filter(({ email }) => email.toLowerCase() === address.toLowerCase())
      .toSorted((a, b) => newestFirst(b, a));
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

const newestFirst = (a: MessageCursor, b: MessageCursor) =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a.id > b.id ? -1 : Number(a.id < b.id));
