import type { Hash } from 'node:crypto';

/** Longer than any certificate with all its analytes; what is longer is not kept in memory. */
export const LINE_MAX_BYTES = 128 * 1024;

const NEWLINE = 0x0a;

/**
 * The lines of a stream without their ends, one at a time; null for one that is too long.
 * @param hash is fed with every byte of a line before that line is given out
 */
export async function* linesOf(stream: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer | null> {
  const line = new GrowingLine(hash);
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      line.add(chunk.subarray(from, end + 1));
      yield line.take();
      from = end + 1;
    }
    line.add(chunk.subarray(from));
  }
  if (line.bytes > 0) yield line.take();
}

class GrowingLine {
  bytes = 0;
  private parts: Buffer[] = [];

  constructor(private readonly hash: Hash) {}

  add(part: Buffer): void {
    this.hash.update(part);
    this.bytes += part.length;
    if (this.bytes > LINE_MAX_BYTES) this.parts = [];
    else this.parts.push(part);
  }

  take(): Buffer | null {
    const line = this.bytes > LINE_MAX_BYTES ? null : Buffer.concat(this.parts);
    this.bytes = 0;
    this.parts = [];
    return line;
  }
}
