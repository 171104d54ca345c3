import { Module } from '@nestjs/common';
import { AnalyteVocabulary } from '../../domain/analytes/analytes.js';
import { MeasuredResults, RuleBook, RuleSource } from '../../domain/measurements/measurements.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { AnalytesModule } from '../analytes/analytes.module.js';
import { RuleController } from './rule.controller.js';
import { RulesFile } from './rules-file.js';
import { sumParts } from './sum-parts.js';

@Module({
  imports: [AnalytesModule],
  controllers: [RuleController],
  providers: [
    {
      provide: RuleSource,
      inject: [CONFIG],
      useFactory: ({ contentRoot }: Config) => new RulesFile(contentRoot),
    },
    {
      provide: RuleBook,
      inject: [RuleSource],
      useFactory: ({ editions }: RuleSource) => new RuleBook(editions),
    },
    {
      provide: MeasuredResults,
      inject: [RuleBook, AnalyteVocabulary],
      useFactory: ({ shown }: RuleBook, vocabulary: AnalyteVocabulary) =>
        new MeasuredResults(shown, sumParts(vocabulary.data.analytes)),
    },
  ],
  exports: [MeasuredResults, RuleBook, RuleSource],
})
export class MeasurementsModule {}
