import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import {
  DocumentBytesMissing,
  DocumentStore,
  type StoredBytes,
  type WriteMode,
} from '../../../domain/documents/ports.js';
import type { StoredDocument } from '../../../domain/shared/stored-document.js';
import { poolOptions } from '../../../platform/database/connection.js';
import { violatedConstraint } from '../../../platform/database/errors.js';
import { inTransaction, managerOf } from '../../../platform/database/transaction.js';
import { Semaphore } from '../../../platform/semaphore.js';
import { collected, inChunks, verified } from '../chunks.js';

/** Each upload holds one chunk in memory; smaller chunks cost more statements (decision 0045). */
const CHUNK_BYTES = 128 * 1024;

/**
 * Chunks that one process writes at a time. More would not be faster, and would take connections and memory from reads.
 */
const WRITES = 2;

/**
 * Keeps documents in PostgreSQL, which all instances share. No transaction is open while a client sends: chunks are
 * stored one by one under a copy that is not complete, and completing it is one statement. An incomplete copy that a
 * dead process left is deleted later.
 */
@Injectable()
export class PostgresDocumentStore extends DocumentStore {
  private readonly writes: Semaphore;

  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
    this.writes = new Semaphore(WRITES, poolOptions(database).waitMs);
  }

  async write(sha256: string, bytes: number, content: AsyncIterable<Uint8Array>, mode: WriteMode): Promise<void> {
    const id = randomUUID();
    await this.database.query(
      `INSERT INTO document_files ("id", "sha256", "bytes", "isComplete", "startedAt") VALUES ($1, $2, $3, false, now())`,
      [id, sha256, bytes],
    );
    try {
      await this.writeChunks(id, verified(sha256, bytes, content));
      await this.complete(id, sha256, mode);
    } catch (error) {
      await this.database.query(`DELETE FROM document_files WHERE "id" = $1`, [id]).catch(() => {});
      throw error;
    }
  }

  private async writeChunks(id: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    let number = 0;
    for await (const chunk of inChunks(content, CHUNK_BYTES)) {
      await this.writes.run(() =>
        this.database.query(`INSERT INTO document_chunks ("fileId", "number", "content") VALUES ($1, $2, $3)`, [
          id,
          number,
          chunk,
        ]),
      );
      number += 1;
    }
  }

  /** The unique index decides which of two copies stays. */
  private async complete(id: string, sha256: string, mode: WriteMode): Promise<void> {
    try {
      await inTransaction(this.database, async (manager) => {
        if (mode === 'replace') {
          await manager.query(`DELETE FROM document_files WHERE "sha256" = $1 AND "isComplete"`, [sha256]);
        }
        await manager.query(`UPDATE document_files SET "isComplete" = true WHERE "id" = $1`, [id]);
      });
    } catch (error) {
      if (violatedConstraint(error) !== 'document_files_complete') throw error;
      await this.database.query(`DELETE FROM document_files WHERE "id" = $1`, [id]);
    }
  }

  /** One chunk in memory at a time. If the copy is replaced meanwhile, the stream ends early. */
  async *read(sha256: string): AsyncGenerator<Uint8Array> {
    const [file] = await managerOf(this.database).query<{ id: string; bytes: number }[]>(
      `SELECT "id", "bytes" FROM document_files WHERE "sha256" = $1 AND "isComplete"`,
      [sha256],
    );
    if (!file) throw new DocumentBytesMissing(sha256);
    for (let [number, left] = [0, file.bytes]; left > 0; number += 1) {
      const [chunk] = await managerOf(this.database).query<{ content: Buffer }[]>(
        `SELECT "content" FROM document_chunks WHERE "fileId" = $1 AND "number" = $2`,
        [file.id, number],
      );
      if (!chunk) throw new DocumentBytesMissing(sha256);
      left -= chunk.content.length;
      yield chunk.content;
    }
  }

  whole(document: StoredDocument): Promise<Uint8Array> {
    return collected(document, this.read(document.id));
  }

  async has(sha256: string): Promise<boolean> {
    const found = await managerOf(this.database).query<unknown[]>(
      `SELECT 1 FROM document_files WHERE "sha256" = $1 AND "isComplete"`,
      [sha256],
    );
    return found.length > 0;
  }

  async remove(sha256: string): Promise<void> {
    await managerOf(this.database).query(`DELETE FROM document_files WHERE "sha256" = $1 AND "isComplete"`, [sha256]);
  }

  list(after: string | null, limit: number): Promise<StoredBytes[]> {
    return managerOf(this.database).query<StoredBytes[]>(
      `SELECT "sha256", "startedAt" AS "storedAt" FROM document_files
        WHERE "isComplete" AND "sha256" > $1 ORDER BY "sha256" LIMIT $2`,
      [after ?? '', limit],
    );
  }

  async purge(before: Date): Promise<void> {
    await this.database.query(`DELETE FROM document_files WHERE NOT "isComplete" AND "startedAt" < $1`, [before]);
  }
}
