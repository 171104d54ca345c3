import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { managerOf } from './transaction.js';

/** Rows that are due for removal, in the words of SQL. */
export interface ExpiredRows {
  readonly table: string;
  /** Condition that finds them; `$1` is the time they have to be older than. */
  readonly due: string;
  /** Assignments that empty them. Left out, the rows are deleted. */
  readonly emptied?: string;
  /** Statement for what belongs to the rows; it reads their keys from `due`. */
  readonly besides?: string;
  /** Primary key: one column, or several with commas. */
  readonly key?: string;
}

/**
 * Says per retention rule which rows are due. The context that owns a table registers its rules while the application
 * starts (`onModuleInit`), so that nothing else names that table.
 */
@Injectable()
export class RetentionRegistry {
  private readonly rules = new Map<string, ExpiredRows>();

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  register(rule: string, rows: ExpiredRows): void {
    if (this.rules.has(rule)) throw new Error(`Two tables for the retention rule "${rule}"`);
    this.rules.set(rule, rows);
  }

  /**
   * Removes rows of a rule, as part of the open transaction. Rows that another instance has locked are skipped.
   * @returns how many, `limit` at most
   */
  async remove(rule: string, before: Date, limit: number): Promise<number> {
    const rows = this.rules.get(rule);
    if (!rows) throw new Error(`No table for the retention rule "${rule}"`);
    const { table, due, emptied, besides, key = '"id"' } = rows;
    const [, count] = await managerOf(this.database).query<[unknown[], number]>(
      `WITH due AS MATERIALIZED (SELECT ${key} FROM ${table} WHERE ${due} LIMIT ${limit} FOR UPDATE SKIP LOCKED)
         ${besides === undefined ? '' : `, besides AS (${besides})`}
       ${emptied === undefined ? `DELETE FROM ${table}` : `UPDATE ${table} SET ${emptied}`}
        WHERE (${key}) IN (SELECT ${key} FROM due)`,
      [before],
    );
    return count;
  }
}
