import { randomBytes, randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Checkpoint, LogAnchor, LogSigner, type TreeHead } from '../../domain/transparency/ports.js';
import { type NoteKey, openCheckpoint, parseStoredKey, signCheckpoint, storedKey } from './signed-note.js';

/** Creates a file with all of its content, or not at all. @returns whether it did not exist before */
function createOnce(file: string, content: string): boolean {
  const unfinished = `${file}.${randomUUID()}`;
  const handle = openSync(unfinished, 'wx', 0o600);
  try {
    writeFileSync(handle, content);
    fsyncSync(handle);
    linkSync(unfinished, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    closeSync(handle);
    rmSync(unfinished);
  }
}

/** Signs with an Ed25519 key from a file. */
export class KeyFileSigner extends LogSigner {
  readonly verifierKey: string;

  private constructor(private readonly key: NoteKey) {
    super();
    this.verifierKey = key.verifierKey;
  }

  /** @throws Error if there is no key in the file */
  static read(file: string): KeyFileSigner {
    try {
      return new KeyFileSigner(parseStoredKey(readFileSync(file, 'utf8')));
    } catch (error) {
      throw new Error(`The key of the public log (${file}) cannot be used: ${(error as Error).message}`);
    }
  }

  /** Makes a key if there is none. @param name of the log, for good */
  static readOrCreate(folder: string, name: string): KeyFileSigner {
    const file = join(folder, 'key');
    createOnce(file, `${storedKey(name, randomBytes(32))}\n`);
    return KeyFileSigner.read(file);
  }

  sign(head: TreeHead): Checkpoint {
    return signCheckpoint(head, this.key);
  }

  open(note: string): Checkpoint {
    return openCheckpoint(note, this.key);
  }
}

/**
 * Keeps the anchor in numbered files, of which each can be created once: of two processes that replace the same anchor, one
 * fails. The last but one stays, for a person who has to find out what happened.
 */
export class FileAnchor extends LogAnchor {
  constructor(
    private readonly folder: string,
    private readonly signer: LogSigner,
  ) {
    super();
  }

  async newest(): Promise<Checkpoint | null> {
    const last = this.numbers().at(-1);
    return last === undefined ? null : this.signer.open(readFileSync(this.file(last), 'utf8'));
  }

  async replace(before: Checkpoint | null, after: Checkpoint): Promise<void> {
    const last = this.numbers().at(-1) ?? 0;
    const isNewest = (await this.newest())?.note === before?.note;
    if (!isNewest || !createOnce(this.file(last + 1), after.note)) throw moved();
    const numbers = this.numbers();
    // Others went on meanwhile, and deleted the file with this number.
    if (numbers.at(-1) !== last + 1) {
      rmSync(this.file(last + 1), { force: true });
      throw moved();
    }
    for (const old of numbers.slice(0, -2)) rmSync(this.file(old), { force: true });
  }

  private file(number: number): string {
    return join(this.folder, `anchor-${String(number).padStart(12, '0')}`);
  }

  /** In order. */
  private numbers(): readonly number[] {
    return readdirSync(this.folder)
      .flatMap((name) => /^anchor-(\d{12})$/.exec(name)?.[1] ?? [])
      .map(Number)
      .sort((a, b) => a - b);
  }
}

const moved = () => new Error('The anchor of the public log was replaced by another process');
