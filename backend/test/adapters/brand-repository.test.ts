import type { DataSource } from 'typeorm';
import { type Brand, merge, restored, verify } from '../../src/domain/brands/brand.js';
import { nameKey } from '../../src/domain/shared/name-key.js';
import { brandTable } from '../../src/modules/brands/brand.table.js';
import { TypeOrmBrandRepository } from '../../src/modules/brands/typeorm-brand.repository.js';
import { PublicReader } from '../../src/platform/database/public-reader.js';
import { ACTOR, NOW } from '../support/builders.js';
import { describeBrandRepository, type OpenDirectory } from './brand-repository.contract.js';
import { auditLogOf, databaseOfThisFile } from './open-database.js';

const emptyDatabase = databaseOfThisFile();

async function inPostgres(): Promise<OpenDirectory & { database: DataSource }> {
  const database = await emptyDatabase();
  const brands = new TypeOrmBrandRepository(database, new PublicReader(database));
  return {
    database,
    brands,
    audit: () => auditLogOf(database),
    add: async (name) => {
      await database.manager.insert(brandTable, { name, nameKey: nameKey(name), contactEmail: '' });
      const brand = await brands.byNameKey(nameKey(name));
      if (!brand) throw new Error(`${name} was not stored`);
      return brand;
    },
  };
}

describeBrandRepository('PostgreSQL', inPostgres);

it.each([
  ['the public contact of a verified brand', true, { contactEmail: 'sam@mail.example', contactName: 'Sam Reed' }],
  ['no contact of a submitter', false, { contactEmail: '', contactName: null }],
])('PostgreSQL keeps %s for undoing its merger', async (_what, verified, kept) => {
  const { brands, add, database } = await inPostgres();
  const { id } = await add('Wax Wing');
  const into = await add('Waxwing');
  const contact = { contactEmail: 'sam@mail.example', contactName: 'Sam Reed' };
  await database.manager.update(brandTable, { id }, { ...contact, verified });
  const from = await brands.byId(id);
  if (!from) throw new Error('no brand');
  const entry = { at: NOW, actor: ACTOR, action: 'brand.merged', subject: '?', before: null, after: null };
  await brands.merge(merge({ from, into }, { from: from.version, into: into.version }, NOW), entry);
  const [merged] = await brands.mergedSince(NOW);
  expect(merged?.brand).toEqual({ ...from, ...kept });
  if (!merged) return;
  await brands.undoMerger(merged.id, restored(merged.brand, NOW), { ...entry, action: 'brand.merger-undone' });
  expect(await brands.byId(id)).toMatchObject({ contactEmail: kept.contactEmail, verified });
});

it('PostgreSQL forgets a submitter’s name when their brand is verified, and when they are erased', async () => {
  const { brands, add, database } = await inPostgres();
  const ofSubmitter = async (name: string): Promise<Brand> => {
    const brand = await add(name);
    const contact = { contactEmail: 'sam@mail.example', contactName: 'Sam Reed' };
    await database.manager.update(brandTable, { id: brand.id }, contact);
    return { ...brand, ...contact };
  };
  const [shown, erased] = [await ofSubmitter('Waxwing'), await ofSubmitter('Ember')];
  const entry = { at: NOW, actor: ACTOR, action: 'brand.verified', subject: '?', before: null, after: null };
  await brands.verify(verify(shown, { contactEmail: 'hello@waxwing.example', website: null }, NOW), entry);
  expect(await brands.byId(shown.id)).toMatchObject({ contactEmail: 'hello@waxwing.example', contactName: null });
  expect(await brands.removeContact('SAM@mail.example', NOW)).toBe(1);
  expect(await brands.byId(erased.id)).toMatchObject({ contactEmail: '', contactName: null });
});

it('PostgreSQL stores no verification whose audit entry cannot be written', async () => {
  const { brands, audit, add } = await inPostgres();
  const brand = await add('Waxwing');
  const verified = verify(brand, { contactEmail: 'hello@waxwing.example', website: null }, NOW);
  const action = null as unknown as string;
  const entry = { at: NOW, actor: ACTOR, action, subject: 'brand:1', before: null, after: null };
  await expect(brands.verify(verified, entry)).rejects.toThrow(/null value in column "action"/);
  expect(await brands.byId(brand.id)).toEqual(brand);
  expect(await audit()).toEqual([]);
});
