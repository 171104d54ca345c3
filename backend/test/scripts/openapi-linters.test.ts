import { type OpenApi, readDocument, readLabsDocument } from '../api/document.js';
import { type Finding, redocly, spectral, unexcused, unneeded } from '../support/openapi-linters.js';

const DOCUMENTS: [name: string, read: () => OpenApi][] = [
  ['openapi.json', readDocument],
  ['openapi-labs.json', readLabsDocument],
];

describe.each(DOCUMENTS)('%s', (_, read) => {
  let findings: Finding[];
  beforeAll(async () => {
    findings = [...(await redocly(read())), ...(await spectral(read()))];
  });

  it("passes Redocly's recommended-strict and Spectral's oas rules, warnings included, but for named exceptions", () => {
    expect(unexcused(findings)).toEqual([]);
  });

  it('needs every exception', () => {
    expect(unneeded(findings)).toEqual([]);
  });
});

/** A document with one thing wrong. */
function spoilt(mutate: (document: OpenApi) => void): OpenApi {
  const document = readLabsDocument();
  mutate(document);
  return document;
}

const listCoas = ({ paths }: OpenApi) => paths['/api/coa']?.get ?? fail();
const createCertificate = ({ paths }: OpenApi) => paths['/api/partner/certificates']?.post ?? fail();
function fail(): never {
  throw new Error('no such call');
}

describe('Redocly notices', () => {
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
      'an example of a field that its schema does not allow',
      'no-invalid-schema-examples',
      (document) =>
        Object.assign(document.components.schemas.CoaSummaryDto?.properties?.thcContent ?? {}, { example: 1001 }),
    ],
    [
      'an example of a body that its schema does not allow',
      'no-invalid-media-type-examples',
      (document) =>
        Object.assign(createCertificate(document).requestBody?.content['application/json'] ?? {}, {
          example: { brandName: 7 },
        }),
    ],
    [
      'an example of a problem that its schema does not allow',
      'no-invalid-media-type-examples',
      (document) => Object.assign(document.components.examples?.['coa-not-found'] ?? {}, { value: { status: 'x' } }),
    ],
    [
      'a parameter of the address that is not declared',
      'path-parameters-defined',
      (document) => Object.assign(document.paths['/api/coa/{batchId}']?.get ?? fail(), { parameters: [] }),
    ],
    [
      'a call that does not say whether it needs a key',
      'security-defined',
      (document) => delete listCoas(document).security,
    ],
    [
      'a schema that nothing uses',
      'no-unused-components',
      (document) => {
        document.components.schemas.Forgotten = { type: 'object' };
      },
    ],
  ])('%s', async (_, rule, mutate) => {
    expect(unexcused(await redocly(spoilt(mutate))).join('\n')).toContain(`redocly ${rule} `);
  });
});

it('Spectral notices, in one look: no description, a guide at no address, and a wrong example', async () => {
  const document = spoilt((whole) => {
    delete listCoas(whole).description;
    Object.assign(whole.tags?.[0] ?? fail(), { externalDocs: { url: '/labs' } });
    Object.assign(createCertificate(whole).requestBody?.content['application/json'] ?? {}, {
      example: { brandName: 7 },
    });
  });
  const wrong = unexcused(await spectral(document));
  expect(wrong).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^spectral operation-description at \/paths\/~1api~1coa\/get/),
      expect.stringMatching(/^spectral oas3-schema at \/tags\/0/),
      expect.stringMatching(/^spectral oas3-valid-media-example at \/paths\/~1api~1partner~1certificates\/post/),
    ]),
  );
});
