import { Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Query, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LabNotFound } from '../../../domain/partners/partners.js';
import type { Actor } from '../../../domain/shared/audit.js';
import { Webhooks } from '../../../domain/webhooks/webhooks.js';
import { CurrentActor, StaffOnly } from '../../../platform/http/access.js';
import { ApiProblems } from '../../../platform/http/api-problems.js';
import { ApiPage, decodeCursor, encodeCursor, sendPageHeaders } from '../../../platform/http/paging.js';
import {
  deliveryCursorSchema,
  toWebhookDeliveryDto,
  toWebhookDeliveryWithHistoryDto,
  toWebhookEndpointDto,
  WebhookDeliveryDto,
  WebhookDeliveryQueryDto,
  WebhookDeliveryWithHistoryDto,
  WebhookEndpointDto,
} from './webhook.dto.js';
import { ApiDeliveryId, ApiEndpointId, KnownDelivery, KnownEndpoint } from './webhook-params.js';

const KnownLab = new ParseUUIDPipe({ exceptionFactory: () => new LabNotFound() });

const ApiLabId = () =>
  ApiParam({
    name: 'labId',
    description: 'Identity of the laboratory',
    example: '3f2c1a9e-6d0b-4b57-9a51-0f6f1f7f2c11',
  });

@ApiTags('Staff labs')
@Controller('api/staff/labs/:labId')
@StaffOnly('administrator')
export class WebhookStaffController {
  constructor(private readonly webhooks: Webhooks) {}

  @Get('webhook-endpoints')
  @ApiOperation({
    operationId: 'listLabWebhookEndpoints',
    summary: "List a lab's webhook endpoints",
    description: 'Oldest first, for helping a lab whose webhooks stopped. Secrets are not shown.',
  })
  @ApiLabId()
  @ApiOkResponse({ description: 'All of them, at most five', type: [WebhookEndpointDto] })
  @ApiProblems(400, 401, 403, 404)
  async endpoints(@Param('labId', KnownLab) labId: string): Promise<WebhookEndpointDto[]> {
    return (await this.webhooks.endpoints(labId)).map(toWebhookEndpointDto);
  }

  @Post('webhook-endpoints/:id/enablement')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'enableLabWebhookEndpoint',
    summary: "Enable a lab's webhook endpoint",
    description:
      'For an endpoint that was disabled because it kept failing. Ask the lab first: it can do this itself.' +
      ' Enabling it twice changes nothing.',
  })
  @ApiLabId()
  @ApiEndpointId()
  @ApiOkResponse({ description: 'Enabled, now or before; what was waiting is sent', type: WebhookEndpointDto })
  @ApiProblems(400, 401, 403, 404, 429)
  async enable(
    @Param('labId', KnownLab) labId: string,
    @Param('id', KnownEndpoint) id: string,
    @CurrentActor() actor: Actor,
  ): Promise<WebhookEndpointDto> {
    return toWebhookEndpointDto(await this.webhooks.change(labId, id, { enabled: true }, actor));
  }

  @Get('webhook-deliveries')
  @ApiOperation({
    operationId: 'listLabWebhookDeliveries',
    summary: 'List webhook deliveries to a lab',
    description: 'What we sent a lab in the last 30 days, newest first, and whether it arrived.',
  })
  @ApiLabId()
  @ApiPage({ description: 'One page', type: [WebhookDeliveryDto] })
  @ApiProblems(400, 401, 403, 404)
  async deliveries(
    @Param('labId', KnownLab) labId: string,
    @Query() { endpoint, state, limit, cursor }: WebhookDeliveryQueryDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<WebhookDeliveryDto[]> {
    const after = cursor === undefined ? null : decodeCursor(cursor, deliveryCursorSchema);
    const query = { labId, endpointId: endpoint ?? null, state: state ?? null, limit, after };
    const page = await this.webhooks.deliveries(query);
    sendPageHeaders(request, reply, page, encodeCursor);
    return page.items.map(toWebhookDeliveryDto);
  }

  @Get('webhook-deliveries/:id')
  @ApiOperation({
    operationId: 'getLabWebhookDelivery',
    summary: 'Get one webhook delivery to a lab',
    description: "Every attempt, with what the lab's server answered. Useful when a lab asks why nothing arrives.",
  })
  @ApiLabId()
  @ApiDeliveryId()
  @ApiOkResponse({ description: 'The delivery', type: WebhookDeliveryWithHistoryDto })
  @ApiProblems(400, 401, 403, 404)
  async delivery(
    @Param('labId', KnownLab) labId: string,
    @Param('id', KnownDelivery) id: string,
  ): Promise<WebhookDeliveryWithHistoryDto> {
    return toWebhookDeliveryWithHistoryDto(await this.webhooks.delivery(labId, id));
  }

  @Post('webhook-deliveries/:id/redelivery')
  @HttpCode(202)
  @ApiOperation({
    operationId: 'sendLabWebhookDelivery',
    summary: 'Send a delivery to a lab again',
    description:
      'Sends the same body again under the same `webhook-id`. A disabled endpoint is answered 409 `webhook-' +
      'endpoint-disabled`. The audit log records that you did.',
  })
  @ApiLabId()
  @ApiDeliveryId()
  @ApiAcceptedResponse({ description: 'Back in the queue', type: WebhookDeliveryDto })
  @ApiProblems(400, 401, 403, 404, 409, 429)
  async redeliver(
    @Param('labId', KnownLab) labId: string,
    @Param('id', KnownDelivery) id: string,
    @CurrentActor() actor: Actor,
  ): Promise<WebhookDeliveryDto> {
    return toWebhookDeliveryDto(await this.webhooks.redeliver(labId, id, actor));
  }
}
