import { createHash } from 'node:crypto';
import type { Fingerprint, PageText } from '../../../domain/shared/document-reading.js';

/** With fewer words, unrelated documents look alike. */
const MIN_WORDS = 30;
const SHINGLE_WORDS = 3;
const HASHES = 128;

/**
 * The fingerprint of a document. A copy that was saved again has the same, an edited copy nearly the same. Pictures are
 * not compared: the templates of laboratories look alike.
 */
export function fingerprintOf(pages: readonly PageText[]): Fingerprint {
  const words = pages.flatMap((page) => page.words.flatMap(({ text }) => normalize(text)));
  if (words.length < MIN_WORDS) return { wordsSha256: null, minHash: [] };
  return { wordsSha256: createHash('sha256').update(words.join(' ')).digest('hex'), minHash: minHashOf(words) };
}

/** Letters and digits in lower case. A sign such as "<" changes the meaning of a result, so it is kept. */
const normalize = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}<>]+/gu) ?? [];

function minHashOf(words: readonly string[]): number[] {
  const smallest = new Uint32Array(HASHES).fill(0xffff_ffff);
  const seen = new Set<number>();
  for (let at = 0; at + SHINGLE_WORDS <= words.length; at += 1) {
    const shingle = fnv1a(words.slice(at, at + SHINGLE_WORDS).join(' '));
    if (seen.has(shingle)) continue;
    seen.add(shingle);
    for (let hash = 0; hash < HASHES; hash += 1) {
      const value = scramble(shingle, hash);
      if (value < (smallest[hash] as number)) smallest[hash] = value;
    }
  }
  return [...smallest];
}

/** FNV-1a over UTF-16 code units. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** A different permutation of the 32-bit numbers for each seed: the finalizer of MurmurHash3. */
function scramble(value: number, seed: number): number {
  let hash = value ^ Math.imul(seed + 1, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
