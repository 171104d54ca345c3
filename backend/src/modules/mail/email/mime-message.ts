import type { MailError } from '../../../domain/mail/queued-mail.js';
import type { Sender } from '../../../platform/config.js';
import type { EmailMessage } from '../../../platform/email/email-message.js';

/** A letter that no mail server could take as it is: trying again changes nothing. */
export class UnsendableMessage extends Error {
  constructor(readonly reason: Extract<MailError, 'address-unusable' | 'letter-unusable'>) {
    super(reason);
  }
}

const CONTROL = /\p{Cc}/u;
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]*$/;

/** Headers that the message is built with; a letter that brings its own would make it ambiguous. */
const OURS = /^(from|to|cc|bcc|sender|reply-to|subject|date|message-id|mime-version|content-.*|auto-submitted)$/i;

/** One address (RFC 5321 section 4.1.2): dots between words of any script, or a quoted text; then a name or a literal. */
const WORD = String.raw`[^\s@<>()\[\],;:\\".\p{Cc}]+`;
const QUOTED = String.raw`"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])+"`;
const LITERAL = String.raw`\[[\da-fA-F:.]+\]|\[IPv6:[\da-fA-F:.]+\]`;
const ADDRESS = new RegExp(String.raw`^(?:${WORD}(?:\.${WORD})*|${QUOTED})@(?:${WORD}(?:\.${WORD})*|${LITERAL})$`, 'u');

const LOCAL_MAX_BYTES = 64;
const ADDRESS_MAX_BYTES = 254;

/**
 * A letter as Nodemailer takes it. What a visitor typed can be in recipient, subject and headers, and must not become a
 * header or a recipient of its own.
 * @throws UnusableLetter
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
    // Not as text, which would be searched for several addresses.
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
    // So that nobody's automatic reply answers a machine (RFC 3834).
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
