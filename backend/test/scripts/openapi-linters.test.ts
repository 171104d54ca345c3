import { committedDocument, labsDocument, type OpenApi } from '../api/document.js';
import { redocly, unexcused, unneeded } from '../support/openapi-linters.js';

it.each([
  ['openapi.json', committedDocument],
  ['its part for labs', labsDocument],
])("%s passes Redocly's recommended-strict rules, warnings included, but for named exceptions", async (_, read) => {
  const findings = await redocly(read());
  expect(unexcused(findings)).toEqual([]);
  expect(unneeded('redocly', findings)).toEqual([]);
});

const listCoas = ({ paths }: OpenApi) => paths['/api/coa']?.get ?? fail();
const createCertificate = ({ paths }: OpenApi) => paths['/api/partner/certificates']?.post ?? fail();
function fail(): never {
  throw new Error('no such call');
}

describe('Redocly notices', () => {
  /** All in one document, because a look takes seconds. */
  const MISTAKES: [what: string, rule: string, at: string, (document: OpenApi) => void][] = [
    [
      'a field that OpenAPI does not know',
      'struct',
      '/paths/~1api~1coa/get/sumary',
      (document) => Object.assign(listCoas(document), { sumary: 'x' }),
    ],
    [
      'a response without a description',
      'struct',
      '/paths/~1api~1coa/get/responses/200',
      (document) => delete listCoas(document).responses['200']?.description,
    ],
    [
      'a reference to nothing',
      'no-unresolved-refs',
      '/paths/~1api~1coa/get/responses/200',
      (document) => {
        delete document.components.schemas.CoaSummaryDto;
      },
    ],
    [
      'a name given twice',
      'operation-operationId-unique',
      '/paths/~1api~1coa',
      (document) => {
        listCoas(document).operationId = 'getCoa';
      },
    ],
    [
      'an example of a field that its schema does not allow',
      'no-invalid-schema-examples',
      '/components/schemas/CoaDto/properties/thcContent',
      (document) =>
        Object.assign(document.components.schemas.CoaDto?.properties?.thcContent ?? fail(), { example: 1001 }),
    ],
    [
      'an example of a body that its schema does not allow',
      'no-invalid-media-type-examples',
      '/paths/~1api~1partner~1certificates/post/requestBody',
      (document) =>
        Object.assign(createCertificate(document).requestBody?.content['application/json'] ?? fail(), {
          example: { brandName: 7 },
        }),
    ],
    [
      'an example of a problem that its schema does not allow',
      'no-invalid-media-type-examples',
      '/components/examples/coa-not-found',
      (document) =>
        Object.assign(document.components.examples?.['coa-not-found'] ?? fail(), { value: { status: 'x' } }),
    ],
    [
      'a parameter of the address that is not declared',
      'path-parameters-defined',
      '/paths/~1api~1coa~1{batchId}',
      (document) => Object.assign(document.paths['/api/coa/{batchId}']?.get ?? fail(), { parameters: [] }),
    ],
    [
      'a call that does not say whether it needs a key',
      'security-defined',
      '/paths/~1api~1coa/get',
      (document) => delete listCoas(document).security,
    ],
    [
      'a schema that nothing uses',
      'no-unused-components',
      '/components/schemas/Forgotten',
      (document) => {
        document.components.schemas.Forgotten = { type: 'object' };
      },
    ],
  ];
  let wrong: string[];
  beforeAll(async () => {
    const document = labsDocument();
    for (const [, , , spoil] of MISTAKES) spoil(document);
    wrong = unexcused(await redocly(document));
  });

  it.each(MISTAKES)('%s', (_, rule, at) => {
    expect(wrong).toContainEqual(expect.stringContaining(`redocly ${rule} at ${at}`));
  });
});
