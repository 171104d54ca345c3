import { EntitySchema } from 'typeorm';
import type { BulkJob, LineResult } from '../../../../domain/coa-registry/labs/bulk-job.js';
import { cascadingKey, foreignKey, uuidKey } from '../../../../platform/database/columns.js';

export const bulkJobTable = new EntitySchema<BulkJob>({
  name: 'BulkJob',
  tableName: 'bulk_jobs',
  columns: {
    id: uuidKey('bulk_jobs_pkey'),
    labId: { type: 'uuid' },
    idempotencyKey: { type: 'text' },
    state: { type: 'text' },
    lines: { type: 'integer' },
    published: { type: 'integer' },
    waiting: { type: 'integer' },
    refused: { type: 'integer' },
    digest: { type: 'text' },
    createdAt: { type: 'timestamptz' },
    completedAt: { type: 'timestamptz', nullable: true },
  },
  uniques: [{ name: 'bulk_jobs_key', columns: ['labId', 'idempotencyKey'] }],
  checks: [{ name: 'bulk_jobs_state_check', expression: `state IN ('open', 'completed')` }],
  foreignKeys: [foreignKey('bulk_jobs_lab_fkey', 'labId', 'PartnerLab')],
  indices: [
    { name: 'bulk_jobs_of_lab', columns: ['labId', 'createdAt'] },
    { name: 'bulk_jobs_completed', columns: ['completedAt'] },
  ],
});

/** The results of one chunk in one row. A row for each line would cost more than the certificate itself. */
interface ChunkRow {
  readonly jobId: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly results: readonly LineResult[];
}

export const bulkChunkTable = new EntitySchema<ChunkRow>({
  name: 'BulkChunk',
  tableName: 'bulk_portions',
  columns: {
    jobId: uuidKey('bulk_portions_pkey'),
    firstLine: { type: 'integer', primary: true, primaryKeyConstraintName: 'bulk_portions_pkey' },
    lastLine: { type: 'integer' },
    results: { type: 'jsonb' },
  },
  foreignKeys: [cascadingKey('bulk_portions_job_fkey', 'jobId', 'BulkJob')],
});
