import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Clock, Ids, Transactions } from '../domain/shared/ports.js';
import { RandomIds } from './clock-and-ids.js';
import { CONFIG, type Config } from './config.js';
import { PublicChanges } from './cache/cache-invalidation-listener.js';
import { DatabaseClock } from './database/database-clock.js';
import { DatabaseProbe } from './database/database-probe.js';
import { TypeOrmKeptAnswers } from './database/typeorm-idempotency.store.js';
import { Reading } from './database/public-reader.js';
import { Replicas } from './database/replicas.js';
import { TypeOrmTransactions } from './database/transaction.js';
import { Answers } from './cache/response-cache.js';
import { HealthController } from './http/health.controller.js';
import { Idempotency, KeptAnswers } from './http/idempotency.js';
import { Mailroom, RegisteredLetters } from './email/email-template-registry.js';
import { ReceiptLimit } from './email/receipt-limit.js';
import { AnswerFigures } from './observability/response-cache.metrics.js';
import { DatabaseWatch } from './observability/database-instrumentation.js';
import { Watch } from './observability/telemetry.js';

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
