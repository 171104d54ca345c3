import type { ContactMessage, ContactTopic } from '../../../domain/contact/contact-message.js';
import { formatMoment } from '../../../platform/email/dates.js';
import {
  callToAction,
  emailFooter,
  facts,
  heading,
  layout,
  link,
  paragraph,
  small,
} from '../../../platform/email/email-layout.js';
import type { EmailMessage } from '../../../platform/email/email-message.js';
import { fromEmail } from '../../../platform/email/from-email.js';

/** Labels, as in the contact form. */
const TOPICS: Record<ContactTopic, string> = {
  question: 'A question',
  correction: 'A correction',
  privacy: 'My data and privacy',
  other: 'Something else',
};

/**
 * Receipt for the sender. It repeats neither the message nor the name: anyone can enter anyone's address, and this email
 * must not deliver their text to a stranger.
 */
export function received(message: ContactMessage, publicUrl: string): EmailMessage {
  const { email, reference } = message;
  const why = `You're getting this email because this address was given with message ${reference}.`;
  return {
    to: email,
    subject: `We got your message (${reference})`,
    ...layout({
      title: 'We got your message',
      blocks: [
        paragraph('Thank you for writing to ClearBatch. Here is what we received:'),
        messageFacts(message),
        heading('What happens next'),
        paragraph("A person will read your message and reply to this address. You don't need to send it again."),
        paragraph(`To add something, write to us again and include the reference ${reference}.`),
        link('Write to us', fromEmail(`${publicUrl}/contact`)),
        small("We don't repeat your message here. If the address has a typo, a stranger could read it."),
      ],
      footer: emailFooter(why, publicUrl),
    }),
  };
}

/** Notice for staff. It omits name, address and message, because we couldn't delete them from a mailbox. */
export function notice(message: ContactMessage, to: string, publicUrl: string): EmailMessage {
  const { id, reference } = message;
  return {
    to,
    subject: `New message ${reference}: ${TOPICS[message.topic].toLowerCase()}`,
    ...layout({
      title: 'New message from a visitor',
      blocks: [
        paragraph('A message is waiting for a reply.'),
        messageFacts(message),
        callToAction('Read the message', `${publicUrl}/admin/messages/${id}`),
      ],
      footer: emailFooter(
        "You're getting this email because ClearBatch sends its staff notices to this address.",
        publicUrl,
      ),
    }),
  };
}

const messageFacts = ({ reference, topic, createdAt }: ContactMessage) =>
  facts([
    ['Reference', reference],
    ['About', TOPICS[topic]],
    ['Received', formatMoment(createdAt)],
  ]);

/** Made-up data for email previews. */
export const exampleMessage = (): ContactMessage => ({
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  reference: 'M-0F8FA-D5BD9',
  name: 'Sam Reed',
  email: 'sam@mail.example',
  topic: 'correction',
  message: 'The test date of batch #C9030 reads 2025. The printed report says 2026.',
  createdAt: new Date('2026-11-20T15:04:05Z'),
  standing: 'open',
  changedAt: null,
  changedBy: null,
  note: null,
  version: 1,
});
