import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Education } from '../../../domain/education/education.js';
import { CacheResponse } from '../../../platform/cache/cached-routes.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { ClientTurns } from '../../../platform/http/client-turns.js';
import { Ok, Operation, PathParam } from '../../../platform/http/operation.js';
import {
  ArticleDto,
  ArticleListQueryDto,
  ListedArticleDto,
  toArticleDto,
  toArticleSummaryDto,
  toListedArticleDto,
} from './article.dto.js';

/** Per client, as in the search of the whole site: a misspelled word takes 10 to 20 ms of CPU. */
const SEARCHES_AT_ONCE = 1;

const SEARCH_MATCH_HEADER = 'x-search-match';

const SEARCH_MATCH = {
  'X-Search-Match': {
    description:
      'With `search` only. `exact`: the articles match the search, or none does. `similar`: these match it with a word ' +
      'spelled another way.',
    schema: { type: 'string' as const, enum: ['exact', 'similar'], example: 'exact' },
  },
};

@ApiTags('Public articles')
@Controller('api/articles')
export class ArticleController {
  private readonly turns = new ClientTurns(SEARCHES_AT_ONCE);

  constructor(private readonly education: Education) {}

  @Get()
  @CacheResponse({ tags: ['articles'], query: { search: '' }, headers: [SEARCH_MATCH_HEADER] })
  @Operation(
    'All articles without their bodies, newest first; with `search` those that match, the best first',
    'All published articles without their bodies, newest first. With `search`, only those that match, ' +
      'best match first; if none does, those that match with a word spelled another way ("warfrin": "warfarin"). The ' +
      'list is short, so there are no pages. Send the `ETag` you have as `If-None-' +
      'Match` to get an empty 304 while nothing has changed.',
  )
  @Ok([ListedArticleDto], 'The articles', SEARCH_MATCH)
  @ApiProblems(429)
  async listArticles(
    @Query() { search }: ArticleListQueryDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListedArticleDto[]> {
    if (search !== undefined) {
      const { found, match } = await this.turns.run(request, () => this.education.searchOrSimilar(search));
      reply.header(SEARCH_MATCH_HEADER, match);
      return found.map(toListedArticleDto);
    }
    return (await this.education.all()).map((article) => ({ ...toArticleSummaryDto(article), match: null }));
  }

  @Get(':slug')
  @CacheResponse({ tags: ['articles'] })
  @Operation(
    'One article with its body and related ones',
    'The article as HTML that we cleaned, with its sources and related articles. A withdrawn article is ' +
      'answered 404 `article-not-found`.',
  )
  @Ok(ArticleDto, 'The article')
  async getArticle(
    @PathParam('slug', { description: 'Last part of its address', example: 'dosing-guide' }) slug: string,
  ): Promise<ArticleDto> {
    return toArticleDto(await this.education.bySlug(slug));
  }
}
