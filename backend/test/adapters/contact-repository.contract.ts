import { randomUUID } from 'node:crypto';
import {
  type ContactDraft,
  type ContactMessage,
  changeStatus,
  MessageChanged,
  newMessage,
} from '../../src/domain/contact/contact-message.js';
import type { ContactRepository, MessageCursor, MessageQuery } from '../../src/domain/contact/ports.js';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { ACTOR, NOW } from '../support/builders.js';
import { walk } from './certificate-steps.js';

/** A place without messages, and what surrounds it. */
export interface OpenContact {
  readonly messages: ContactRepository;
  /** Oldest first. */
  readonly stored: () => Promise<readonly ContactMessage[]>;
  /** Ids of the messages that staff hear of, oldest first. */
  readonly announced: () => Promise<readonly string[]>;
  /** Oldest first. */
  readonly audit: () => Promise<readonly AuditEntry[]>;
}

export const aMessage = (differing: Partial<ContactDraft> = {}, id = randomUUID(), at = NOW): ContactMessage =>
  newMessage(
    { name: 'Sam Reed', email: 'Sam@mail.example', topic: 'question', message: 'Where do I find a lot?', ...differing },
    id,
    at,
  );

const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const handled = (message: ContactMessage, note: string | null = 'Answered.') =>
  changeStatus(message, 'handled', { version: message.version, note }, ACTOR.name, later(60));
const anEntry = (action: string): AuditEntry => ({
  at: NOW,
  actor: ACTOR,
  action,
  subject: 'message:1',
  before: { standing: 'open' },
  after: { standing: 'handled' },
});

/** What every place to keep visitors' messages must do. */
export function describeContactRepository(place: string, open: () => Promise<OpenContact>): void {
  describe(`${place} keeps messages`, () => {
    let contact: OpenContact;
    beforeEach(async () => {
      contact = await open();
    });

    it('stores each as it is, though sender and text are the same, and announces it', async () => {
      const drafts: readonly Partial<ContactDraft>[] = [
        {},
        {},
        { name: null },
        { topic: 'correction' },
        { topic: 'privacy' },
        { topic: 'other' },
        { message: '0123456789' },
        { message: '🥤'.repeat(10) },
        { message: 'ä'.repeat(4000) },
        { message: 'One line.\n\n\tAnd "another"; DROP TABLE contact_messages --' },
      ];
      const messages = drafts.map((differing) => aMessage(differing));
      for (const message of messages) await contact.messages.add(message);
      expect(await contact.stored()).toEqual(messages);
      expect(await contact.announced()).toEqual(messages.map(({ id }) => id));
    });

    it('announces nothing that it rejects', async () => {
      const message = aMessage();
      await contact.messages.add(message);
      await expect(contact.messages.add(message)).rejects.toThrow();
      expect(await contact.announced()).toEqual([message.id]);
    });

    it("finds messages by their sender's address in any case, and deletes them with the mail about them", async () => {
      const [one, other, kims] = [
        aMessage(),
        aMessage({ email: 'SAM@MAIL.example' }),
        aMessage({ email: 'am@mail.example' }),
      ];
      for (const message of [one, other, kims]) await contact.messages.add(message);
      const { messages, mail } = await contact.messages.bySender('sam@mail.Example');
      expect(messages.map(({ id }) => id).sort()).toEqual([one.id, other.id].sort());
      const gone = await contact.messages.removeBySender('sam@mail.Example');
      expect(gone).toEqual({ messages: 2, mail: mail.length });
      expect(await contact.stored()).toEqual([kims]);
      expect(await contact.announced()).toEqual([kims.id]);
      expect(await contact.messages.removeBySender('sam@mail.Example')).toEqual({ messages: 0, mail: 0 });
    });

    it('keeps how a message stands, and who changed it', async () => {
      const message = aMessage();
      await contact.messages.add(message);
      expect(await contact.messages.byId(randomUUID())).toBeNull();
      await contact.messages.change(handled(message), anEntry('message.handled'));
      expect(await contact.messages.byId(message.id)).toEqual({
        ...message,
        standing: 'handled',
        changedAt: later(60),
        changedBy: ACTOR.name,
        note: 'Answered.',
        version: 2,
      });
      expect(await contact.audit()).toEqual([anEntry('message.handled')]);
    });

    it('takes one of two changes of the same version', async () => {
      const message = aMessage();
      await contact.messages.add(message);
      const change = (note: string) => contact.messages.change(handled(message, note), anEntry('message.handled'));
      const answers = await Promise.allSettled([change('first'), change('second')]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      await expect(change('third')).rejects.toThrow(MessageChanged);
      expect(await contact.audit()).toHaveLength(1);
    });
  });
}

/** What the list of messages must do. */
export function describeContactLists(place: string, open: () => Promise<OpenContact>): void {
  describe(`${place} lists messages for editors`, () => {
    let contact: OpenContact;
    const OPEN: MessageQuery = { standing: 'open', topic: null, search: null, limit: 10, after: null };
    let all: ContactMessage[];
    beforeEach(async () => {
      contact = await open();
      all = [
        aMessage({ message: 'About batch 100% #C9030' }, undefined, later(0)),
        aMessage({ name: 'Kim Öst', topic: 'privacy' }, undefined, later(1)),
        aMessage({ name: null, email: 'kim@post.example', topic: 'privacy' }, undefined, later(2)),
        aMessage({}, undefined, later(3)),
      ];
      for (const message of all) await contact.messages.add(message);
      await contact.messages.change(handled(all[3] as ContactMessage), anEntry('message.handled'));
    });

    const FOUND: [string, Partial<MessageQuery>, number[]][] = [
      ['open ones', {}, [2, 1, 0]],
      ['handled ones', { standing: 'handled' }, [3]],
      ['those of a topic', { topic: 'privacy' }, [2, 1]],
      ['a part of a text, in any case', { search: 'BATCH' }, [0]],
      ['a part of a name', { search: 'kim ö' }, [1]],
      ['a part of an address', { search: 'post.example' }, [2]],
      ['a sign that means something elsewhere', { search: '0% #' }, [0]],
      ['what is nowhere', { search: '%nowhere_' }, []],
    ];

    it('lists those that are asked for, newest first', async () => {
      for (const [what, query, places] of FOUND) {
        const { items, total } = await contact.messages.page({ ...OPEN, ...query });
        expect([what, items.map(({ id }) => id)]).toEqual([what, places.map((place) => all[place]?.id)]);
        expect(total).toEqual({ count: places.length, relation: 'eq' });
      }
      const [first] = all as [ContactMessage];
      const byReference = await contact.messages.page({ ...OPEN, search: first.reference.toLowerCase() });
      expect(byReference.items).toEqual([first]);
    });

    it('goes on page by page, also among those of one moment', async () => {
      for (let n = 0; n < 4; n += 1) await contact.messages.add(aMessage({}, undefined, later(1)));
      const whole = await contact.messages.page(OPEN);
      const pages = await walk((after: MessageCursor | null) => contact.messages.page({ ...OPEN, limit: 3, after }));
      const paged = pages.flatMap(({ items }) => items);
      expect(paged).toEqual(whole.items);
      expect(paged).toHaveLength(7);
    });
  });
}
