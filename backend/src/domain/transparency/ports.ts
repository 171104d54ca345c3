import type { LeafRange } from './merkle-tree.js';

/** The head of a tree: how many entries it has, and its hash. */
export interface TreeHead {
  readonly size: number;
  readonly root: Uint8Array;
}

/** A signed tree head (c2sp.org/tlog-checkpoint). */
export interface Checkpoint extends TreeHead {
  readonly note: string;
}

/** Signs with the key of the log, whose name is that of the log. */
export abstract class LogSigner {
  /** Name, ID and public key, with which others verify. */
  abstract readonly verifierKey: string;

  /** The key that follows, which signs as well; null where none is to follow. */
  abstract readonly nextVerifierKey: string | null;

  /** The same head always gets the same bytes. */
  abstract sign(head: TreeHead): Checkpoint;

  /** @throws Error if the text is not a checkpoint that one of its keys signed */
  abstract open(note: string): Checkpoint;
}

/** What was signed, kept where no backup of the database can turn it back: the last checkpoint, and its entries. */
export abstract class LogAnchor {
  abstract newest(): Promise<Checkpoint | null>;

  /** @throws Error if `before` is not the newest any more */
  abstract replace(before: Checkpoint | null, after: Checkpoint): Promise<void>;

  /** Keeps entries, before a checkpoint of them is signed. @param start position of the first */
  abstract keepEntries(start: number, texts: readonly string[]): Promise<void>;

  /** @throws Error if not all of these were kept */
  abstract keptEntries(range: LeafRange): Promise<readonly string[]>;
}
