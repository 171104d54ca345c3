import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Pool, QueryConfig } from 'pg';
import { DataSource } from 'typeorm';
import { Semaphore } from '../semaphore.js';
import { poolOptions } from './connection.js';
import { Replicas } from './replicas.js';
import { managerOf } from './transaction.js';

/** More than the number of frequent statements. Any further ones are parsed each time. */
const PREPARED_MAX = 100;

/**
 * Queries for public pages and API calls; staff and partners read through `managerOf`. Inside an open transaction,
 * queries run in it, so that they see its writes.
 */
@Injectable()
export class PublicReader {
  private readonly names = new Map<string, string>();
  private readonly semaphore: Semaphore;

  /** @param replicas without them, the primary answers all queries */
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly replicas?: Replicas,
  ) {
    const { poolSize, waitMs } = poolOptions(database);
    this.semaphore = new Semaphore(Math.floor(poolSize / 2), waitMs);
  }

  /**
   * Runs a query that visitors can make slow in endless variations, so that caching does not help. It may use half of the
   * connections at most, so that sign-ins, submissions and lookups find free ones.
   * @throws ServiceUnavailableException when no permit is free in time
   */
  withPermit<T>(read: () => Promise<T>): Promise<T> {
    return this.semaphore.run(read);
  }

  /**
   * Runs a named prepared statement, which PostgreSQL parses and plans once per connection.
   * @param sql one of few texts: what a visitor chooses belongs in the values
   */
  read<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.run(sql, values, this.statementName(sql));
  }

  /** For a statement with too many texts, or whose best plan depends on its values: it is planned each time. */
  readPlanned<Row>(sql: string, values: readonly unknown[]): Promise<Row[]> {
    return this.run(sql, values, undefined);
  }

  private async run<Row>(text: string, values: readonly unknown[], name: string | undefined): Promise<Row[]> {
    const manager = managerOf(this.database);
    if (manager !== this.database.manager) return manager.query<Row[]>(text, [...values]);
    // TypeORM cannot name a statement, so this uses its pool directly.
    const { master } = this.database.driver as unknown as { master: Pool };
    this.database.logger.logQuery(text, [...values]);
    const question = { text, values: [...values], ...(name !== undefined && { name }) };
    const rows = (await this.fromReplica(question)) ?? (await master.query(question)).rows;
    return rows as Row[];
  }

  /** Null when the primary must answer, also after a replica failed. */
  private async fromReplica(question: QueryConfig): Promise<unknown[] | null> {
    const replica = this.replicas?.next();
    return replica ? replica.query(question).catch(() => null) : null;
  }

  private statementName(sql: string): string | undefined {
    const known = this.names.get(sql);
    if (known !== undefined || this.names.size === PREPARED_MAX) return known;
    const name = createHash('sha256').update(sql).digest('base64url');
    this.names.set(sql, name);
    return name;
  }
}
