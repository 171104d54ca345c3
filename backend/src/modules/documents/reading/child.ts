/**
 * The reading process: a PDF on standard input, frames on standard output (frames.ts). It runs under Node's permission
 * model with an empty environment, and gives up its remaining permissions before it reads the document (decision 0046).
 */
import { once } from 'node:events';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { encodeFrame, FRAME } from './frames.js';

await startWatchdog();
// Only our own code has run so far; the packages must not start threads.
drop('worker');
const { loadPdfium } = await import('./pdfium.js');
const { loadQrReader } = await import('./qr-codes.js');
const { readDocument } = await import('./read-document.js');
const { ReadingRefused } = await import('./refusal.js');
const [pdfium] = await Promise.all([loadPdfium(), loadQrReader()]);
drop('fs.read');

const content = Buffer.concat(await process.stdin.toArray());
write(FRAME.started, new Uint8Array());

let isChecked = false;
const result = await answer();
write(FRAME.result, Buffer.from(JSON.stringify(result)));
// PDFium's memory is freed with the process.
process.stdout.end(() => process.exit(0));

/** The parent passes its own process id, because it may have ended already. */
async function startWatchdog(): Promise<void> {
  const file = join(import.meta.dirname, `watchdog${extname(import.meta.filename)}`);
  const watchdog = new Worker(file, { workerData: { parent: Number(process.argv[2]) } });
  await once(watchdog, 'online');
  watchdog.unref();
}

/** Gives up a permission. Older versions of Node can't; there the permission stays as the parent set it. */
function drop(scope: string): void {
  const permission = process.permission as { drop?: (scope: string) => void } | undefined;
  permission?.drop?.(scope);
}

async function answer(): Promise<unknown> {
  try {
    const document = await readDocument(pdfium, content, {
      checked: () => {
        isChecked = true;
        write(FRAME.checked, new Uint8Array());
      },
      picture: (png) => write(FRAME.picture, png),
    });
    return { outcome: 'ready', ...document };
  } catch (error) {
    if (error instanceof ReadingRefused) return error.result;
    // PDFium aborted, ran out of memory, or read past its end. Such a document is not read further.
    return { outcome: isChecked ? 'unreadable' : 'refused', reason: 'too-complex' };
  }
}

/**
 * Writes to pipes are synchronous on Linux and macOS, so the parent has every frame even if PDFium hangs afterwards.
 */
function write(kind: number, content: Uint8Array): void {
  process.stdout.write(encodeFrame(kind, content));
}
