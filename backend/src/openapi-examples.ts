import type { OpenAPIObject } from '@nestjs/swagger';
import { CSV_TEMPLATE } from './modules/coa-registry/submission/http/certificate-csv.js';
import { operationsOf } from './openapi-operations.js';

type Schema = Record<string, unknown> & {
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

/** Example problems with status, title and detail as the server sends them (a test compares). */
const PROBLEMS: Record<string, { readonly status: number; readonly title: string; readonly detail: string }> = {
  'invalid-input': { status: 400, title: 'Invalid input', detail: 'Batch ID is required' },
  'bad-request': {
    status: 400,
    title: 'Bad request',
    detail: "We couldn't read the request. Check that the body is valid JSON and the URL has no broken characters.",
  },
  'key-unknown': {
    status: 401,
    title: 'Not signed in',
    detail: "We don't recognize this key. Check that you copied it exactly.",
  },
  'not-signed-in': { status: 401, title: 'Not signed in', detail: 'Please sign in to continue.' },
  'lab-suspended': {
    status: 403,
    title: 'Not allowed',
    detail: "Your lab's access is suspended. Write to us to find out why.",
  },
  'cross-site': { status: 403, title: 'Refused', detail: 'This request came from another site, so we refused it.' },
  'not-found': { status: 404, title: 'Not found', detail: "We couldn't find anything at this address." },
  'coa-not-found': {
    status: 404,
    title: 'Not found',
    detail: "The certificate of analysis you're looking for doesn't exist or has been removed.",
  },
  'bulk-job-not-found': { status: 404, title: 'Not found', detail: 'There is no bulk job with this id.' },
  'webhook-endpoint-not-found': {
    status: 404,
    title: 'Not found',
    detail: "We couldn't find this webhook endpoint.",
  },
  'article-not-found': {
    status: 404,
    title: 'Not found',
    detail: "The article you're looking for doesn't exist or has been moved.",
  },
  'document-not-found': { status: 404, title: 'Not found', detail: "We couldn't find this document." },
  'document-not-kept': {
    status: 409,
    title: 'Conflict',
    detail: "We don't have this document any more: it was refused or taken down.",
  },
  'document-too-large': { status: 413, title: 'Too large', detail: 'A document can be at most 10 MB.' },
  'document-digest-differs': {
    status: 422,
    title: 'Cannot be processed',
    detail: "What arrived doesn't match its SHA-256 digest, so we kept nothing. Send the file again.",
  },
  'csv-unreadable': {
    status: 422,
    title: 'Cannot be processed',
    detail: 'The file has no rows under the column names. Fill in a row, and choose the file again.',
  },
  'lab-not-found': { status: 404, title: 'Not found', detail: "We couldn't find this lab." },
  'account-not-found': { status: 404, title: 'Not found', detail: "We couldn't find this account." },
  'session-not-found': { status: 404, title: 'Not found', detail: 'This session has already ended.' },
  'message-not-found': {
    status: 404,
    title: 'Not found',
    detail: "We couldn't find this message. It may have been deleted.",
  },
  'mail-not-found': {
    status: 404,
    title: 'Not found',
    detail: "We couldn't find this email. Sent email is kept for 30 days.",
  },
  'issue-not-found': { status: 404, title: 'Not found', detail: "We couldn't find this newsletter issue." },
  'already-decided': {
    status: 409,
    title: 'Conflict',
    detail: 'This submission has already been decided. Reload it to see the decision.',
  },
  'amendment-under-way': {
    status: 409,
    title: 'Conflict',
    detail: 'An amendment of this certificate is already waiting for review.',
  },
  'not-published': {
    status: 409,
    title: 'Conflict',
    detail: 'Only a published certificate can be withdrawn or amended.',
  },
  'request-in-flight': {
    status: 409,
    title: 'Conflict',
    detail: "We're still working on the same request. Send it again in a second to get its answer.",
  },
  'bulk-in-flight': {
    status: 409,
    title: 'Conflict',
    detail:
      'Another request is already uploading this file. Wait for it to finish, then send the file again if you need to.',
  },
  'webhook-endpoint-disabled': {
    status: 409,
    title: 'Conflict',
    detail: 'This endpoint is disabled. Enable it, then send again.',
  },
  'events-expired': {
    status: 410,
    title: 'No longer kept',
    detail:
      'You last read your events more than 30 days ago, and we keep them for 30 days. List your certificates to see what changed, and read events again without "after".',
  },
  'webhook-address-taken': {
    status: 409,
    title: 'Conflict',
    detail: 'You already have an endpoint with this URL. Change its event types instead.',
  },
  'second-factor-off': {
    status: 409,
    title: 'Conflict',
    detail: "The second factor isn't set up. Start over with a new key.",
  },
  'account-changed': {
    status: 409,
    title: 'Conflict',
    detail: 'Someone else changed this account. Reload it and try again.',
  },
  'article-already-withdrawn': {
    status: 409,
    title: 'Conflict',
    detail: 'This article is already withdrawn. Reload the list to see who did it and why.',
  },
  'article-not-withdrawn': {
    status: 409,
    title: 'Conflict',
    detail: 'This article is already published. Reload the list to see it.',
  },
  'lab-changed': {
    status: 409,
    title: 'Conflict',
    detail: 'Someone else changed this lab after you opened it. Reload it and look again.',
  },
  'key-already-revoked': { status: 409, title: 'Conflict', detail: 'This key is already revoked.' },
  'already-verified': {
    status: 409,
    title: 'Conflict',
    detail: 'This brand is already verified. Reload the page to see who did it.',
  },
  'message-changed': {
    status: 409,
    title: 'Conflict',
    detail: 'Someone else changed this message after you opened it. Reload it first.',
  },
  'mail-is-over': {
    status: 409,
    title: 'Conflict',
    detail: 'This email was already sent or closed. Reload to see what happened.',
  },
  'issue-changed': {
    status: 409,
    title: 'Conflict',
    detail: 'Someone else changed this issue after you opened it. Reload it first.',
  },
  'changed-meanwhile': {
    status: 412,
    title: 'Changed meanwhile',
    detail: 'Someone else changed this after you opened it. Reload it and try again.',
  },
  'too-large': { status: 413, title: 'Too large', detail: 'The request is larger than 256 kB.' },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported type',
    detail: 'Send the body as application/json, uncompressed.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'Cannot be processed',
    detail: 'You already used this Idempotency-Key for a different request. Use a new key for a new request.',
  },
  'if-match-missing': {
    status: 428,
    title: 'Precondition required',
    detail:
      "Send the If-Match header with the ETag you last read. It keeps you from overwriting changes you haven't seen.",
  },
  'too-many': {
    status: 429,
    title: 'Too many requests',
    detail: 'Too many requests. Please wait a minute and try again.',
  },
  unavailable: {
    status: 503,
    title: 'Unavailable',
    detail: 'The registry cannot reach its database right now. Please try again in a moment.',
  },
};

/** The most likely problem per status, for any operation. */
const DEFAULT_PROBLEMS: Readonly<Record<string, string>> = {
  400: 'invalid-input',
  401: 'not-signed-in',
  403: 'cross-site',
  404: 'not-found',
  409: 'already-decided',
  412: 'changed-meanwhile',
  413: 'too-large',
  415: 'unsupported-media-type',
  422: 'idempotency-key-reused',
  428: 'if-match-missing',
  429: 'too-many',
  503: 'unavailable',
};

const KEY_PROBLEMS = { 401: 'key-unknown', 403: 'lab-suspended' };

const DOCUMENT_PROBLEMS = {
  404: 'document-not-found',
  409: 'document-not-kept',
  413: 'document-too-large',
  422: 'document-digest-differs',
};

/** Overrides per tag. */
const PROBLEMS_BY_TAG: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Public certificates': { 404: 'coa-not-found' },
  'Public articles': { 404: 'article-not-found' },
  'Partner key': KEY_PROBLEMS,
  'Partner certificates': { ...KEY_PROBLEMS, 404: 'coa-not-found' },
  'Partner bulk files': { ...KEY_PROBLEMS, 404: 'bulk-job-not-found', 409: 'bulk-in-flight' },
  'Partner webhooks': { ...KEY_PROBLEMS, 404: 'webhook-endpoint-not-found', 409: 'webhook-endpoint-disabled' },
  'Public documents': DOCUMENT_PROBLEMS,
  'Partner documents': { ...KEY_PROBLEMS, ...DOCUMENT_PROBLEMS },
  'Staff documents': DOCUMENT_PROBLEMS,
  'Staff sign-in': { 404: 'session-not-found', 409: 'second-factor-off' },
  'Staff accounts': { 404: 'account-not-found', 409: 'account-changed' },
  'Staff review': { 404: 'coa-not-found' },
  'Staff brands': { 409: 'already-verified' },
  'Staff labs': { 404: 'lab-not-found', 409: 'lab-changed' },
  'Staff articles': { 404: 'article-not-found', 409: 'article-already-withdrawn' },
  'Staff newsletter': { 404: 'issue-not-found', 409: 'issue-changed' },
  'Staff messages': { 404: 'message-not-found', 409: 'message-changed' },
  'Staff email': { 404: 'mail-not-found', 409: 'mail-is-over' },
};

/** Overrides per operation. */
const PROBLEMS_BY_OPERATION: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  createCertificate: { 409: 'request-in-flight' },
  amendOwnCertificate: { 409: 'amendment-under-way' },
  withdrawCertificate: { 409: 'not-published' },
  amendCertificate: { 409: 'amendment-under-way' },
  createWebhookEndpoint: { 409: 'webhook-address-taken' },
  changeWebhookEndpoint: { 409: 'webhook-address-taken' },
  listPartnerEvents: { 410: 'events-expired' },
  sendLabWebhookDelivery: { 409: 'webhook-endpoint-disabled' },
  publishArticle: { 409: 'article-not-withdrawn' },
  revokeLabKey: { 409: 'key-already-revoked' },
  readCoaCsv: { 422: 'csv-unreadable' },
  checkLabCsv: { 422: 'csv-unreadable' },
  importLabCsv: { 422: 'csv-unreadable' },
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

function problemExample(code: string): object {
  const { status, title, detail } = PROBLEMS[code] ?? { status: 500, title: '', detail: '' };
  const errors =
    code === 'invalid-input' ? [{ field: 'batchId', message: detail, pointer: '/batchId', code: 'required' }] : [];
  return {
    summary: title,
    value: {
      type: `/problems/${code}`,
      title,
      status,
      detail,
      error: detail,
      errors,
      requestId: 'b7a3f0c2-5d1e-4e8a-9c66-1f0d2b3a4c5e',
    },
  };
}

/**
 * Adds an example to every request and response. Bodies are assembled from the examples on their fields; a problem is the
 * most likely one for its status.
 */
export function withExamples(document: OpenAPIObject): OpenAPIObject {
  const schemas = (document.components?.schemas ?? {}) as unknown as Readonly<Record<string, Schema>>;
  const used = new Set<string>();
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
        const fallback = hasNoInput ? 'bad-request' : DEFAULT_PROBLEMS[status];
        const code =
          PROBLEMS_BY_OPERATION[operationId]?.[status] ?? PROBLEMS_BY_TAG[tag]?.[status] ?? fallback ?? 'bad-request';
        used.add(code);
        problem.examples = { [code]: { $ref: `#/components/examples/${code}` } };
      }
    }
  }
  const examples = Object.fromEntries([...used].sort().map((code) => [code, problemExample(code)]));
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
function exampleOf(schema: Schema, schemas: Readonly<Record<string, Schema>>): unknown {
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
