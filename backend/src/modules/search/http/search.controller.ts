import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Search } from '../../../domain/search/search.js';
import { CacheResponse } from '../../../platform/cache/cached-routes.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { ClientTurns } from '../../../platform/http/client-turns.js';
import { Ok, Operation } from '../../../platform/http/operation.js';
import { SearchQueryDto, SearchResultsDto, toSearchResultsDto } from './search.dto.js';

/** Per client. A search takes 10 to 20 ms of CPU, and other clients must not wait behind a queue of them. */
const SEARCHES_AT_ONCE = 1;

@ApiTags('Public search')
@Controller('api/search')
export class SearchController {
  private readonly turns = new ClientTurns(SEARCHES_AT_ONCE);

  constructor(private readonly search: Search) {}

  @Get()
  @CacheResponse({ tags: ['articles', 'brands', 'certificates'], query: { q: '' } })
  @Operation(
    'Search the whole site',
    'Articles, brands, products, batches and analytes that match, at most five of each kind. Words for an emergency, ' +
      'medicines, driving, drug tests, states and the like first give `help`: pages about that. Brand, product and batch id ' +
      'may be mixed in any order. Case, accents, punctuation and "and" do not matter; in batch ids neither do spaces and ' +
      'look-alikes (O and 0; I, l and 1). When nothing matches, words are tried in a similar spelling and `spelling` names ' +
      'it; batch ids and amounts are never guessed, but a batch id with one other digit is shown with the warning `similar`. ' +
      'Withdrawn and replaced certificates are found too, and `warning` says so. `listCoas` and `listArticles` ' +
      'have the complete lists.',
  )
  @Ok(SearchResultsDto, 'What was found, the best group first')
  @ApiProblems(429)
  async searchSite(@Query() { q }: SearchQueryDto, @Req() request: FastifyRequest): Promise<SearchResultsDto> {
    return toSearchResultsDto(await this.turns.run(request, () => this.search.find(q)));
  }
}
