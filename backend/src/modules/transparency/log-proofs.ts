import { Injectable } from '@nestjs/common';
import { canonicalJson } from '../../domain/transparency/canonical-json.js';
import type { LoggedEntry } from '../../domain/transparency/log-entry.js';
import { type FindHash, hashesBelow, inclusionPath, subtreeHash } from '../../domain/transparency/merkle-tree.js';
import { sha256 } from './sha256.js';
import { type EntryScope, TypeOrmLogStore } from './typeorm-log.store.js';

/** The entries about something, with their proofs. */
export interface ProvenEntries {
  readonly entries: readonly { readonly index: number; readonly proof: string }[];
  /** Whether there is more about it that no checkpoint covers yet. */
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
    const paths = covered.flatMap(({ position }) => inclusionPath(position, size));
    const find = await this.store.hashes(paths.flatMap(hashesBelow));
    return {
      entries: covered.map((entry) => ({
        index: entry.position,
        proof: proofOf(entry, size, checkpoint?.note ?? '', find),
      })),
      isWaiting: isWaiting || covered.length < found.length,
    };
  }
}

/** A proof that needs nothing else (c2sp.org/tlog-proof). */
function proofOf(
  { position, text, content, salt }: LoggedEntry,
  size: number,
  checkpoint: string,
  find: FindHash,
): string {
  const extra = { entry: text, record: content, salt: salt && Buffer.from(salt).toString('hex') };
  const path = inclusionPath(position, size).map((subtree) => base64(subtreeHash(sha256, subtree, find)));
  const head = ['c2sp.org/tlog-proof@v1', `extra ${base64(canonicalJson(extra))}`, `index ${position}`, ...path];
  return `${head.join('\n')}\n\n${checkpoint}`;
}

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes as string).toString('base64');
