import type { SendResult } from '../../../domain/mail/queued-mail.js';
import { MailTransport } from './mail-transport.js';

/** Sends nothing: in the sandbox, a program may name anyone's address. */
export class NoTransport extends MailTransport {
  async send(): Promise<SendResult> {
    return { result: 'sent' };
  }

  abandon(): void {}

  close(): void {}
}
