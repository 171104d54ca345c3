import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { ChildProcessDocumentReader } from '../../src/modules/documents/reading/child-process.reader.js';
import type { ReadingCode } from '../../src/modules/documents/reading/reading-process.js';

const ROOT = join(import.meta.dirname, '../../..');
const SOURCES = join(ROOT, 'backend/src/modules/documents/reading');

let code: Promise<ReadingCode> | undefined;

/** The code of the reading process from the sources: unit tests run without a build. */
export function readingCode(): Promise<ReadingCode> {
  code ??= bundle();
  return code;
}

/** Reads documents as the built server does, with the reading process from the sources. */
export const testDocumentReader = async () => new ChildProcessDocumentReader(await readingCode());

async function bundle(): Promise<ReadingCode> {
  const folder = join(ROOT, 'node_modules/.cache/clearbatch', `reading-${process.pid}`);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'silent',
    build: {
      ssr: true,
      outDir: folder,
      target: 'node22',
      rolldownOptions: {
        input: {
          child: join(SOURCES, 'child.ts'),
          watchdog: join(SOURCES, 'watchdog.ts'),
          parent: join(SOURCES, 'reading-process.ts'),
        },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
      },
    },
  });
  return { entry: join(folder, 'child.mjs'), readable: [folder] };
}
