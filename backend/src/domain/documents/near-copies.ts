import type { Fingerprint } from '../shared/document-reading.js';

/** Hashes in a band. Two documents that agree in 90 % have one of 16 bands in common with a probability of over 99.9 %. */
const BAND = 8;

/** Above this share of equal hashes, two documents are near copies (decision 0045). */
const NEAR = 0.9;

/**
 * Keys of the near-copy index: documents that are alike have at least one in common (locality-sensitive hashing). Signed 32-bit
 * integers, as PostgreSQL has them.
 */
export function bandsOf(minHash: readonly number[]): number[] {
  const bands: number[] = [];
  for (let at = 0; at + BAND <= minHash.length; at += BAND) bands.push(bandKey(at, minHash.slice(at, at + BAND)));
  return bands;
}

/** FNV-1a over the band's place and its values. */
function bandKey(at: number, values: readonly number[]): number {
  let hash = 0x811c9dc5 ^ at;
  for (const value of values) hash = Math.imul(hash ^ value, 0x01000193);
  return hash | 0;
}

/** Whether two documents have the same words, nearly the same, or neither (null). */
export function likeness(a: Fingerprint, b: Fingerprint): 'same-words' | 'near-copy' | null {
  if (a.wordsSha256 !== null && a.wordsSha256 === b.wordsSha256) return 'same-words';
  if (a.minHash.length === 0 || a.minHash.length !== b.minHash.length) return null;
  const same = a.minHash.filter((hash, i) => hash === b.minHash[i]).length;
  return same / a.minHash.length > NEAR ? 'near-copy' : null;
}
