import { Body, Controller, Get, Post, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Newsletter } from '../../../domain/newsletter/newsletter.js';
import type { Actor } from '../../../domain/shared/audit.js';
import { Clock } from '../../../domain/shared/ports.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { csvOf } from '../../../platform/http/csv.js';
import { ApiFile, CSV, sendFile } from '../../../platform/http/download.js';
import { Ok, Operation } from '../../../platform/http/operation.js';
import { decodeCursor, PageOf, type PageResponse, pageResponse } from '../../../platform/http/paging.js';
import {
  CSV_COLUMNS,
  CSV_EXAMPLE,
  SubscriberCountsDto,
  SubscriberDto,
  SubscriberExportDto,
  SubscriberListQueryDto,
  subscriberCursorSchema,
  toCells,
  toSubscriberCountsDto,
  toSubscriberDto,
  toSubscriptionFilter,
} from './subscriber.dto.js';

@ApiTags('Staff newsletter')
@Controller('api/staff/subscribers')
@StaffOnly('editor')
export class SubscriberController {
  constructor(
    private readonly newsletter: Newsletter,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Operation(
    'List newsletter subscribers',
    'Newest first, with status and source. Search by part of an address. These are personal data: use ' +
      'them only for the newsletter.',
  )
  @PageOf(SubscriberDto)
  async listSubscribers(
    @Query() { limit, cursor, ...filter }: SubscriberListQueryDto,
  ): Promise<PageResponse<SubscriberDto>> {
    const after = decodeCursor(cursor, subscriberCursorSchema);
    const page = await this.newsletter.page({ ...toSubscriptionFilter(filter), limit, after });
    return pageResponse(page, toSubscriberDto);
  }

  @Get('counts')
  @Operation('Count subscribers by status', 'How many are active, have not confirmed, or have left.')
  @Ok(SubscriberCountsDto, 'The counts')
  async getSubscriberCounts(): Promise<SubscriberCountsDto> {
    return toSubscriberCountsDto(await this.newsletter.counts());
  }

  /** A POST, because it writes an audit entry, and to keep the search out of URLs and browser histories. */
  @Post('export')
  @Operation(
    'Export subscribers as CSV',
    'The subscribers that match, as a spreadsheet. The audit log records who exported what. Cells that a ' +
      'spreadsheet would run as a formula are defused.',
  )
  @ApiFile('A table in CSV (RFC 4180)', { [CSV]: CSV_EXAMPLE })
  async exportSubscribers(
    @Body() body: SubscriberExportDto,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const parts = await this.newsletter.exportSubscribers(toSubscriptionFilter(body), actor);
    const day = this.clock.now().toISOString().slice(0, 10);
    return sendFile(reply, { name: `subscribers-${day}.csv`, type: CSV, text: csvOf(CSV_COLUMNS, parts, toCells) });
  }
}
