// npm run generate: writes the OpenAPI document from the code, and the schema of a bulk line and the client from the
// document. The client is not committed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildBackend, fail, node, root, writeClient } from './lib.mjs';
import { writeSecurityCounts } from './security-counts.mjs';

/** The folder of the document. */
export const DOCUMENTS = join(root, 'openapi');
export const SCHEMAS = join(root, 'backend/src/modules/coa-registry/http/generated');

export async function generate({ documents = DOCUMENTS, schemas = SCHEMAS } = {}) {
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

if (import.meta.filename === process.argv[1]) {
  await buildBackend()
    .then(() => generate())
    .then(() => writeClient())
    .then(writeSecurityCounts)
    .catch(fail);
}
