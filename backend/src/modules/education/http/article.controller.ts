import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Education } from '../../../domain/education/education.js';
import { CacheResponse } from '../../../platform/cache/cached-routes.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import {
  ArticleDto,
  ArticleListQueryDto,
  ListedArticleDto,
  toArticleDto,
  toArticleSummaryDto,
  toListedArticleDto,
} from './article.dto.js';

@ApiTags('Public articles')
@Controller('api/articles')
export class ArticleController {
  constructor(private readonly education: Education) {}

  @Get()
  @CacheResponse({ tags: ['articles'], query: { search: '' } })
  @ApiOperation({
    operationId: 'listArticles',
    summary: 'All articles without their bodies, newest first; with `search` those that match, the best first',
    description:
      'All published articles without their bodies, newest first. With `search`, only those that match, ' +
      'best match first. The list is short, so there are no pages. Send the `ETag` you have as `If-None-' +
      'Match` to get an empty 304 while nothing has changed.',
  })
  @ApiOkResponse({ description: 'The articles', type: [ListedArticleDto] })
  @ApiProblems(400)
  async list(@Query() { search }: ArticleListQueryDto): Promise<ListedArticleDto[]> {
    if (search !== undefined) return (await this.education.search(search)).map(toListedArticleDto);
    return (await this.education.all()).map((article) => ({ ...toArticleSummaryDto(article), match: null }));
  }

  @Get(':slug')
  @CacheResponse({ tags: ['articles'] })
  @ApiOperation({
    operationId: 'getArticle',
    summary: 'One article with its body and related ones',
    description:
      'The article as HTML that we cleaned, with its sources and related articles. A withdrawn article is ' +
      'answered 404 `article-not-found`.',
  })
  @ApiParam({ name: 'slug', description: 'Last part of its address', example: 'dosing-guide' })
  @ApiOkResponse({ description: 'The article', type: ArticleDto })
  @ApiProblems(400, 404)
  async bySlug(@Param('slug') slug: string): Promise<ArticleDto> {
    return toArticleDto(await this.education.bySlug(slug));
  }
}
