import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Education } from '../../../domain/education/education.js';
import type { Actor } from '../../../domain/shared/audit.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import {
  StaffArticleDto,
  StaffArticleSummaryDto,
  toStaffArticleDto,
  toStaffArticleSummaryDto,
  WithdrawArticleDto,
} from './staff-article.dto.js';

const ApiArticleId = () => ApiParam({ name: 'id', description: 'Identity of the article', example: 'article-002' });

@ApiTags('Staff articles')
@Controller('api/staff/articles')
@StaffOnly('editor')
export class StaffArticleController {
  constructor(private readonly education: Education) {}

  @Get()
  @ApiOperation({
    operationId: 'listStaffArticles',
    summary: 'List all articles, withdrawn ones included',
    description: 'Newest first, without bodies. For a withdrawn article, says who withdrew it, when and why.',
  })
  @ApiOkResponse({ description: 'All articles', type: [StaffArticleSummaryDto] })
  @ApiProblems(401, 403)
  async list(): Promise<StaffArticleSummaryDto[]> {
    return (await this.education.allForEditors()).map(toStaffArticleSummaryDto);
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getStaffArticle',
    summary: 'One article as visitors see it, withdrawn or not',
    description: 'The article with its body, as visitors see it or would see it.',
  })
  @ApiArticleId()
  @ApiOkResponse({ description: 'The article', type: StaffArticleDto })
  @ApiProblems(400, 401, 403, 404)
  async byId(@Param('id') id: string): Promise<StaffArticleDto> {
    return toStaffArticleDto(await this.education.preview(id));
  }

  @Post(':id/withdrawal')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'withdrawArticle',
    summary: 'Withdraw an article',
    description:
      'Removes an article from the site right away and records your reason in the audit log. ' +
      '`publishArticle` brings it back. An article that is already withdrawn is answered 409 `article-' +
      'already-withdrawn`.',
  })
  @ApiArticleId()
  @ApiOkResponse({ description: 'Withdrawn', type: StaffArticleDto })
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 429)
  async withdraw(
    @Param('id') id: string,
    @Body() { reason }: WithdrawArticleDto,
    @CurrentActor() actor: Actor,
  ): Promise<StaffArticleDto> {
    await this.education.withdraw(id, reason, actor);
    return this.byId(id);
  }

  @Post(':id/publication')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'publishArticle',
    summary: 'Publish a withdrawn article again',
    description: 'Brings back an article as it was. One that is not withdrawn is answered 409 `article-not-withdrawn`.',
  })
  @ApiArticleId()
  @ApiOkResponse({ description: 'Published', type: StaffArticleDto })
  @ApiProblems(400, 401, 403, 404, 409, 415, 429)
  async publish(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<StaffArticleDto> {
    await this.education.republish(id, actor);
    return this.byId(id);
  }
}
