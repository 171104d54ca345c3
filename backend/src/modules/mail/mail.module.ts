import { Module } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { MailAdmin } from '../../domain/mail/mail.js';
import { MailDelivery } from '../../domain/mail/mail-delivery.js';
import { EmailDispatcher, MailQueue, MailSearch } from '../../domain/mail/ports.js';
import { Clock, Transactions } from '../../domain/shared/ports.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { RetentionRegistry } from '../../platform/database/retention.js';
import { EmailTemplateRegistry } from '../../platform/email/email-template-registry.js';
import { mailWakeSignal } from '../../platform/email/outbox.js';
import { Telemetry } from '../../platform/observability/telemetry.js';
import { reportQueue } from '../../platform/queue/queue.metrics.js';
import { queueWorker } from '../../platform/queue/worker.js';
import { useCase } from '../../platform/use-case.js';
import { MAIL_RETENTION } from './database/mail.retention.js';
import { TypeOrmMailQueue } from './database/typeorm-mail-queue.js';
import { FileTransport } from './email/file-transport.js';
import { MailTransport } from './email/mail-transport.js';
import { NoTransport } from './email/no-transport.js';
import { SmtpTransport } from './email/smtp-transport.js';
import { TemplateEmailDispatcher } from './email/template-email-dispatcher.js';
import { TracedTransport } from './email/traced-transport.js';
import { MailController } from './http/mail.controller.js';
import { MailTemplateController } from './http/mail-template.controller.js';
import { mailQueue } from './jobs/mail-worker.js';
import { MAIL_QUEUE } from './mail.metrics.js';
import { RegisteredMailSearch } from './registered-mail-search.js';

const hostOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);

@Module({
  controllers: [MailController, MailTemplateController],
  providers: [
    {
      provide: MailTransport,
      inject: [CONFIG, Telemetry],
      useFactory: ({ isSandbox, smtpUrl, mailFrom, mailFolder }: Config, { tracing }: Telemetry) => {
        if (isSandbox) return new NoTransport();
        const mailer =
          smtpUrl === null ? new FileTransport(mailFolder, mailFrom) : new SmtpTransport(smtpUrl, mailFrom);
        return tracing ? new TracedTransport(mailer, tracing) : mailer;
      },
    },
    {
      provide: MailQueue,
      inject: [DataSource, CONFIG],
      useFactory: (database: DataSource, { mailFrom }: Config) =>
        new TypeOrmMailQueue(database, hostOf(mailFrom.address)),
    },
    {
      provide: EmailDispatcher,
      inject: [EmailTemplateRegistry, MailTransport],
      useFactory: (emails: EmailTemplateRegistry, mailer: MailTransport) => new TemplateEmailDispatcher(emails, mailer),
    },
    useCase(MailDelivery, [MailQueue, EmailDispatcher, Transactions, Clock]),
    {
      provide: MailSearch,
      inject: [EmailTemplateRegistry],
      useFactory: (emails: EmailTemplateRegistry) => new RegisteredMailSearch(emails),
    },
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
