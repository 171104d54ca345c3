import type { SendResult } from '../../../domain/mail/queued-mail.js';
import type { EmailMessage } from '../../../platform/email/email-message.js';

/** Sends a rendered email. Never throws: errors are part of the result. */
export abstract class MailTransport {
  /** @param messageId with angle brackets; the same for every attempt of an email */
  abstract send(email: EmailMessage, messageId: string): Promise<SendResult>;

  /** Aborts emails that are being sent. */
  abstract abandon(): void;

  /** Closes idle connections. */
  abstract close(): void;
}
