import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../../domain/shared/audit.js';
import type { CallingLab } from '../../../domain/shared/calling-lab.js';
import { Webhooks } from '../../../domain/webhooks/webhooks.js';
import { CurrentLab, PartnerOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { Accepted, Created, NoContent, Ok, Operation } from '../../../platform/http/operation.js';
import { decodeCursor, PageOf, type PageResponse, pageResponse } from '../../../platform/http/paging.js';
import {
  DeliveryId,
  deliveryCursorSchema,
  EndpointId,
  NewWebhookEndpointDto,
  toWebhookDeliveryDto,
  toWebhookDeliveryWithHistoryDto,
  toWebhookEndpointDto,
  toWebhookEndpointWithSecretDto,
  WebhookDeliveryDto,
  WebhookDeliveryQueryDto,
  WebhookDeliveryWithHistoryDto,
  WebhookEndpointChangeDto,
  WebhookEndpointDto,
  WebhookEndpointWithSecretDto,
} from './webhook.dto.js';

/** Who the audit log says it was. */
const actorOf = ({ id, name }: CallingLab): Actor => ({ id: `lab:${id}`, name });

@ApiTags('Partner webhooks')
@Controller('api/partner')
@PartnerOnly('webhooks:manage')
export class WebhookController {
  constructor(private readonly webhooks: Webhooks) {}

  @Get('webhook-endpoints')
  @Operation(
    'List your webhook endpoints',
    'Oldest first, at most five, with whether each is enabled and when it last worked. Secrets are not ' + 'shown.',
  )
  @Ok([WebhookEndpointDto], 'All of them, at most five')
  async listWebhookEndpoints(@CurrentLab() lab: CallingLab): Promise<WebhookEndpointDto[]> {
    return (await this.webhooks.endpoints(lab.id)).map(toWebhookEndpointDto);
  }

  @Post('webhook-endpoints')
  @Operation(
    'Add a webhook endpoint',
    'We send the events you choose to this URL. The answer shows the `secret` for checking signatures, ' +
      'only this once. The URL has to be https on the public internet. A URL you already use is answered ' +
      '409 `webhook-address-taken`, a sixth endpoint 409 `too-many-webhook-endpoints`.',
  )
  @Created(WebhookEndpointWithSecretDto, 'Added and enabled')
  @ApiProblems(409)
  async createWebhookEndpoint(
    @Body() { url, types }: NewWebhookEndpointDto,
    @CurrentLab() lab: CallingLab,
  ): Promise<WebhookEndpointWithSecretDto> {
    return toWebhookEndpointWithSecretDto(await this.webhooks.create(lab.id, { url, types }, actorOf(lab)));
  }

  @Put('webhook-endpoints/:id')
  @Operation(
    'Change a webhook endpoint',
    'Replaces URL, event types and whether it is enabled. Events that happen while it is disabled are not' +
      ' sent later. The secret stays the same.',
  )
  @Ok(WebhookEndpointDto, 'The endpoint, changed')
  @ApiProblems(409)
  async changeWebhookEndpoint(
    @EndpointId() id: string,
    @Body() { url, types, enabled }: WebhookEndpointChangeDto,
    @CurrentLab() lab: CallingLab,
  ): Promise<WebhookEndpointDto> {
    return toWebhookEndpointDto(await this.webhooks.change(lab.id, id, { url, types, enabled }, actorOf(lab)));
  }

  @Delete('webhook-endpoints/:id')
  @Operation(
    'Delete a webhook endpoint',
    'Removes the endpoint and its delivery log. Anything still waiting is not sent.',
  )
  @NoContent('Deleted; what was waiting is not sent')
  async removeWebhookEndpoint(@EndpointId() id: string, @CurrentLab() lab: CallingLab): Promise<void> {
    await this.webhooks.remove(lab.id, id, actorOf(lab));
  }

  @Post('webhook-endpoints/:id/secret-rotation')
  @Operation(
    'Get a new webhook secret',
    'The answer shows the new `secret`, only this once. For 24 hours we sign with both the new and the ' +
      'old one, so that you can switch without losing a message.',
  )
  @Ok(WebhookEndpointWithSecretDto, 'The endpoint, with its new secret')
  async replaceWebhookSecret(
    @EndpointId() id: string,
    @CurrentLab() lab: CallingLab,
  ): Promise<WebhookEndpointWithSecretDto> {
    return toWebhookEndpointWithSecretDto(await this.webhooks.rotate(lab.id, id, actorOf(lab)));
  }

  @Post('webhook-endpoints/:id/test-event')
  @Operation(
    'Send a test event',
    'Puts a `webhook.test` event in the queue for one endpoint. Read the delivery to see what your server' +
      ' answered. A disabled endpoint is answered 409 `webhook-endpoint-disabled`.',
  )
  @Accepted(WebhookDeliveryDto, 'In the queue; read the delivery to see what came of it')
  @ApiProblems(409)
  async sendWebhookTest(@EndpointId() id: string, @CurrentLab() lab: CallingLab): Promise<WebhookDeliveryDto> {
    return toWebhookDeliveryDto(await this.webhooks.test(lab.id, id));
  }

  @Get('webhook-deliveries')
  @Operation(
    'List webhook deliveries',
    'What we sent you in the last 30 days, newest first. Ask for `state=failed` to see what did not ' + 'arrive.',
  )
  @PageOf(WebhookDeliveryDto)
  async listWebhookDeliveries(
    @Query() { endpoint, state, limit, cursor }: WebhookDeliveryQueryDto,
    @CurrentLab() lab: CallingLab,
  ): Promise<PageResponse<WebhookDeliveryDto>> {
    const after = decodeCursor(cursor, deliveryCursorSchema);
    const query = { labId: lab.id, endpointId: endpoint ?? null, state: state ?? null, limit, after };
    const page = await this.webhooks.deliveries(query);
    return pageResponse(page, toWebhookDeliveryDto);
  }

  @Get('webhook-deliveries/:id')
  @Operation(
    'Get one webhook delivery',
    'Every attempt with its time, the status your server answered, and the beginning of what it said.',
  )
  @Ok(WebhookDeliveryWithHistoryDto, 'The delivery')
  async getWebhookDelivery(
    @DeliveryId() id: string,
    @CurrentLab() lab: CallingLab,
  ): Promise<WebhookDeliveryWithHistoryDto> {
    return toWebhookDeliveryWithHistoryDto(await this.webhooks.delivery(lab.id, id));
  }

  @Post('webhook-deliveries/:id/redelivery')
  @Operation(
    'Send a delivery again',
    'Sends the same body again under the same `webhook-id`, now. If the endpoint is disabled, enable it ' +
      'first (409 `webhook-endpoint-disabled`).',
  )
  @Accepted(WebhookDeliveryDto, 'Back in the queue')
  @ApiProblems(409)
  async sendWebhookDelivery(@DeliveryId() id: string, @CurrentLab() lab: CallingLab): Promise<WebhookDeliveryDto> {
    return toWebhookDeliveryDto(await this.webhooks.redeliver(lab.id, id, null));
  }
}
