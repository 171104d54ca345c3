import { DocumentStore, type StoredBytes, type WriteMode } from '../../../domain/documents/ports.js';
import type { StoredDocument } from '../../../domain/shared/stored-document.js';
import { collected } from '../chunks.js';

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
    const store = (await this.store.has(sha256)) ? this.store : this.older;
    yield* store.read(sha256);
  }

  whole(document: StoredDocument): Promise<Uint8Array> {
    return collected(document, this.read(document.id));
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
