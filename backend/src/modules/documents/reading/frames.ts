import { READING_LIMITS } from './limits.js';

/**
 * What the reading process writes to its standard output: frames of one byte for the kind, four for the length (big
 * endian), and the content.
 */
export const FRAME = {
  /** Empty: the process is ready to read. An earlier failure is not caused by the document. */
  started: 0,
  /**
   * Empty: the document has no active content. Sent before pages are read, so that it counts even if reading fails
   * later.
   */
  checked: 1,
  /** PNG of the next page. */
  picture: 2,
  /** JSON: the result, always last. */
  result: 3,
} as const;

const HEADER_BYTES = 5;

export interface Frame {
  readonly kind: number;
  readonly content: Buffer;
}

export function encodeFrame(kind: number, content: Uint8Array): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(kind);
  header.writeUInt32BE(content.length, 1);
  return Buffer.concat([header, content]);
}

/** No reading has more frames; a process under a document's control could write millions of empty ones. */
const MAX_FRAMES = READING_LIMITS.pagesRead + 3;

/** @returns complete frames; an incomplete last one is left out, and so are too many */
export function decodeFrames(output: Buffer): Frame[] {
  const frames: Frame[] = [];
  let at = 0;
  while (at + HEADER_BYTES <= output.length && frames.length <= MAX_FRAMES) {
    const end = at + HEADER_BYTES + output.readUInt32BE(at + 1);
    if (end > output.length) break;
    frames.push({ kind: output.readUInt8(at), content: output.subarray(at + HEADER_BYTES, end) });
    at = end;
  }
  return frames;
}
