import { placed } from '../../domain/transparency/log-entry.js';
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

/** Records that are moved in one transaction. */
const BATCH = 1_000;

/** Gives decisions their places in the log, and signs it. Only one process does so at a time. */
export class Sequencer {
  constructor(
    private readonly store: TypeOrmLogStore,
    private readonly signer: LogSigner,
    private readonly anchor: LogAnchor,
  ) {}

  /** @throws Error while the log must stand still, because it would contradict what was signed before */
  async advance(): Promise<void> {
    if (!(await this.store.isBehind())) return;
    let placedNow: number | null;
    do placedNow = await this.store.alone(() => this.place());
    while (placedNow === BATCH);
    await this.store.alone(() => this.sign());
  }

  /** @returns how many records it placed */
  private async place(): Promise<number> {
    const size = await this.store.size();
    await this.signedBefore(size);
    const records = await this.store.waiting(BATCH);
    if (records.length === 0) return 0;
    const entries = placed(sha256, size, records, await this.store.counts(records.map(({ ref }) => ref)));
    const leaves = entries.map(({ text }) => leafHash(sha256, text));
    const hashes = appendedHashes(sha256, size, leaves, await this.store.hashes(unfinishedTiles(size)));
    await this.store.append(records, entries, hashes);
    return records.length;
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
    if (checkpoint.note !== before?.note) await this.anchor.replace(before, checkpoint);
    await this.store.publish(size, checkpoint.note);
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
