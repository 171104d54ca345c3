import { DocumentAssembler } from '../../domain/documents/reading-queue.js';
import { type StoredDocument } from '../../domain/shared/stored-document.js';
import { verified } from './chunks.js';

/** Collects the bytes in one buffer of the right size, and compares their SHA-256. */
export class HashAssembler extends DocumentAssembler {
  async assemble({ id, bytes }: StoredDocument, content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
    const whole = Buffer.allocUnsafeSlow(bytes);
    let filled = 0;
    for await (const piece of verified(id, bytes, content)) {
      whole.set(piece, filled);
      filled += piece.length;
    }
    return whole;
  }
}
