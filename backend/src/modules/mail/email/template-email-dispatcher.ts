import { Injectable, Logger } from '@nestjs/common';
import { EmailDispatcher } from '../../../domain/mail/ports.js';
import type { QueuedMail, SendResult } from '../../../domain/mail/queued-mail.js';
import type { EmailMessage } from '../../../platform/email/email-message.js';
import { EmailTemplateRegistry } from '../../../platform/email/email-template-registry.js';
import { Telemetry } from '../../../platform/observability/telemetry.js';
import { withSpan } from '../../../platform/observability/tracing.js';
import { MailTransport } from './mail-transport.js';

/** Renders each email with its context's template and hands it to the transport. */
@Injectable()
export class TemplateEmailDispatcher extends EmailDispatcher {
  private readonly logger = new Logger('Mail');

  constructor(
    private readonly templates: EmailTemplateRegistry,
    private readonly transport: MailTransport,
    private readonly telemetry: Telemetry = new Telemetry(),
  ) {
    super();
  }

  kinds(): readonly string[] {
    return this.templates.all().map(({ kind }) => kind);
  }

  async send(mail: QueuedMail): Promise<SendResult> {
    const { id, kind, payload, messageId } = mail;
    const writer = this.templates.kind(kind)?.render;
    if (!writer || messageId === null) throw new Error(`mail ${id} of the kind "${kind}" cannot be delivered`);
    try {
      const email = await writer(payload);
      return email ? await this.transmit(email, messageId) : { result: 'not-needed' };
    } catch (error) {
      this.logger.error(`mail ${id}: could not write the email "${kind}": ${withoutAddresses(error)}`);
      return { result: 'failed', error: 'letter-failed' };
    }
  }

  /** The span has neither recipient nor content. */
  private transmit(email: EmailMessage, messageId: string): Promise<SendResult> {
    return withSpan(
      this.telemetry.tracing,
      { kind: 'CLIENT', name: 'send mail' },
      () => this.transport.send(email, messageId),
      (outcome) => 'error' in outcome,
    );
  }

  async notifyGivenUp({ id, kind, payload, lastError }: QueuedMail): Promise<void> {
    const reason = lastError ?? 'unknown';
    this.logger.warn(`mail ${id}: gave up on the email "${kind}": ${reason}`);
    await this.templates.notifyDeliveryFailure(kind, payload, reason);
  }
}

const withoutAddresses = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replace(/\S+@\S+/g, '(address)');
