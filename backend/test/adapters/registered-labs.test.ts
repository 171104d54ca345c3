import { randomUUID } from 'node:crypto';
import { type Lab, newLab, setSuspended, setTrusted } from '../../src/domain/partners/lab.js';
import { nameKey } from '../../src/domain/shared/name-key.js';
import { SqlRegisteredLabs } from '../../src/modules/coa-registry/checks/database/sql-registered-labs.js';
import { TypeOrmLabRepository } from '../../src/modules/partners/database/typeorm-lab.repository.js';
import { TypeOrmTransactions } from '../../src/platform/database/transaction.js';
import { NOW } from '../support/builders.js';
import { entryOf } from './lab-repository.contract.js';
import { databaseOfThisFile } from './open-database.js';

const emptyDatabase = databaseOfThisFile();

async function inPostgres() {
  const database = await emptyDatabase();
  const stored = new TypeOrmLabRepository(database);
  return {
    database,
    labs: new SqlRegisteredLabs(database),
    add: (lab: Lab) => stored.add(lab, entryOf('lab.created', lab.id)),
    change: (lab: Lab) => stored.change(lab, entryOf('lab.changed', lab.id)),
  };
}

const aLabNamed = (name: string): Lab => {
  const reportHosts = ['reports.lab.example'];
  const details = { name, website: 'https://lab.example', contactEmail: 'data@lab.example', reportHosts };
  return newLab(details, randomUUID(), NOW);
};

const asRegistered = ({ id, name, website, reportHosts, trusted, suspended }: Lab) => ({
  id,
  name,
  website,
  reportHosts,
  trusted,
  suspended,
});

/** A certificate that a person entered, with this lab's name. */
const named = (name: string) => ({ labId: null, labKey: nameKey(name) });

describe('PostgreSQL finds the partner lab of a certificate', () => {
  let opened: Awaited<ReturnType<typeof inPostgres>>;
  let lab: Lab;
  let other: Lab;
  beforeEach(async () => {
    opened = await inPostgres();
    [lab, other] = [aLabNamed('Example Analytical'), aLabNamed('Third Bench')];
    await opened.add(lab);
    await opened.add(other);
  });

  it('that sent it, whatever name the certificate has', async () => {
    const of = { labId: lab.id, labKey: nameKey(other.name) };
    expect(await opened.labs.registered(of)).toEqual(asRegistered(lab));
  });

  it('but none by name if another one sent it', async () => {
    expect(await opened.labs.registered({ labId: randomUUID(), labKey: lab.nameKey })).toBeNull();
  });

  it('by its name in any case and spacing, if a person sent it', async () => {
    for (const name of ['Example Analytical', 'EXAMPLE   analytical']) {
      expect(await opened.labs.registered(named(name))).toEqual(asRegistered(lab));
    }
    for (const name of ['Example', 'Example Analytical Inc', '']) {
      expect([name, await opened.labs.registered(named(name))]).toEqual([name, null]);
    }
  });

  it('as it is now: under its new name, trusted, suspended', async () => {
    const renamed = setTrusted({ ...lab, name: 'Bench One', nameKey: nameKey('Bench One') }, true);
    await opened.change(renamed);
    expect(await opened.labs.registered(named('Bench One'))).toEqual(asRegistered(renamed));
    expect(await opened.labs.registered(named('Example Analytical'))).toBeNull();
    const suspended = setSuspended(renamed, true);
    await opened.change(suspended);
    expect(await opened.labs.registered({ labId: lab.id, labKey: '' })).toMatchObject({
      trusted: true,
      suspended: true,
    });
  });
});

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
