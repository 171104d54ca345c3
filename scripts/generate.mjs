// npm run generate: writes the OpenAPI document from the code, the client from the document, and the counts in
// docs/security.md. All but the client are committed. npm run generate migration <name>: writes a migration for the
// difference between entities and existing migrations.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildBackend, fail, node, root, TYPEORM, writeClient } from './lib.mjs';
import { startPostgres } from './postgres.mjs';
import { writeSecurityCounts } from './security-counts.mjs';

const DOCUMENTS = join(root, 'openapi');

const writeDocument = (folder) => node('generate OpenAPI document', join(root, 'backend/dist/openapi.js'), [folder]);

/** @throws Error if the committed document is not the one that the code gives */
export async function assertGeneratedIsFresh() {
  const folder = mkdtempSync(join(tmpdir(), 'clearbatch-generated-'));
  try {
    await writeDocument(folder);
    const [committed, fresh] = [DOCUMENTS, folder].map((place) => readFileSync(join(place, 'openapi.json'), 'utf8'));
    if (committed !== fresh) throw new Error('openapi/openapi.json is stale. Run "npm run generate" and commit it.');
    console.log('generated files: fresh');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function generateMigration(name) {
  if (!name) throw new Error('Say what the migration is for: npm run generate migration add-retests');
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

async function main([subject, name]) {
  await buildBackend();
  if (subject === 'migration') return generateMigration(name);
  await writeDocument(DOCUMENTS);
  await writeClient();
  writeSecurityCounts();
}

if (import.meta.filename === process.argv[1]) await main(process.argv.slice(2)).catch(fail);
