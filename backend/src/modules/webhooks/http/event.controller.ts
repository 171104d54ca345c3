import { Controller, Get, Query } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import type { CallingLab } from '../../../domain/shared/calling-lab.js';
import { PAGE_LIMIT } from '../../../domain/shared/page.js';
import type { EventPage, WebhookEvent } from '../../../domain/webhooks/event.js';
import { Webhooks } from '../../../domain/webhooks/webhooks.js';
import { CurrentLab, PartnerOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { OptionalText } from '../../../platform/http/fields.js';
import { Ok, Operation } from '../../../platform/http/operation.js';
import { PageLimit } from '../../../platform/http/page-query.js';
import { cursorTime, decodeCursor, encodeCursor } from '../../../platform/http/paging.js';
import { Time, Uuid } from '../../../platform/http/response-fields.js';

const CURSOR_EXAMPLE = 'eyJwb3NpdGlvbiI6MTc5NTI1MTg0NTAwMDAwMCwiYXQiOiIyMDI2LTExLTIxVDA5OjA0OjA1LjAwMFoifQ';

class PartnerEventsQueryDto {
  @PageLimit('How many events at most')
  limit: number = PAGE_LIMIT.default;

  @OptionalText('after', 300, {
    description:
      'Where to go on: `next` of the answer before. Without it, the answer begins with the oldest event we have',
    example: CURSOR_EXAMPLE,
  })
  after?: string;
}

/** An event: the body that webhooks carry, with its identity. */
class PartnerEventDto {
  @Uuid('Identity of the event. Webhooks send it as `webhook-id`', 'a3d7c1f0-2b4e-4c6d-8f10-7e5b9d3c2a11')
  id!: string;

  @ApiProperty({ description: 'What happened', example: 'certificate.published' })
  type!: string;

  @Time('When it happened, in UTC', '2026-11-21T09:04:05.000Z')
  timestamp!: string;

  @ApiProperty({
    description: 'The certificate after what happened: the same `data` as in the webhook of this type',
    type: Object,
    example: { reference: 'CB-7K3M-9QXD' },
  })
  data!: object;
}

class PartnerEventsDto {
  @ApiProperty({ description: 'What happened after `after`, at most `limit` events', type: [PartnerEventDto] })
  events!: PartnerEventDto[];

  @ApiProperty({
    description:
      'Send it as `after` the next time. Store it once you have stored the events. It is there also when nothing happened, ' +
      'and can be used for 30 days',
    example: CURSOR_EXAMPLE,
  })
  next!: string;

  @ApiProperty({ description: 'Whether there are more events: then ask again right away', example: false })
  hasMore!: boolean;
}

const eventCursorSchema = z.object({ position: z.int().nonnegative(), at: cursorTime });

const toPartnerEventsDto = ({ events, next, hasMore }: EventPage): PartnerEventsDto => ({
  events: events.map(toPartnerEventDto),
  next: encodeCursor(next),
  hasMore,
});

/** The stored bytes are what webhooks send, so that the two never differ. */
function toPartnerEventDto({ id, body }: WebhookEvent): PartnerEventDto {
  const { type, timestamp, data } = JSON.parse(body);
  return { id, type, timestamp, data };
}

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
