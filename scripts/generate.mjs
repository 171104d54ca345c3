// Regenerates what is generated and committed: the OpenAPI document from the code, the client from the document.
// With a folder as argument everything is written there instead, for a comparison.
import { join } from 'node:path';
import { buildBackend, fail, node, OPENAPI_TS, root } from './lib.mjs';

export const DOCUMENT = join(root, 'openapi/openapi.json');
export const CLIENT = join(root, 'frontend/src/api/generated');

export async function generate({ document = DOCUMENT, client = CLIENT } = {}) {
  await node('generate OpenAPI document', join(root, 'backend/dist/openapi.js'), [document]);
  const args = ['--file', 'openapi-ts.config.mjs', '--input', document, '--output', client, '--silent'];
  await node('generate client', OPENAPI_TS, args);
}

if (import.meta.filename === process.argv[1]) {
  await buildBackend()
    .then(() => generate())
    .catch(fail);
}
