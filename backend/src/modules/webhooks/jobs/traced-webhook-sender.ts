import { type AttemptOutcome, isSuccess } from '../../../domain/webhooks/delivery.js';
import { type WebhookMessage, WebhookSender } from '../../../domain/webhooks/ports.js';
import { type Tracing, withSpan } from '../../../platform/observability/tracing.js';

/**
 * Creates a span for each attempt. The request carries no `traceparent`: our trace would mean nothing to the receiver,
 * and could decide whether their own tracing records the request.
 */
export class TracedWebhookSender extends WebhookSender {
  constructor(
    private readonly sender: WebhookSender,
    private readonly tracing: Tracing,
  ) {
    super();
  }

  objectionTo(url: string): string | null {
    return this.sender.objectionTo(url);
  }

  send(message: WebhookMessage): Promise<AttemptOutcome> {
    const attributes = { 'http.request.method': 'POST', 'clearbatch.webhook_id': message.id };
    return withSpan(
      this.tracing,
      { kind: 'CLIENT', name: 'send webhook', attributes },
      () => this.sender.send(message),
      (outcome) => !isSuccess(outcome),
    );
  }
}
