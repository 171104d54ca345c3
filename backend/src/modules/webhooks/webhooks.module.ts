import { Module } from '@nestjs/common';
import { WebhookRepository, WebhookSecrets, WebhookSender } from '../../domain/webhooks/ports.js';
import { WebhookSending } from '../../domain/webhooks/delivery-attempts.js';
import { Webhooks } from '../../domain/webhooks/webhooks.js';
import { Clock, Ids, Transactions } from '../../domain/shared/ports.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Bell } from '../../platform/queue/wake-signal.js';
import { Watch } from '../../platform/observability/telemetry.js';
import { HttpWebhookSender } from './jobs/http-webhook-sender.js';
import { SealedWebhookSecrets } from './encrypted-webhook-secrets.js';
import { TracedWebhookSender } from './jobs/traced-webhook-sender.js';
import { TypeOrmWebhookRepository } from './database/typeorm-webhook.repository.js';
import { WebhookController } from './http/webhook.controller.js';
import { WebhookFigures } from './webhook.metrics.js';
import { WebhookStaffController } from './http/webhook-staff.controller.js';
import { WebhookWorker } from './jobs/webhook-worker.js';

/** The part of the context that tells labs. */
@Module({
  controllers: [WebhookController, WebhookStaffController],
  providers: [
    Bell,
    WebhookFigures,
    { provide: WebhookRepository, useClass: TypeOrmWebhookRepository },
    {
      provide: WebhookSecrets,
      inject: [CONFIG],
      useFactory: ({ cookieSecret }: Config) => new SealedWebhookSecrets(cookieSecret),
    },
    {
      provide: WebhookSender,
      inject: [WebhookSecrets, CONFIG, Watch],
      useFactory: (secrets: SealedWebhookSecrets, { webhookAllowLoopback }: Config, { tracer }: Watch) => {
        const sender = new HttpWebhookSender(secrets, webhookAllowLoopback);
        return tracer.isOn ? new TracedWebhookSender(sender, tracer) : sender;
      },
    },
    {
      provide: Webhooks,
      inject: [WebhookRepository, WebhookSender, WebhookSecrets, Transactions, Clock, Ids],
      useFactory: (
        webhooks: WebhookRepository,
        sender: WebhookSender,
        secrets: WebhookSecrets,
        transactions: Transactions,
        clock: Clock,
        ids: Ids,
      ) => new Webhooks(webhooks, sender, secrets, transactions, clock, ids),
    },
    {
      provide: WebhookSending,
      inject: [WebhookRepository, WebhookSender, Transactions, Clock],
      useFactory: (webhooks: WebhookRepository, sender: WebhookSender, transactions: Transactions, clock: Clock) =>
        new WebhookSending(webhooks, sender, transactions, clock),
    },
    {
      provide: WebhookWorker,
      inject: [WebhookSending, Bell, Watch],
      useFactory: (sending: WebhookSending, bell: Bell, watch: Watch) =>
        new WebhookWorker(sending, bell, undefined, watch),
    },
  ],
  exports: [Webhooks],
})
export class WebhooksModule {}
