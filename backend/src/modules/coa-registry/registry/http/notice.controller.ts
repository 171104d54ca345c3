import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AFFECTED_MAX } from '../../../../domain/coa-registry/certificate/batch-notice.js';
import { CoaRegistry } from '../../../../domain/coa-registry/coa-registry.js';
import { PAGE_LIMIT } from '../../../../domain/shared/page.js';
import { CacheResponse } from '../../../../platform/cache/cached-routes.js';
import { Public } from '../../../../platform/http/access.js';
import { Ok, Operation, PathParam } from '../../../../platform/http/operation.js';
import { PageQueryDto } from '../../../../platform/http/page-query.js';
import { decodeCursor, PageOf, type PageResponse, pageResponse } from '../../../../platform/http/paging.js';
import {
  NoticeDto,
  NoticeQueryDto,
  NoticeSummaryDto,
  noticeCursorSchema,
  toNoticeDto,
  toNoticeSummaryDto,
} from './notice.dto.js';

/** Brands too, because batches are found by present and former brand names. */
const TAGS = ['certificates', 'brands'];

@ApiTags('Public certificates')
@Controller('api/notices')
@Public()
export class NoticeController {
  constructor(private readonly registry: CoaRegistry) {}

  @Get()
  @CacheResponse({ tags: TAGS, query: { limit: PAGE_LIMIT.default, cursor: '' } })
  @Operation(
    'List notices about batches',
    'Recalls and other notices, the newest first, with those that were withdrawn. `getNotice` names the batches. Follow the ' +
      '`Link` header until there is none.',
  )
  @PageOf(NoticeSummaryDto)
  async listNotices(@Query() { limit, cursor }: PageQueryDto): Promise<PageResponse<NoticeSummaryDto>> {
    const page = await this.registry.noticePage(limit, decodeCursor(cursor, noticeCursorSchema));
    return pageResponse(page, toNoticeSummaryDto, undefined);
  }

  @Get(':number')
  @CacheResponse({ tags: TAGS, query: { batches: AFFECTED_MAX } })
  @Operation(
    'Get a notice',
    'What a source says of batches, and which they are. A number stays valid for good: a notice that was withdrawn says so.',
  )
  @Ok(NoticeDto, 'The notice')
  async getNotice(
    @PathParam('number', { description: 'Public number of the notice', example: 'CBN-2026-0007' }) number: string,
    @Query() { batches }: NoticeQueryDto,
  ): Promise<NoticeDto> {
    return toNoticeDto(await this.registry.notice(number, batches));
  }
}
