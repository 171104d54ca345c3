import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { CallingLab } from '../../../domain/shared/calling-lab.js';
import { Webhooks } from '../../../domain/webhooks/webhooks.js';
import { CurrentLab, PartnerOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { Ok, Operation } from '../../../platform/http/operation.js';
import { decodeCursor } from '../../../platform/http/paging.js';
import { eventCursorSchema, PartnerEventsDto, PartnerEventsQueryDto, toPartnerEventsDto } from './event.dto.js';

@ApiTags('Partner webhooks')
@Controller('api/partner')
export class EventController {
  constructor(private readonly webhooks: Webhooks) {}

  @Get('events')
  @PartnerOnly('certificates:read')
  @Operation(
    'Read what happened',
    'Everything that webhooks tell you, with the same `id` and the same body, also what happened while your endpoint was ' +
      'disabled or before you had one. Use it to catch up, or instead of webhooks. Send `next` of the last answer as ' +
      '`after`: you then get each event once, and miss none. The order never changes. Two events of one certificate can ' +
      'still be the wrong way around: `data.version` counts its changes. We keep events for at least 30 days. An `after` ' +
      'that is older is answered 410 `events-expired`.',
  )
  @Ok(PartnerEventsDto, 'The next events, and where to go on')
  @ApiProblems(410)
  async listPartnerEvents(
    @Query() { limit, after }: PartnerEventsQueryDto,
    @CurrentLab() lab: CallingLab,
  ): Promise<PartnerEventsDto> {
    const cursor = decodeCursor(after, eventCursorSchema, 'after');
    return toPartnerEventsDto(await this.webhooks.events(lab.id, cursor, limit));
  }
}
