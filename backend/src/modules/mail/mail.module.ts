import { Module } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { MailAdmin } from '../../domain/mail/mail.js';
import { MailDelivery } from '../../domain/mail/mail-delivery.js';
import { EmailDispatcher, MailQueue, MailSearch } from '../../domain/mail/ports.js';
import { Clock, Transactions } from '../../domain/shared/ports.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { RetentionRegistry } from '../../platform/database/retention.js';
import { mailWakeSignal } from '../../platform/email/outbox.js';
import { Telemetry } from '../../platform/observability/telemetry.js';
import { reportQueue } from '../../platform/queue/queue.metrics.js';
import { queueWorker } from '../../platform/queue/worker.js';
import { useCase } from '../../platform/use-case.js';
import { MAIL_QUEUE, MAIL_RETENTION, TypeOrmMailQueue } from './database/typeorm-mail-queue.js';
import { FileTransport } from './email/file-transport.js';
import { MailTransport, NoTransport } from './email/mail-transport.js';
import { SmtpTransport } from './email/smtp-transport.js';
import { TemplateEmailDispatcher } from './email/template-email-dispatcher.js';
import { MailController } from './http/mail.controller.js';
import { MailTemplateController } from './http/mail-template.controller.js';
import { mailQueue } from './jobs/mail-worker.js';
import { RegisteredMailSearch } from './registered-mail-search.js';

const hostOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);

@Module({
  controllers: [MailController, MailTemplateController],
  providers: [
    {
      provide: MailTransport,
      inject: [CONFIG],
      useFactory: ({ isSandbox, smtpUrl, mailFrom, mailFolder }: Config) => {
        if (isSandbox) return new NoTransport();
        return smtpUrl === null ? new FileTransport(mailFolder, mailFrom) : new SmtpTransport(smtpUrl, mailFrom);
      },
    },
    {
      provide: MailQueue,
      inject: [DataSource, CONFIG],
      useFactory: (database: DataSource, { mailFrom }: Config) =>
        new TypeOrmMailQueue(database, hostOf(mailFrom.address)),
    },
    { provide: EmailDispatcher, useClass: TemplateEmailDispatcher },
    useCase(MailDelivery, [MailQueue, EmailDispatcher, Transactions, Clock]),
    { provide: MailSearch, useClass: RegisteredMailSearch },
    useCase(MailAdmin, [MailQueue, MailSearch, Transactions, Clock]),
    queueWorker(
      (delivery: MailDelivery, mailer: MailTransport, database: DataSource) =>
        mailQueue(delivery, mailer, mailWakeSignal(database)),
      [MailDelivery, MailTransport, DataSource],
    ),
  ],
})
export class MailModule {
  constructor(retention: RetentionRegistry, telemetry: Telemetry, @InjectDataSource() database: DataSource) {
    retention.register(MAIL_RETENTION);
    reportQueue(telemetry, database, 'mail', MAIL_QUEUE);
  }
}
