import { cloneDatabase } from '../support/test-database.js';
import { startServer } from '../support/test-server.js';

it('the database that a server used is emptied and used again, because a new one takes ten times as long', async () => {
  const server = await startServer();
  await server.stop();
  const next = await cloneDatabase();
  await next.release();
  expect(next.url).toBe(server.database.url);
});
