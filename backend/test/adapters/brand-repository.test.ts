import { verify } from '../../src/domain/brands/brand.js';
import { nameKey } from '../../src/domain/shared/name-key.js';
import { brandTable } from '../../src/modules/brands/brand.table.js';
import { TypeOrmBrandRepository } from '../../src/modules/brands/typeorm-brand.repository.js';
import { PublicReader } from '../../src/platform/database/public-reader.js';
import { ACTOR, NOW } from '../support/builders.js';
import { InMemoryBrandRepository } from '../support/in-memory-brand-repository.js';
import { describeBrandRepository, type OpenDirectory } from './brand-repository.contract.js';
import { auditLogOf, databaseOfThisFile } from './open-database.js';

async function inMemory(): Promise<OpenDirectory> {
  const brands = new InMemoryBrandRepository();
  return {
    brands,
    audit: async () => brands.audit,
    add: async (name) => brands.add(name),
  };
}

const emptyDatabase = databaseOfThisFile();

async function inPostgres(): Promise<OpenDirectory> {
  const database = await emptyDatabase();
  const brands = new TypeOrmBrandRepository(database, new PublicReader(database));
  return {
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

describeBrandRepository('memory', inMemory);
describeBrandRepository('PostgreSQL', inPostgres);

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
