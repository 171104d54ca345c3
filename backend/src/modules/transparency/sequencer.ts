import { entryOf, isMadeFrom, type LogEntry, placed } from '../../domain/transparency/log-entry.js';
import {
  appendedHashes,
  hashesBelow,
  leafHash,
  subtreeHash,
  unfinishedTiles,
} from '../../domain/transparency/merkle-tree.js';
import { type Checkpoint, LogAnchor, LogSigner, type TreeHead } from '../../domain/transparency/ports.js';
import type { Queue } from '../../platform/queue/worker.js';
import { sha256 } from './sha256.js';
import { TypeOrmLogStore } from './typeorm-log.store.js';

/** Records that are moved in one transaction, and entries that are kept at once. */
const BATCH = 1_000;

/** Gives decisions their places in the log, and signs it. Only one process does so at a time. */
export class Sequencer {
  constructor(
    private readonly store: TypeOrmLogStore,
    private readonly signer: LogSigner,
    private readonly anchor: LogAnchor,
  ) {}

  private isKeyAnnounced = false;

  /** @throws Error while the log must stand still, because it would contradict what was signed before */
  async advance(): Promise<void> {
    await this.announceKey();
    if (!(await this.store.isBehind())) return;
    let placedNow: number | null;
    do placedNow = await this.store.alone(() => this.place());
    while (placedNow === BATCH);
    await this.store.alone(() => this.sign());
  }

  /** An entry that both keys sign says which key follows. */
  private async announceKey(): Promise<void> {
    const { nextVerifierKey } = this.signer;
    if (nextVerifierKey === null || this.isKeyAnnounced) return;
    this.isKeyAnnounced = (await this.store.alone(() => this.store.addKey(nextVerifierKey))) !== null;
  }

  /** @returns how many records it placed */
  private async place(): Promise<number> {
    const size = await this.store.size();
    await this.signedBefore(size);
    const records = await this.store.waiting(BATCH);
    if (records.length === 0) return 0;
    const entries = placed(sha256, size, records, await this.store.counts(records.map(({ ref }) => ref)));
    await this.append(size, entries);
    await this.store.setPositions(entries.map(({ position }, index) => ({ id: records[index]?.id, position })));
    return records.length;
  }

  private async append(size: number, entries: readonly LogEntry[]): Promise<void> {
    const leaves = entries.map(({ text }) => leafHash(sha256, text));
    const hashes = appendedHashes(sha256, size, leaves, await this.store.hashes(unfinishedTiles(size)));
    await this.store.append(entries, hashes);
  }

  /** The entries are committed. After a crash between anchor and database, the next process signs the same bytes again. */
  private async sign(): Promise<void> {
    const size = await this.store.size();
    const before = await this.signedBefore(size);
    if (before && !isEqual(await this.headAt(before.size), before)) {
      throw new Error(`The public log differs from what was signed for its first ${before.size} entries`);
    }
    const newest = await this.store.newestCheckpoint();
    if (newest?.size === size) return;
    const checkpoint = this.signer.sign(await this.headAt(size));
    for (let start = before?.size ?? 0; start < size; start += BATCH) {
      const texts = await this.store.texts({ start, end: Math.min(start + BATCH, size) });
      await this.anchor.keepEntries(start, texts);
    }
    if (checkpoint.note !== before?.note) await this.anchor.replace(before, checkpoint);
    await this.store.publish(size, checkpoint.note);
  }

  /**
   * After a restore of the database: puts entries back that were signed, each in its place.
   * @returns how many
   * @throws Error if they are not those that were signed
   */
  async recover(): Promise<number> {
    const lost = await this.store.alone(async () => {
      const [size, signed] = [await this.store.size(), await this.anchor.newest()];
      if (!signed || signed.size <= size) return 0;
      const texts = await this.anchor.keptEntries({ start: size, end: signed.size });
      await this.putBack(
        size,
        texts.map((text, index) => entryOf(size + index, text)),
      );
      if (!isEqual(await this.headAt(signed.size), signed)) {
        throw new Error('The entries that were kept do not lead to the checkpoint that was signed');
      }
      return signed.size - size;
    });
    if (lost === null) throw new Error('Another process is working on the public log. Try again');
    return lost;
  }

  /** Decisions that waited when the backup was made, and are among these entries, do not enter again. */
  private async putBack(size: number, entries: readonly LogEntry[]): Promise<void> {
    await this.append(size, entries);
    const records = await this.store.waiting(null);
    await this.store.setPositions(
      entries.map((entry) => ({
        id: records.find((record) => isMadeFrom(sha256, entry, record))?.id,
        position: entry.position,
      })),
    );
  }

  /**
   * The last checkpoint that was ever signed.
   * @throws Error if the log in the database is not the one that was signed, or lacks entries of it
   */
  private async signedBefore(size: number): Promise<Checkpoint | null> {
    const [before, published] = [await this.anchor.newest(), await this.store.newestCheckpoint()];
    if (published) this.signer.open(published.note);
    if (!before && published) throw new Error('The anchor of the public log is missing: put back its folder');
    if (before && before.size > size) {
      throw new Error(`The public log has ${size} entries, and ${before.size} were signed: restore a newer backup`);
    }
    return before;
  }

  private async headAt(size: number): Promise<TreeHead> {
    const tree = { start: 0, end: size };
    return { size, root: subtreeHash(sha256, tree, await this.store.hashes(hashesBelow(tree))) };
  }
}

const isEqual = ({ root }: TreeHead, other: TreeHead) => Buffer.compare(root, other.root) === 0;

/** Looks for decisions once a second, in every process. */
export const logQueue = (sequencer: Sequencer | null): Queue<never> => ({
  name: 'transparency log',
  claim: async () => {
    await sequencer?.advance();
    return [];
  },
  work: async () => true,
  concurrency: 1,
  pollMs: 1_000,
});
