import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { MailDelivery } from '../../../domain/mail/mail-delivery.js';
import type { QueuedMail, SendResult } from '../../../domain/mail/queued-mail.js';
import type { Telemetry } from '../../../platform/observability/telemetry.js';
import type { WakeSignal } from '../../../platform/queue/wake-signal.js';
import { Worker } from '../../../platform/queue/worker.js';
import type { MailTransport } from '../email/mail-transport.js';
import { CONNECTIONS } from '../email/smtp-transport.js';

const TIDY_EVERY_MS = 3_600_000;

/** How long what is being sent may take to end when the process stops. */
const GRACE_MS = 5_000;

/** Mail that was accepted and is not noted down would be sent twice: noting it is tried again, for a minute in all. */
const NOTING_WAITS_MS = [100, 400, 1_000, 3_000, 5_000, 10_000, 20_000, 20_000];

/** Sends what waits, as long as the application runs. */
export class MailWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Mail');
  private readonly worker: Worker<QueuedMail>;
  private readonly stopping = new AbortController();
  private readonly namedKinds = new Set<string>();
  private tidiedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly delivery: MailDelivery,
    private readonly mailer: MailTransport,
    wakeSignal: WakeSignal,
    pollMs = 5_000,
    telemetry?: Telemetry,
  ) {
    this.worker = new Worker({
      name: 'mail',
      claim: (limit) => this.claim(limit),
      work: (mail) => this.send(mail),
      concurrency: CONNECTIONS,
      pollMs,
      logger: this.logger,
      telemetry: telemetry,
    });
    wakeSignal.onNotify(() => this.worker.wakeUp());
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    const impatience = setTimeout(() => {
      this.mailer.abandon();
      this.stopping.abort();
    }, GRACE_MS);
    await this.worker.stop();
    clearTimeout(impatience);
    this.mailer.close();
  }

  private async claim(limit: number): Promise<readonly QueuedMail[]> {
    if (performance.now() - this.tidiedAt > TIDY_EVERY_MS) {
      await this.tidy();
      this.tidiedAt = performance.now();
    }
    return this.delivery.claim(limit);
  }

  private async send(mail: QueuedMail): Promise<boolean> {
    const outcome = await this.delivery.attempt(mail);
    await this.note(mail, outcome);
    return !('error' in outcome);
  }

  private async note(mail: QueuedMail, outcome: SendResult): Promise<void> {
    for (const wait of NOTING_WAITS_MS) {
      try {
        return await this.delivery.settle(mail, outcome);
      } catch {
        await sleep(wait, undefined, { signal: this.stopping.signal });
      }
    }
    await this.delivery.settle(mail, outcome);
  }

  private async tidy(): Promise<void> {
    await this.delivery.purge();
    for (const kind of await this.delivery.unwritten()) {
      if (!this.namedKinds.has(kind)) this.logger.warn(`mail of the kind "${kind}" waits, but no code writes it`);
      this.namedKinds.add(kind);
    }
  }
}
