import { exampleMessage, notice, received } from '../../src/modules/contact/email/contact.email.js';
import { expectSays, expectSound, linksOf } from '../support/emails.js';

const SITE = 'https://clearbatch.example';

const MESSAGE = {
  ...exampleMessage(),
  name: 'Buy now\r\nBcc: kim@mail.example',
  message: 'Visit <a href="https://evil.example">',
};

describe('the receipt for a contact message', () => {
  const email = received(MESSAGE, SITE);

  it('says what arrived, and what happens next', () => {
    expectSound(email);
    expect(email.to).toBe('sam@mail.example');
    expect(email.subject).toBe('We got your message (M-0F8FA-D5BD9)');
    expectSays(email, 'M-0F8FA-D5BD9', 'A correction', 'November 20, 2026 at 10:04 AM Eastern Time');
    expectSays(email, 'A person will read your message and reply to this address.');
    expect(linksOf(email)).toEqual([`${SITE}/contact?from=email`, `${SITE}/?from=email`]);
  });

  it('carries none of their words to an address that may belong to somebody else', () => {
    for (const form of [email.subject, email.html, email.text]) expect(form).not.toMatch(/Buy now|Visit|evil|kim@/);
  });
});

describe('the notice to staff', () => {
  const email = notice(MESSAGE, 'staff@clearbatch.example', SITE);

  it('leads to the message, and leaves everything personal there', () => {
    expectSound(email);
    expect(email.to).toBe('staff@clearbatch.example');
    expect(email.subject).toBe('New message M-0F8FA-D5BD9: a correction');
    expectSays(email, 'M-0F8FA-D5BD9', 'A correction', 'November 20, 2026 at 10:04 AM Eastern Time');
    expect(linksOf(email)[0]).toBe(`${SITE}/admin/messages/${MESSAGE.id}`);
    for (const form of [email.subject, email.html, email.text]) {
      expect(form).not.toMatch(/Buy now|Visit|evil|sam@mail|kim@/);
    }
  });

  it.each([
    ['question', 'A question'],
    ['privacy', 'My data and privacy'],
    ['other', 'Something else'],
  ] as const)('names the topic "%s"', (topic, name) => {
    expectSays(notice({ ...MESSAGE, topic }, 'staff@clearbatch.example', SITE), name);
  });
});
