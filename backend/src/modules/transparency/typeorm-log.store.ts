import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { LogEntry, LoggedEntry, LogRecord } from '../../domain/transparency/log-entry.js';
import type { FindHash, LeafRange, TileHash, TileRange } from '../../domain/transparency/merkle-tree.js';
import { inTransaction, managerOf } from '../../platform/database/transaction.js';
import { PUBLIC_CERTIFICATES } from '../coa-registry/coa-registry.sql.js';
import { LOG_QUEUE } from './log.table.js';

/** Entries about something, or about a document by the first digits of its SHA-256. */
export type EntryScope = { readonly ref: string } | { readonly filePrefix: string };

/** Bounds an answer. */
export const ENTRIES_MAX = 1_000;

const WAITING_MAX = 1_001;

interface LogStatus {
  readonly size: number;
  readonly signedAt: Date | null;
  readonly ageSeconds: number | null;
  readonly waiting: number;
  readonly oldestDueSeconds: number | null;
}

/** What we decided about a certificate that is or was published. */
export interface PublicDecision {
  readonly type: PublicDecisionType;
  readonly at: Date;
  readonly reference: string;
  readonly batchId: string;
  readonly brandName: string;
  readonly productName: string;
  readonly demonstration: boolean;
  readonly publishedAt: Date | null;
  readonly reason: string | null;
  readonly replacedBy: string | null;
  /** Null until a checkpoint covers it. */
  readonly entry: number | null;
}

/** The types of entries that triggers of the database write about certificates, without `coa.`. */
export const PUBLIC_DECISIONS = ['recorded', 'published', 'withdrawn', 'superseded', 'original-removed'] as const;
export type PublicDecisionType = (typeof PUBLIC_DECISIONS)[number];

/** More than any batch has. */
const DECISIONS_MAX = 200;

/** Numbers of entries stay far below the largest integer of JavaScript. */
const position = (column: string) => `${column}::float8`;

/** The log in PostgreSQL. It always asks the primary: what it says must not go backwards. */
@Injectable()
export class TypeOrmLogStore {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Runs work in a transaction that no other process has at the same time; null if one has. */
  alone<T>(work: () => Promise<T>): Promise<T | null> {
    return inTransaction(this.database, async (manager) => {
      const [{ isAlone }] = await manager.query<[{ isAlone: boolean }]>(
        `SELECT pg_try_advisory_xact_lock(hashtextextended('transparency log', 0)) AS "isAlone"`,
      );
      return isAlone ? work() : null;
    });
  }

  /** Whether records wait for their place, or entries for a checkpoint. */
  async isBehind(): Promise<boolean> {
    const [{ isBehind }] = await this.manager.query<[{ isBehind: boolean }]>(
      `SELECT EXISTS (SELECT FROM log_records WHERE "position" IS NULL)
           OR coalesce((SELECT max("position") FROM log_entries) + 1, 0)
              > coalesce((SELECT max("size") FROM log_checkpoints), 0) AS "isBehind"`,
    );
    return isBehind;
  }

  async size(): Promise<number> {
    const [{ size }] = await this.manager.query<[{ size: number }]>(
      `SELECT coalesce(${position('max("position")')} + 1, 0) AS "size" FROM log_entries`,
    );
    return size;
  }

  /** Records that a key was added, once. */
  async addKey(verifierKey: string): Promise<void> {
    await this.manager.query(
      `INSERT INTO log_records ("ref", "leaf")
       SELECT $1::text, jsonb_build_object('type', 'key.added', 'at', log_time(now()))
        WHERE NOT EXISTS (SELECT FROM log_records WHERE "ref" = $1) AND NOT EXISTS (SELECT FROM log_entries WHERE "ref" = $1)`,
      [verifierKey],
    );
  }

  /** The oldest records without a place, or all of them. */
  waiting(limit: number | null): Promise<readonly LogRecord[]> {
    return this.manager.query<LogRecord[]>(
      `SELECT "id", "ref", "leaf", "content", "salt" FROM log_records
        WHERE "position" IS NULL ORDER BY "id" LIMIT $1 FOR UPDATE`,
      [limit],
    );
  }

  /** How many entries there are about each of these. */
  async counts(refs: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.manager.query<{ ref: string; seq: number }[]>(
      `SELECT "ref", max("seq") AS "seq" FROM log_entries WHERE "ref" = ANY ($1::text[]) GROUP BY "ref"`,
      [refs],
    );
    return new Map(rows.map(({ ref, seq }) => [ref, seq]));
  }

  /** Stores entries in their places, and the hashes that they add. */
  async append(entries: readonly LogEntry[], hashes: readonly TileHash[]): Promise<void> {
    await this.manager.query(
      `INSERT INTO log_entries ("position", "ref", "seq", "file", "text")
       SELECT * FROM unnest($1::bigint[], $2::text[], $3::integer[], $4::text[], $5::text[])`,
      [
        entries.map((entry) => entry.position),
        entries.map(({ ref }) => ref),
        entries.map(({ seq }) => seq),
        entries.map(({ file }) => file),
        entries.map(({ text }) => text),
      ],
    );
    await this.manager.query(
      `INSERT INTO log_hashes ("level", "position", "hash") SELECT * FROM unnest($1::smallint[], $2::bigint[], $3::bytea[])`,
      [
        hashes.map(({ level }) => level),
        hashes.map((hash) => hash.position),
        hashes.map(({ hash }) => Buffer.from(hash)),
      ],
    );
  }

  /** Says where each record went. An entry without a record changes nothing. */
  async setPositions(places: readonly { readonly id: string | undefined; readonly position: number }[]): Promise<void> {
    await this.manager.query(
      `UPDATE log_records r SET "position" = p."position"
         FROM unnest($1::bigint[], $2::bigint[]) AS p ("id", "position") WHERE r."id" = p."id"`,
      [places.map(({ id }) => id), places.map((place) => place.position)],
    );
  }

  /** Reads hashes. */
  async hashes(ranges: readonly TileRange[]): Promise<FindHash> {
    const rows = await this.manager.query<TileHash[]>(
      `SELECT h."level", ${position('h."position"')} AS "position", h."hash"
         FROM unnest($1::smallint[], $2::bigint[], $3::bigint[]) AS r ("level", "start", "end")
         JOIN log_hashes h ON h."level" = r."level" AND h."position" >= r."start" AND h."position" < r."end"`,
      [ranges.map(({ level }) => level), ranges.map(({ start }) => start), ranges.map(({ end }) => end)],
    );
    const found = new Map(rows.map((row) => [`${row.level}/${row.position}`, row.hash]));
    return (level, at) => {
      const hash = found.get(`${level}/${at}`);
      if (!hash) throw new Error(`The public log lacks hash ${at} of level ${level}`);
      return hash;
    };
  }

  /** The newest checkpoint that is public. */
  async newestCheckpoint(): Promise<{ readonly size: number; readonly note: string } | null> {
    const [row] = await this.manager.query<{ size: number; note: string }[]>(
      `SELECT ${position('"size"')} AS "size", "note" FROM log_checkpoints ORDER BY log_checkpoints."size" DESC LIMIT 1`,
    );
    return row ?? null;
  }

  /** What the newest checkpoint covers, and what waits, counted up to {@link WAITING_MAX}. */
  async status(): Promise<LogStatus> {
    const [status] = await this.manager.query<[LogStatus]>(
      `SELECT coalesce(${position('c."size"')}, 0) AS "size", c."signedAt", w.*,
              extract(epoch FROM greatest(now(), c."signedAt") - c."signedAt")::int AS "ageSeconds"
         FROM (${LOG_QUEUE}) w
         LEFT JOIN (SELECT * FROM log_checkpoints ORDER BY "size" DESC LIMIT 1) c ON true`,
      [WAITING_MAX],
    );
    return status;
  }

  /** Decisions about all certificates of a batch, of any brand, the newest first. */
  decisionsOnBatch(batchKey: string): Promise<readonly PublicDecision[]> {
    return this.manager.query<PublicDecision[]>(
      `SELECT substr(r."leaf"->>'type', 5) AS "type", (r."leaf"->>'at')::timestamptz AS "at", c."reference", c."batchId",
              c."brandName", c."productName", r."leaf" ? 'demonstration' AS "demonstration", c."reviewedAt" AS "publishedAt", n."reference" AS "replacedBy",
              CASE r."leaf"->>'type' WHEN 'coa.withdrawn' THEN c."withdrawalReason"
                                     WHEN 'coa.superseded' THEN n."amendmentReason" END AS "reason",
              CASE WHEN r."position" < (SELECT max("size") FROM log_checkpoints) THEN ${position('r."position"')} END AS "entry"
         FROM ${PUBLIC_CERTIFICATES} c
         JOIN log_records r ON r."ref" = c."reference"
         LEFT JOIN ${PUBLIC_CERTIFICATES} n ON n."reference" = r."leaf"->>'replacedBy'
        WHERE c."batchKey" = $1 ORDER BY "at" DESC, r."id" DESC LIMIT ${DECISIONS_MAX}`,
      [batchKey],
    );
  }

  async publish(size: number, note: string): Promise<void> {
    await this.manager.query(`INSERT INTO log_checkpoints ("size", "note") VALUES ($1, $2)`, [size, note]);
  }

  /**
   * Empties the log, which the serving account cannot. Every record waits again, after one that has the last checkpoint.
   */
  async beginAgain(checkpoint: string): Promise<void> {
    for (const table of ['log_entries', 'log_hashes', 'log_checkpoints']) {
      await this.manager.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
      await this.manager.query(`TRUNCATE ${table}`);
      await this.manager.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    }
    await this.manager.query('UPDATE log_records SET "position" = NULL');
    await this.manager.query(
      `INSERT INTO log_records ("id", "ref", "leaf")
       SELECT coalesce(min("id"), 1) - 1, split_part($1, E'\n', 1),
              jsonb_build_object('type', 'log.continued', 'at', log_time(now()), 'checkpoint', $1::text) FROM log_records`,
      [checkpoint],
    );
  }

  /** Texts of entries, in order. */
  async texts({ start, end }: LeafRange): Promise<readonly string[]> {
    const rows = await this.manager.query<{ text: string }[]>(
      `SELECT "text" FROM log_entries WHERE "position" >= $1 AND "position" < $2 ORDER BY "position"`,
      [start, end],
    );
    return rows.map(({ text }) => text);
  }

  /** Entries in their order, at most {@link ENTRIES_MAX}, with what opens their hashes. */
  entriesAbout(scope: EntryScope): Promise<readonly LoggedEntry[]> {
    const condition = 'ref' in scope ? `e."ref" = $1` : `e."file" >= $1 AND e."file" < $1 || 'g'`;
    return this.manager.query<LoggedEntry[]>(
      `SELECT ${position('e."position"')} AS "position", e."ref", e."seq", e."file", e."text", r."content", r."salt"
         FROM log_entries e LEFT JOIN log_records r ON r."position" = e."position"
        WHERE ${condition} ORDER BY e."position" LIMIT ${ENTRIES_MAX}`,
      ['ref' in scope ? scope.ref : scope.filePrefix],
    );
  }

  /** Whether records about this have no place yet. */
  async isWaiting(scope: EntryScope): Promise<boolean> {
    const condition = 'ref' in scope ? `"ref" = $1` : `starts_with("leaf"->>'file', $1)`;
    const [{ isWaiting }] = await this.manager.query<[{ isWaiting: boolean }]>(
      `SELECT EXISTS (SELECT FROM log_records WHERE "position" IS NULL AND ${condition}) AS "isWaiting"`,
      ['ref' in scope ? scope.ref : scope.filePrefix],
    );
    return isWaiting;
  }

  private get manager(): EntityManager {
    return managerOf(this.database);
  }
}
