import * as z from 'zod/mini';
import { contactError, contactSchema } from './contact.schema';
import { type ContactForm, defaultValues } from './contact-values';

const PREFILL = 'About #C9030:\n\n';
const VALID: ContactForm = { name: '', email: 'sam@mail.example', topic: 'correction', message: 'The date is wrong.' };

/** The first message of each field, as the form shows it. */
function messagesFor(changes: Partial<ContactForm>): Record<string, string> {
  const { error } = z.safeParse(contactSchema(PREFILL), { ...VALID, ...changes }, { error: contactError });
  const messages: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) messages[String(path[0])] ??= message;
  return messages;
}

describe('the contact form', () => {
  it('accepts a message and trims its texts', () => {
    expect(z.parse(contactSchema(''), { ...VALID, email: ' sam@mail.example ' })).toEqual(VALID);
  });

  it.each<[Partial<ContactForm>, Record<string, string>]>([
    [{ name: '😀'.repeat(120), message: '😀'.repeat(4000) }, {}],
    [{ name: 'x'.repeat(121) }, { name: 'Name can be at most 120 characters' }],
    [{ email: '' }, { email: 'Enter a valid email address' }],
    [{ email: `${'x'.repeat(250)}@mail.example` }, { email: 'Enter a valid email address' }],
    [{ topic: '' }, { topic: 'Choose what your message is about' }],
    [{ message: ' ' }, { message: 'Message is required' }],
    [{ message: PREFILL }, { message: 'Write your message below the first line' }],
    [{ message: '😀'.repeat(9) }, { message: 'Message must be at least 10 characters' }],
    [{ message: 'x'.repeat(4001) }, { message: 'Message can be at most 4000 characters' }],
  ])('says of %j: %j', (changes, messages) => {
    expect(messagesFor(changes)).toEqual(messages);
  });
});

describe('a link to the contact form', () => {
  const long = encodeURIComponent(` lines\r\n\u0007\u202eand marks ${'x'.repeat(5_000)}`);

  it.each([
    ['nothing', '', '', ''],
    ['a topic and a subject', 'topic=correction&about=%23C9030', 'correction', PREFILL],
    ['no unknown topic', 'topic=%22%3E%3Cscript%3E', '', ''],
    ['one line of 200 characters', `about=${long}`, '', `About lines and marks ${'x'.repeat(184)}:\n\n`],
  ])('fills in %s', (_, query, topic, message) => {
    expect(defaultValues(new URLSearchParams(query))).toEqual({ name: '', email: '', topic, message });
  });
});
