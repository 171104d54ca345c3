import type { ContactMessage } from '../../src/domain/contact/contact-message.js';
import { ContactRepository } from '../../src/domain/contact/ports.js';

export class InMemoryContactRepository extends ContactRepository {
  private readonly messages: ContactMessage[] = [];

  async add(message: ContactMessage): Promise<void> {
    if (this.messages.some(({ id }) => id === message.id)) throw new Error(`There is a message ${message.id} already`);
    this.messages.push(message);
  }

  stored(): readonly ContactMessage[] {
    return this.messages;
  }

  /** Ids of the messages that staff hear of. */
  announced(): readonly string[] {
    return this.messages.map(({ id }) => id);
  }
}
