import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { startServer, type TestServer } from '../support/test-server.js';
import { DOCUMENT_FILE, type OpenApi, type Operation, readDocument } from './document.js';
import { RULES } from './openapi-rules.js';

/** Redocly's rules, without those that our document breaks on purpose. */
const STANDARD = {
  extends: ['recommended'],
  rules: {
    'no-invalid-schema-examples': 'error',
    'no-invalid-parameter-examples': 'error',
    'no-invalid-media-type-examples': 'error',
    'no-enum-type-mismatch': 'error',
    'no-unused-components': 'error',
    'security-defined': 'off', // what needs no sign-in says nothing about it
    'operation-4xx-response': 'off', // some calls take nothing that could be wrong
    'info-license': 'off', // nobody has decided on one
  },
} as const;

async function lint(source: string): Promise<string[]> {
  const config = await createConfig(structuredClone(STANDARD) as never);
  const problems = await lintFromString({ source, config, absoluteRef: DOCUMENT_FILE });
  return problems.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
}

describe('the committed document', () => {
  it('is valid OpenAPI, its examples included', async () => {
    expect(await lint(readFileSync(DOCUMENT_FILE, 'utf8'))).toEqual([]);
  });

  it.each(Object.entries(RULES))('%s', (_, rule) => {
    expect(rule(readDocument())).toEqual([]);
  });
});

/** The document with one thing wrong. */
function spoilt(spoil: (document: OpenApi) => void): OpenApi {
  const document = readDocument();
  spoil(document);
  return document;
}

function operation(document: OpenApi, method: string, path: string): Operation {
  const found = document.paths[path]?.[method];
  if (!found) throw new Error(`no ${method} ${path}`);
  return found;
}

const listCoas = (document: OpenApi) => operation(document, 'get', '/api/coa');
const submitCoa = (document: OpenApi) => operation(document, 'post', '/api/coa/submit');

describe('the standard rules notice', () => {
  it.each<[string, string, (document: OpenApi) => void]>([
    ['a field that OpenAPI does not know', 'struct', (document) => Object.assign(listCoas(document), { sumary: 'x' })],
    [
      'a response without a description',
      'struct',
      (document) => delete listCoas(document).responses['200']?.description,
    ],
    [
      'a reference to nothing',
      'no-unresolved-refs',
      (document) => {
        delete document.components.schemas.CoaSummaryDto;
      },
    ],
    [
      'a name given twice',
      'operation-operationId-unique',
      (document) => {
        listCoas(document).operationId = 'getCoa';
      },
    ],
    [
      'an example that its schema does not allow',
      'no-invalid-schema-examples',
      (document) =>
        Object.assign(document.components.schemas.CoaSummaryDto?.properties?.thcContent ?? {}, { example: 1001 }),
    ],
    [
      'a parameter of the address that is not declared',
      'path-parameters-defined',
      (document) => {
        operation(document, 'get', '/api/coa/{batchId}').parameters = [];
      },
    ],
    [
      'a schema that nothing uses',
      'no-unused-components',
      (document) => {
        document.components.schemas.Forgotten = { type: 'object' };
      },
    ],
  ])('%s', async (_, rule, spoil) => {
    const problems = await lint(JSON.stringify(spoilt(spoil)));
    expect(problems.join('\n')).toContain(rule);
  });
});

describe('our own rules notice', () => {
  const cases: Record<string, [broken: string, spoil: (document: OpenApi) => void][]> = {
    'is OpenAPI 3.1': [['openapi is 3.0.4', (document) => Object.assign(document, { openapi: '3.0.4' })]],
    'names every call by verb and noun': [
      ['GET /api/coa: operationId ""', (document) => delete listCoas(document).operationId],
      ['GET /api/coa: operationId "coas"', (document) => Object.assign(listCoas(document), { operationId: 'coas' })],
      [
        'GET /api/coa: operationId "list_coas"',
        (document) => Object.assign(listCoas(document), { operationId: 'list_coas' }),
      ],
      [
        'GET /api/coa: operationId "CoaController_list"',
        (document) => Object.assign(listCoas(document), { operationId: 'CoaController_list' }),
      ],
    ],
    'gives no name twice': [
      ['submitCoa', (document) => Object.assign(listCoas(document), { operationId: 'submitCoa' })],
    ],
    'summarises every call in a line': [
      ['GET /api/coa: summary "undefined"', (document) => delete listCoas(document).summary],
      ['GET /api/coa: summary "A list."', (document) => Object.assign(listCoas(document), { summary: 'A list.' })],
    ],
    'files every call under one declared tag': [
      ['GET /api/coa: tags none', (document) => delete listCoas(document).tags],
      ['GET /api/coa: tags Coa', (document) => Object.assign(listCoas(document), { tags: ['Coa'] })],
      ['GET /api/coa: tags Certificates, Brands', (document) => listCoas(document).tags?.push('Brands')],
      [
        'GET /api/coa: tags Certificates',
        (document) => Object.assign(document, { tags: document.tags?.filter(({ name }) => name !== 'Certificates') }),
      ],
    ],
    'describes every parameter with an example': [
      [
        'GET /api/coa: search has no description',
        (document) => Object.assign(parameter(document, 'search'), { description: ' ' }),
      ],
      [
        'GET /api/coa: search has no example',
        (document) => Object.assign(parameter(document, 'search').schema ?? {}, { example: undefined }),
      ],
    ],
    'declares every parameter of an address': [
      [
        'GET /api/coa/{batchId}: batchId',
        (document) => Object.assign(operation(document, 'get', '/api/coa/{batchId}'), { parameters: [] }),
      ],
    ],
    'describes the body of every success': [
      ['GET /api/coa: 200: no schema', (document) => delete listCoas(document).responses['200']?.content],
      [
        'POST /api/coa/submit: 201: no description',
        (document) => Object.assign(submitCoa(document).responses['201'] ?? {}, { description: '' }),
      ],
    ],
    'has a success for every call': [
      ['GET /api/coa: no success', (document) => delete listCoas(document).responses['200']],
    ],
    'answers every error with a problem': [
      ['GET /api/coa: 400: no problem', (document) => delete listCoas(document).responses['400']?.content],
      [
        'GET /api/coa: 400: no problem',
        (document) => Object.assign(listCoas(document).responses['400']?.content ?? {}, { 'application/json': {} }),
      ],
      [
        'GET /api/coa: 400: no description',
        (document) => Object.assign(listCoas(document).responses['400'] ?? {}, { description: 'Problem' }),
      ],
    ],
    'documents what can go wrong with a body': [
      ['POST /api/coa/submit: 413', (document) => delete submitCoa(document).responses['413']],
    ],
    'documents what is closed to strangers': [
      [
        'GET /api/staff/submissions: 401',
        (document) => delete operation(document, 'get', '/api/staff/submissions').responses['401'],
      ],
      [
        'GET /api/partner/lab: 429',
        (document) => delete operation(document, 'get', '/api/partner/lab').responses['429'],
      ],
    ],
    'asks for a key in every partner call and in no other': [
      [
        'GET /api/partner/lab: asks for no key',
        (document) => delete operation(document, 'get', '/api/partner/lab').security,
      ],
      [
        'GET /api/coa: asks for a key',
        (document) => Object.assign(listCoas(document), { security: [{ partnerKey: [] }] }),
      ],
    ],
    'says in every partner success what the key may still send': [
      [
        'GET /api/partner/certificates/{id}: 200: no RateLimit',
        (document) => delete operation(document, 'get', '/api/partner/certificates/{id}').responses['200']?.headers,
      ],
    ],
    'describes every property with an example': [
      ['CoaSummaryDto.batchId has no description', (document) => delete property(document, 'batchId').description],
      ['CoaSummaryDto.batchId has no example', (document) => delete property(document, 'batchId').example],
      ['CoaSummaryDto.status has no description', (document) => delete property(document, 'status').description],
    ],
    'names the shape of every body that is sent': [
      [
        'POST /api/coa/submit: no named schema',
        (document) =>
          Object.assign(submitCoa(document).requestBody?.content['application/json'] ?? {}, {
            schema: { type: 'object' },
          }),
      ],
    ],
  };

  function parameter(document: OpenApi, name: string) {
    const found = listCoas(document).parameters?.find((one) => one.name === name);
    if (!found) throw new Error(`no parameter ${name}`);
    return found;
  }

  function property(document: OpenApi, name: string) {
    const found = document.components.schemas.CoaSummaryDto?.properties?.[name];
    if (!found) throw new Error(`no property ${name}`);
    return found;
  }

  it('each of them something', () => {
    expect(Object.keys(cases)).toEqual(Object.keys(RULES));
  });

  it.each(
    Object.entries(cases).flatMap(([name, spoilings]) => spoilings.map(([broken, spoil]) => ({ name, broken, spoil }))),
  )('"$name": $broken', ({ name, broken, spoil }) => {
    expect(RULES[name]?.(spoilt(spoil))).toContain(broken);
  });
});

describe('the documentation that is served', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server?.stop());

  it('is the committed document: GET /api/openapi.json', async () => {
    const response = await fetch(`${server.url}/api/openapi.json`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    // When this fails: npm run generate
    expect(await response.json()).toEqual(readDocument());
  });

  it('is a page that loads scripts of this server only: GET /api/docs', async () => {
    const response = await fetch(`${server.url}/api/docs`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self';");
    const html = await response.text();
    const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)];
    expect(scripts.length).toBeGreaterThan(0);
    for (const [, attributes = '', content = ''] of scripts) {
      expect(content.trim()).toBe('');
      const source = new URL(/\bsrc="([^"]+)"/.exec(attributes)?.[1] ?? '', `${server.url}/api/docs`);
      expect(source.origin).toBe(server.url);
      const script = await fetch(source);
      expect(script.status).toBe(200);
      expect(script.headers.get('content-type')).toMatch(/javascript/);
    }
    expect(html).not.toMatch(/\son\w+=/i);
    expect(html).not.toMatch(/javascript:/i);
  });
});
