import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { MailDelivery } from '../../../domain/mail/mail-delivery.js';
import type { QueuedMail, SendResult } from '../../../domain/mail/queued-mail.js';
import type { Telemetry } from '../../../platform/observability/telemetry.js';
import type { WakeSignal } from '../../../platform/queue/wake-signal.js';
import { Worker } from '../../../platform/queue/worker.js';
import type { MailTransport } from '../email/mail-transport.js';
import { CONNECTIONS } from '../email/smtp-transport.js';

/** How long emails that are being sent may take to finish when the process stops. */
const GRACE_MS = 5_000;

/** An email that was accepted but not recorded as sent would go out twice, so saving the result is retried for a minute. */
const SAVE_RETRY_DELAYS_MS = [100, 400, 1_000, 3_000, 5_000, 10_000, 20_000, 20_000];

/** Sends queued email while the application runs. */
export class MailWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Mail');
  private readonly worker: Worker<QueuedMail>;
  private readonly stopping = new AbortController();
  private readonly reportedKinds = new Set<string>();

  constructor(
    private readonly delivery: MailDelivery,
    private readonly transport: MailTransport,
    wakeSignal: WakeSignal,
    pollMs = 5_000,
    telemetry?: Telemetry,
  ) {
    this.worker = new Worker<QueuedMail>({
      name: 'mail',
      claim: (limit) => delivery.claim(limit),
      work: (mail) => this.send(mail),
      purge: () => this.purge(),
      concurrency: CONNECTIONS,
      pollMs,
      wakeSignal,
      logger: this.logger,
      telemetry,
    });
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    const abandon = setTimeout(() => {
      this.transport.abandon();
      this.stopping.abort();
    }, GRACE_MS);
    await this.worker.stop();
    clearTimeout(abandon);
    this.transport.close();
  }

  private async send(mail: QueuedMail): Promise<boolean> {
    const result = await this.delivery.attempt(mail);
    await this.saveResult(mail, result);
    return !('error' in result);
  }

  private async saveResult(mail: QueuedMail, result: SendResult): Promise<void> {
    for (const delay of SAVE_RETRY_DELAYS_MS) {
      try {
        return await this.delivery.completeAttempt(mail, result);
      } catch {
        await sleep(delay, undefined, { signal: this.stopping.signal });
      }
    }
    await this.delivery.completeAttempt(mail, result);
  }

  private async purge(): Promise<void> {
    await this.delivery.purge();
    for (const kind of await this.delivery.unknownKinds()) {
      if (!this.reportedKinds.has(kind)) this.logger.warn(`mail of the kind "${kind}" waits, but no code writes it`);
      this.reportedKinds.add(kind);
    }
  }
}
