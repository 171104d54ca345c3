// npm run migration:generate -- <name>: writes a migration for the difference between entities and existing migrations.
import { join } from 'node:path';
import { buildBackend, fail, node, root, TYPEORM } from './lib.mjs';
import { startPostgres } from './postgres.mjs';

async function main(name) {
  if (!name) throw new Error('Say what the migration is for: npm run migration:generate -- add-retests');
  await buildBackend();
  const postgres = await startPostgres();
  try {
    const env = { DATABASE_URL: postgres.url() };
    const source = ['-d', 'backend/dist/data-source.js'];
    await node('run migrations', TYPEORM, ['migration:run', ...source], { env });
    await node(
      'generate',
      TYPEORM,
      ['migration:generate', ...source, `backend/src/migrations/${name}`, '--esm', '--pretty'],
      { env },
    );
    console.log(`Name it in ${join(root, 'backend/src/migrations/index.ts')}.`);
  } finally {
    await postgres.stop();
  }
}

await main(process.argv[2]).catch(fail);
