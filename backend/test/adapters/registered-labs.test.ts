import type { DataSource } from 'typeorm';
import { setTrusted } from '../../src/domain/partners/lab.js';
import { SqlRegisteredLabs } from '../../src/modules/coa-registry/checks/database/sql-registered-labs.js';
import { TypeOrmLabRepository } from '../../src/modules/partners/database/typeorm-lab.repository.js';
import { TypeOrmTransactions } from '../../src/platform/database/transaction.js';
import { InMemoryRegisteredLabs } from '../support/in-memory-registered-labs.js';
import { entryOf } from './lab-repository.contract.js';
import { databaseOfThisFile } from './open-database.js';
import {
  aLabNamed,
  asRegistered,
  describeRegisteredLabs,
  named,
  type OpenRegisteredLabs,
} from './registered-labs.contract.js';

async function inMemory(): Promise<OpenRegisteredLabs> {
  const labs = new InMemoryRegisteredLabs();
  const put: OpenRegisteredLabs['add'] = async (lab) => labs.put(asRegistered(lab));
  return { labs, add: put, change: put };
}

const emptyDatabase = databaseOfThisFile();

async function inPostgres(): Promise<OpenRegisteredLabs & { database: DataSource }> {
  const database = await emptyDatabase();
  const stored = new TypeOrmLabRepository(database);
  return {
    database,
    labs: new SqlRegisteredLabs(database),
    add: (lab) => stored.add(lab, entryOf('lab.created', lab.id)),
    change: (lab) => stored.change(lab, entryOf('lab.changed', lab.id)),
  };
}

describeRegisteredLabs('memory', inMemory);
describeRegisteredLabs('PostgreSQL', inPostgres);

it('PostgreSQL finds the lab as the open transaction has changed it', async () => {
  const { labs, add, change, database } = await inPostgres();
  const lab = aLabNamed('Example Analytical');
  await add(lab);
  const trusted = setTrusted(lab, true);
  await new TypeOrmTransactions(database).run(async () => {
    await change(trusted);
    expect(await labs.registered(named(lab.name))).toEqual(asRegistered(trusted));
  });
});
