import { Body, Controller, Get, Post, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Newsletter } from '../../../domain/newsletter/newsletter.js';
import {
  normalizeSearch,
  SUBSCRIPTION_STATUSES,
  type Subscription,
  type SubscriptionFilter,
  type SubscriptionStatus,
} from '../../../domain/newsletter/subscription.js';
import type { Actor } from '../../../domain/shared/audit.js';
import { Clock } from '../../../domain/shared/ports.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { type Cell, csvOf } from '../../../platform/http/csv.js';
import { ApiFile, CSV, sendFile } from '../../../platform/http/download.js';
import { OptionalText } from '../../../platform/http/fields.js';
import { Ok, Operation } from '../../../platform/http/operation.js';
import { PageQueryDto } from '../../../platform/http/page-query.js';
import { cursorTime, decodeCursor, PageOf, type PageResponse, pageResponse } from '../../../platform/http/paging.js';
import { Integer, OneOf, TextOrNull, Time, TimeOrNull } from '../../../platform/http/response-fields.js';

const SELECTIONS = ['all', ...SUBSCRIPTION_STATUSES] as const;
type SubscriberSelection = (typeof SELECTIONS)[number];

const SELECTION = {
  description: 'Subscriptions of this status, or all',
  enum: SELECTIONS,
  enumName: 'SubscriberSelection',
};
const ONE_OF = { message: `status must be one of ${SELECTIONS.join(', ')}` };

const AddressSearch = () =>
  OptionalText('search', 100, { description: 'A part of the address, in any case', example: 'mail.example' });

class SubscriberListQueryDto extends PageQueryDto {
  @ApiPropertyOptional({ ...SELECTION, default: 'all', example: 'all' })
  @IsIn(SELECTIONS, ONE_OF)
  status: SubscriberSelection = 'all';

  @AddressSearch()
  search?: string;
}

class SubscriberExportDto {
  @ApiProperty({ ...SELECTION, example: 'active' })
  @IsIn(SELECTIONS, ONE_OF)
  status!: SubscriberSelection;

  @AddressSearch()
  search?: string;
}

class SubscriberDto {
  @Integer('Number of the subscription', 12)
  id!: number;

  @ApiProperty({ description: 'The address', example: 'sam@mail.example' })
  email!: string;

  @OneOf(SUBSCRIPTION_STATUSES, 'SubscriptionStatus', 'Whether the newsletter goes there', 'active')
  status!: SubscriptionStatus;

  @Time('When it was subscribed, last', '2026-11-20T15:04:05.000Z')
  subscribedAt!: Date;

  @TimeOrNull('When it was taken off the list, by its owner or by a refusal', null)
  unsubscribedAt!: Date | null;

  @TextOrNull('Where on the site it was entered', 'homepage')
  source!: string | null;
}

class SubscriberCountsDto {
  @Integer('Addresses that the newsletter goes to', 1240)
  active!: number;

  @Integer('Addresses that were asked to confirm and did not yet', 4)
  pending!: number;

  @Integer('Addresses whose owners took them off the list', 31)
  unsubscribed!: number;

  @Integer('Addresses whose servers reject our email', 7)
  bounced!: number;
}

const toSubscriptionFilter = ({ status, search }: SubscriberExportDto): SubscriptionFilter => ({
  status: status === 'all' ? null : status,
  search: normalizeSearch(search),
});

const toSubscriberDto = (subscription: Subscription & { readonly id: number }): SubscriberDto => {
  const { id, email, status, subscribedAt, unsubscribedAt, source } = subscription;
  return { id, email, status, subscribedAt, unsubscribedAt, source };
};

/** Contains no email address, because cursors appear in URLs. */
const subscriberCursorSchema = z.object({ subscribedAt: cursorTime, id: z.int32() });

const CSV_COLUMNS = ['email', 'status', 'subscribed at', 'unsubscribed at', 'source'];

const CSV_EXAMPLE = `${CSV_COLUMNS.join(',')}\r\nsam@mail.example,active,2026-11-20T15:04:05.000Z,,homepage\r\n`;

const toCells = ({ email, status, subscribedAt, unsubscribedAt, source }: Subscription): Cell[] => [
  email,
  status,
  subscribedAt,
  unsubscribedAt,
  source,
];

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
  getSubscriberCounts(): Promise<SubscriberCountsDto> {
    return this.newsletter.counts();
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
