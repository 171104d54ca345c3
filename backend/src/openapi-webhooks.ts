import type { OpenAPIObject } from '@nestjs/swagger';
import { type NewWebhookEvent, WEBHOOK_EVENT_TYPES, WEBHOOK_TEST } from './domain/webhooks/event.js';
import { exampleOf } from './openapi-examples.js';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Schema = Schemas[string];
type Operation = NonNullable<OpenAPIObject['paths'][string]['post']>;

interface EventDescription {
  readonly summary: string;
  readonly description: string;
  /** Overrides for fields of `data` in this event: parts of their schema, with an example. */
  readonly data: Readonly<Record<string, Field>>;
}

type Field = Readonly<Record<string, unknown>> & { readonly example: unknown };

const standing = (value: string): Field => ({ type: 'string', enum: [value], example: value, allOf: undefined });

const text = (example: string): Field => ({ type: 'string', example });

/** A field that is null in other events. */
const present = (schema: string, example: object): Field => ({
  type: undefined,
  oneOf: undefined,
  anyOf: undefined,
  allOf: [{ $ref: `#/components/schemas/${schema}` }],
  example,
});

const EVENTS: Record<NewWebhookEvent['type'], EventDescription> = {
  'certificate.published': {
    summary: 'A certificate was published',
    description: 'The certificate is in the registry now. Its page is at `links.coaPath` of `getOwnCertificate`.',
    data: { standing: standing('approved') },
  },
  'certificate.changes_requested': {
    summary: 'A reviewer asked for changes',
    description: '`comments` say what needs to change. Send the certificate again with `correctCertificate`.',
    data: {
      standing: standing('changes_requested'),
      comments: {
        minItems: 1,
        example: [
          {
            code: 'units-unclear',
            weight: 'major',
            sentence: "It isn't clear how the amounts per container were calculated.",
            text: 'Please check the THC figure.',
          },
        ],
      },
    },
  },
  'certificate.rejected': {
    summary: 'A certificate was rejected',
    description: 'We will not publish it. `rejectionReason` says why. If you can fix that, send a new certificate.',
    data: {
      standing: standing('rejected'),
      rejectionReason: text('The certificate names another product than the one that was sent.'),
    },
  },
  'certificate.amended': {
    summary: 'A published certificate was replaced',
    description:
      'An amendment took its place. `replacedBy` names the new certificate, and `data` is about the old one. The new ' +
      'one has its own `certificate.published` event.',
    data: {
      standing: standing('superseded'),
      replacedBy: present('CertificateNewsReplacementDto', {
        id: '2c1f9a54-6b7d-4f6e-9d2b-83a1c5e0f7d4',
        reference: 'CB-4T8W-2HNC',
        batchId: 'JT-26-1014',
      }),
    },
  },
  'certificate.withdrawn': {
    summary: 'A certificate was withdrawn',
    description:
      'You or our staff withdrew a published certificate: `withdrawalReason` says why, in public. Or you withdrew one ' +
      'that was not published: `takenBack` is true, `standing` is `rejected`, and the reason stays private.',
    data: {
      standing: { ...standing('withdrawn'), enum: ['withdrawn', 'rejected'] },
      withdrawalReason: text('The sample was mixed up with that of another batch.'),
    },
  },
  'certificate.document_missing': {
    summary: 'The PDF of a certificate is missing',
    description:
      'You named a PDF that did not arrive within 72 hours, or that we could not keep: `missingDocument` says why. The ' +
      'certificate waits for a reviewer. Send the PDF with `attachOwnDocument`.',
    data: {
      standing: standing('pending'),
      missingDocument: present('MissingDocumentDto', {
        sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        message: 'We did not receive this PDF within 72 hours. Send it with attachOwnDocument.',
      }),
    },
  },
  [WEBHOOK_TEST]: {
    summary: 'A test that you asked for',
    description: 'Sent by `sendWebhookTest`, whatever events the endpoint is set up for. Nothing happened.',
    data: {},
  },
};

/** `certificate.changes_requested` becomes `CertificateChangesRequested`. */
const pascalCase = (type: string) => type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());

const eventName = (type: string) => `${pascalCase(type)}EventDto`;

const dataName = (type: string) => `${pascalCase(type)}DataDto`;

const TEST_MESSAGE = 'This is a test. Nothing happened to any certificate.';

const TEST_DATA = {
  type: 'object',
  required: ['message'],
  properties: { message: { type: 'string', description: 'That it is a test', example: TEST_MESSAGE } },
};

/** @param news the schema of `data` common to all events about a certificate */
function dataSchema(type: string, { data }: EventDescription, news: object): Schema {
  if (type === WEBHOOK_TEST) return TEST_DATA as Schema;
  const { properties } = news as { properties: Readonly<Record<string, object>> };
  const narrowed = Object.entries(data).map(([name, field]) => [name, { ...properties[name], ...field }]);
  return { ...news, properties: { ...properties, ...Object.fromEntries(narrowed) } } as Schema;
}

function eventSchema(type: string, example: unknown): Schema {
  return {
    type: 'object',
    required: ['type', 'timestamp', 'data'],
    properties: {
      type: { type: 'string', enum: [type], description: 'What happened', example: type },
      timestamp: {
        type: 'string',
        format: 'date-time',
        description: 'When it happened, in UTC',
        example: '2026-11-21T09:04:05.000Z',
      },
      data: {
        allOf: [{ $ref: `#/components/schemas/${dataName(type)}` }],
        description: type === WEBHOOK_TEST ? 'A sentence for people' : 'The certificate after what happened',
        example,
      },
    },
  };
}

/** The headers of every delivery (https://www.standardwebhooks.com). */
const HEADERS: Operation['parameters'] = [
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description:
      'Identity of the event, the same at every attempt. Remember the ones of the last few days, and skip a message ' +
      'that you know.',
    schema: { type: 'string', format: 'uuid', example: 'a3d7c1f0-2b4e-4c6d-8f10-7e5b9d3c2a11' },
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When this attempt was signed, in seconds since 1970. Refuse anything older than five minutes.',
    schema: { type: 'string', pattern: '^[0-9]+$', example: '1795251845' },
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the secret of the endpoint, after `v1,` and in ' +
      'base64. While a secret is being changed there are two, with a space in between, and one must match. Check it ' +
      'over the bytes as they arrived, before anything parses them.',
    schema: {
      type: 'string',
      pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$',
      example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    },
  },
];

const RESPONSES: Operation['responses'] = {
  '2XX': { description: 'You have it. Answer within 15 seconds, before you do any long work with it' },
  '410': { description: 'Nothing will listen here again. We disable the endpoint' },
  '429': { description: 'Slow down. With `Retry-After` you can ask for a wait of up to 6 hours' },
  '503': { description: 'Not now. With `Retry-After` you can ask for a wait of up to 6 hours' },
  default: { description: 'Anything else counts as not received. We try again for about a day' },
};

function operationOf(type: string, described: EventDescription): Operation {
  const { summary, description } = described;
  return {
    operationId: `receive${pascalCase(type)}`,
    tags: ['Partner webhooks'],
    summary,
    description:
      `${description} We POST this to your endpoints that are set up for it. It can come twice, and events can come ` +
      'out of order: `data.version` counts the changes to a certificate.',
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${eventName(type)}` } } },
    },
    responses: RESPONSES,
  };
}

const TYPES = [...WEBHOOK_EVENT_TYPES, WEBHOOK_TEST] as const;

/** Adds our webhooks: one per event type, each with its payload. */
export function withWebhooks(document: OpenAPIObject): OpenAPIObject {
  const webhooks = Object.fromEntries(TYPES.map((type) => [type, { post: operationOf(type, EVENTS[type]) }]));
  const { CertificateNewsDto: news = {}, ...others } = document.components?.schemas ?? {};
  const schemas: Schemas = {};
  for (const type of TYPES) {
    const data = dataSchema(type, EVENTS[type], news);
    schemas[eventName(type)] = eventSchema(type, exampleOf(data, others));
    schemas[dataName(type)] = data;
  }
  const published = schemas[dataName('certificate.published')] ?? {};
  const listed = withEventData(others.PartnerEventDto, exampleOf(published, others));
  return {
    ...document,
    webhooks,
    components: { ...document.components, schemas: { ...others, ...schemas, ...listed } },
  };
}

/** The list of events has the same payloads as webhooks. */
function withEventData(event: Schema | undefined, example: unknown): Schemas {
  const { properties = {}, ...rest } = (event ?? {}) as { properties?: Readonly<Record<string, object>> };
  const { type: _, ...data } = (properties.data ?? {}) as { type?: unknown };
  const anyOf = TYPES.map((type) => ({ $ref: `#/components/schemas/${dataName(type)}` }));
  const described = { ...rest, properties: { ...properties, data: { ...data, anyOf, example } } };
  return { PartnerEventDto: described as Schema };
}
