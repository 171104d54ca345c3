// npm run generate: writes the OpenAPI document from the code, the schema of a bulk line and the client from the document, and
// the counts in docs/security.md. All but the client are committed. npm run generate migration <name>: writes a migration
// for the difference between entities and existing migrations.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildBackend, fail, node, root, TYPEORM, writeClient } from './lib.mjs';
import { startPostgres } from './postgres.mjs';
import { writeSecurityCounts } from './security-counts.mjs';

/** The folder of the document. */
const DOCUMENTS = join(root, 'openapi');
const SCHEMAS = join(root, 'backend/src/modules/coa-registry/http/generated');

async function generate({ documents = DOCUMENTS, schemas = SCHEMAS } = {}) {
  await node('generate OpenAPI document', join(root, 'backend/dist/openapi.js'), [documents]);
  const document = JSON.parse(readFileSync(join(documents, 'openapi.json'), 'utf8'));
  mkdirSync(schemas, { recursive: true });
  writeFileSync(join(schemas, 'partner-certificate.schema.ts'), lineSchema(document));
}

/** The JSON Schema of a line of a bulk file, as a module that the server imports. */
function lineSchema({ components }) {
  const schema = JSON.stringify(resolved(components.schemas.PartnerCertificateDto, components.schemas), null, 2);
  return `// This file is generated from openapi/openapi.json by "npm run generate". Do not edit it.\nexport const PARTNER_CERTIFICATE_SCHEMA = ${schema};\n`;
}

/** The schema with its references replaced by what they refer to, and without descriptions and examples. */
function resolved({ description: _, example: __, allOf, $ref, properties, items, ...rules }, schemas) {
  const target = $ref ?? allOf?.[0].$ref;
  if (target) return { ...resolved(schemas[target.split('/').at(-1)], schemas), ...rules };
  const parts = properties && Object.entries(properties).map(([name, part]) => [name, resolved(part, schemas)]);
  return {
    ...rules,
    ...(parts && { properties: Object.fromEntries(parts) }),
    ...(items && { items: resolved(items, schemas) }),
  };
}

/** @throws Error listing stale files */
export async function assertGeneratedIsFresh() {
  const folder = mkdtempSync(join(tmpdir(), 'clearbatch-generated-'));
  try {
    const fresh = { documents: join(folder, 'documents'), schemas: join(folder, 'schemas') };
    mkdirSync(fresh.documents);
    await generate(fresh);
    const stale = [
      ...differences(DOCUMENTS, fresh.documents, ['openapi.json']),
      ...differences(SCHEMAS, fresh.schemas, [...new Set([...filesOf(SCHEMAS), ...filesOf(fresh.schemas)])]),
    ];
    if (stale.length > 0) {
      throw new Error(`Stale: ${stale.join(', ')}. Run "npm run generate" and commit what it changes.`);
    }
    console.log('generated files: fresh');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

const differences = (committed, fresh, names) =>
  names
    .filter((name) => textOf(join(committed, name)) !== textOf(join(fresh, name)))
    .map((name) => join(committed, name));

function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
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
  await generate();
  await writeClient();
  writeSecurityCounts();
}

if (import.meta.filename === process.argv[1]) await main(process.argv.slice(2)).catch(fail);
