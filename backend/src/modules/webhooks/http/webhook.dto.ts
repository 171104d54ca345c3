import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  IsUUID,
} from 'class-validator';
import { z } from 'zod';
import {
  ATTEMPT_ERRORS,
  type AttemptError,
  DELIVERY_STATES,
  type DeliveryState,
  type WebhookAttempt,
  type WebhookDelivery,
  WebhookDeliveryNotFound,
} from '../../../domain/webhooks/delivery.js';
import {
  DISABLED_REASONS,
  type DisabledReason,
  type WebhookEndpoint,
  WebhookEndpointNotFound,
} from '../../../domain/webhooks/endpoint.js';
import { WEBHOOK_EVENT_TYPES, WEBHOOK_TEST, type WebhookEventType } from '../../../domain/webhooks/event.js';
import type { EndpointWithSecret } from '../../../domain/webhooks/webhooks.js';
import { OneOfOptional, RequiredText } from '../../../platform/http/fields.js';
import { UuidParam } from '../../../platform/http/operation.js';
import { PageQueryDto } from '../../../platform/http/page-query.js';
import { cursorTime } from '../../../platform/http/paging.js';
import { Integer, IntegerOrNull, OneOf, TextOrNull, Uuid } from '../../../platform/http/response-fields.js';
import { URL_MAX } from '../webhook-address.js';

// Of several rules of a field, the one nearest to it is checked first.

const ENDPOINT_ID = '5d1c7d0e-9a53-4a8e-b1b0-6f0f0a3c9e21';
const DELIVERY_ID = 'f1b8a1de-6a34-4a5e-9c1d-2f2d4d1a7b90';
const EVENT_ID = 'a3d7c1f0-2b4e-4c6d-8f10-7e5b9d3c2a11';
const CHOOSE = { message: 'Choose at least one event type' };
const AT = { format: 'date-time', example: '2026-11-20T15:00:00.000Z' } as const;
const MAYBE_AT = { ...AT, type: String, nullable: true } as const;

export const EndpointId = () => UuidParam('id', 'Identity of the endpoint', WebhookEndpointNotFound, ENDPOINT_ID);

export const DeliveryId = () => UuidParam('id', 'Identity of the delivery', WebhookDeliveryNotFound, DELIVERY_ID);

const ApiTypes = () =>
  ApiProperty({
    description: 'Events it receives',
    enum: WEBHOOK_EVENT_TYPES,
    enumName: 'WebhookEventType',
    isArray: true,
    example: ['certificate.published', 'certificate.changes_requested'],
  });

export class NewWebhookEndpointDto {
  @RequiredText('An address', URL_MAX, {
    description: 'Where to send: https, a server on the public internet, port 443 or one from 1024 up, no redirect',
    example: 'https://example-analytical.example/webhooks/clearbatch',
  })
  url!: string;

  @ApiTypes()
  @IsIn(WEBHOOK_EVENT_TYPES, { each: true, message: `Event types are ${WEBHOOK_EVENT_TYPES.join(', ')}` })
  @ArrayUnique({ message: 'List each event type only once' })
  @ArrayMaxSize(WEBHOOK_EVENT_TYPES.length, { message: 'List each event type only once' })
  @ArrayNotEmpty(CHOOSE)
  @IsArray(CHOOSE)
  types!: WebhookEventType[];
}

export class WebhookEndpointChangeDto extends NewWebhookEndpointDto {
  @ApiProperty({
    description: 'False: nothing is sent, and nothing that happens meanwhile will be. True: it begins anew',
    type: Boolean,
    example: true,
  })
  @IsBoolean({ message: 'Use true or false' })
  enabled!: boolean;
}

export class WebhookEndpointDto {
  @Uuid('Identity of the endpoint', ENDPOINT_ID)
  id!: string;

  @ApiProperty({
    description: 'Where is sent to',
    format: 'iri',
    example: 'https://example-analytical.example/webhooks/clearbatch',
  })
  url!: string;

  @ApiTypes()
  types!: WebhookEventType[];

  @ApiProperty({ description: 'Whether anything is sent there', example: true })
  enabled!: boolean;

  @ApiProperty({
    description:
      'Why nothing is sent: `requested` by the laboratory, `gone` (the server answered 410), or `failing` for too long; ' +
      'null while it is enabled',
    type: String,
    enum: [...DISABLED_REASONS, null],
    nullable: true,
    example: null,
  })
  disabledReason!: DisabledReason | null;

  @ApiProperty({ ...MAYBE_AT, description: 'Since when nothing is sent; null while it is enabled', example: null })
  disabledAt!: Date | null;

  @ApiProperty({ ...AT, description: 'When it was made' })
  createdAt!: Date;

  @ApiProperty({
    ...MAYBE_AT,
    description: 'When something last arrived, true to the minute; null when nothing did yet',
  })
  lastSuccessAt!: Date | null;

  @ApiProperty({
    ...MAYBE_AT,
    description:
      'The first failure since then; null when there was none. After five days of it the endpoint is disabled',
    example: null,
  })
  failingSince!: Date | null;

  @ApiProperty({
    ...MAYBE_AT,
    description: 'Until when the secret before the last rotation signs as well; null when there is none',
    example: null,
  })
  previousSecretUntil!: Date | null;
}

export class WebhookEndpointWithSecretDto extends WebhookEndpointDto {
  @ApiProperty({
    description: 'What messages are signed with. It is in this answer and nowhere else: copy it now',
    example: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
  })
  secret!: string;
}

export class WebhookDeliveryDto {
  @Uuid('Identity of the delivery', DELIVERY_ID)
  id!: string;

  @Uuid('The `webhook-id` of every attempt, and of every endpoint that gets the same event', EVENT_ID)
  eventId!: string;

  @Uuid('Identity of the endpoint', ENDPOINT_ID)
  endpointId!: string;

  @ApiProperty({ description: `What happened; \`${WEBHOOK_TEST}\` is a test`, example: 'certificate.published' })
  type!: string;

  @OneOf(DELIVERY_STATES, 'WebhookDeliveryState', '`failed`: given up, and sent again only on request', 'delivered')
  state!: DeliveryState;

  @Integer('How often it was sent', 1)
  attempts!: number;

  @ApiProperty({ ...MAYBE_AT, description: 'When it is sent next; null when it is over', example: null })
  nextAttemptAt!: Date | null;

  @ApiProperty({ ...AT, description: 'When it was put into the queue' })
  createdAt!: Date;

  @ApiProperty({ ...MAYBE_AT, description: 'When it arrived or was given up; null while it is pending' })
  finishedAt!: Date | null;
}

export class WebhookAttemptDto {
  @Integer('1 for the first', 1)
  number!: number;

  @ApiProperty({ ...AT, description: 'When it began' })
  startedAt!: Date;

  @Integer('How long it took, in milliseconds', 182)
  durationMs!: number;

  @IntegerOrNull('Status of the answer; null when there was none', 204)
  status!: number | null;

  @ApiProperty({
    description: 'What went wrong on the way; null when there was an answer to go by',
    type: String,
    enum: [...ATTEMPT_ERRORS, null],
    nullable: true,
    example: null,
  })
  error!: AttemptError | null;

  @TextOrNull('The first 500 characters of an answer that is text; for a redirect, where it points', null)
  answer!: string | null;
}

export class WebhookDeliveryWithHistoryDto extends WebhookDeliveryDto {
  @ApiProperty({ description: 'Every attempt, the first one first', type: [WebhookAttemptDto] })
  history!: WebhookAttemptDto[];
}

export class WebhookDeliveryQueryDto extends PageQueryDto {
  @ApiPropertyOptional({ description: 'Only deliveries to this endpoint', format: 'uuid', example: ENDPOINT_ID })
  @IsOptional()
  @IsUUID(undefined, { message: 'endpoint must be the ID of an endpoint' })
  endpoint?: string;

  @OneOfOptional('state', DELIVERY_STATES, 'WebhookDeliveryState', {
    description: 'Only deliveries of this state',
    example: 'failed',
  })
  state?: DeliveryState;
}

export const deliveryCursorSchema = z.object({ createdAt: cursorTime, id: z.uuid() });

export const toWebhookEndpointDto = (endpoint: WebhookEndpoint): WebhookEndpointDto => ({
  id: endpoint.id,
  url: endpoint.url,
  types: [...endpoint.types],
  enabled: endpoint.enabled,
  disabledReason: endpoint.disabledReason,
  disabledAt: endpoint.disabledAt,
  createdAt: endpoint.createdAt,
  lastSuccessAt: endpoint.lastSuccessAt,
  failingSince: endpoint.failingSince,
  previousSecretUntil: endpoint.previousSecretUntil,
});

export const toWebhookEndpointWithSecretDto = ({
  endpoint,
  secret,
}: EndpointWithSecret): WebhookEndpointWithSecretDto => ({ ...toWebhookEndpointDto(endpoint), secret });

export const toWebhookDeliveryDto = (delivery: WebhookDelivery): WebhookDeliveryDto => ({
  id: delivery.id,
  eventId: delivery.eventId,
  endpointId: delivery.endpointId,
  type: delivery.type,
  state: delivery.state,
  attempts: delivery.attempts,
  nextAttemptAt: delivery.nextAttemptAt,
  createdAt: delivery.createdAt,
  finishedAt: delivery.finishedAt,
});

export const toWebhookDeliveryWithHistoryDto = (
  delivery: WebhookDelivery & { readonly history: readonly WebhookAttempt[] },
): WebhookDeliveryWithHistoryDto => ({
  ...toWebhookDeliveryDto(delivery),
  history: delivery.history.map(({ number, startedAt, durationMs, status, error, answer }) => ({
    number,
    startedAt,
    durationMs,
    status,
    error,
    answer,
  })),
});
