import type { PostOutcome } from '../../../domain/mail/queued-mail.js';
import type { Letter } from '../../../platform/email/email-message.js';
import type { Tracer } from '../../../platform/observability/tracer.js';
import { Mailer } from './mail-transport.js';

/** Has a span for each letter that is handed over. It says nothing of whom it is for or what is in it. */
export class TracedMailer extends Mailer {
  constructor(
    private readonly mailer: Mailer,
    private readonly tracer: Tracer,
  ) {
    super();
  }

  send(letter: Letter, messageId: string): Promise<PostOutcome> {
    const start = { kind: 'client' } as const;
    return this.tracer.span(
      'send mail',
      start,
      () => this.mailer.send(letter, messageId),
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
