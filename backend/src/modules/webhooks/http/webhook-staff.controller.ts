import { Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LabNotFound } from '../../../domain/partners/partners.js';
import type { Actor } from '../../../domain/shared/audit.js';
import { Webhooks } from '../../../domain/webhooks/webhooks.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { Accepted, Ok, Operation, UuidParam } from '../../../platform/http/operation.js';
import { decodeCursor, PageOf, type PageResponse, pageResponse } from '../../../platform/http/paging.js';
import {
  DeliveryId,
  deliveryCursorSchema,
  EndpointId,
  toWebhookDeliveryDto,
  toWebhookDeliveryWithHistoryDto,
  toWebhookEndpointDto,
  WebhookDeliveryDto,
  WebhookDeliveryQueryDto,
  WebhookDeliveryWithHistoryDto,
  WebhookEndpointDto,
} from './webhook.dto.js';

const LabId = () =>
  UuidParam('labId', 'Identity of the laboratory', LabNotFound, '3f2c1a9e-6d0b-4b57-9a51-0f6f1f7f2c11');

@ApiTags('Staff labs')
@Controller('api/staff/labs/:labId')
@StaffOnly('administrator')
export class WebhookStaffController {
  constructor(private readonly webhooks: Webhooks) {}

  @Get('webhook-endpoints')
  @Operation(
    "List a lab's webhook endpoints",
    'Oldest first, for helping a lab whose webhooks stopped. Secrets are not shown.',
  )
  @Ok([WebhookEndpointDto], 'All of them, at most five')
  async listLabWebhookEndpoints(@LabId() labId: string): Promise<WebhookEndpointDto[]> {
    return (await this.webhooks.endpoints(labId)).map(toWebhookEndpointDto);
  }

  @Post('webhook-endpoints/:id/enablement')
  @Operation(
    "Enable a lab's webhook endpoint",
    'For an endpoint that was disabled because it kept failing. Ask the lab first: it can do this itself.' +
      ' Enabling it twice changes nothing.',
  )
  @Ok(WebhookEndpointDto, 'Enabled, now or before; what was waiting is sent')
  async enableLabWebhookEndpoint(
    @LabId() labId: string,
    @EndpointId() id: string,
    @CurrentActor() actor: Actor,
  ): Promise<WebhookEndpointDto> {
    return toWebhookEndpointDto(await this.webhooks.change(labId, id, { enabled: true }, actor));
  }

  @Get('webhook-deliveries')
  @Operation(
    'List webhook deliveries to a lab',
    'What we sent a lab in the last 30 days, newest first, and whether it arrived.',
  )
  @PageOf(WebhookDeliveryDto)
  async listLabWebhookDeliveries(
    @LabId() labId: string,
    @Query() { endpoint, state, limit, cursor }: WebhookDeliveryQueryDto,
  ): Promise<PageResponse<WebhookDeliveryDto>> {
    const after = decodeCursor(cursor, deliveryCursorSchema);
    const query = { labId, endpointId: endpoint ?? null, state: state ?? null, limit, after };
    const page = await this.webhooks.deliveries(query);
    return pageResponse(page, toWebhookDeliveryDto);
  }

  @Get('webhook-deliveries/:id')
  @Operation(
    'Get one webhook delivery to a lab',
    "Every attempt, with what the lab's server answered. Useful when a lab asks why nothing arrives.",
  )
  @Ok(WebhookDeliveryWithHistoryDto, 'The delivery')
  async getLabWebhookDelivery(
    @LabId() labId: string,
    @DeliveryId() id: string,
  ): Promise<WebhookDeliveryWithHistoryDto> {
    return toWebhookDeliveryWithHistoryDto(await this.webhooks.delivery(labId, id));
  }

  @Post('webhook-deliveries/:id/redelivery')
  @Operation(
    'Send a delivery to a lab again',
    'Sends the same body again under the same `webhook-id`. A disabled endpoint is answered 409 `webhook-' +
      'endpoint-disabled`. The audit log records that you did.',
  )
  @Accepted(WebhookDeliveryDto, 'Back in the queue')
  @ApiProblems(409)
  async sendLabWebhookDelivery(
    @LabId() labId: string,
    @DeliveryId() id: string,
    @CurrentActor() actor: Actor,
  ): Promise<WebhookDeliveryDto> {
    return toWebhookDeliveryDto(await this.webhooks.redeliver(labId, id, actor));
  }
}
