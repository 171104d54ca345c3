import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Clock, Ids, Transactions } from '../domain/shared/ports.js';
import { RandomIds } from './clock-and-ids.js';
import { CONFIG, type Config } from './config.js';
import { PublicChanges } from './database/changes.js';
import { DatabaseClock } from './database/database-clock.js';
import { DatabaseProbe } from './database/database-probe.js';
import { TypeOrmKeptAnswers } from './database/kept-answers.js';
import { Reading } from './database/reading.js';
import { Replicas } from './database/replicas.js';
import { TypeOrmTransactions } from './database/transaction.js';
import { Answers } from './http/answers.js';
import { HealthController } from './http/health.controller.js';
import { Idempotency, KeptAnswers } from './http/idempotency.js';
import { Mailroom, RegisteredLetters } from './mail/mailroom.js';
import { ReceiptLimit } from './mail/receipt-limit.js';
import { AnswerFigures } from './seeing/answer-figures.js';
import { DatabaseWatch } from './seeing/database-watch.js';
import { Watch } from './seeing/watch.js';

/** What every context may ask for: configuration, clock, ids, transactions, requests that are carried out once, what is mailed, and what is seen from outside. */
@Global()
@Module({})
export class PlatformModule {
  static with(config: Config, watch: Watch): DynamicModule {
    return {
      module: PlatformModule,
      controllers: [HealthController],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: Watch, useValue: watch },
        DatabaseWatch,
        AnswerFigures,
        DatabaseProbe,
        { provide: Clock, useClass: DatabaseClock },
        { provide: Ids, useClass: RandomIds },
        { provide: Transactions, useClass: TypeOrmTransactions },
        { provide: KeptAnswers, useClass: TypeOrmKeptAnswers },
        Reading,
        Replicas,
        PublicChanges,
        Answers,
        Idempotency,
        RegisteredLetters,
        ReceiptLimit,
        { provide: Mailroom, useExisting: RegisteredLetters },
      ],
      exports: [
        CONFIG,
        Watch,
        Clock,
        Ids,
        Transactions,
        Reading,
        Answers,
        Idempotency,
        Mailroom,
        RegisteredLetters,
        ReceiptLimit,
      ],
    };
  }
}
