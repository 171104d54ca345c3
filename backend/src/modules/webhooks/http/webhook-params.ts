import { WebhookDeliveryNotFound } from '../../../domain/webhooks/delivery.js';
import { WebhookEndpointNotFound } from '../../../domain/webhooks/endpoint.js';
import { UuidParam } from '../../../platform/http/operation.js';

export const EndpointId = () =>
  UuidParam('id', 'Identity of the endpoint', WebhookEndpointNotFound, '5d1c7d0e-9a53-4a8e-b1b0-6f0f0a3c9e21');

export const DeliveryId = () =>
  UuidParam('id', 'Identity of the delivery', WebhookDeliveryNotFound, 'f1b8a1de-6a34-4a5e-9c1d-2f2d4d1a7b90');
