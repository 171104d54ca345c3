import { Clock, Ids } from '../shared/ports.js';
import { type ContactDraft, type ContactMessage, receive } from './contact-message.js';
import { ContactRepository } from './ports.js';

/** Messages from visitors to the people behind the site. */
export class Contact {
  constructor(
    private readonly messages: ContactRepository,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Takes in a message for a person to read and answer.
   * @throws InvalidInput
   */
  async send(draft: ContactDraft): Promise<ContactMessage> {
    const message = receive(draft, this.ids.uuid(), this.clock.now());
    await this.messages.add(message);
    return message;
  }
}
