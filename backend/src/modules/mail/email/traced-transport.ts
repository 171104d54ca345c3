import type { SendResult } from '../../../domain/mail/queued-mail.js';
import type { EmailMessage } from '../../../platform/email/email-message.js';
import { type Tracing, withSpan } from '../../../platform/observability/tracing.js';
import { MailTransport } from './mail-transport.js';

/** Records a span for each email, without its recipient or content. */
export class TracedTransport extends MailTransport {
  constructor(
    private readonly mailer: MailTransport,
    private readonly tracing: Tracing,
  ) {
    super();
  }

  send(email: EmailMessage, messageId: string): Promise<SendResult> {
    return withSpan(
      this.tracing,
      { kind: 'CLIENT', name: 'send mail' },
      () => this.mailer.send(email, messageId),
      (outcome) => 'error' in outcome,
    );
  }

  abandon(): void {
    this.mailer.abandon();
  }

  close(): void {
    this.mailer.close();
  }
}
