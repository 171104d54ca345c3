import { getCoaStatistics, listCoas } from '../../../frontend/src/api/generated/sdk.gen.js';
import { startServer, type TestServer } from '../support/test-server.js';

describe('an empty registry', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server?.stop());

  it('answers with an empty list and zeros', async () => {
    const client = server.client();
    const { data, response } = await listCoas({ client });
    expect(data).toEqual([]);
    expect(response?.headers.get('x-total-count')).toBe('0');
    expect((await getCoaStatistics({ client })).data).toEqual({
      totalCoas: 0,
      totalBrands: 0,
      underDosedCount: 0,
      underDosedPercent: 0,
    });
  });
});
