import { EntitySchema } from 'typeorm';
import type { LogEntry, LogRecord } from '../../domain/transparency/log-entry.js';
import type { TileHash } from '../../domain/transparency/merkle-tree.js';

/** Decisions, written by triggers (migration 1796420000001). `position`: their place in the log; null until they have one. */
export const logRecordTable = new EntitySchema<LogRecord & { position: string | null; addedAt: Date }>({
  name: 'LogRecord',
  tableName: 'log_records',
  columns: {
    id: { type: 'bigint', primary: true, generated: 'increment', primaryKeyConstraintName: 'log_records_pkey' },
    ref: { type: 'text' },
    leaf: { type: 'jsonb' },
    content: { type: 'jsonb', nullable: true },
    salt: { type: 'bytea', nullable: true },
    position: { type: 'bigint', nullable: true },
    addedAt: { type: 'timestamptz', default: () => 'now()' },
  },
  uniques: [{ name: 'log_records_position_key', columns: ['position'] }],
  indices: [
    { name: 'log_records_waiting', columns: ['id'], where: '"position" IS NULL' },
    { name: 'log_records_by_ref', columns: ['ref'] },
  ],
});

/** The log. Like the next two tables, it can only be inserted into. */
export const logEntryTable = new EntitySchema<LogEntry>({
  name: 'LogEntry',
  tableName: 'log_entries',
  columns: {
    position: { type: 'bigint', primary: true, primaryKeyConstraintName: 'log_entries_pkey' },
    ref: { type: 'text' },
    seq: { type: 'integer' },
    file: { type: 'text', nullable: true },
    text: { type: 'text' },
  },
  uniques: [{ name: 'log_entries_seq_key', columns: ['ref', 'seq'] }],
  indices: [{ name: 'log_entries_by_file', columns: ['file'], where: '"file" IS NOT NULL' }],
});

export const logHashTable = new EntitySchema<TileHash>({
  name: 'LogHash',
  tableName: 'log_hashes',
  columns: {
    level: { type: 'smallint', primary: true, primaryKeyConstraintName: 'log_hashes_pkey' },
    position: { type: 'bigint', primary: true, primaryKeyConstraintName: 'log_hashes_pkey' },
    hash: { type: 'bytea' },
  },
});

export const logCheckpointTable = new EntitySchema<{ size: string; note: string; signedAt: Date }>({
  name: 'LogCheckpoint',
  tableName: 'log_checkpoints',
  columns: {
    size: { type: 'bigint', primary: true, primaryKeyConstraintName: 'log_checkpoints_pkey' },
    note: { type: 'text' },
    signedAt: { type: 'timestamptz', default: () => 'now()' },
  },
});

/** Records that no checkpoint covers yet. */
export const LOG_QUEUE = `
  SELECT count(*)::int AS "waiting", extract(epoch FROM now() - min("addedAt"))::float8 AS "oldestDueSeconds"
    FROM (SELECT "addedAt" FROM log_records
           WHERE "position" IS NULL OR "position" >= (SELECT coalesce(max("size"), 0) FROM log_checkpoints) LIMIT $1) w`;
