import type { Hash } from 'node:crypto';

/** More than a certificate with all its analytes needs. A longer line is not kept in memory. */
export const LINE_MAX_BYTES = 128 * 1024;

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
