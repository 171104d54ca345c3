import type { Follows } from '../../../domain/newsletter/follows.js';
import type { Issues } from '../../../domain/newsletter/issues.js';
import type { Telemetry } from '../../../platform/observability/telemetry.js';
import { withSpan } from '../../../platform/observability/tracing.js';
import type { WakeSignal } from '../../../platform/queue/wake-signal.js';
import type { Queue } from '../../../platform/queue/worker.js';

/** Claims no jobs, so that the worker pauses until the next poll: each batch is one transaction, and it is done here. */
const polled = (name: string, wakeSignal: WakeSignal, work: () => Promise<void>): Queue<never> => ({
  name,
  claim: async () => {
    await work();
    return [];
  },
  work: async () => true,
  concurrency: 1,
  pollMs: 1_000,
  wakeSignal,
});

/** Advances issues that are being sent, by one batch of recipients per poll. */
export const newsletterQueue = (issues: Issues, wakeSignal: WakeSignal, { tracing }: Telemetry) =>
  polled('newsletter', wakeSignal, async () => {
    for (const id of await issues.inProgress()) {
      await withSpan(tracing, { kind: 'CONSUMER', name: 'newsletter batch' }, () => issues.advance(id));
    }
  });

/** Queues the emails to followers that are due. */
export const followQueue = (follows: Follows, wakeSignal: WakeSignal, { tracing }: Telemetry) =>
  polled('follows', wakeSignal, () =>
    withSpan(tracing, { kind: 'CONSUMER', name: 'follower emails' }, () => follows.announce()),
  );
