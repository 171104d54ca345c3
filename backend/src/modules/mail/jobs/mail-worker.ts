import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { MailDelivery } from '../../../domain/mail/mail-delivery.js';
import type { QueuedMail, SendResult } from '../../../domain/mail/queued-mail.js';
import type { WakeSignal } from '../../../platform/queue/wake-signal.js';
import type { Queue } from '../../../platform/queue/worker.js';
import type { MailTransport } from '../email/mail-transport.js';
import { CONNECTIONS } from '../email/smtp-transport.js';

/** How long emails that are being sent may take to finish when the process stops. */
const GRACE_MS = 5_000;

/** An email that was accepted but not recorded as sent would go out twice, so saving the result is retried for a minute. */
const SAVE_RETRY_DELAYS_MS = [100, 400, 1_000, 3_000, 5_000, 10_000, 20_000, 20_000];

const logger = new Logger('Mail');

/** Sends queued email. */
export function mailQueue(
  delivery: MailDelivery,
  transport: MailTransport,
  wakeSignal: WakeSignal,
  pollMs = 5_000,
): Queue<QueuedMail> {
  const stopping = new AbortController();
  const reportedKinds = new Set<string>();
  return {
    name: 'mail',
    claim: (limit) => delivery.claim(limit),
    work: async (mail) => {
      const result = await delivery.attempt(mail);
      await saveResult(delivery, mail, result, stopping.signal);
      return !('error' in result);
    },
    purge: async () => {
      await delivery.purge();
      await reportUnknownKinds(delivery, reportedKinds);
    },
    concurrency: CONNECTIONS,
    pollMs,
    wakeSignal,
    abandon: {
      afterMs: GRACE_MS,
      jobs: () => {
        transport.abandon();
        stopping.abort();
      },
    },
    close: () => transport.close(),
    logger,
  };
}

async function saveResult(
  delivery: MailDelivery,
  mail: QueuedMail,
  result: SendResult,
  stopping: AbortSignal,
): Promise<void> {
  for (const delay of SAVE_RETRY_DELAYS_MS) {
    try {
      return await delivery.completeAttempt(mail, result);
    } catch {
      await sleep(delay, undefined, { signal: stopping });
    }
  }
  await delivery.completeAttempt(mail, result);
}

async function reportUnknownKinds(delivery: MailDelivery, reported: Set<string>): Promise<void> {
  for (const kind of await delivery.unknownKinds()) {
    if (!reported.has(kind)) logger.warn(`mail of the kind "${kind}" waits, but no code writes it`);
    reported.add(kind);
  }
}
