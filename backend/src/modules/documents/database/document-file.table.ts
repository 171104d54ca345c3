import { EntitySchema } from 'typeorm';
import { cascadingKey, uuidKey } from '../../../platform/database/columns.js';

/** A copy of a document's bytes in PostgreSQL. Incomplete while an upload writes it; each document has one that is complete. */
export interface FileRow {
  readonly id: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly isComplete: boolean;
  readonly startedAt: Date;
}

export const documentFileTable = new EntitySchema<FileRow>({
  name: 'DocumentFile',
  tableName: 'document_files',
  columns: {
    id: uuidKey('document_files_pkey'),
    sha256: { type: 'text' },
    bytes: { type: 'integer' },
    isComplete: { type: 'boolean' },
    startedAt: { type: 'timestamptz' },
  },
  indices: [
    { name: 'document_files_complete', columns: ['sha256'], unique: true, where: `"isComplete"` },
    { name: 'document_files_incomplete', columns: ['startedAt'], where: `NOT "isComplete"` },
  ],
});

/** Pieces of a copy. A migration sets STORAGE EXTERNAL: PDFs are compressed already, and trying again costs time. */
export const documentChunkTable = new EntitySchema<{ fileId: string; number: number; content: Buffer }>({
  name: 'DocumentChunk',
  tableName: 'document_chunks',
  columns: {
    fileId: uuidKey('document_chunks_pkey'),
    number: { type: 'integer', primary: true, primaryKeyConstraintName: 'document_chunks_pkey' },
    content: { type: 'bytea' },
  },
  foreignKeys: [cascadingKey('document_chunks_file_fkey', 'fileId', 'DocumentFile')],
});
