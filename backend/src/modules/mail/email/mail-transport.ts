import type { SendResult } from '../../../domain/mail/queued-mail.js';
import type { EmailMessage } from '../../../platform/email/email-message.js';

/** Hands letters over to whoever carries them. Never throws: what went wrong is the answer. */
export abstract class MailTransport {
  /** @param messageId with angle brackets; the same whenever the same letter is tried again */
  abstract send(email: EmailMessage, messageId: string): Promise<SendResult>;

  /** Gives up what is being sent. */
  abstract abandon(): void;

  /** Ends connections that nothing is sent over. */
  abstract close(): void;
}
