import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { deleteBatch } from '../queue/purge.js';
import { managerOf } from './transaction.js';

/** Rows that are due for removal, in SQL. */
interface ExpiredRows {
  readonly table: string;
  /** Condition that finds them, under the name `old` where they are deleted; `$1` is the time they have to be older than. */
  readonly due: string;
  /** Assignments that empty them. Left out, the rows are deleted. */
  readonly emptied?: string;
  /** Statement for what belongs to the emptied rows; it reads their ids from `due`. */
  readonly besides?: string;
  /** Columns of the primary key of rows that are deleted. */
  readonly key?: readonly string[];
}

/** The rows of a context that are due, by retention rule. */
export type RetentionRules = Readonly<Record<string, ExpiredRows | readonly ExpiredRows[]>>;

/**
 * Says per retention rule which rows are due. The context that owns a table registers its rules when the application
 * starts, so that nothing else names that table.
 */
@Injectable()
export class RetentionRegistry {
  private readonly rules = new Map<string, ExpiredRows[]>();

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  register(rules: RetentionRules): void {
    for (const [rule, rows] of Object.entries(rules)) {
      this.rules.set(rule, [...(this.rules.get(rule) ?? []), rows].flat());
    }
  }

  /**
   * Removes rows of a rule, as part of the open transaction. Rows that another instance has locked are skipped.
   * @returns how many, `limit` of each table at most
   */
  async remove(rule: string, before: Date, limit: number): Promise<number> {
    const tables = this.rules.get(rule);
    if (!tables) throw new Error(`No table for the retention rule "${rule}"`);
    let removed = 0;
    for (const rows of tables) removed += await this.removeFrom(rows, before, limit);
    return removed;
  }

  private async removeFrom(rows: ExpiredRows, before: Date, limit: number): Promise<number> {
    const { table, due, emptied, besides, key } = rows;
    const manager = managerOf(this.database);
    if (emptied === undefined) return deleteBatch(manager, { table, key, where: due }, [before], limit);
    const [, count] = await manager.query<[unknown[], number]>(
      `WITH due AS MATERIALIZED (SELECT "id" FROM ${table} WHERE ${due} LIMIT ${limit} FOR UPDATE SKIP LOCKED)
         ${besides === undefined ? '' : `, besides AS (${besides})`}
       UPDATE ${table} SET ${emptied} WHERE "id" IN (SELECT "id" FROM due)`,
      [before],
    );
    return count;
  }
}
