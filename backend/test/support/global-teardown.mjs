import { rmSync } from 'node:fs';
import pg from 'pg';

/** Once per run: removes what its tests wrote, and the clones of the template. */
export default async function tearDown() {
  rmSync(process.env.TEST_FOLDER, { recursive: true, force: true });
  await dropClones();
}

async function dropClones() {
  const admin = new pg.Client(process.env.TEST_PG_URL);
  await admin.connect();
  const { rows } = await admin.query('SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)', [
    process.env.TEST_DATABASES,
  ]);
  for (const { name } of rows) await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await admin.end();
}
