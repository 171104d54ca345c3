import {
  DocumentBytesMissing,
  DocumentStore,
  type StoredBytes,
  type WriteMode,
} from '../../../domain/documents/ports.js';

/**
 * Writes to one store, and still reads documents that are only in an older one, so that an installation can move from
 * the database to S3 while it runs.
 */
export class FallbackDocumentStore extends DocumentStore {
  constructor(
    private readonly store: DocumentStore,
    private readonly older: DocumentStore,
  ) {
    super();
  }

  write(sha256: string, bytes: number, content: AsyncIterable<Uint8Array>, mode: WriteMode): Promise<void> {
    return this.store.write(sha256, bytes, content, mode);
  }

  async *read(sha256: string): AsyncGenerator<Uint8Array> {
    const pieces = this.store.read(sha256)[Symbol.asyncIterator]();
    let first: IteratorResult<Uint8Array>;
    try {
      first = await pieces.next();
    } catch (error) {
      if (!(error instanceof DocumentBytesMissing)) throw error;
      return yield* this.older.read(sha256);
    }
    if (!first.done) yield first.value;
    yield* { [Symbol.asyncIterator]: () => pieces };
  }

  async has(sha256: string): Promise<boolean> {
    return (await this.store.has(sha256)) || this.older.has(sha256);
  }

  async remove(sha256: string): Promise<void> {
    await this.older.remove(sha256);
    await this.store.remove(sha256);
  }

  /** Both are in the order of the hashes, so the first ones of both are the first ones of all. */
  async list(after: string | null, limit: number): Promise<StoredBytes[]> {
    const lists = await Promise.all([this.older.list(after, limit), this.store.list(after, limit)]);
    const bySha256 = new Map(lists.flat().map((one) => [one.sha256, one]));
    return [...bySha256.values()].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1)).slice(0, limit);
  }

  async purge(before: Date): Promise<void> {
    await this.older.purge(before);
    await this.store.purge(before);
  }
}
