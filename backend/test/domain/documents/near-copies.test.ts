import { bandsOf, likeness } from '../../../src/domain/documents/near-copies.js';

const hashes = (seed: number) => Array.from({ length: 128 }, (_, i) => Math.imul(i + 1, seed) >>> 0);
const print = (minHash: readonly number[], wordsSha256: string | null = null) => ({ minHash, wordsSha256 });

/** The same hashes, of which every tenth differs, or fewer. */
const changed = (minHash: readonly number[], share: number) =>
  minHash.map((hash, i) => (i < minHash.length * share ? hash + 1 : hash));

const A = hashes(2_654_435_761);

describe('near copies', () => {
  it.each([
    [0, 'near-copy'],
    [0.05, 'near-copy'],
    [0.2, null],
    [1, null],
  ])('with a share of %f changed: %s', (share, expected) => {
    expect(likeness(print(A), print(changed(A, share)))).toBe(expected);
  });

  it('have the same words if the hash of their words is the same', () => {
    expect(likeness(print(A, 'x'), print([], 'x'))).toBe('same-words');
    expect(likeness(print([], null), print([], null))).toBeNull();
  });

  it('have a band of the index in common', () => {
    const bands = new Set(bandsOf(A));
    expect(bands.size).toBe(16);
    expect(bandsOf(changed(A, 0.09)).filter((band) => bands.has(band)).length).toBeGreaterThan(0);
    expect(bandsOf(hashes(40_503)).filter((band) => bands.has(band))).toEqual([]);
  });

  it('have keys that PostgreSQL can store as integers', () => {
    for (const band of bandsOf(A)) expect(band).toBe(band | 0);
    expect(bandsOf([])).toEqual([]);
  });

  it('are not found by a band at another place', () => {
    const rotated = [...A.slice(8), ...A.slice(0, 8)];
    const bands = new Set(bandsOf(A));
    expect(bandsOf(rotated).filter((band) => bands.has(band))).toEqual([]);
  });
});
