import { TILE_WIDTH, type TileRange } from './merkle-tree.js';

/**
 * The hashes, or entries, that the address of a tile names: `<N>` or `<N>.p/<W>`, with the number as in `x001/x234/067`.
 * @returns null for any other text
 */
export function parseTilePath(level: number, path: string): TileRange | null {
  const [, number, width] = /^((?:x\d{3}\/){0,3}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? [];
  if (number === undefined || number.startsWith('x000/') || Number(width ?? 1) >= TILE_WIDTH) return null;
  const start = Number(number.replaceAll(/[x/]/g, '')) * TILE_WIDTH;
  return { level, start, end: start + Number(width ?? TILE_WIDTH) };
}

/** How many hashes a level has in a tree of this size. */
export const hashesOfLevel = (size: number, level: number): number => Math.floor(size / TILE_WIDTH ** level);
