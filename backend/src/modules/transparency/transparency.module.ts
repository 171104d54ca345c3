import { mkdirSync } from 'node:fs';
import { Inject, Module } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { LogAnchor, LogSigner } from '../../domain/transparency/ports.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { Telemetry } from '../../platform/observability/telemetry.js';
import { reportQueue } from '../../platform/queue/queue.metrics.js';
import { queueWorker } from '../../platform/queue/worker.js';
import { LogController } from './log.controller.js';
import { LOG_QUEUE } from './log.table.js';
import { FileAnchor, KeyFileSigner } from './log-folder.js';
import { LogProofs } from './log-proofs.js';
import { PublicLogController } from './public-log.controller.js';
import { logQueue, Sequencer } from './sequencer.js';
import { TypeOrmLogStore } from './typeorm-log.store.js';

/** Without a folder for the log, there is no signer, and decisions wait. */
@Module({
  controllers: [LogController, PublicLogController],
  providers: [
    TypeOrmLogStore,
    LogProofs,
    {
      provide: LogSigner,
      inject: [CONFIG],
      useFactory: ({ logFolder, logKeyFile, publicUrl }: Config) => {
        if (logFolder === null) return null;
        mkdirSync(logFolder, { recursive: true, mode: 0o700 });
        if (logKeyFile !== null) return KeyFileSigner.read(logKeyFile);
        return KeyFileSigner.readOrCreate(logFolder, `${new URL(publicUrl).host}/log`);
      },
    },
    {
      provide: LogAnchor,
      inject: [CONFIG, LogSigner],
      useFactory: ({ logFolder }: Config, signer: LogSigner | null) =>
        logFolder && signer && new FileAnchor(logFolder, signer),
    },
    {
      provide: Sequencer,
      inject: [TypeOrmLogStore, LogSigner, LogAnchor],
      useFactory: (store: TypeOrmLogStore, signer: LogSigner | null, anchor: LogAnchor | null) =>
        signer && anchor && new Sequencer(store, signer, anchor),
    },
    queueWorker(logQueue, [Sequencer]),
  ],
})
export class TransparencyModule {
  constructor(
    @InjectDataSource() database: DataSource,
    telemetry: Telemetry,
    @Inject(LogSigner) signer: LogSigner | null,
  ) {
    if (signer) reportQueue(telemetry, database, 'transparency', LOG_QUEUE);
  }
}
