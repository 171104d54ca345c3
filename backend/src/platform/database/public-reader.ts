import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Pool, QueryConfig } from 'pg';
import { DataSource } from 'typeorm';
import { Replicas } from './replicas.js';
import { Semaphore } from './semaphore.js';
import { managerOf } from './transaction.js';

/** More different statements than are asked for often. What comes after them is parsed each time. */
const PREPARED_MAX = 100;

/** What the driver's pool has unless it is told otherwise. */
const POOL_MAX = 10;

/**
 * What the public reads, and nothing else: staff and partners read through `managerOf`. Within an open transaction
 * statements go through that, so that they see what it has written.
 */
@Injectable()
export class PublicReader {
  private readonly names = new Map<string, string>();
  private readonly semaphore: Semaphore;

  /** @param replicas left out, the primary answers everything */
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly replicas?: Replicas,
  ) {
    this.semaphore = new Semaphore(Math.floor(((database.options as { poolSize?: number }).poolSize ?? POOL_MAX) / 2));
  }

  /**
   * Reads what strangers can make long and ask in any number of ways, so that nothing kept helps. Half of the connections
   * do that at most; signing in, sending and looking up find the others.
   * @throws ServiceUnavailableException when its turn does not come in time
   */
  withPermit<T>(read: () => Promise<T>): Promise<T> {
    return this.semaphore.run(read);
  }

  /**
   * A statement that is prepared once for each connection and known by name there, so that PostgreSQL neither parses nor
   * plans it again.
   * @param sql one of few texts: what a visitor chooses belongs into the values
   */
  read<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.run(sql, values, this.statementName(sql));
  }

  /** A statement that has too many texts, or whose best plan depends on its values: it is planned each time. */
  readPlanned<Row>(sql: string, values: readonly unknown[]): Promise<Row[]> {
    return this.run(sql, values, undefined);
  }

  private async run<Row>(text: string, values: readonly unknown[], name: string | undefined): Promise<Row[]> {
    const manager = managerOf(this.database);
    if (manager !== this.database.manager) return manager.query<Row[]>(text, [...values]);
    // TypeORM has no way to name a statement; this is the pool that it takes its own connections from.
    const { master } = this.database.driver as unknown as { master: Pool };
    this.database.logger.logQuery(text, [...values]);
    const question = { text, values: [...values], ...(name !== undefined && { name }) };
    const rows = (await this.fromReplica(question)) ?? (await master.query(question)).rows;
    return rows as Row[];
  }

  /** Null when the primary is to be asked, also after a replica failed: nobody is to notice. */
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
