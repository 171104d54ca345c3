import { committedDocument, labsDocument, type OpenApi } from '../api/document.js';
import { redocly, spectral, unexcused, unneeded } from '../support/openapi-linters.js';

it.each([
  ['openapi.json', committedDocument],
  ['its part for labs', labsDocument],
])("%s passes Spectral's oas rules, warnings included, but for named exceptions", async (_, read) => {
  const findings = await spectral(read());
  expect(unexcused(findings)).toEqual([]);
  expect(unneeded('spectral', findings)).toEqual([]);
});

it('Spectral notices, in one look: no description, a guide at no address, and a wrong example', async () => {
  const document: OpenApi = labsDocument();
  const { paths, tags } = document;
  delete paths['/api/coa']?.get?.description;
  Object.assign(tags?.[0] ?? {}, { externalDocs: { url: '/labs' } });
  const { requestBody } = paths['/api/partner/certificates']?.post ?? {};
  Object.assign(requestBody?.content['application/json'] ?? {}, { example: { brandName: 7 } });
  const wrong = unexcused(await spectral(document));
  expect(wrong).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^spectral operation-description at \/paths\/~1api~1coa\/get/),
      expect.stringMatching(/^spectral oas3-schema at \/tags\/0/),
      expect.stringMatching(/^spectral oas3-valid-media-example at \/paths\/~1api~1partner~1certificates\/post/),
    ]),
  );
});

it.each([
  ['openapi.json', committedDocument],
  ['its part for labs', labsDocument],
])("%s passes Redocly's recommended-strict rules, warnings included, but for named exceptions", async (_, read) => {
  const findings = await redocly(read());
  expect(unexcused(findings)).toEqual([]);
  expect(unneeded('redocly', findings)).toEqual([]);
});

it('Redocly notices each of ten mistakes in one document', async () => {
  const document = labsDocument();
  const { components, paths } = document;
  const [list, send] = [paths['/api/coa']?.get, paths['/api/partner/certificates']?.post];
  const json = send?.requestBody?.content['application/json'];
  const thcContent = components.schemas.CoaDto?.properties?.thcContent;
  const example = components.examples?.['coa-not-found'];
  const byBatch = paths['/api/coa/{batchId}']?.get;
  if (!list || !json || !thcContent || !example || !byBatch) throw new Error('the document has changed');

  const mistakes = [
    ['struct', '/paths/~1api~1coa/get/sumary', () => Object.assign(list, { sumary: 'x' })],
    ['struct', '/paths/~1api~1coa/get/responses/200', () => delete list.responses['200']?.description],
    ['no-unresolved-refs', '/paths/~1api~1coa/get/responses/200', () => delete components.schemas.CoaSummaryDto],
    ['operation-operationId-unique', '/paths/~1api~1coa', () => Object.assign(list, { operationId: 'getCoa' })],
    [
      'no-invalid-schema-examples',
      '/components/schemas/CoaDto/properties/thcContent',
      () => Object.assign(thcContent, { example: 1001 }),
    ],
    [
      'no-invalid-media-type-examples',
      '/paths/~1api~1partner~1certificates/post/requestBody',
      () => Object.assign(json, { example: { brandName: 7 } }),
    ],
    [
      'no-invalid-media-type-examples',
      '/components/examples/coa-not-found',
      () => Object.assign(example, { value: { status: 'x' } }),
    ],
    ['path-parameters-defined', '/paths/~1api~1coa~1{batchId}', () => Object.assign(byBatch, { parameters: [] })],
    ['security-defined', '/paths/~1api~1coa/get', () => delete list.security],
    [
      'no-unused-components',
      '/components/schemas/Forgotten',
      () => Object.assign(components.schemas, { Forgotten: { type: 'object' } }),
    ],
  ] as const;
  for (const [, , make] of mistakes) make();
  const found = unexcused(await redocly(document));
  expect(found).toEqual(
    expect.arrayContaining(mistakes.map(([rule, at]) => expect.stringContaining(`redocly ${rule} at ${at}`))),
  );
});
