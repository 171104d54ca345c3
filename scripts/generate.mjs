// npm run generate: writes the OpenAPI documents from the code and the client from the document. Both are committed.
import { join } from 'node:path';
import { buildBackend, fail, node, OPENAPI_TS, root } from './lib.mjs';
import { writeSecurityCounts } from './security-counts.mjs';

/** Where the documents are, and their names. */
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
