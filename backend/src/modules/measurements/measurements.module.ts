import { Module } from '@nestjs/common';
import { AnalyteVocabulary } from '../../domain/analytes/analytes.js';
import { currentEditions, MeasuredResults } from '../../domain/measurements/measurements.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { AnalytesModule } from '../analytes/analytes.module.js';
import { RuleController } from './rule.controller.js';
import { readRules } from './rules-file.js';
import { sumParts } from './sum-parts.js';

@Module({
  imports: [AnalytesModule],
  controllers: [RuleController],
  providers: [
    {
      provide: MeasuredResults,
      inject: [CONFIG, AnalyteVocabulary],
      useFactory: ({ contentRoot }: Config, vocabulary: AnalyteVocabulary) =>
        new MeasuredResults(currentEditions(readRules(contentRoot)), sumParts(vocabulary.data.analytes)),
    },
  ],
  exports: [MeasuredResults],
})
export class MeasurementsModule {}
