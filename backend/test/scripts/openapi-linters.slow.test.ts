import { committedDocument, labsDocument, type OpenApi } from '../api/document.js';
import { spectral, unexcused, unneeded } from '../support/openapi-linters.js';

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
