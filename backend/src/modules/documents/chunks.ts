import { createHash } from 'node:crypto';
import { DocumentDigestDiffers } from '../../domain/documents/ports.js';
import type { StoredDocument } from '../../domain/shared/stored-document.js';

/** Passes content on, and throws at its end if its length or hash is wrong. @throws DocumentDigestDiffers */
export async function* verified(
  sha256: string,
  bytes: number,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let arrived = 0;
  for await (const piece of content) {
    arrived += piece.length;
    if (arrived > bytes) throw new DocumentDigestDiffers();
    hash.update(piece);
    yield piece;
  }
  if (arrived !== bytes || hash.digest('hex') !== sha256) throw new DocumentDigestDiffers();
}

/** Collects content in one buffer of the right size. @throws DocumentDigestDiffers */
export async function collected(
  { id, bytes }: StoredDocument,
  content: AsyncIterable<Uint8Array>,
): Promise<Uint8Array> {
  const whole = Buffer.allocUnsafeSlow(bytes);
  let filled = 0;
  for await (const piece of verified(id, bytes, content)) {
    whole.set(piece, filled);
    filled += piece.length;
  }
  return whole;
}

/**
 * Cuts content into chunks of one size; the last one is shorter. All chunks share one buffer: each is overwritten by
 * the next, so an upload of any length takes the memory of one chunk.
 */
export async function* inChunks(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(size);
  let filled = 0;
  for await (const piece of content) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + size - filled);
      buffer.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < size) continue;
      yield buffer;
      filled = 0;
    }
  }
  if (filled > 0) yield buffer.subarray(0, filled);
}
