import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { Transactions } from '../../domain/shared/ports.js';

interface OpenTransaction {
  readonly manager: EntityManager;
  readonly afterCommit: (() => void)[];
}

const open = new AsyncLocalStorage<OpenTransaction>();

/** The entity manager of the open transaction, or else of the pool. */
export const managerOf = (database: DataSource): EntityManager => open.getStore()?.manager ?? database.manager;

/** Runs work in the open transaction, or in a new one. */
export async function inTransaction<T>(database: DataSource, work: (manager: EntityManager) => Promise<T>): Promise<T> {
  const joined = open.getStore();
  if (joined) return work(joined.manager);
  const afterCommit: (() => void)[] = [];
  const result = await database.transaction((manager) => open.run({ manager, afterCommit }, () => work(manager)));
  for (const act of afterCommit) act();
  return result;
}

/** Runs a callback after the commit; at once when no transaction is open. */
export function afterCommit(act: () => void): void {
  const joined = open.getStore();
  if (joined) joined.afterCommit.push(act);
  else act();
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
