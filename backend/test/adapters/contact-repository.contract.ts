import { randomUUID } from 'node:crypto';
import { type ContactDraft, type ContactMessage, receive } from '../../src/domain/contact/contact-message.js';
import type { ContactRepository } from '../../src/domain/contact/ports.js';
import { NOW } from '../support/builders.js';

/** A place without messages, and what surrounds it. */
export interface OpenContact {
  readonly messages: ContactRepository;
  /** Oldest first. */
  readonly stored: () => Promise<readonly ContactMessage[]>;
  /** Ids of the messages that staff hear of, oldest first. */
  readonly announced: () => Promise<readonly string[]>;
}

export const aMessage = (differing: Partial<ContactDraft> = {}, id = randomUUID(), at = NOW): ContactMessage =>
  receive(
    { name: 'Sam Reed', email: 'Sam@mail.example', topic: 'question', message: 'Where do I find a lot?', ...differing },
    id,
    at,
  );

/** What every place to keep visitors' messages must do. */
export function describeContactRepository(place: string, open: () => Promise<OpenContact>): void {
  describe(`${place} keeps messages`, () => {
    let contact: OpenContact;
    beforeEach(async () => {
      contact = await open();
    });

    it.each<[string, Partial<ContactDraft>]>([
      ['as it is', {}],
      ['without a name', { name: null }],
      ['about a correction', { topic: 'correction' }],
      ['about privacy', { topic: 'privacy' }],
      ['about anything else', { topic: 'other' }],
      ['of 10 characters', { message: '0123456789' }],
      ['of 10 characters outside the basic plane', { message: '🥤'.repeat(10) }],
      ['of 4,000 characters', { message: 'ä'.repeat(4000) }],
      ['of several lines', { message: 'One line.\n\n\tAnd "another"; DROP TABLE contact_messages --' }],
    ])('stores one %s, and announces it', async (_, differing) => {
      const message = aMessage(differing);
      await contact.messages.add(message);
      expect(await contact.stored()).toEqual([message]);
      expect(await contact.announced()).toEqual([message.id]);
    });

    it('keeps every one, though sender and text are the same', async () => {
      const messages = [aMessage(), aMessage()];
      for (const message of messages) await contact.messages.add(message);
      expect(await contact.stored()).toEqual(messages);
      expect(await contact.announced()).toEqual(messages.map(({ id }) => id));
    });

    it('announces what it refuses to nobody', async () => {
      const message = aMessage();
      await contact.messages.add(message);
      await expect(contact.messages.add(message)).rejects.toThrow();
      expect(await contact.announced()).toEqual([message.id]);
    });
  });
}
