import { Injectable } from '@nestjs/common';
import { canonicalJson } from '../../domain/transparency/canonical-json.js';
import type { LoggedEntry } from '../../domain/transparency/log-entry.js';
import {
  hashesBelow,
  inclusionPath,
  type LeafRange,
  subtreeHash,
  TILE_WIDTH,
  type TileRange,
} from '../../domain/transparency/merkle-tree.js';
import { sha256 } from './sha256.js';
import { ENTRIES_MAX, type EntryScope, TypeOrmLogStore } from './typeorm-log.store.js';

/** The entries about something, with their proofs. */
export interface ProvenEntries {
  readonly entries: readonly { readonly index: number; readonly proof: string }[];
  /** Whether there is, or may be, more about it than these: no checkpoint covers it yet, or the answer would be too long. */
  readonly isWaiting: boolean;
}

/** Makes proofs that entries are in the log, which people can keep and verify without us. */
@Injectable()
export class LogProofs {
  constructor(private readonly store: TypeOrmLogStore) {}

  /** Asks what waits first, so that a record that is placed meanwhile is found twice and not missed. */
  async about(scope: EntryScope): Promise<ProvenEntries> {
    const isWaiting = await this.store.isWaiting(scope);
    const checkpoint = await this.store.newestCheckpoint();
    const found = await this.store.entriesAbout(scope);
    const size = checkpoint?.size ?? 0;
    const covered = found.filter(({ position }) => position < size);
    const hashOf = await this.hashesFor(covered.flatMap(({ position }) => inclusionPath(position, size)));
    return {
      entries: covered.map((entry) => ({
        index: entry.position,
        proof: proofOf(entry, inclusionPath(entry.position, size).map(hashOf), checkpoint?.note ?? ''),
      })),
      isWaiting: isWaiting || covered.length < found.length || found.length === ENTRIES_MAX,
    };
  }

  /** Reads each tile once, and hashes each subtree once: entries about one document are often near each other. */
  private async hashesFor(subtrees: readonly LeafRange[]): Promise<(subtree: LeafRange) => Uint8Array> {
    const tiles = subtrees.flatMap(hashesBelow).map(tileOf);
    const find = await this.store.hashes([
      ...new Map(tiles.map((tile) => [`${tile.level}/${tile.start}`, tile])).values(),
    ]);
    const known = new Map<string, Uint8Array>();
    return (subtree) => {
      const key = `${subtree.start}-${subtree.end}`;
      const hash = known.get(key) ?? subtreeHash(sha256, subtree, find);
      known.set(key, hash);
      return hash;
    };
  }
}

/** The tile with these hashes: those of one subtree are never in two. */
function tileOf({ level, start: from }: TileRange): TileRange {
  const start = from - (from % TILE_WIDTH);
  return { level, start, end: start + TILE_WIDTH };
}

/** A proof that needs nothing else (c2sp.org/tlog-proof). */
function proofOf(
  { position, text, content, salt }: LoggedEntry,
  path: readonly Uint8Array[],
  checkpoint: string,
): string {
  const extra = { entry: text, record: content, salt: salt && Buffer.from(salt).toString('hex') };
  const head = ['c2sp.org/tlog-proof@v1', `extra ${base64(canonicalJson(extra))}`, `index ${position}`];
  return `${[...head, ...path.map(base64)].join('\n')}\n\n${checkpoint}`;
}

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes as string).toString('base64');
