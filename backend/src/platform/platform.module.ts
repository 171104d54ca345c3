import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Clock, Ids } from '../domain/shared/ports.js';
import { RandomIds, SystemClock } from './clock-and-ids.js';
import { CONFIG, type Config } from './config.js';
import { HealthController } from './http/health.controller.js';

/** What every context may ask for: configuration, clock, ids. */
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
      ],
      exports: [CONFIG, Clock, Ids],
    };
  }
}
