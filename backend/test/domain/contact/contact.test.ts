import { Contact } from '../../../src/domain/contact/contact.js';
import type { ContactDraft } from '../../../src/domain/contact/contact-message.js';
import { MessageChanged, MessageNotFound } from '../../../src/domain/contact/contact-message.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { ACTOR, NOW } from '../../support/builders.js';
import { NumberedIds, StoppedClock } from '../../support/in-memory-clock-and-ids.js';
import { InMemoryContactRepository } from '../../support/in-memory-contact-repository.js';

const aDraft = (differing: Partial<ContactDraft> = {}): ContactDraft => ({
  name: 'Sam Reed',
  email: 'sam@mail.example',
  topic: 'question',
  message: 'How long is a certificate kept?',
  ...differing,
});

function open() {
  const messages = new InMemoryContactRepository();
  return { messages, contact: new Contact(messages, new StoppedClock(), new NumberedIds()) };
}

describe('sending a message', () => {
  it('stores it with its time and reference', async () => {
    const { messages, contact } = open();
    const sent = await contact.send(aDraft());
    expect(sent).toEqual({
      ...aDraft(),
      id: '00000001-0000-4000-8000-000000000000',
      reference: 'M-00000-00100',
      createdAt: NOW,
      standing: 'open',
      changedAt: null,
      changedBy: null,
      note: null,
      version: 1,
    });
    expect(messages.stored()).toEqual([sent]);
  });

  it('gives each message a different reference', async () => {
    const { contact } = open();
    const references = await Promise.all([1, 2, 3].map(async () => (await contact.send(aDraft())).reference));
    expect(new Set(references).size).toBe(3);
    for (const reference of references) expect(reference).toMatch(/^M-[0-9A-F]{5}-[0-9A-F]{5}$/);
  });

  it.each<[string, Partial<ContactDraft>, Partial<ContactDraft>]>([
    ['no name', { name: null }, { name: null }],
    ['a name of spaces', { name: '   ' }, { name: null }],
    [
      'a name over two lines, as one line',
      { name: ' Sam\r\nBcc: all@mail.example ' },
      { name: 'Sam Bcc: all@mail.example' },
    ],
    ['an address with spaces around it', { email: ' sam@mail.example\n' }, { email: 'sam@mail.example' }],
    [
      'a message with spaces around it',
      { message: '\n one line\nand another \n' },
      { message: 'one line\nand another' },
    ],
    ['10 characters', { message: ' 0123456789 ' }, { message: '0123456789' }],
    ['10 characters outside the basic plane', { message: '🥤'.repeat(10) }, { message: '🥤'.repeat(10) }],
    ['4,000 characters', { message: 'a'.repeat(4000) }, { message: 'a'.repeat(4000) }],
    ['4,000 characters outside the basic plane', { message: '🥤'.repeat(4000) }, { message: '🥤'.repeat(4000) }],
    ['markup, as text', { message: '<script>alert(1)</script>' }, { message: '<script>alert(1)</script>' }],
  ])('accepts %s', async (_, given, kept) => {
    const { messages, contact } = open();
    await contact.send(aDraft(given));
    expect(messages.stored()).toEqual([expect.objectContaining(kept)]);
  });

  it.each<[string, Partial<ContactDraft>, string]>([
    ['no address', { email: '' }, 'Enter a valid email address'],
    ['half an address', { email: 'sam' }, 'Enter a valid email address'],
    ['an address without a domain', { email: 'sam@' }, 'Enter a valid email address'],
    ['two addresses', { email: 'sam@mail.example, kim@mail.example' }, 'Enter a valid email address'],
    ['a header after it', { email: 'sam@mail.example\nBcc:kim@mail.example' }, 'Enter a valid email address'],
    ['no topic', { topic: '' as never }, 'Choose what your message is about'],
    ['an unknown topic', { topic: 'praise' as never }, 'Choose what your message is about'],
    ['no message', { message: '' }, 'Message is required'],
    ['a message of spaces', { message: ' \n ' }, 'Message is required'],
    ['9 characters', { message: '012345678' }, 'Message must be at least 10 characters'],
    ['9 characters in 18 units', { message: '🥤'.repeat(9) }, 'Message must be at least 10 characters'],
    ['4,001 characters', { message: 'a'.repeat(4001) }, 'Message can be at most 4000 characters'],
  ])('rejects %s and stores nothing', async (_, given, message) => {
    const { messages, contact } = open();
    const [field] = Object.keys(given);
    const refused = contact.send(aDraft(given));
    await expect(refused).rejects.toThrow(InvalidInput);
    await expect(refused).rejects.toMatchObject({ message, fields: [{ field, message }] });
    expect(messages.stored()).toEqual([]);
  });

  it('reports all errors at once', async () => {
    const { contact } = open();
    await expect(
      contact.send(aDraft({ email: 'sam', topic: 'praise' as never, message: 'Hello' })),
    ).rejects.toMatchObject({
      fields: [{ field: 'email' }, { field: 'topic' }, { field: 'message' }],
    });
  });
});

describe('handling a message', () => {
  async function sent() {
    const { messages, contact } = open();
    return { messages, contact, ...(await contact.send(aDraft())) };
  }

  it('stores who, when and a note, and logs it without the note', async () => {
    const { messages, contact, id } = await sent();
    const handled = await contact.handle(id, { version: 1, note: ' Answered Sam. ' }, ACTOR);
    expect(handled).toMatchObject({
      standing: 'handled',
      changedAt: NOW,
      changedBy: 'robin',
      note: 'Answered Sam.',
      version: 2,
    });
    expect(await contact.message(id)).toEqual(handled);
    expect(messages.audit).toEqual([
      {
        at: NOW,
        actor: ACTOR,
        action: 'message.handled',
        subject: `message:${id}`,
        before: { standing: 'open' },
        after: { standing: 'handled', hasNote: true },
      },
    ]);
  });

  it('can be undone', async () => {
    const { messages, contact, id } = await sent();
    await contact.handle(id, { version: 1, note: 'Answered.' }, ACTOR);
    const reopened = await contact.reopen(id, { version: 2, note: '  ' }, ACTOR);
    expect(reopened).toMatchObject({ standing: 'open', changedBy: 'robin', note: null, version: 3 });
    expect(messages.audit.map(({ action, after }) => [action, after])).toEqual([
      ['message.handled', { standing: 'handled', hasNote: true }],
      ['message.reopened', { standing: 'open', hasNote: false }],
    ]);
  });

  it.each([
    ['handled already', 'handle', 2],
    ['another version than was read', 'reopen', 1],
    ['a version that is still to come', 'reopen', 3],
  ] as const)('is rejected for %s', async (_, change, version) => {
    const { messages, contact, id } = await sent();
    await contact.handle(id, { version: 1, note: null }, ACTOR);
    await expect(contact[change](id, { version, note: null }, ACTOR)).rejects.toThrow(MessageChanged);
    expect(messages.audit).toHaveLength(1);
  });

  it('is rejected with a note that is too long, or for an unknown message', async () => {
    const { contact, id } = await sent();
    const note = 'a'.repeat(1001);
    await expect(contact.handle(id, { version: 1, note }, ACTOR)).rejects.toMatchObject({
      fields: [{ field: 'note', message: 'Note can be at most 1000 characters' }],
    });
    await expect(contact.handle('none', { version: 1, note: null }, ACTOR)).rejects.toThrow(MessageNotFound);
    await expect(contact.message('none')).rejects.toThrow(MessageNotFound);
  });
});
