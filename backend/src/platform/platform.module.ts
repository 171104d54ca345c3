import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Clock, Ids, Transactions } from '../domain/shared/ports.js';
import { RandomIds, SystemClock } from './clock-and-ids.js';
import { CONFIG, type Config } from './config.js';
import { TypeOrmTransactions } from './database/transaction.js';
import { HealthController } from './http/health.controller.js';

/** What every context may ask for: configuration, clock, ids, transactions. */
@Global()
@Module({})
export class PlatformModule {
  static with(config: Config): DynamicModule {
    return {
      module: PlatformModule,
      controllers: [HealthController],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: Clock, useClass: SystemClock },
        { provide: Ids, useClass: RandomIds },
        { provide: Transactions, useClass: TypeOrmTransactions },
      ],
      exports: [CONFIG, Clock, Ids, Transactions],
    };
  }
}
