import { Module } from '@nestjs/common';
import { AnalyteVocabulary } from '../../domain/analytes/analytes.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { AnalyteController } from './analyte.controller.js';
import { readVocabulary } from './vocabulary-file.js';

@Module({
  controllers: [AnalyteController],
  providers: [
    {
      provide: AnalyteVocabulary,
      inject: [CONFIG],
      useFactory: ({ contentRoot }: Config) => new AnalyteVocabulary(readVocabulary(contentRoot)),
    },
  ],
  exports: [AnalyteVocabulary],
})
export class AnalytesModule {}
