import { getCertificate, listAnalytes } from '../../../frontend/src/api/generated/sdk.gen.js';
import { zAnalyteDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { startServer, type TestServer } from '../support/test-server.js';
import { published, signInAsStaff } from './api-helpers.js';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

it('the vocabulary is public, with what to know about each name', async () => {
  const { data } = await listAnalytes({ client: server.client(), throwOnError: true });
  expect(data.analytes.find(({ key }) => key === 'thca')).toMatchObject({
    name: 'THCA',
    panel: 'cannabinoids',
    cas: '23978-85-0',
    unit: 'mg/g',
    isSum: false,
    isThc: true,
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

it('lines of a published certificate name the analyte that their printed name means, and stay as printed', async () => {
  const staff = await signInAsStaff(server, 'robin');
  const visitor = server.client();
  const lines = [
    ['cannabinoids', 'Delta-9 THC', 'd9_thc'],
    ['cannabinoids', 'THC', null],
    ['heavyMetals', 'Lead (Pb)', 'lead'],
    ['other', 'B1', null],
    ['other', 'Vitamin C', null],
  ] as const;
  const analytes = lines.map(([panel, name]) => ({ panel, name, valueText: 'ND' }));
  const { reference } = await published(staff, visitor, { testResults: { analytes } as never });
  const { data } = await getCertificate({ client: visitor, path: { reference }, throwOnError: true });
  const found = data.testResults.analytes.map(({ panel, name, analyte }) => [panel, name, analyte]);
  expect(found).toEqual(lines);
});
