import { type AttemptOutcome, isSuccess } from '../../../domain/webhooks/delivery.js';
import { type WebhookMessage, WebhookSender } from '../../../domain/webhooks/ports.js';
import type { Tracer } from '../../../platform/observability/tracer.js';

/**
 * Records a span for each attempt. It sends the receiver no `traceparent` header: our trace means nothing there, and our
 * sampling decision would override the receiver's.
 */
export class TracedWebhookSender extends WebhookSender {
  constructor(
    private readonly sender: WebhookSender,
    private readonly tracer: Tracer,
  ) {
    super();
  }

  urlProblem(url: string): string | null {
    return this.sender.urlProblem(url);
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
