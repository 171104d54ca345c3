import type { WebhookDispatcher } from '../../../domain/webhooks/delivery-attempts.js';
import type { ClaimedDelivery } from '../../../domain/webhooks/ports.js';
import type { WakeSignal } from '../../../platform/queue/wake-signal.js';
import type { Queue } from '../../../platform/queue/worker.js';

/** Deliveries that one instance sends at a time. Mostly they wait: it takes eight labs whose servers all hang to fill it. */
const CONCURRENCY = 64;

/** Sends queued webhook deliveries. */
export const webhookQueue = (
  dispatcher: WebhookDispatcher,
  wakeSignal: WakeSignal,
  pollMs = 2_000,
): Queue<ClaimedDelivery> => ({
  name: 'webhooks',
  claim: (limit) => dispatcher.claim(limit),
  work: (claimed) => dispatcher.deliver(claimed),
  purge: () => dispatcher.purge(),
  concurrency: CONCURRENCY,
  pollMs,
  wakeSignal,
});
