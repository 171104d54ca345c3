import { listAnalytes } from '../../../frontend/src/api/generated/sdk.gen.js';
import { zAnalyteDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { startServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

it('the vocabulary is public, with what to know about each name', async () => {
  const { data } = await listAnalytes({ client: server.client(), throwOnError: true });
  expect(data.analytes.find(({ key }) => key === 'thca')).toMatchObject({
    ...{ name: 'THCA', panel: 'cannabinoids', cas: '23978-85-0', unit: 'mg/g', isSum: false, isThc: true },
    turnsInto: { analyte: 'd9_thc', factor: '0.877' },
  });
  expect(data.analytes.find(({ key }) => key === 'total_aflatoxins')).toMatchObject({ isSum: true, cas: null });
  expect(data.ambiguous).toContainEqual({ name: 'THC', couldBe: ['d9_thc', 'total_thc'] });
});

it('the answer has the documented fields only, and can be asked for again cheaply', async () => {
  const response = await fetch(`${server.url}/api/analytes`);
  const { analytes } = (await response.json()) as { analytes: object[] };
  const documented = Object.keys(zAnalyteDto.shape).toSorted();
  for (const analyte of analytes) expect(Object.keys(analyte).toSorted()).toEqual(documented);
  const headers = { 'if-none-match': response.headers.get('etag') ?? '' };
  expect((await fetch(`${server.url}/api/analytes`, { headers })).status).toBe(304);
});
