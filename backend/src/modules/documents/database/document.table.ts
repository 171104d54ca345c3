import { EntitySchema } from 'typeorm';
import type { DocumentReading } from '../../../domain/shared/document-reading.js';
import { type StoredDocument, type TextLine } from '../../../domain/shared/stored-document.js';
import { cascadingKey, uuidKey } from '../../../platform/database/columns.js';

/** What is stored about a document besides the fields that every reader of its row needs. */
export interface DocumentRow extends StoredDocument {
  readonly reading: DocumentReading | null;
  readonly wordsSha256: string | null;
  /** The sender whose turn is used to read it; null for staff, and once it was read and the day is over. */
  readonly sender: string | null;
  /** Keys of the near-copy index (domain/documents/near-copies.ts). */
  readonly bands: readonly number[] | null;
  /** When its bytes are compared with its hash the next time; while that happens, the end of the lease. */
  readonly nextCheckAt: Date;
}

/** A hash as the primary key or a part of it. */
const hashKey = (constraint: string) =>
  ({ type: 'text', primary: true, primaryKeyConstraintName: constraint }) as const;

/** Documents, and at the same time the queue of those to read. Their bytes are in the store. */
export const documentTable = new EntitySchema<DocumentRow>({
  name: 'Document',
  tableName: 'documents',
  columns: {
    id: hashKey('documents_pkey'),
    bytes: { type: 'integer' },
    state: { type: 'text' },
    refusal: { type: 'text', nullable: true },
    pageCount: { type: 'integer', nullable: true },
    receivedAt: { type: 'timestamptz' },
    receivedFrom: { type: 'text' },
    sentAt: { type: 'timestamptz' },
    queuedAt: { type: 'timestamptz', nullable: true },
    nextAttemptAt: { type: 'timestamptz', nullable: true },
    leasedUntil: { type: 'timestamptz', nullable: true },
    attempts: { type: 'integer' },
    readAt: { type: 'timestamptz', nullable: true },
    checkedAt: { type: 'timestamptz', nullable: true },
    damagedAt: { type: 'timestamptz', nullable: true },
    removedAt: { type: 'timestamptz', nullable: true },
    removalReason: { type: 'text', nullable: true },
    removalNote: { type: 'text', nullable: true },
    nextCheckAt: { type: 'timestamptz', select: false, default: () => 'now()' },
    reading: { type: 'jsonb', nullable: true, select: false },
    wordsSha256: { type: 'text', nullable: true, select: false },
    bands: { type: 'integer', array: true, nullable: true, select: false },
    sender: { type: 'text', nullable: true, select: false },
  },
  checks: [
    { name: 'documents_id_check', expression: `"id" ~ '^[0-9a-f]{64}$'` },
    {
      name: 'documents_state_check',
      expression: `"state" IN ('received', 'reading', 'ready', 'refused', 'unreadable', 'removed')`,
    },
    {
      name: 'documents_refusal_check',
      expression: `("state" IN ('refused', 'unreadable')) = ("refusal" IS NOT NULL)`,
    },
    {
      name: 'documents_queue_check',
      expression: `("state" IN ('received', 'reading')) = ("queuedAt" IS NOT NULL)
        AND ("queuedAt" IS NULL) = ("nextAttemptAt" IS NULL)
        AND ("state" = 'reading') = ("leasedUntil" IS NOT NULL)`,
    },
    {
      name: 'documents_removal_check',
      expression: `("state" = 'removed') = ("removedAt" IS NOT NULL) AND ("removedAt" IS NULL) = ("removalReason" IS NULL)`,
    },
    { name: 'documents_sender_check', expression: `"receivedFrom" IN ('submitter', 'lab', 'staff')` },
  ],
  indices: [
    { name: 'documents_queue', columns: ['queuedAt', 'id'], where: `"queuedAt" IS NOT NULL` },
    { name: 'documents_by_words', columns: ['wordsSha256'], where: `"wordsSha256" IS NOT NULL` },
    // GIN, which TypeORM can't express.
    { name: 'documents_by_bands', columns: ['bands'], synchronize: false },
    { name: 'documents_by_sender', columns: ['sender'], where: `"sender" IS NOT NULL` },
    { name: 'documents_sent', columns: ['sentAt'] },
    { name: 'documents_to_check', columns: ['nextCheckAt'], where: `"state" IN ('ready', 'unreadable')` },
  ],
});

/** Labs that sent a document: they may look at it. */
export const documentLabTable = new EntitySchema<{ documentId: string; labId: string }>({
  name: 'DocumentLab',
  tableName: 'document_labs',
  columns: {
    documentId: hashKey('document_labs_pkey'),
    labId: uuidKey('document_labs_pkey'),
  },
  foreignKeys: [
    cascadingKey('document_labs_document_fkey', 'documentId', 'Document'),
    cascadingKey('document_labs_lab_fkey', 'labId', 'PartnerLab'),
  ],
});

export interface PageRow {
  readonly documentId: string;
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly png: Buffer;
  readonly lines: readonly TextLine[];
}

/** Pictures and text of pages. Both can be made again from the bytes. */
export const documentPageTable = new EntitySchema<PageRow>({
  name: 'DocumentPage',
  tableName: 'document_pages',
  columns: {
    documentId: hashKey('document_pages_pkey'),
    number: { type: 'integer', primary: true, primaryKeyConstraintName: 'document_pages_pkey' },
    width: { type: 'double precision' },
    height: { type: 'double precision' },
    png: { type: 'bytea' },
    lines: { type: 'jsonb' },
  },
  foreignKeys: [cascadingKey('document_pages_document_fkey', 'documentId', 'Document')],
});

/** What a sender sent on a day. The sender's key is a lab's ID or the keyed hash of an address. */
export const documentQuotaTable = new EntitySchema<{ sender: string; day: string; documents: number; bytes: string }>({
  name: 'DocumentQuota',
  tableName: 'document_quotas',
  columns: {
    sender: { type: 'text', primary: true, primaryKeyConstraintName: 'document_quotas_pkey' },
    day: { type: 'date', primary: true, primaryKeyConstraintName: 'document_quotas_pkey' },
    documents: { type: 'integer' },
    bytes: { type: 'bigint' },
  },
});

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
