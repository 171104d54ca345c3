import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../../domain/shared/audit.js';
import type { CallingLab } from '../../../domain/shared/calling-lab.js';
import { Webhooks } from '../../../domain/webhooks/webhooks.js';
import { CurrentLab, PartnerOnly } from '../../../platform/http/access.js';
import { ApiPartnerProblems } from '../../../platform/http/api-problems.js';
import { ApiPage, decodeCursor, encodeCursor, sendPageHeaders } from '../../../platform/http/paging.js';
import {
  deliveryCursorSchema,
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
import { ApiDeliveryId, ApiEndpointId, KnownDelivery, KnownEndpoint } from './webhook-params.js';

/** Who the audit log says it was. */
const actorOf = ({ id, name }: CallingLab): Actor => ({ id: `lab:${id}`, name });

@ApiTags('Partner webhooks')
@Controller('api/partner')
@PartnerOnly('webhooks:manage')
export class WebhookController {
  constructor(private readonly webhooks: Webhooks) {}

  @Get('webhook-endpoints')
  @ApiOperation({
    operationId: 'listWebhookEndpoints',
    summary: 'List your webhook endpoints',
    description:
      'Oldest first, at most five, with whether each is enabled and when it last worked. Secrets are not ' + 'shown.',
  })
  @ApiOkResponse({ description: 'All of them, at most five', type: [WebhookEndpointDto] })
  @ApiPartnerProblems()
  async endpoints(@CurrentLab() lab: CallingLab): Promise<WebhookEndpointDto[]> {
    return (await this.webhooks.endpoints(lab.id)).map(toWebhookEndpointDto);
  }

  @Post('webhook-endpoints')
  @ApiOperation({
    operationId: 'createWebhookEndpoint',
    summary: 'Add a webhook endpoint',
    description:
      'We send the events you choose to this URL. The answer shows the `secret` for checking signatures, ' +
      'only this once. The URL has to be https on the public internet. A URL you already use is answered ' +
      '409 `webhook-address-taken`, a sixth endpoint 409 `too-many-webhook-endpoints`.',
  })
  @ApiCreatedResponse({ description: 'Added and enabled', type: WebhookEndpointWithSecretDto })
  @ApiPartnerProblems(400, 409, 413, 415)
  async create(
    @Body() { url, types }: NewWebhookEndpointDto,
    @CurrentLab() lab: CallingLab,
  ): Promise<WebhookEndpointWithSecretDto> {
    return toWebhookEndpointWithSecretDto(await this.webhooks.create(lab.id, { url, types }, actorOf(lab)));
  }

  @Put('webhook-endpoints/:id')
  @ApiOperation({
    operationId: 'changeWebhookEndpoint',
    summary: 'Change a webhook endpoint',
    description:
      'Replaces URL, event types and whether it is enabled. Events that happen while it is disabled are not' +
      ' sent later. The secret stays the same.',
  })
  @ApiEndpointId()
  @ApiOkResponse({ description: 'The endpoint, changed', type: WebhookEndpointDto })
  @ApiPartnerProblems(400, 404, 409, 413, 415)
  async change(
    @Param('id', KnownEndpoint) id: string,
    @Body() { url, types, enabled }: WebhookEndpointChangeDto,
    @CurrentLab() lab: CallingLab,
  ): Promise<WebhookEndpointDto> {
    return toWebhookEndpointDto(await this.webhooks.change(lab.id, id, { url, types, enabled }, actorOf(lab)));
  }

  @Delete('webhook-endpoints/:id')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'removeWebhookEndpoint',
    summary: 'Delete a webhook endpoint',
    description: 'Removes the endpoint and its delivery log. Anything still waiting is not sent.',
  })
  @ApiEndpointId()
  @ApiNoContentResponse({ description: 'Deleted; what was waiting is not sent' })
  @ApiPartnerProblems(400, 404)
  async delete(@Param('id', KnownEndpoint) id: string, @CurrentLab() lab: CallingLab): Promise<void> {
    await this.webhooks.remove(lab.id, id, actorOf(lab));
  }

  @Post('webhook-endpoints/:id/secret-rotation')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'replaceWebhookSecret',
    summary: 'Get a new webhook secret',
    description:
      'The answer shows the new `secret`, only this once. For 24 hours we sign with both the new and the ' +
      'old one, so that you can switch without losing a message.',
  })
  @ApiEndpointId()
  @ApiOkResponse({ description: 'The endpoint, with its new secret', type: WebhookEndpointWithSecretDto })
  @ApiPartnerProblems(400, 404)
  async rotate(
    @Param('id', KnownEndpoint) id: string,
    @CurrentLab() lab: CallingLab,
  ): Promise<WebhookEndpointWithSecretDto> {
    return toWebhookEndpointWithSecretDto(await this.webhooks.rotate(lab.id, id, actorOf(lab)));
  }

  @Post('webhook-endpoints/:id/test-event')
  @HttpCode(202)
  @ApiOperation({
    operationId: 'sendWebhookTest',
    summary: 'Send a test event',
    description:
      'Puts a `webhook.test` event in the queue for one endpoint. Read the delivery to see what your server' +
      ' answered. A disabled endpoint is answered 409 `webhook-endpoint-disabled`.',
  })
  @ApiEndpointId()
  @ApiAcceptedResponse({
    description: 'In the queue; read the delivery to see what came of it',
    type: WebhookDeliveryDto,
  })
  @ApiPartnerProblems(400, 404, 409)
  async test(@Param('id', KnownEndpoint) id: string, @CurrentLab() lab: CallingLab): Promise<WebhookDeliveryDto> {
    return toWebhookDeliveryDto(await this.webhooks.test(lab.id, id));
  }

  @Get('webhook-deliveries')
  @ApiOperation({
    operationId: 'listWebhookDeliveries',
    summary: 'List webhook deliveries',
    description:
      'What we sent you in the last 30 days, newest first. Ask for `state=failed` to see what did not ' + 'arrive.',
  })
  @ApiPage({ description: 'One page', type: [WebhookDeliveryDto] })
  @ApiPartnerProblems(400)
  async deliveries(
    @Query() { endpoint, state, limit, cursor }: WebhookDeliveryQueryDto,
    @CurrentLab() lab: CallingLab,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WebhookDeliveryDto[]> {
    const after = cursor === undefined ? null : decodeCursor(cursor, deliveryCursorSchema);
    const query = { labId: lab.id, endpointId: endpoint ?? null, state: state ?? null, limit, after };
    const page = await this.webhooks.deliveries(query);
    sendPageHeaders(request, reply, page, encodeCursor);
    return page.items.map(toWebhookDeliveryDto);
  }

  @Get('webhook-deliveries/:id')
  @ApiOperation({
    operationId: 'getWebhookDelivery',
    summary: 'Get one webhook delivery',
    description: 'Every attempt with its time, the status your server answered, and the beginning of what it said.',
  })
  @ApiDeliveryId()
  @ApiOkResponse({ description: 'The delivery', type: WebhookDeliveryWithHistoryDto })
  @ApiPartnerProblems(400, 404)
  async delivery(
    @Param('id', KnownDelivery) id: string,
    @CurrentLab() lab: CallingLab,
  ): Promise<WebhookDeliveryWithHistoryDto> {
    return toWebhookDeliveryWithHistoryDto(await this.webhooks.delivery(lab.id, id));
  }

  @Post('webhook-deliveries/:id/redelivery')
  @HttpCode(202)
  @ApiOperation({
    operationId: 'sendWebhookDelivery',
    summary: 'Send a delivery again',
    description:
      'Sends the same body again under the same `webhook-id`, now. If the endpoint is disabled, enable it ' +
      'first (409 `webhook-endpoint-disabled`).',
  })
  @ApiDeliveryId()
  @ApiAcceptedResponse({ description: 'Back in the queue', type: WebhookDeliveryDto })
  @ApiPartnerProblems(400, 404, 409)
  async redeliver(@Param('id', KnownDelivery) id: string, @CurrentLab() lab: CallingLab): Promise<WebhookDeliveryDto> {
    return toWebhookDeliveryDto(await this.webhooks.redeliver(lab.id, id, null));
  }
}
