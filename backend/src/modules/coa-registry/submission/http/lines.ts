import type { Hash } from 'node:crypto';
import type { RefusedLine } from '../../../../domain/coa-registry/labs/bulk-job.js';

/** More than a certificate with all its analytes needs. A longer line is not kept in memory. */
export const LINE_MAX_BYTES = 128 * 1024;

/**
 * After this many lines, the event loop handles other requests and the database's responses. A line with 500 analytes
 * takes about 12 ms.
 */
export const LINES_PER_TURN = 4;

const utf8 = new TextDecoder('utf-8', { fatal: true });

const NEWLINE = 0x0a;

/**
 * Splits a stream into lines without their line breaks; null stands for a line that is too long.
 * @param hash includes every byte of a line by the time that line is yielded
 * @param options `quoted`: whether a line break between quotation marks belongs to the line, as in CSV
 */
export async function* splitLines(
  stream: AsyncIterable<Buffer> | Iterable<Buffer>,
  hash: Hash,
  { quoted = false } = {},
): AsyncGenerator<Buffer | null> {
  const line = new LineBuffer(hash);
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      line.add(chunk.subarray(from, end + 1));
      from = end + 1;
      if (!quoted || line.isClosed) yield line.take();
    }
    line.add(chunk.subarray(from));
  }
  if (line.bytes > 0) yield line.take();
}

const QUOTATION_MARK = 0x22;

class LineBuffer {
  bytes = 0;
  /** Whether the quotation marks so far come in pairs. */
  isClosed = true;
  private parts: Buffer[] = [];

  constructor(private readonly hash: Hash) {}

  add(part: Buffer): void {
    this.hash.update(part);
    this.bytes += part.length;
    for (let at = part.indexOf(QUOTATION_MARK); at !== -1; at = part.indexOf(QUOTATION_MARK, at + 1)) {
      this.isClosed = !this.isClosed;
    }
    if (this.bytes > LINE_MAX_BYTES) this.parts = [];
    else this.parts.push(part);
  }

  take(): Buffer | null {
    const line = this.bytes > LINE_MAX_BYTES ? null : Buffer.concat(this.parts);
    this.bytes = 0;
    this.parts = [];
    this.isClosed = true;
    return line;
  }
}

/** Reads the lines of one file. */
export interface LineReader {
  /** Whether a line break between quotation marks belongs to the line. */
  readonly quoted: boolean;
  /** Whether it has read what it needs for the other lines, such as the names of columns. */
  readonly isReady: boolean;
  /** @returns the body of a request; null where the line holds none; a sentence where it can't be read */
  read(text: string): object | string | null;
}

export const NOT_JSON = 'This line is not a JSON object in UTF-8';

/** The body that a line stands for, or why it has none. */
export type ReadLine = { readonly sent: object } | Pick<RefusedLine, 'code' | 'errors'>;

/** @returns null for a line without a certificate */
export function readLine(bytes: Buffer | null, reader: LineReader): ReadLine | null {
  const refused = (code: RefusedLine['code'], message: string): ReadLine => ({
    code,
    errors: [{ field: '', message }],
  });
  if (bytes === null) return refused('line-too-long', `A line can be at most ${LINE_MAX_BYTES / 1024} kB`);
  const text = decodeUtf8(bytes);
  const sent = text === null ? (reader.quoted ? 'This row is not in UTF-8' : NOT_JSON) : reader.read(text);
  if (sent === null) return null;
  return typeof sent === 'string' ? refused('line-unreadable', sent) : { sent };
}

/** @returns null for invalid UTF-8 */
export function decodeUtf8(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}
