import { Module } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { MailDesk } from '../../domain/mail/mail.js';
import { MailSending } from '../../domain/mail/mail-delivery.js';
import { MailQueue, MailSearch, Post } from '../../domain/mail/ports.js';
import { Clock, Transactions } from '../../domain/shared/ports.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { RegisteredLetters } from '../../platform/email/email-template-registry.js';
import { mailBell } from '../../platform/email/outbox.js';
import { Watch } from '../../platform/observability/telemetry.js';
import { FileMailer } from './email/file-transport.js';
import { LetterPost } from './email/template-email-dispatcher.js';
import { MailController } from './http/mail.controller.js';
import { MailFigures } from './mail.metrics.js';
import { MailTemplateController } from './http/mail-template.controller.js';
import { MailWorker } from './jobs/mail-worker.js';
import { Mailer } from './email/mail-transport.js';
import { RegisteredMailSearch } from './registered-mail-search.js';
import { SmtpMailer } from './email/smtp-transport.js';
import { TracedMailer } from './email/traced-transport.js';
import { TypeOrmMailQueue } from './database/typeorm-mail-queue.js';

const hostOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);

@Module({
  controllers: [MailController, MailTemplateController],
  providers: [
    MailFigures,
    {
      provide: Mailer,
      inject: [CONFIG, Watch],
      useFactory: ({ smtpUrl, mailFrom, mailFolder }: Config, { tracer }: Watch) => {
        const mailer = smtpUrl === null ? new FileMailer(mailFolder, mailFrom) : new SmtpMailer(smtpUrl, mailFrom);
        return tracer.isOn ? new TracedMailer(mailer, tracer) : mailer;
      },
    },
    {
      provide: MailQueue,
      inject: [getDataSourceToken(), CONFIG],
      useFactory: (database: DataSource, { mailFrom }: Config) =>
        new TypeOrmMailQueue(database, hostOf(mailFrom.address)),
    },
    {
      provide: Post,
      inject: [RegisteredLetters, Mailer],
      useFactory: (letters: RegisteredLetters, mailer: Mailer) => new LetterPost(letters, mailer),
    },
    {
      provide: MailSending,
      inject: [MailQueue, Post, Transactions, Clock],
      useFactory: (queue: MailQueue, post: Post, transactions: Transactions, clock: Clock) =>
        new MailSending(queue, post, transactions, clock),
    },
    {
      provide: MailSearch,
      inject: [RegisteredLetters],
      useFactory: (letters: RegisteredLetters) => new RegisteredMailSearch(letters),
    },
    {
      provide: MailDesk,
      inject: [MailQueue, MailSearch, Transactions, Clock],
      useFactory: (queue: MailQueue, search: MailSearch, transactions: Transactions, clock: Clock) =>
        new MailDesk(queue, search, transactions, clock),
    },
    {
      provide: MailWorker,
      inject: [MailSending, Mailer, getDataSourceToken(), Watch],
      useFactory: (sending: MailSending, mailer: Mailer, database: DataSource, watch: Watch) =>
        new MailWorker(sending, mailer, mailBell(database), undefined, watch),
    },
  ],
})
export class MailModule {}
