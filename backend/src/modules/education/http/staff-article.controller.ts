import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Education } from '../../../domain/education/education.js';
import type { Actor } from '../../../domain/shared/audit.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { Ok, Operation, PathParam } from '../../../platform/http/operation.js';
import {
  StaffArticleDto,
  StaffArticleSummaryDto,
  toStaffArticleDto,
  toStaffArticleSummaryDto,
  WithdrawArticleDto,
} from './staff-article.dto.js';

const ArticleId = () => PathParam('id', { description: 'Identity of the article', example: 'article-002' });

@ApiTags('Staff articles')
@Controller('api/staff/articles')
@StaffOnly('editor')
export class StaffArticleController {
  constructor(private readonly education: Education) {}

  @Get()
  @Operation(
    'List all articles, withdrawn ones included',
    'Newest first, without bodies. For a withdrawn article, says who withdrew it, when and why.',
  )
  @Ok([StaffArticleSummaryDto], 'All articles')
  async listStaffArticles(): Promise<StaffArticleSummaryDto[]> {
    return (await this.education.allForEditors()).map(toStaffArticleSummaryDto);
  }

  @Get(':id')
  @Operation(
    'One article as visitors see it, withdrawn or not',
    'The article with its body, as visitors see it or would see it.',
  )
  @Ok(StaffArticleDto, 'The article')
  async getStaffArticle(@ArticleId() id: string): Promise<StaffArticleDto> {
    return toStaffArticleDto(await this.education.preview(id));
  }

  @Post(':id/withdrawal')
  @Operation(
    'Withdraw an article',
    'Removes an article from the site right away and records your reason in the audit log. ' +
      '`publishArticle` brings it back. An article that is already withdrawn is answered 409 `article-' +
      'already-withdrawn`.',
  )
  @Ok(StaffArticleDto, 'Withdrawn')
  @ApiProblems(409)
  async withdrawArticle(
    @ArticleId() id: string,
    @Body() { reason }: WithdrawArticleDto,
    @CurrentActor() actor: Actor,
  ): Promise<StaffArticleDto> {
    await this.education.withdraw(id, reason, actor);
    return this.getStaffArticle(id);
  }

  @Post(':id/publication')
  @Operation(
    'Publish a withdrawn article again',
    'Brings back an article as it was. One that is not withdrawn is answered 409 `article-not-withdrawn`.',
  )
  @Ok(StaffArticleDto, 'Published')
  @ApiProblems(409, 415)
  async publishArticle(@ArticleId() id: string, @CurrentActor() actor: Actor): Promise<StaffArticleDto> {
    await this.education.republish(id, actor);
    return this.getStaffArticle(id);
  }
}
