import type { ContactMessage } from './contact-message.js';

/** Where messages of visitors are kept until staff have answered them. */
export abstract class ContactRepository {
  /** Stores the message and puts word of it to staff into the outgoing mail: both or neither. */
  abstract add(message: ContactMessage): Promise<void>;
}
