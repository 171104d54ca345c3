import { randomBytes, randomUUID } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { LeafRange } from '../../domain/transparency/merkle-tree.js';
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

/** Signs with an Ed25519 key from a file. A second line is the key that follows, with which it signs as well. */
export class KeyFileSigner extends LogSigner {
  readonly verifierKey: string;
  readonly nextVerifierKey: string | null;

  private constructor(
    private readonly key: NoteKey,
    private readonly next: NoteKey | null,
  ) {
    super();
    this.verifierKey = key.verifierKey;
    this.nextVerifierKey = next?.verifierKey ?? null;
  }

  /** @throws Error if there is no key in the file */
  static read(file: string): KeyFileSigner {
    try {
      const [first = '', second, ...more] = readFileSync(file, 'utf8').trim().split('\n');
      const [key, next] = [parseStoredKey(first), second === undefined ? null : parseStoredKey(second)];
      if (more.length > 0) throw new Error('it has more than two keys');
      if (next && next.name !== key.name) throw new Error('its keys have different names');
      return new KeyFileSigner(key, next);
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

  /** Adds the key that is to follow. */
  static addNext(file: string): KeyFileSigner {
    const { key, next } = KeyFileSigner.read(file);
    if (next) throw new Error(`${file} has a second key already`);
    appendFileSync(file, `${storedKey(key.name, randomBytes(32))}\n`, { flush: true });
    return KeyFileSigner.read(file);
  }

  sign(head: TreeHead): Checkpoint {
    return this.next ? signCheckpoint(head, this.key, this.next) : signCheckpoint(head, this.key);
  }

  /** Another process may not have the second key yet, or not the first any more. */
  open(note: string): Checkpoint {
    try {
      return openCheckpoint(note, this.key);
    } catch (error) {
      if (!this.next) throw error;
      return openCheckpoint(note, this.next);
    }
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

  /** One line for each entry. A crash can leave a part of a line, so each begins with a new one. */
  async keepEntries(start: number, texts: readonly string[]): Promise<void> {
    const file = await open(join(this.folder, ENTRIES), 'a', 0o600);
    try {
      await file.writeFile(texts.map((text, index) => `\n${JSON.stringify([start + index, text])}`).join(''));
      await file.sync();
    } finally {
      await file.close();
    }
  }

  /** Of entries with the same position, only the last can have been signed. */
  async keptEntries({ start, end }: LeafRange): Promise<readonly string[]> {
    const texts = new Map<number, string>();
    const file = await open(join(this.folder, ENTRIES));
    for await (const line of file.readLines()) {
      const [position, text] = parseKept(line);
      if (position >= start && position < end) texts.set(position, text);
    }
    return Array.from({ length: end - start }, (_, index) => {
      const text = texts.get(start + index);
      if (text === undefined) throw new Error(`The folder of the public log lacks entry ${start + index}`);
      return text;
    });
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

const ENTRIES = 'entries';

/** The position is -1 for a part of a line. */
function parseKept(line: string): readonly [position: number, text: string] {
  try {
    return JSON.parse(line);
  } catch {
    return [-1, ''];
  }
}

const moved = () => new Error('The anchor of the public log was replaced by another process');
