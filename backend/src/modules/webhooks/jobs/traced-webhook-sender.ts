import { type AttemptOutcome, isSuccess } from '../../../domain/webhooks/delivery.js';
import { type WebhookMessage, WebhookSender } from '../../../domain/webhooks/ports.js';
import type { Tracer } from '../../../platform/observability/tracer.js';

/**
 * Has a span for each attempt. The receiver is told nothing of it: our trace would mean nothing to them, and their
 * programs would take over from it whether to record their own.
 */
export class TracedWebhookSender extends WebhookSender {
  constructor(
    private readonly sender: WebhookSender,
    private readonly tracer: Tracer,
  ) {
    super();
  }

  objectionTo(url: string): string | null {
    return this.sender.objectionTo(url);
  }

  send(message: WebhookMessage): Promise<AttemptOutcome> {
    const attributes = { 'http.request.method': 'POST', 'clearbatch.webhook_id': message.id };
    return this.tracer.withSpan(
      'send webhook',
      { kind: 'client', attributes },
      () => this.sender.send(message),
      (outcome) => !isSuccess(outcome),
    );
  }
}
