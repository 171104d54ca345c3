import {
  appendedHashes,
  type FindHash,
  hashesBelow,
  inclusionPath,
  leafHash,
  subtreeHash,
  unfinishedTiles,
} from '../../../src/domain/transparency/merkle-tree.js';
import { sha256 } from '../../../src/modules/transparency/sha256.js';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** A tree that knows its hashes of tiles, and refuses to give one that was not asked for before. */
class Tree {
  size = 0;
  private readonly hashes = new Map<string, Uint8Array>();

  append(entries: readonly string[]): void {
    const leaves = entries.map((entry) => leafHash(sha256, entry));
    const find = this.only(unfinishedTiles(this.size));
    for (const { level, position, hash } of appendedHashes(sha256, this.size, leaves, find)) {
      if (this.hashes.has(`${level}/${position}`)) throw new Error('A hash is written once');
      this.hashes.set(`${level}/${position}`, hash);
    }
    this.size += entries.length;
  }

  hash(start: number, end: number): Uint8Array {
    return subtreeHash(sha256, { start, end }, this.only(hashesBelow({ start, end })));
  }

  private only(ranges: ReturnType<typeof unfinishedTiles>): FindHash {
    return (level, position) => {
      const isGiven = ranges.some((one) => one.level === level && one.start <= position && position < one.end);
      const hash = isGiven && this.hashes.get(`${level}/${position}`);
      if (!hash) throw new Error(`${level}/${position} was not asked for`);
      return hash;
    };
  }
}

const entries = (count: number) => Array.from({ length: count }, (_, index) => `entry ${index}`);

/** The definition in RFC 6962 section 2.1, word for word. */
function hashByDefinition(leaves: readonly string[]): Uint8Array {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return leafHash(sha256, leaves[0] ?? '');
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return sha256(Uint8Array.of(1), hashByDefinition(leaves.slice(0, k)), hashByDefinition(leaves.slice(k)));
}

/** Follows a path from a leaf to the root (RFC 9162 section 2.1.3.2), which shares no code with how we make one. */
function rootOfPath(leaf: Uint8Array, index: number, size: number, path: readonly Uint8Array[]): Uint8Array {
  let [fn, sn, root] = [index, size - 1, leaf];
  for (const hash of path) {
    if (sn === 0) throw new Error('The path is too long');
    if (fn % 2 === 1 || fn === sn) {
      root = sha256(Uint8Array.of(1), hash, root);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn >> 1, sn >> 1];
    } else root = sha256(Uint8Array.of(1), root, hash);
    [fn, sn] = [fn >> 1, sn >> 1];
  }
  if (sn !== 0) throw new Error('The path is too short');
  return root;
}

// Of the tests of Certificate Transparency.
it('gives the published hashes of trees', () => {
  const tree = new Tree();
  expect(hex(subtreeHash(sha256, { start: 0, end: 0 }, () => sha256()))).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  );
  const roots = ['', '\0', '\x10', ' !', '01', '@ABC', 'PQRSTUVW', '`abcdefghijklmno'].map((entry) => {
    tree.append([entry]);
    return hex(tree.hash(0, tree.size));
  });
  expect(roots).toEqual([
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ]);
});

it('has the hash of the definition at each size, whatever the batches', () => {
  const tree = new Tree();
  for (const size of [1, 2, 3, 255, 256, 257, 300, 511, 512, 513, 1_300]) {
    tree.append(entries(size).slice(tree.size));
    expect(hex(tree.hash(0, size))).toBe(hex(hashByDefinition(entries(size))));
  }
  // A smaller tree is still there: this is how a kept checkpoint is compared.
  expect(hex(tree.hash(0, 300))).toBe(hex(hashByDefinition(entries(300))));
});

it.each([1, 2, 7, 257])('proves each of %i entries', (size) => {
  const tree = new Tree();
  tree.append(entries(size));
  const root = hex(tree.hash(0, size));
  for (const [index, entry] of entries(size).entries()) {
    const path = inclusionPath(index, size).map(({ start, end }) => tree.hash(start, end));
    expect(hex(rootOfPath(leafHash(sha256, entry), index, size, path))).toBe(root);
  }
});

it('hashes a second level of tiles once they are full', () => {
  const tree = new Tree();
  const all = entries(65_537);
  for (let at = 0; at < all.length; at += 5_000) tree.append(all.slice(at, at + 5_000));
  expect(hex(tree.hash(0, 65_537))).toBe(hex(hashByDefinition(all)));
});
