// Hostile PDFs for tests. node scripts/hostile-documents.mjs FOLDER writes them to a folder; nothing runs in them by itself.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACTIVE } from './hostile-documents/active.mjs';
import { BOMBS } from './hostile-documents/bombs.mjs';
import { BROKEN } from './hostile-documents/broken.mjs';
import { IMAGE_BOMBS } from './hostile-documents/image-bombs.mjs';

/**
 * @typedef {object} HostileDocument
 * @property {string} name
 * @property {() => Buffer | Promise<Buffer>} content
 * @property {'ready' | 'refused' | 'unreadable' | 'any'} outcome how reading must end; `any`: somehow, in time
 * @property {string} [reason]
 */

/** @type {{ active: readonly HostileDocument[], broken: readonly HostileDocument[], bombs: readonly HostileDocument[] }} */
export const HOSTILE_DOCUMENTS = { active: ACTIVE, broken: BROKEN, bombs: [...BOMBS, ...IMAGE_BOMBS] };

if (import.meta.filename === process.argv[1]) {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error('Name a folder: node scripts/hostile-documents.mjs FOLDER');
  mkdirSync(folder, { recursive: true });
  for (const { name, content } of Object.values(HOSTILE_DOCUMENTS).flat()) {
    writeFileSync(join(folder, `${name.replace(/[^a-z0-9]+/gi, '-')}.pdf`), await content());
  }
}
