import { Module } from '@nestjs/common';
import { CoaRegistry } from '../../domain/coa-registry/coa-registry.js';
import { CoaRepository } from '../../domain/coa-registry/ports.js';
import { Clock, Ids } from '../../domain/shared/ports.js';
import { CoaController } from './coa.controller.js';
import { SubmissionController } from './submission.controller.js';
import { TypeOrmCoaRepository } from './typeorm-coa.repository.js';

@Module({
  controllers: [CoaController, SubmissionController],
  providers: [
    { provide: CoaRepository, useClass: TypeOrmCoaRepository },
    {
      provide: CoaRegistry,
      inject: [CoaRepository, Clock, Ids],
      useFactory: (coas: CoaRepository, clock: Clock, ids: Ids) => new CoaRegistry(coas, clock, ids),
    },
  ],
  exports: [CoaRegistry],
})
export class CoaRegistryModule {}
