import type { MailError } from '../../../domain/mail/queued-mail.js';
import type { Sender } from '../../../platform/config.js';
import type { EmailMessage } from '../../../platform/email/email-message.js';

/** An email that no mail server could accept, so a retry cannot succeed. */
export class UnsendableMessage extends Error {
  constructor(readonly reason: Extract<MailError, 'address-unusable' | 'letter-unusable'>) {
    super(reason);
  }
}

const CONTROL = /\p{Cc}/u;
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]*$/;

/** Headers that are set here. A second one from a template would make the message ambiguous. */
const OURS = /^(from|to|cc|bcc|sender|reply-to|subject|date|message-id|mime-version|content-.*|auto-submitted)$/i;

/** One address (RFC 5321 section 4.1.2): a dot-string in any script or a quoted string, then a domain or an address literal. */
const WORD = String.raw`[^\s@<>()\[\],;:\\".\p{Cc}]+`;
const QUOTED = String.raw`"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])+"`;
const LITERAL = String.raw`\[[\da-fA-F:.]+\]|\[IPv6:[\da-fA-F:.]+\]`;
const ADDRESS = new RegExp(String.raw`^(?:${WORD}(?:\.${WORD})*|${QUOTED})@(?:${WORD}(?:\.${WORD})*|${LITERAL})$`, 'u');

const LOCAL_MAX_BYTES = 64;
const ADDRESS_MAX_BYTES = 254;

/**
 * The email as Nodemailer's options. Recipient, subject and headers can contain visitors' input, which must not add
 * another header or recipient (header injection).
 * @throws UnusableEmail
 */
export function mimeMessage(email: EmailMessage, messageId: string, from: Sender) {
  const { to, subject, html, text, pictures = [], headers = {} } = email;
  if (!isUsable(to)) throw new UnsendableMessage('address-unusable');
  for (const [name, value] of Object.entries(headers)) {
    if (!HEADER_NAME.test(name) || OURS.test(name) || CONTROL.test(value))
      throw new UnsendableMessage('letter-unusable');
  }
  return {
    messageId,
    from,
    // As an object: Nodemailer would parse a string for several addresses.
    to: { name: '', address: to },
    subject: subject.replace(/\p{Cc}+/gu, ' ').trim(),
    text,
    html,
    attachments: pictures.map(({ id, png }) => ({
      cid: id,
      filename: `${id}.png`,
      content: Buffer.from(png),
      contentType: 'image/png',
      contentDisposition: 'inline' as const,
    })),
    // Suppresses automatic replies (RFC 3834).
    headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function isUsable(address: string): boolean {
  const local = address.slice(0, address.lastIndexOf('@'));
  return (
    ADDRESS.test(address) &&
    Buffer.byteLength(local) <= LOCAL_MAX_BYTES &&
    Buffer.byteLength(address) <= ADDRESS_MAX_BYTES
  );
}
