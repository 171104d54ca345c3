import { cloneDatabase, DELETE_ALL, openDataSource } from '../support/test-database.js';
import { startServer } from '../support/test-server.js';

/** Earlier files of this worker leave databases, and one that has grown too large is dropped instead. */
const LEFT_MAX = 5;

it('the database that a server used is emptied and used again, because a new one takes ten times as long', async () => {
  const isUsedAgain = async () => {
    const server = await startServer();
    await server.stop();
    const next = await cloneDatabase();
    await next.release();
    return next.url === server.database.url;
  };
  let tries = 0;
  while (!(await isUsedAgain())) {
    tries += 1;
    expect(tries).toBeLessThan(LEFT_MAX);
  }
});

it('every table is emptied: by name, with the rows that it belongs to, or by a trigger that counts them', async () => {
  const { url, release } = await cloneDatabase();
  const database = await openDataSource(url);
  const tables = await database.query<{ name: string; owners: string[] }[]>(
    `SELECT c.relname AS name, ARRAY(SELECT confrelid::regclass::text FROM pg_constraint
             WHERE conrelid = c.oid AND contype = 'f' AND confdeltype = 'c') AS owners
       FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'`,
  );
  await database.destroy();
  await release();
  const emptied = new Set([...DELETE_ALL.matchAll(/DELETE FROM (\w+)/g)].map(([, name]) => name));
  const isKept = ({ name, owners }: (typeof tables)[number]) =>
    !emptied.has(name) && !owners.some((owner) => emptied.has(owner));
  // Rows can belong to rows that belong to others.
  for (let before = -1; before !== emptied.size; ) {
    before = emptied.size;
    for (const table of tables) if (!isKept(table)) emptied.add(table.name);
  }
  const kept = tables.filter(isKept);
  expect(kept.map(({ name }) => name).toSorted()).toEqual(['migrations', 'registry_totals']);
});
