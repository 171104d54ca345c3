/** SHA-256 of these bytes, one after the other; a text counts as its UTF-8. */
export type Sha256 = (...parts: readonly (Uint8Array | string)[]) => Uint8Array;

/** Leaves from `start` up to, and without, `end`. */
export interface LeafRange {
  readonly start: number;
  readonly end: number;
}

/** Hashes of one level of tiles. One hash of level `l` stands for `256 ** l` leaves (c2sp.org/tlog-tiles). */
export interface TileRange extends LeafRange {
  readonly level: number;
}

/** A hash of a tile, by level and position. */
export interface TileHash {
  readonly level: number;
  readonly position: number;
  readonly hash: Uint8Array;
}

/** Finds a hash that was read before. @throws if it was not */
export type FindHash = (level: number, position: number) => Uint8Array;

/** Hashes of a full tile. */
export const TILE_WIDTH = 256;

/** The hash of a leaf (RFC 6962 section 2.1). */
export const leafHash = (sha256: Sha256, entry: string): Uint8Array => sha256(Uint8Array.of(0), entry);

const nodeHash = (sha256: Sha256, left: Uint8Array, right: Uint8Array) => sha256(Uint8Array.of(1), left, right);

/** The subtrees whose hashes prove that a tree has a leaf, from the leaf's neighbor up (RFC 6962 section 2.1.1). */
export function inclusionPath(index: number, size: number): readonly LeafRange[] {
  const path: LeafRange[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + largestPowerBelow(end - start);
    path.push(index < middle ? { start: middle, end } : { start, end: middle });
    if (index < middle) end = middle;
    else start = middle;
  }
  return path.reverse();
}

function largestPowerBelow(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

/** Where the hashes are from which {@link subtreeHash} makes that of a subtree. */
export const hashesBelow = (subtree: LeafRange): readonly TileRange[] => perfectSubtrees(subtree).map(inTiles);

/**
 * The hash of a subtree: of a whole tree, or of a part in an inclusion path.
 * @param find has what {@link hashesBelow} names
 */
export function subtreeHash(sha256: Sha256, subtree: LeafRange, find: FindHash): Uint8Array {
  if (subtree.end === subtree.start) return sha256();
  return perfectSubtrees(subtree)
    .map((part) => perfectHash(sha256, inTiles(part), find))
    .reduceRight((right, left) => nodeHash(sha256, left, right));
}

/** Subtrees without gaps, the largest first, as the binary digits of the number of leaves say. */
function perfectSubtrees({ start, end }: LeafRange): readonly LeafRange[] {
  const subtrees: LeafRange[] = [];
  for (let from = start; from < end; ) {
    const size = largestPowerBelow(end - from + 1);
    subtrees.push({ start: from, end: from + size });
    from += size;
  }
  return subtrees;
}

function inTiles({ start, end }: LeafRange): TileRange {
  const level = Math.floor(Math.log2(end - start) / 8);
  const leaves = TILE_WIDTH ** level;
  return { level, start: start / leaves, end: end / leaves };
}

function perfectHash(sha256: Sha256, { level, start, end }: TileRange, find: FindHash): Uint8Array {
  let hashes = Array.from({ length: end - start }, (_, index) => find(level, start + index));
  while (hashes.length > 1) {
    hashes = hashes.flatMap((left, index) => {
      const right = hashes[index + 1];
      return index % 2 === 0 && right ? [nodeHash(sha256, left, right)] : [];
    });
  }
  const [root] = hashes;
  if (!root) throw new RangeError('A subtree has at least one leaf');
  return root;
}

/** The last tile of each level that is not full. {@link appendedHashes} needs its hashes. */
export function unfinishedTiles(size: number): readonly TileRange[] {
  const tiles: TileRange[] = [];
  for (let level = 0, end = size; end > 0; level += 1, end = Math.floor(end / TILE_WIDTH)) {
    tiles.push({ level, start: end - (end % TILE_WIDTH), end });
  }
  return tiles.filter(({ start, end }) => end > start);
}

/**
 * The hashes that a tree gets with more leaves: theirs, and one for each tile that becomes full.
 * @param find has what {@link unfinishedTiles} names
 */
export function appendedHashes(
  sha256: Sha256,
  size: number,
  leaves: readonly Uint8Array[],
  find: FindHash,
): readonly TileHash[] {
  const appended = leaves.map((hash, index) => ({ level: 0, position: size + index, hash }));
  const known = new Map(appended.map(({ position, hash }) => [`0/${position}`, hash]));
  const findAny: FindHash = (level, position) => known.get(`${level}/${position}`) ?? find(level, position);
  for (let level = 1, width = TILE_WIDTH; size + leaves.length >= width; level += 1, width *= TILE_WIDTH) {
    for (let position = Math.floor(size / width); (position + 1) * width <= size + leaves.length; position += 1) {
      const tile = { level: level - 1, start: position * TILE_WIDTH, end: (position + 1) * TILE_WIDTH };
      const hash = perfectHash(sha256, tile, findAny);
      known.set(`${level}/${position}`, hash);
      appended.push({ level, position, hash });
    }
  }
  return appended;
}
