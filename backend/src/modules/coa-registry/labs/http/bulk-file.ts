import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BulkFileDamaged, BulkFileEmpty, BulkFileTooLarge } from '../../../../domain/coa-registry/labs/bulk-import.js';

/** An uncompressed file has no such limits, because the lab has to send every byte of it. */
export const COMPRESSED_MAX_MB = 32;

/** About 10,000 certificates with a hundred analytes each. */
export const DECOMPRESSED_MAX_MB = 128;

/** Every line takes time to check and store, however short it is, and short lines compress best. */
export const LINES_MAX = 100_000;

const MB = 1024 * 1024;

interface Limits {
  readonly compressedBytes: number;
  readonly decompressedBytes: number;
  readonly lines: number;
}

const LIMITS: Limits = {
  compressedBytes: COMPRESSED_MAX_MB * MB,
  decompressedBytes: DECOMPRESSED_MAX_MB * MB,
  lines: LINES_MAX,
};

/**
 * Decompresses gzip with backpressure: no faster than the result is consumed. Stops as soon as a limit is exceeded.
 * @throws BulkFileTooLarge, BulkFileDamaged, and whatever the stream throws
 */
export async function* decompress(compressed: AsyncIterable<Buffer>, limits = LIMITS): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  // The loop below throws the error of a failed pipeline.
  pipeline(Readable.from(limitBytes(compressed, limits.compressedBytes)), gunzip).catch(() => {});
  let [bytes, lines] = [0, 0];
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      lines += newlinesIn(chunk);
      if (bytes > limits.decompressedBytes) {
        throw new BulkFileTooLarge(`Unpacked, a compressed file can be at most ${limits.decompressedBytes / MB} MB`);
      }
      if (lines > limits.lines) {
        throw new BulkFileTooLarge(`A compressed file can have at most ${limits.lines.toLocaleString('en-US')} lines`);
      }
      yield chunk;
    }
  } catch (error) {
    throw isZlibError(error) ? new BulkFileDamaged() : error;
  }
}

/** Limits the compressed bytes too: data that decompresses to nothing would pass every other limit. */
async function* limitBytes(compressed: AsyncIterable<Buffer>, max: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of compressed) {
    bytes += chunk.length;
    if (bytes > max) throw new BulkFileTooLarge(`A compressed file can be at most ${max / MB} MB`);
    yield chunk;
  }
}

const NEWLINE = 0x0a;

function newlinesIn(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

const isZlibError = (error: unknown) => /^Z_/.test(String((error as { code?: unknown } | null)?.code ?? ''));

/** A file that begins with more blank lines than this counts as empty. */
const BLANK_MAX_BYTES = MB;

/**
 * Reads until the first non-blank chunk, so that nothing is stored about an empty file.
 * @returns the whole stream
 * @throws BulkFileEmpty
 */
export async function requireContent(stream: AsyncIterable<Buffer>): Promise<AsyncIterable<Buffer>> {
  const chunks = stream[Symbol.asyncIterator]();
  const before: Buffer[] = [];
  for (let blank = 0; blank <= BLANK_MAX_BYTES; ) {
    const { done, value } = await chunks.next();
    if (done) throw new BulkFileEmpty();
    before.push(value);
    if (!isBlank(value)) return prepend(before, chunks);
    blank += value.length;
  }
  await chunks.return?.();
  throw new BulkFileEmpty();
}

const isBlank = (chunk: Buffer) => chunk.toString('utf8').trim() === '';

async function* prepend(before: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* before;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
