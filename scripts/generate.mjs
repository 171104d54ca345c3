// Regenerates what is generated and committed: the OpenAPI documents from the code, the client from the document, and the
// counts in docs/security.md.
// With a folder as argument everything is written there instead, for a comparison.
import { join } from 'node:path';
import { buildBackend, fail, node, OPENAPI_TS, root } from './lib.mjs';
import { writeSecurityCounts } from './security-counts.mjs';

/** The folder of the documents, and what is generated in it. */
export const DOCUMENTS = join(root, 'openapi');
export const DOCUMENT_NAMES = ['openapi.json', 'openapi-labs.json'];
export const CLIENT = join(root, 'frontend/src/api/generated');

export async function generate({ documents = DOCUMENTS, client = CLIENT } = {}) {
  await node('generate OpenAPI documents', join(root, 'backend/dist/openapi.js'), [documents]);
  const args = [
    '--file',
    'openapi-ts.config.mjs',
    '--input',
    join(documents, 'openapi.json'),
    '--output',
    client,
    '--silent',
  ];
  await node('generate client', OPENAPI_TS, args);
}

if (import.meta.filename === process.argv[1]) {
  await buildBackend()
    .then(() => generate())
    .then(writeSecurityCounts)
    .catch(fail);
}
