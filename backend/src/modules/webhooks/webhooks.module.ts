import { Module } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock, Ids, Transactions } from '../../domain/shared/ports.js';
import { WebhookDispatcher } from '../../domain/webhooks/delivery-attempts.js';
import { WebhookRepository, WebhookSecrets, WebhookSender } from '../../domain/webhooks/ports.js';
import { Webhooks } from '../../domain/webhooks/webhooks.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { RetentionRegistry } from '../../platform/database/retention.js';
import { Telemetry } from '../../platform/observability/telemetry.js';
import { reportQueue } from '../../platform/queue/queue.metrics.js';
import { WakeSignal } from '../../platform/queue/wake-signal.js';
import { queueWorker } from '../../platform/queue/worker.js';
import { useCase, useSecret } from '../../platform/use-case.js';
import { PartnersModule } from '../partners/partners.module.js';
import { TypeOrmWebhookRepository, WEBHOOK_QUEUE } from './database/typeorm-webhook.repository.js';
import { WEBHOOK_RETENTION } from './database/webhook.table.js';
import { WebhookEmailTemplates } from './email/webhook-email-templates.js';
import { EncryptedWebhookSecrets } from './encrypted-webhook-secrets.js';
import { EventController } from './http/event.controller.js';
import { WebhookController } from './http/webhook.controller.js';
import { WebhookStaffController } from './http/webhook-staff.controller.js';
import { HttpWebhookSender } from './jobs/http-webhook-sender.js';
import { webhookQueue } from './jobs/webhook-worker.js';

@Module({
  imports: [PartnersModule],
  controllers: [EventController, WebhookController, WebhookStaffController],
  providers: [
    WakeSignal,
    WebhookEmailTemplates,
    { provide: WebhookRepository, useClass: TypeOrmWebhookRepository },
    useSecret(WebhookSecrets, EncryptedWebhookSecrets),
    {
      provide: WebhookSender,
      inject: [WebhookSecrets, CONFIG, Telemetry],
      useFactory: (secrets: EncryptedWebhookSecrets, { webhookAllowLoopback }: Config, { tracing }: Telemetry) =>
        new HttpWebhookSender(secrets, webhookAllowLoopback, undefined, undefined, tracing),
    },
    useCase(Webhooks, [WebhookRepository, WebhookSender, WebhookSecrets, Transactions, Clock, Ids]),
    useCase(WebhookDispatcher, [WebhookRepository, WebhookSender, Transactions, Clock]),
    queueWorker(webhookQueue, [WebhookDispatcher, WakeSignal]),
  ],
  exports: [Webhooks],
})
export class WebhooksModule {
  constructor(retention: RetentionRegistry, telemetry: Telemetry, @InjectDataSource() database: DataSource) {
    retention.register(WEBHOOK_RETENTION);
    reportQueue(telemetry, database, 'webhooks', WEBHOOK_QUEUE);
  }
}
