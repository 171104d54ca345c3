import type { SendResult } from '../../../domain/mail/queued-mail.js';
import type { EmailMessage } from '../../../platform/email/email-message.js';

/** Sends a rendered email. Never throws: errors are part of the result. */
export abstract class MailTransport {
  /** @param messageId with angle brackets; the same for every attempt of an email */
  abstract send(email: EmailMessage, messageId: string): Promise<SendResult>;

  /** Aborts emails that are being sent, if that takes long. */
  abandon(): void {}

  /** Closes idle connections, if there are any. */
  close(): void {}
}

/** Sends nothing: in the sandbox, a program may name anyone's address. */
export class NoTransport extends MailTransport {
  async send(): Promise<SendResult> {
    return { result: 'sent' };
  }
}
