import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { Transactions } from '../../domain/shared/ports.js';

const open = new AsyncLocalStorage<EntityManager>();

/** What a repository reads and writes through: the transaction its caller opened, or the pool. */
export const managerOf = (database: DataSource): EntityManager => open.getStore() ?? database.manager;

/** Runs work in the transaction that is open already, or in a new one that ends with it. */
export function inTransaction<T>(database: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T> {
  const joined = open.getStore();
  if (joined) return work(joined);
  return database.transaction((manager) => open.run(manager, () => work(manager)));
}

@Injectable()
export class TypeOrmTransactions extends Transactions {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return inTransaction(this.database, work);
  }
}
