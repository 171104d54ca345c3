// Checks that the committed generated files match what the code generates. Failures name the command to run.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { DOCUMENTS, generate, SCHEMAS } from './generate.mjs';

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
