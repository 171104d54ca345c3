import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BulkFileDamaged, BulkFileEmpty, BulkFileTooLarge } from '../../../domain/coa-registry/bulk-import.js';

/** A file that is not compressed has no such limits: its sender has to send every byte of it. */
export const PACKED_MAX_MB = 32;

/** Some 10,000 certificates with a hundred measured lines each. */
export const UNPACKED_MAX_MB = 128;

/** Checking and storing a line takes time however short it is, and short ones compress best. */
export const LINES_MAX = 100_000;

const MB = 1024 * 1024;

interface Limits {
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly lines: number;
}

const LIMITS: Limits = { packedBytes: PACKED_MAX_MB * MB, unpackedBytes: UNPACKED_MAX_MB * MB, lines: LINES_MAX };

/**
 * Unpacks gzip as it arrives, no faster than what comes out is taken. What passes a limit is refused at once and not
 * unpacked further.
 * @throws BulkFileTooLarge, BulkFileDamaged, and whatever the stream throws
 */
export async function* unpacked(packed: AsyncIterable<Buffer>, limits = LIMITS): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  // The loop below throws whatever this fails with.
  pipeline(Readable.from(limited(packed, limits.packedBytes)), gunzip).catch(() => {});
  let [bytes, lines] = [0, 0];
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      lines += newlinesIn(chunk);
      if (bytes > limits.unpackedBytes) {
        throw new BulkFileTooLarge(`Unpacked, a compressed file can be at most ${limits.unpackedBytes / MB} MB`);
      }
      if (lines > limits.lines) {
        throw new BulkFileTooLarge(`A compressed file can have at most ${limits.lines.toLocaleString('en-US')} lines`);
      }
      yield chunk;
    }
  } catch (error) {
    throw isOfZlib(error) ? new BulkFileDamaged() : error;
  }
}

/** Packed bytes are counted too: what unpacks to nothing would pass any other limit. */
async function* limited(packed: AsyncIterable<Buffer>, max: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of packed) {
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

const isOfZlib = (error: unknown) => /^Z_/.test(String((error as { code?: unknown } | null)?.code ?? ''));

/** More blank lines than this before the first certificate are no file. */
const BLANK_MAX_BYTES = MB;

/**
 * Looks for the first thing in a file that is not blank, before anything is stored about it.
 * @returns the whole stream
 * @throws BulkFileEmpty
 */
export async function withContent(stream: AsyncIterable<Buffer>): Promise<AsyncIterable<Buffer>> {
  const chunks = stream[Symbol.asyncIterator]();
  const before: Buffer[] = [];
  for (let blank = 0; blank <= BLANK_MAX_BYTES; ) {
    const { done, value } = await chunks.next();
    if (done) throw new BulkFileEmpty();
    before.push(value);
    if (!isBlank(value)) return rejoined(before, chunks);
    blank += value.length;
  }
  await chunks.return?.();
  throw new BulkFileEmpty();
}

const isBlank = (chunk: Buffer) => chunk.toString('utf8').trim() === '';

async function* rejoined(before: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* before;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
