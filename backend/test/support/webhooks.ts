import type { AttemptOutcome, WebhookDelivery } from '../../src/domain/webhooks/delivery.js';
import type { WebhookEndpoint } from '../../src/domain/webhooks/endpoint.js';
import type { WebhookEvent } from '../../src/domain/webhooks/event.js';
import { NOW } from './builders.js';

export const LAB = '3f2c1a9e-6d0b-4b57-9a51-0f6f1f7f2c11';

export const ENDPOINT = '5d1c7d0e-9a53-4a8e-b1b0-6f0f0a3c9e21';

/** An enabled endpoint; say only what the test is about. */
export function anEndpoint(differing: Partial<WebhookEndpoint> = {}): WebhookEndpoint {
  return {
    id: ENDPOINT,
    labId: LAB,
    url: 'https://lab.example/webhooks',
    types: ['certificate.published', 'certificate.withdrawn'],
    enabled: true,
    disabledReason: null,
    disabledAt: null,
    secret: 'sealed',
    previousSecret: null,
    previousSecretUntil: null,
    createdAt: NOW,
    lastSuccessAt: null,
    failingSince: null,
    givenUpInRow: 0,
    ...differing,
  };
}

export function anEvent(differing: Partial<WebhookEvent> = {}): WebhookEvent {
  return {
    id: 'a3d7c1f0-2b4e-4c6d-8f10-7e5b9d3c2a11',
    labId: LAB,
    type: 'certificate.published',
    body: '{"type":"certificate.published"}',
    createdAt: NOW,
    ...differing,
  };
}

/** A delivery that is due. */
export function aDelivery(differing: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return {
    id: 'f1b8a1de-6a34-4a5e-9c1d-2f2d4d1a7b90',
    eventId: 'a3d7c1f0-2b4e-4c6d-8f10-7e5b9d3c2a11',
    endpointId: ENDPOINT,
    labId: LAB,
    type: 'certificate.published',
    state: 'pending',
    attempts: 0,
    tries: 0,
    nextAttemptAt: NOW,
    leasedUntil: null,
    createdAt: NOW,
    finishedAt: null,
    ...differing,
  };
}

export const outcome = (differing: Partial<AttemptOutcome> = {}): AttemptOutcome => ({
  durationMs: 12,
  status: null,
  error: null,
  answer: null,
  retryAfterSeconds: null,
  ...differing,
});
