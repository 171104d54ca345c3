import type { SendResult } from '../../../domain/mail/queued-mail.js';
import type { EmailMessage } from '../../../platform/email/email-message.js';
import type { Tracer } from '../../../platform/observability/tracer.js';
import { MailTransport } from './mail-transport.js';

/** Records a span for each email, without its recipient or content. */
export class TracedTransport extends MailTransport {
  constructor(
    private readonly mailer: MailTransport,
    private readonly tracer: Tracer,
  ) {
    super();
  }

  send(email: EmailMessage, messageId: string): Promise<SendResult> {
    const start = { kind: 'client' } as const;
    return this.tracer.withSpan(
      'send mail',
      start,
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
