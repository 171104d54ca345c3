import type { OpenAPIObject } from '@nestjs/swagger';
import { AlreadyVerified } from './domain/brands/brand.js';
import {
  AlreadyDecided,
  AmendmentUnderWay,
  CertificateNotFound,
  ChangedMeanwhile,
  NotPublished,
} from './domain/coa-registry/certificate/certificate-lifecycle.js';
import { BulkInFlight, BulkJobNotFound, CsvUnreadable } from './domain/coa-registry/labs/bulk-import.js';
import { MessageChanged, MessageNotFound } from './domain/contact/contact-message.js';
import { DocumentNotFound, DocumentNotKept } from './domain/documents/document.js';
import { DocumentDigestDiffers } from './domain/documents/ports.js';
import { ArticleAlreadyWithdrawn, ArticleNotFound, ArticleNotWithdrawn } from './domain/education/article.js';
import { MailAlreadyFinished, MailNotFound } from './domain/mail/queued-mail.js';
import { IssueChanged, IssueNotFound } from './domain/newsletter/issue.js';
import { KeyAlreadyRevoked, KeyUnknown, LabSuspended } from './domain/partners/key.js';
import { LabChanged } from './domain/partners/lab.js';
import { LabNotFound } from './domain/partners/partners.js';
import { type DomainError, InvalidInput } from './domain/shared/domain-error.js';
import { AccountChanged, AccountNotFound, NotSignedIn, SessionNotFound } from './domain/staff/account.js';
import { SecondFactorOff } from './domain/staff/second-factor.js';
import { WebhookAddressTaken, WebhookEndpointDisabled, WebhookEndpointNotFound } from './domain/webhooks/endpoint.js';
import { EventsExpired } from './domain/webhooks/event.js';
import { CSV_TEMPLATE } from './modules/coa-registry/submission/http/certificate-csv.js';
import { DocumentTooLarge } from './modules/documents/http/pdf-upload.js';
import { operationsOf } from './openapi-operations.js';
import type { ProblemDto } from './platform/http/api-problems.js';
import { IfMatchMissing } from './platform/http/conditional.js';
import { IdempotencyKeyReused, RequestInFlight } from './platform/http/idempotency.js';
import { problemOf } from './platform/http/problem.js';

type Schema = {
  readonly $ref?: string;
  readonly example?: unknown;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
};

interface Media {
  schema?: unknown;
  example?: unknown;
  examples?: Record<string, { $ref: string }>;
}

/** What a problem is made of: an error of ours, or the status of one that comes from HTTP itself. */
type Failure = DomainError | { readonly statusCode: number };

type FailureByStatus = Readonly<Record<string, Failure>>;

const BAD_REQUEST = { statusCode: 400 };

/** The most likely problem per status, for any operation. */
const DEFAULT_PROBLEMS: FailureByStatus = {
  400: new InvalidInput([{ field: 'batchId', message: 'Batch ID is required', code: 'required' }]),
  401: new NotSignedIn(),
  403: { statusCode: 403 },
  404: { statusCode: 404 },
  409: new AlreadyDecided(),
  412: new ChangedMeanwhile(),
  413: { statusCode: 413 },
  415: { statusCode: 415 },
  422: new IdempotencyKeyReused(),
  428: new IfMatchMissing(),
  429: { statusCode: 429 },
  503: { statusCode: 503 },
};

const KEY_PROBLEMS = { 401: new KeyUnknown(), 403: new LabSuspended() };

const DOCUMENT_PROBLEMS = {
  404: new DocumentNotFound(),
  409: new DocumentNotKept(),
  413: new DocumentTooLarge(),
  422: new DocumentDigestDiffers(),
};

const NO_ROWS = new CsvUnreadable(
  'The file has no rows under the column names. Fill in a row, and choose the file again.',
);

/** Overrides per tag. */
const PROBLEMS_BY_TAG: Readonly<Record<string, FailureByStatus>> = {
  'Public certificates': { 404: new CertificateNotFound() },
  'Public articles': { 404: new ArticleNotFound() },
  'Partner key': KEY_PROBLEMS,
  'Partner certificates': { ...KEY_PROBLEMS, 404: new CertificateNotFound() },
  'Partner bulk files': { ...KEY_PROBLEMS, 404: new BulkJobNotFound(), 409: new BulkInFlight() },
  'Partner webhooks': { ...KEY_PROBLEMS, 404: new WebhookEndpointNotFound(), 409: new WebhookEndpointDisabled() },
  'Public documents': DOCUMENT_PROBLEMS,
  'Partner documents': { ...KEY_PROBLEMS, ...DOCUMENT_PROBLEMS },
  'Staff documents': DOCUMENT_PROBLEMS,
  'Staff sign-in': { 404: new SessionNotFound(), 409: new SecondFactorOff() },
  'Staff accounts': { 404: new AccountNotFound(), 409: new AccountChanged() },
  'Staff review': { 404: new CertificateNotFound() },
  'Staff brands': { 409: new AlreadyVerified() },
  'Staff labs': { 404: new LabNotFound(), 409: new LabChanged() },
  'Staff articles': { 404: new ArticleNotFound(), 409: new ArticleAlreadyWithdrawn() },
  'Staff newsletter': { 404: new IssueNotFound(), 409: new IssueChanged() },
  'Staff messages': { 404: new MessageNotFound(), 409: new MessageChanged() },
  'Staff email': { 404: new MailNotFound(), 409: new MailAlreadyFinished() },
};

/** Overrides per operation. */
const PROBLEMS_BY_OPERATION: Readonly<Record<string, FailureByStatus>> = {
  createCertificate: { 409: new RequestInFlight() },
  amendOwnCertificate: { 409: new AmendmentUnderWay() },
  withdrawCertificate: { 409: new NotPublished() },
  amendCertificate: { 409: new AmendmentUnderWay() },
  createWebhookEndpoint: { 409: new WebhookAddressTaken() },
  changeWebhookEndpoint: { 409: new WebhookAddressTaken() },
  listPartnerEvents: { 410: new EventsExpired() },
  sendLabWebhookDelivery: { 409: new WebhookEndpointDisabled() },
  publishArticle: { 409: new ArticleNotWithdrawn() },
  revokeLabKey: { 409: new KeyAlreadyRevoked() },
  readCoaCsv: { 422: NO_ROWS },
  checkLabCsv: { 422: NO_ROWS },
  importLabCsv: { 422: NO_ROWS },
};

const PENDING = { pesticides: 'pending', heavyMetals: 'pending', microbials: 'pending', residualSolvents: 'pending' };
const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const NEW_ID = '2c1f9a54-6b7d-4f6e-9d2b-83a1c5e0f7d4';

/** A certificate just submitted by a lab. */
const WAITING = {
  standing: 'pending',
  status: 'pending',
  panels: PENDING,
  comments: [],
  findings: [],
  links: { selfPath: `/api/partner/certificates/${ID}`, certificatePath: null, coaPath: null },
};

const QUEUED = {
  state: 'pending',
  attempts: 0,
  nextAttemptAt: '2026-11-20T15:00:00.000Z',
  finishedAt: null,
};

/**
 * Overrides for examples of successful responses. The examples on the fields describe any certificate or delivery; these
 * make them consistent with the operation.
 */
const SUCCESS_OVERRIDES: Readonly<Record<string, object>> = {
  createCertificate: WAITING,
  correctCertificate: { ...WAITING, version: 2 },
  amendOwnCertificate: {
    ...WAITING,
    id: NEW_ID,
    reference: 'CB-4T8W-2HNC',
    supersedes: ID,
    amendmentReason: 'The container size was wrong: 355 mL, not 330 mL.',
    links: { ...WAITING.links, selfPath: `/api/partner/certificates/${NEW_ID}` },
  },
  withdrawOwnCertificate: {
    standing: 'withdrawn',
    status: 'passed',
    version: 3,
    comments: [],
    findings: [],
    reviewedAt: '2026-11-23T10:12:00.000Z',
    endedAt: '2026-11-30T09:00:00.000Z',
    withdrawalReason: 'The sample was mixed up with that of another batch.',
  },
  getOwnCertificate: {
    ...WAITING,
    standing: 'changes_requested',
    version: 2,
    reviewedAt: '2026-11-21T09:04:05.000Z',
    comments: [
      {
        code: 'units-unclear',
        weight: 'major',
        sentence: "It isn't clear how the amounts per container were calculated.",
        text: 'Please check the THC figure.',
        at: '2026-11-21T09:04:05.000Z',
        settledAt: null,
      },
    ],
  },
  listOwnCertificates: { ...WAITING, findings: undefined },
  validateCertificate: { errors: [] },
  listLineResults: { outcome: 'refused', id: null, reference: null, code: 'invalid-input' },
  sendWebhookTest: { ...QUEUED, type: 'webhook.test' },
  sendWebhookDelivery: { ...QUEUED, attempts: 8 },
  sendLabWebhookDelivery: { ...QUEUED, attempts: 8 },
};

/**
 * Adds an example to every request and response. Bodies are assembled from the examples on their fields; a problem is the
 * most likely one for its status.
 */
export function withExamples(document: OpenAPIObject): OpenAPIObject {
  const schemas = (document.components?.schemas ?? {}) as unknown as Readonly<Record<string, Schema>>;
  const used = new Map<string, ProblemDto>();
  for (const { operation } of operationsOf(document)) {
    const { requestBody, responses, operationId = '', tags: [tag = ''] = [], security = [] } = operation;
    if (requestBody && 'content' in requestBody) {
      // The code of a route gives one example for all its media types.
      const { 'text/csv': csv } = requestBody.content;
      if (csv && Object.keys(requestBody.content).length > 1) csv.schema = { type: 'string', example: CSV_TEMPLATE };
      addExample(requestBody.content, schemas);
    }
    for (const [status, response] of Object.entries(responses)) {
      if (!response || '$ref' in response) continue;
      const problem = response.content?.['application/problem+json'] as Media | undefined;
      if (!problem) addExample(response.content ?? {}, schemas, SUCCESS_OVERRIDES[operationId]);
      else {
        // Only operations with a body get field errors.
        const hasNoInput = status === '400' && !requestBody && security.length === 0;
        const fallback = hasNoInput ? BAD_REQUEST : DEFAULT_PROBLEMS[status];
        const failure = PROBLEMS_BY_OPERATION[operationId]?.[status] ?? PROBLEMS_BY_TAG[tag]?.[status] ?? fallback;
        const example = problemOf(failure ?? BAD_REQUEST, 'b7a3f0c2-5d1e-4e8a-9c66-1f0d2b3a4c5e');
        const code = example.type.replace('/problems/', '');
        used.set(code, example);
        problem.examples = { [code]: { $ref: `#/components/examples/${code}` } };
      }
    }
  }
  const examples = Object.fromEntries(
    [...used].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([code, value]) => [code, { summary: value.title, value }]),
  );
  return { ...document, components: { ...document.components, examples } } as OpenAPIObject;
}

function addExample(content: object, schemas: Readonly<Record<string, Schema>>, overrides?: object): void {
  for (const media of Object.values(content) as Media[]) {
    if (media.example !== undefined || media.examples || !media.schema) continue;
    const example = exampleOf(media.schema as Schema, schemas);
    media.example = overrides ? withOverrides(example, overrides) : example;
  }
}

const withOverrides = (example: unknown, overrides: object): unknown =>
  Array.isArray(example)
    ? example.map((entry) => withOverrides(entry, overrides))
    : JSON.parse(JSON.stringify({ ...(example as object), ...overrides }));

/** @returns an example assembled from those on the schema's fields */
export function exampleOf(schema: Schema, schemas: Readonly<Record<string, Schema>>): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.$ref) return exampleOf(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas);
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, field]) => [name, exampleOf(field, schemas)]);
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  }
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, schemas)));
  const [first] = schema.oneOf ?? [];
  if (first) return exampleOf(first, schemas);
  if (schema.items) return [exampleOf(schema.items, schemas)];
  return schema.enum?.[0];
}
