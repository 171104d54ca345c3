import { type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import { Clock, Ids, Transactions } from '../domain/shared/ports.js';
import { CacheInvalidationListener } from './cache/cache-invalidation-listener.js';
import { ResponseCache } from './cache/response-cache.js';
import { RandomIds } from './clock-and-ids.js';
import { CONFIG, type Config } from './config.js';
import { DatabaseClock } from './database/database-clock.js';
import { DatabaseProbe } from './database/database-probe.js';
import { PublicReader } from './database/public-reader.js';
import { Replicas } from './database/replicas.js';
import { RetentionRegistry } from './database/retention.js';
import { TypeOrmTransactions } from './database/transaction.js';
import { EmailTemplateRegistry } from './email/email-template-registry.js';
import { ReceiptLimit } from './email/receipt-limit.js';
import { HealthController } from './http/health.controller.js';
import { Idempotency, IdempotencyStore } from './http/idempotency.js';
import { DatabaseInstrumentation } from './observability/database-instrumentation.js';
import { ResponseCacheMetrics } from './observability/response-cache.metrics.js';
import { Telemetry } from './observability/telemetry.js';

/** Services for all contexts: configuration, clock, ids, transactions, caching, idempotency, retention, email, and telemetry. */
@Global()
@Module({})
export class PlatformModule {
  static with(config: Config, telemetry: Telemetry): DynamicModule {
    const providers: Provider[] = [
      { provide: CONFIG, useValue: config },
      { provide: Telemetry, useValue: telemetry },
      DatabaseInstrumentation,
      ResponseCacheMetrics,
      DatabaseProbe,
      { provide: Clock, useClass: DatabaseClock },
      { provide: Ids, useClass: RandomIds },
      { provide: Transactions, useClass: TypeOrmTransactions },
      IdempotencyStore,
      PublicReader,
      RetentionRegistry,
      Replicas,
      CacheInvalidationListener,
      ResponseCache,
      Idempotency,
      EmailTemplateRegistry,
      ReceiptLimit,
    ];
    return { module: PlatformModule, controllers: [HealthController], providers, exports: providers };
  }
}
