import { get } from 'node:http';
import { startServer, type TestServer } from '../support/test-server.js';
import {
  callsOf,
  committedDocument,
  labsDocument,
  type OpenApi,
  type Operation,
  readDocument,
  readLabsDocument,
} from './document.js';
import { RULES } from './openapi-rules.js';

interface PostmanRequest {
  readonly method: string;
  readonly auth?: { readonly type: string };
  readonly header: readonly PostmanValue[];
  readonly url: { readonly raw: string; readonly path: readonly string[]; readonly variable: readonly PostmanValue[] };
  readonly body?: { readonly raw?: string };
}

interface PostmanValue {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
}

interface PostmanCollection {
  readonly auth: { readonly bearer: readonly PostmanValue[] };
  readonly variable: readonly PostmanValue[];
  readonly item: readonly { readonly item: readonly { readonly request: PostmanRequest }[] }[];
}

describe('the committed document', () => {
  it.each(Object.entries(RULES))('%s', (_, rule) => {
    expect(rule(readDocument())).toEqual([]);
  });
});

function operation(document: OpenApi, method: string, path: string): Operation {
  const found = document.paths[path]?.[method];
  if (!found) throw new Error(`no ${method} ${path}`);
  return found;
}

type Place = (document: OpenApi) => object | undefined;
/** What a rule says, and the change of the document that makes it say so; undefined removes. */
type Case = [broken: string, place: Place, change: Record<string, unknown>];

const at = (method: string, path: string) => (document: OpenApi) => operation(document, method, path);
const listCoas = at('get', '/api/coa');
const submitCoa = at('post', '/api/coa/submit');
const partnerLab = at('get', '/api/partner/lab');
const submitBody: Place = (document) => submitCoa(document).requestBody?.content['application/json'];
const listRefused = (document: OpenApi) => listCoas(document).responses['400'];
const listProblem: Place = (document) => listRefused(document)?.content?.['application/problem+json'];
const search = (document: OpenApi) => listCoas(document).parameters?.find(({ name }) => name === 'search');
const partnerGroup = (document: OpenApi) => document['x-tagGroups']?.[1];
const property = (schema: string, name: string) => (document: OpenApi) =>
  document.components.schemas[schema]?.properties?.[name];

describe('our own rules', () => {
  const whole = readDocument();
  const { tags: partnerTags = [] } = partnerGroup(whole) ?? {};

  const CASES: Record<string, Case[]> = {
    'is OpenAPI 3.1': [['openapi is 3.0.4', (document) => document, { openapi: '3.0.4' }]],
    'names every operation by verb and noun': [
      ['GET /api/coa: operationId ""', listCoas, { operationId: undefined }],
      ['GET /api/coa: operationId "coas"', listCoas, { operationId: 'coas' }],
      ['GET /api/coa: operationId "list_coas"', listCoas, { operationId: 'list_coas' }],
      ['GET /api/coa: operationId "CoaController_list"', listCoas, { operationId: 'CoaController_list' }],
    ],
    'has unique operation ids': [['submitCoa', listCoas, { operationId: 'submitCoa' }]],
    'summarizes every operation in one line': [
      ['GET /api/coa: summary "undefined"', listCoas, { summary: undefined }],
      ['GET /api/coa: summary "A list."', listCoas, { summary: 'A list.' }],
    ],
    'describes every operation': [
      ['GET /api/coa: description ""', listCoas, { description: undefined }],
      [
        'GET /api/coa: description "List published certificates."',
        listCoas,
        { description: 'List published certificates.\n\nNeeds no key.' },
      ],
      [
        'GET /api/coa: does not say for whom it is: ""',
        listCoas,
        { description: listCoas(whole).description?.split('\n\n')[0] },
      ],
    ],
    'tags every operation for its audience': [
      ['GET /api/coa: tags Partner certificates', listCoas, { tags: ['Partner certificates'] }],
      ['GET /api/staff/brands: tags Public brands', at('get', '/api/staff/brands'), { tags: ['Public brands'] }],
    ],
    'groups its tags by audience, each once': [
      ['Partner key', partnerGroup, { tags: partnerTags.slice(1) }],
      ['Partner key', partnerGroup, { tags: [...partnerTags, 'Partner key'] }],
    ],
    'declares the security of every operation': [['GET /api/coa: says nothing', listCoas, { security: undefined }]],
    'has one example of every body': [
      [
        'GET /api/coa: application/json has 0 examples',
        (document) => listCoas(document).responses['200']?.content?.['application/json'],
        { example: undefined },
      ],
      ['POST /api/coa/submit: application/json has 0 examples', submitBody, { example: undefined }],
      ['GET /api/coa: application/problem+json has 0 examples', listProblem, { examples: undefined }],
      [
        'POST webhook.test: application/json has 0 examples',
        (document) => document.webhooks?.['webhook.test']?.post?.requestBody?.content['application/json'],
        { example: undefined },
      ],
    ],
    'has problem examples with the right status': [
      [
        'GET /api/coa: 400 shows /problems/unavailable',
        listProblem,
        { examples: { unavailable: { $ref: '#/components/examples/unavailable' } } },
      ],
    ],
    'has no defaults in request bodies': [
      [
        'POST /api/partner/certificates.analytes[].value has the default null',
        property('ReportedAnalyteDto', 'value'),
        { default: null },
      ],
      [
        'POST /api/partner/certificates.analytes has the default []',
        property('PartnerCertificateDto', 'analytes'),
        { default: [] },
      ],
    ],
    'says of the objects in request bodies that they have no other members': [
      [
        'POST /api/partner/certificates.panels is open',
        (document) => document.components.schemas.PanelVerdictsDto,
        { additionalProperties: undefined },
      ],
    ],
    'has one declared tag for every operation': [
      ['GET /api/coa: tags none', listCoas, { tags: undefined }],
      ['GET /api/coa: tags Coa', listCoas, { tags: ['Coa'] }],
      [
        'GET /api/coa: tags Public certificates, Public brands',
        listCoas,
        { tags: ['Public certificates', 'Public brands'] },
      ],
      [
        'GET /api/coa: tags Public certificates',
        (document) => document,
        { tags: whole.tags?.filter(({ name }) => name !== 'Public certificates') },
      ],
    ],
    'describes every parameter with an example': [
      ['GET /api/coa: search has no description', search, { description: ' ' }],
      ['GET /api/coa: search has no example', (document) => search(document)?.schema, { example: undefined }],
    ],
    'declares every path parameter': [
      ['GET /api/coa/{batchId}: batchId', at('get', '/api/coa/{batchId}'), { parameters: [] }],
    ],
    'describes the body of every success': [
      ['GET /api/coa: 200: no schema', (document) => listCoas(document).responses['200'], { content: undefined }],
      [
        'POST /api/coa/submit: 201: no description',
        (document) => submitCoa(document).responses['201'],
        { description: '' },
      ],
    ],
    'has a success response for every operation': [
      ['GET /api/coa: no success', (document) => listCoas(document).responses, { 200: undefined }],
    ],
    'has a problem for every error': [
      ['GET /api/coa: 400: no problem', listRefused, { content: undefined }],
      ['GET /api/coa: 400: no problem', (document) => listRefused(document)?.content, { 'application/json': {} }],
      ['GET /api/coa: 400: no description', listRefused, { description: 'Problem' }],
    ],
    'documents errors of request bodies': [
      ['POST /api/coa/submit: 413', (document) => submitCoa(document).responses, { 413: undefined }],
    ],
    'documents 401 and 403 for protected operations': [
      [
        'GET /api/staff/submissions: 401',
        (document) => at('get', '/api/staff/submissions')(document).responses,
        { 401: undefined },
      ],
      ['GET /api/partner/lab: 429', (document) => partnerLab(document).responses, { 429: undefined }],
    ],
    'requires a key for partner operations only': [
      ['GET /api/partner/lab: asks for no key', partnerLab, { security: undefined }],
      ['GET /api/coa: asks for a key', listCoas, { security: [{ partnerKey: [] }] }],
    ],
    'documents RateLimit for every partner success': [
      [
        'GET /api/partner/certificates/{id}: 200: no RateLimit',
        (document) => at('get', '/api/partner/certificates/{id}')(document).responses['200'],
        { headers: undefined },
      ],
    ],
    'describes every property with an example': [
      ['CoaSummaryDto.batchId has no description', property('CoaSummaryDto', 'batchId'), { description: undefined }],
      ['CoaSummaryDto.batchId has no example', property('CoaSummaryDto', 'batchId'), { example: undefined }],
      ['CoaSummaryDto.status has no description', property('CoaSummaryDto', 'status'), { description: undefined }],
    ],
    'names the schema of every request body': [
      ['POST /api/coa/submit: no named schema', submitBody, { schema: { type: 'object' } }],
    ],
  };

  it('each have a test', () => {
    expect(Object.keys(CASES)).toEqual(Object.keys(RULES));
  });

  const cases = Object.entries(CASES).flatMap(([rule, all]) => all.map((one) => [rule, ...one] as const));
  it.each(cases)('"%s": %s', (rule, broken, place, change) => {
    const document = readDocument();
    const changed = place(document) as Record<string, unknown>;
    for (const [name, value] of Object.entries(change)) {
      if (value === undefined) delete changed[name];
      else changed[name] = value;
    }
    expect(RULES[rule]?.(document)).toContain(broken);
  });
});

describe('the served documentation', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server?.stop());

  it('matches the committed document: GET /api/openapi.json', async () => {
    const response = await fetch(`${server.url}/api/openapi.json`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    // If this fails, run: npm run generate
    expect(await response.json()).toEqual(committedDocument());
  });

  it('has a part for labs: GET /api/docs/labs.json', async () => {
    const response = await fetch(`${server.url}/api/docs/labs.json`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const document = (await response.json()) as OpenApi;
    expect(document).toEqual(labsDocument());
    const calls = callsOf(document);
    const partnerCalls = callsOf(committedDocument()).filter(({ path }) => path.startsWith('/api/partner/'));
    expect(calls.filter(({ path }) => path.startsWith('/api/partner/'))).toEqual(partnerCalls);
    expect(calls.filter(({ operation: { tags = [] } }) => tags.some((tag) => tag.startsWith('Staff')))).toEqual([]);
    expect(JSON.stringify(document)).not.toMatch(/staffSession|\/api\/staff\//);
    expect(document.webhooks).toEqual(committedDocument().webhooks);
  });

  it('can be imported into Postman, each call once and with its example: GET /api/docs/labs.postman.json', async () => {
    const response = await fetch(`${server.url}/api/docs/labs.postman.json`);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const { item: folders, variable, auth } = (await response.json()) as PostmanCollection;
    expect(variable.map(({ key }) => key)).toEqual(['baseUrl', 'partnerKey']);
    expect(auth.bearer).toMatchObject([{ value: '{{partnerKey}}' }]);
    const requests = folders.flatMap(({ item }) => item.map(({ request }) => request));
    const pathOf = ({ url }: PostmanRequest) => `/${url.path.join('/')}`;
    const inDocument = callsOf(readLabsDocument()).map(({ method, path }) => {
      return `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
    });
    expect(requests.map((request) => `${request.method} ${pathOf(request)}`).toSorted()).toEqual(inDocument.toSorted());
    for (const request of requests) {
      expect(request.url.raw).toBe(`{{baseUrl}}${pathOf(request)}`);
      expect(request.url.variable.map(({ key }) => key)).toEqual(
        [...pathOf(request).matchAll(/\/:(\w+)/g)].map(([, name]) => name),
      );
      for (const { value, disabled } of [...request.url.variable, ...request.header]) {
        expect(disabled || value !== '').toBe(true);
      }
      expect(request.auth?.type).toBe(pathOf(request).startsWith('/api/partner/') ? undefined : 'noauth');
    }
    const sending = requests.find((request) => request.method === 'POST' && pathOf(request).endsWith('/certificates'));
    expect(JSON.parse(sending?.body?.raw ?? '')).toMatchObject({ brandName: 'Juniper & Tide' });
    expect(sending?.header).toContainEqual({ key: 'Content-Type', value: 'application/json' });
  });

  it('redirects to the page for labs: GET /api/docs', async () => {
    const response = await fetch(`${server.url}/api/docs`, { redirect: 'manual' });
    expect(response.status).toBe(308);
    expect(response.headers.get('location')).toBe('/labs/api');
    expect((await fetch(`${server.url}/labs/api`)).status).toBe(200);
  });

  it('is at no other address', async () => {
    const beside = [
      'package.json',
      '../package.json',
      '%2e%2e/package.json',
      '..%2fpackage.json',
      'LABS.JSON',
      '.',
      '',
    ];
    for (const file of [...beside, 'labs.json/../package.json', 'labs.json.map', 'index.html', 'swagger-ui.css']) {
      const answer = await raw(server.url, `/api/docs/${file}`);
      expect({ file, ...answer }).toEqual({ file, status: 404, type: 'application/problem+json; charset=utf-8' });
    }
    for (const path of ['/api/docs-json', '/api/docs-yaml', '/api/openapi.yaml', '/api/openapi']) {
      expect({ path, ...(await raw(server.url, path)) }).toMatchObject({ path, status: 404 });
    }
  });
});

/** Raw path: `fetch` would normalize it first. */
function raw(url: string, path: string): Promise<{ status: number | undefined; type: string | undefined }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    get({ hostname, port, path }, (response) => {
      response.resume();
      resolve({ status: response.statusCode, type: response.headers['content-type'] });
    }).on('error', reject);
  });
}
