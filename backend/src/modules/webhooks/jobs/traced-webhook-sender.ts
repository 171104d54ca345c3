import { type AttemptOutcome, isSuccess } from '../../../domain/webhooks/delivery.js';
import { type WebhookMessage, WebhookSender } from '../../../domain/webhooks/ports.js';
import { type Tracing, withSpan } from '../../../platform/observability/tracing.js';

/**
 * Records a span for each attempt. It sends the receiver no `traceparent` header: our trace means nothing there, and our
 * sampling decision would override the receiver's.
 */
export class TracedWebhookSender extends WebhookSender {
  constructor(
    private readonly sender: WebhookSender,
    private readonly tracing: Tracing,
  ) {
    super();
  }

  urlProblem(url: string): string | null {
    return this.sender.urlProblem(url);
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
