import { Module } from '@nestjs/common';
import { SearchSources } from '../../domain/search/ports.js';
import { Search } from '../../domain/search/search.js';
import { CONFIG, type Config } from '../../platform/config.js';
import { useCase } from '../../platform/use-case.js';
import { AnalytesModule } from '../analytes/analytes.module.js';
import { BrandsModule } from '../brands/brands.module.js';
import { CoaRegistryModule } from '../coa-registry/coa-registry.module.js';
import { EducationModule } from '../education/education.module.js';
import { ContextSearchSources } from './context-search-sources.js';
import { SearchController } from './http/search.controller.js';
import { readTopics, SEARCH_TOPICS } from './synonyms-file.js';

@Module({
  imports: [AnalytesModule, EducationModule, BrandsModule, CoaRegistryModule],
  controllers: [SearchController],
  providers: [
    {
      provide: SEARCH_TOPICS,
      inject: [CONFIG],
      useFactory: ({ contentRoot }: Config) => readTopics(contentRoot),
    },
    { provide: SearchSources, useClass: ContextSearchSources },
    useCase(Search, [SearchSources]),
  ],
})
export class SearchModule {}
