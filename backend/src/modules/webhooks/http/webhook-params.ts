import { ParseUUIDPipe } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { WebhookDeliveryNotFound } from '../../../domain/webhooks/delivery.js';
import { WebhookEndpointNotFound } from '../../../domain/webhooks/endpoint.js';

/** An ID that is not a UUID cannot exist: 404, not 400. */
export const KnownEndpoint = new ParseUUIDPipe({ exceptionFactory: () => new WebhookEndpointNotFound() });
export const KnownDelivery = new ParseUUIDPipe({ exceptionFactory: () => new WebhookDeliveryNotFound() });

export const ApiEndpointId = () =>
  ApiParam({ name: 'id', description: 'Identity of the endpoint', example: '5d1c7d0e-9a53-4a8e-b1b0-6f0f0a3c9e21' });

export const ApiDeliveryId = () =>
  ApiParam({ name: 'id', description: 'Identity of the delivery', example: 'f1b8a1de-6a34-4a5e-9c1d-2f2d4d1a7b90' });
