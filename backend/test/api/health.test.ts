import { getLiveness, getReadiness } from '../../../frontend/src/api/generated/sdk.gen.js';
import { zHealthDto } from '../../../frontend/src/api/generated/zod.gen.js';
import { startServer, type TestServer } from '../support/test-server.js';

/** For responses during an outage, see database-outage.test.ts. */
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

it.each([
  ['GET /health/live', getLiveness],
  ['GET /health/ready', getReadiness],
])('%s returns ok', async (_, ask) => {
  const { data, response } = await ask({ client: server.client() });
  expect(response?.status).toBe(200);
  expect(zHealthDto.parse(data)).toEqual(data);
  expect(data).toEqual({ status: 'ok' });
});
