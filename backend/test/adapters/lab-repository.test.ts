import type { DataSource } from 'typeorm';
import { revoke, TooManyKeys } from '../../src/domain/partners/key.js';
import { setTrusted } from '../../src/domain/partners/lab.js';
import { TypeOrmLabRepository } from '../../src/modules/partners/database/typeorm-lab.repository.js';
import { RandomKeySecrets } from '../../src/modules/partners/random-key-secrets.js';
import { NOW } from '../support/builders.js';
import { InMemoryKeySecrets, InMemoryLabRepository } from '../support/in-memory-lab-repository.js';
import { until } from '../support/until.js';
import { aKey, aLab, describeLabRepository, entryOf, type OpenLabs } from './lab-repository.contract.js';
import { auditLogOf, databaseOfThisFile, waitingIn } from './open-database.js';

async function inMemory(): Promise<OpenLabs> {
  const labs = new InMemoryLabRepository();
  return { labs, audit: async () => labs.audit };
}

const emptyDatabase = databaseOfThisFile();

async function inPostgres(): Promise<OpenLabs & { database: DataSource }> {
  const database = await emptyDatabase();
  return { database, labs: new TypeOrmLabRepository(database), audit: () => auditLogOf(database) };
}

describeLabRepository('memory', inMemory);
describeLabRepository('PostgreSQL', inPostgres);

it('PostgreSQL stores a laboratory, a change, a key and its end with their audit entries, or not at all', async () => {
  const { labs } = await inPostgres();
  const broken = { ...entryOf('x', 'x'), action: null as unknown as string };
  const lab = aLab();
  await expect(labs.add(lab, broken)).rejects.toThrow(/null value in column "action"/);
  expect(await labs.all()).toEqual([]);

  await labs.add(lab, entryOf('lab.created', lab.id));
  await expect(labs.change(setTrusted(lab, true), broken)).rejects.toThrow(/null value/);
  expect(await labs.byId(lab.id)).toEqual(lab);

  const key = aKey(lab.id);
  await expect(labs.addKey(key, broken)).rejects.toThrow(/null value/);
  expect(await labs.keysOf(lab.id)).toEqual([]);

  await labs.addKey(key, entryOf('lab-key.issued', lab.id));
  await expect(labs.revokeKey(revoke(key, NOW), broken)).rejects.toThrow(/null value/);
  expect(await labs.keyById(key.id)).toEqual(key);
});

it('PostgreSQL stores two of three keys that come at once, however close', async () => {
  const { labs, database } = await inPostgres();
  const lab = aLab();
  await labs.add(lab, entryOf('lab.created', lab.id));
  const holder = database.createQueryRunner();
  await holder.startTransaction();
  await holder.query('LOCK TABLE partner_keys IN SHARE MODE'); // others may count, and wait before they insert
  const adding = Promise.allSettled(
    Array.from({ length: 3 }, () => labs.addKey(aKey(lab.id), entryOf('lab-key.issued', lab.id))),
  );
  await until('all three wait', async () => (await waitingIn(database)) === 3);
  await holder.commitTransaction();
  await holder.release();
  expect((await adding).map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(await adding).toContainEqual({ status: 'rejected', reason: new TooManyKeys() });
  expect(await labs.keysOf(lab.id)).toHaveLength(2);
});

it('PostgreSQL keeps no key without a scope, or with one that there is not', async () => {
  const { labs } = await inPostgres();
  const lab = aLab();
  await labs.add(lab, entryOf('lab.created', lab.id));
  for (const scopes of [[], ['certificates:delete']] as never[]) {
    const entry = entryOf('lab-key.issued', lab.id);
    await expect(labs.addKey(aKey(lab.id, { scopes }), entry)).rejects.toThrow(/partner_keys_scopes_check/);
  }
});

describe.each([
  ['in memory', new InMemoryKeySecrets()],
  ['with random bytes', new RandomKeySecrets()],
])('secrets of keys %s', (_, secrets) => {
  it('are 43 characters of base64url, never the same twice', () => {
    const made = Array.from({ length: 100 }, () => secrets.random());
    expect(made.filter((text) => !/^[\w-]{43}$/.test(text))).toEqual([]);
    expect(new Set(made).size).toBe(100);
  });

  it('have one digest each', () => {
    expect(secrets.digest('a')).toBe(secrets.digest('a'));
    expect(secrets.digest('a')).not.toBe(secrets.digest('b'));
  });
});

it('digests of keys are SHA-256', () => {
  expect(new RandomKeySecrets().digest('abc')).toBe(
    Buffer.from('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', 'hex').toString('base64url'),
  );
});

it('PostgreSQL says how large the database is', async () => {
  const { labs } = await inPostgres();
  expect(await labs.databaseBytes()).toBeGreaterThan(5_000_000);
});
