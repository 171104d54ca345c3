import {
  AlreadyVerified,
  type Brand,
  BrandChanged,
  BrandNameTaken,
  edit,
  type MergedBrand,
  MergerNotFound,
  merge,
  restored,
  verify,
} from '../../src/domain/brands/brand.js';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { nameKey } from '../../src/domain/shared/name-key.js';
import { brandTable } from '../../src/modules/brands/brand.table.js';
import { TypeOrmBrandRepository } from '../../src/modules/brands/typeorm-brand.repository.js';
import { PublicReader } from '../../src/platform/database/public-reader.js';
import { ACTOR, NOW } from '../support/builders.js';
import { auditLogOf, databaseOfThisFile } from './open-database.js';

const emptyDatabase = databaseOfThisFile();

async function inPostgres() {
  const database = await emptyDatabase();
  const brands = new TypeOrmBrandRepository(database, new PublicReader(database));
  return {
    database,
    brands,
    audit: () => auditLogOf(database),
    add: async (name: string) => {
      await database.manager.insert(brandTable, { name, nameKey: nameKey(name), contactEmail: '' });
      const brand = await brands.byNameKey(nameKey(name));
      if (!brand) throw new Error(`${name} was not stored`);
      return brand;
    },
  };
}

type Opened = Awaited<ReturnType<typeof inPostgres>>;

const LATER = new Date('2026-12-01T10:00:00.123Z');
const CONFIRMED = { contactEmail: 'hello@waxwing.example', website: 'https://waxwing.example' };

function entryOf(brand: Brand): AuditEntry {
  return {
    at: brand.updatedAt,
    actor: ACTOR,
    action: 'brand.verified',
    subject: `brand:${brand.id}`,
    before: { verified: false, website: null },
    after: { verified: true, website: brand.website },
  };
}

describe('PostgreSQL keeps brands', () => {
  let directory: Opened;
  beforeEach(async () => {
    directory = await inPostgres();
  });

  const confirm = async (brand: Brand): Promise<Brand> => {
    const verified = verify(brand, CONFIRMED, LATER);
    await directory.brands.verify(verified, entryOf(verified));
    return verified;
  };

  it('finds a brand by the key of its name, and by its number', async () => {
    await directory.add('Third Porch');
    const brand = await directory.add('Nordlicht Getränke');
    expect(await directory.brands.byNameKey('nordlicht getränke')).toEqual(brand);
    expect(await directory.brands.byId(brand.id)).toEqual(brand);
  });

  it('finds brands by their contact in any case, and forgets it unless they are verified', async () => {
    const address = CONFIRMED.contactEmail;
    const details = { website: null, contactEmail: address };
    const given = async (name: string) => {
      const changed = edit(await directory.add(name), { ...details, name }, 1, LATER);
      await directory.brands.change(changed, entryOf(changed));
      return changed;
    };
    const [third, wax] = [await given('Third Porch'), await given('Waxwing')];
    const shown = await confirm(await directory.add('Ember'));
    const other = await directory.add('Birch');
    expect(await directory.brands.byContact(address.toUpperCase())).toEqual([shown, third, wax]);
    expect(await directory.brands.removeContact(address.toUpperCase(), NOW)).toBe(2);
    expect(await directory.brands.removeContact(address, NOW)).toBe(0);
    for (const one of [third, wax]) {
      const gone = { ...one, contactEmail: '', contactName: null, updatedAt: NOW, version: one.version + 1 };
      expect(await directory.brands.byId(one.id)).toEqual(gone);
    }
    expect(await directory.brands.byId(shown.id)).toEqual(shown);
    expect(await directory.brands.byId(other.id)).toEqual(other);
  });

  it('does not find what is not there, or what only looks alike', async () => {
    expect(await directory.brands.all()).toEqual([]);
    await directory.add('Waxwing');
    for (const key of ['Waxwing', 'wax', 'waxwing ', '']) {
      expect([key, await directory.brands.byNameKey(key)]).toEqual([key, null]);
    }
    expect(await directory.brands.byId(99_999)).toBeNull();
  });

  it('lists verified brands first, then by name without regard to case', async () => {
    for (const name of ['waxwing', 'Ember', 'ash', 'Birch', 'Zest', 'Yarrow']) await directory.add(name);
    for (const key of ['zest', 'yarrow']) {
      const brand = await directory.brands.byNameKey(key);
      if (brand) await confirm(brand);
    }
    const names = (await directory.brands.all()).map(({ name }) => name);
    expect(names).toEqual(['Yarrow', 'Zest', 'ash', 'Birch', 'Ember', 'waxwing']);
    const [first, ...others] = await directory.brands.names();
    expect(first).toEqual({ name: 'Yarrow', verified: true, coaCount: 0 });
    expect(others.map(({ name }) => name)).toEqual(names.slice(1));
  });

  it('stores a verification with its audit entry, and changes no other brand', async () => {
    const other = await directory.add('Third Porch');
    const verified = await confirm(await directory.add('Waxwing'));
    expect(await directory.brands.byId(verified.id)).toEqual(verified);
    expect(await directory.brands.byId(other.id)).toEqual(other);
    expect(await directory.audit()).toEqual([entryOf(verified)]);
  });

  it('counts on from a change that the verification did not see', async () => {
    const brand = await directory.add('Waxwing');
    const changed = edit(brand, { name: 'Waxwing', website: null, contactEmail: null }, brand.version, LATER);
    await directory.brands.change(changed, entryOf(changed));
    await confirm(brand);
    expect((await directory.brands.byId(brand.id))?.version).toBe(changed.version + 1);
  });

  it('lets one of two verifications at once win', async () => {
    const brand = await directory.add('Waxwing');
    const results = await Promise.allSettled([confirm(brand), confirm(brand)]);
    expect(results).toContainEqual({ status: 'fulfilled', value: await directory.brands.byId(brand.id) });
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results).toContainEqual({ status: 'rejected', reason: new AlreadyVerified() });
    expect(await directory.audit()).toHaveLength(1);
  });

  describe('changed by staff', () => {
    const edited = (brand: Brand, name: string) =>
      edit(brand, { name, website: 'https://new.example', contactEmail: null }, brand.version, LATER);
    const change = async (brand: Brand, name: string): Promise<Brand> => {
      const changed = edited(brand, name);
      await directory.brands.change(changed, entryOf(changed));
      return changed;
    };
    const mergeInto = (from: Brand, into: Brand) => {
      const merger = merge({ from, into }, { from: from.version, into: into.version }, LATER);
      return directory.brands.merge(merger, entryOf(merger.into));
    };

    it('keeps the new details, with the audit entry', async () => {
      const changed = await change(await directory.add('Waxwing'), 'Waxwing Drinks');
      expect(await directory.brands.byId(changed.id)).toEqual(changed);
      expect(await directory.audit()).toEqual([entryOf(changed)]);
    });

    it('is found by its former names', async () => {
      const first = await change(await directory.add('Waxwing'), 'Waxwing Drinks');
      const second = await change(first, 'Waxwing & Co');
      for (const key of ['waxwing', 'waxwing drinks', 'waxwing & co']) {
        expect(await directory.brands.byNameKey(key)).toEqual(second);
      }
    });

    it('may take one of its former names again', async () => {
      const renamed = await change(await directory.add('Waxwing'), 'Waxwing Drinks');
      const back = await change(renamed, 'Waxwing');
      expect(await directory.brands.byNameKey('waxwing')).toEqual(back);
      expect(await directory.brands.byNameKey('waxwing drinks')).toEqual(back);
    });

    it('cannot take the name of another brand', async () => {
      const brand = await directory.add('Waxwing');
      await directory.add('Third Porch');
      await expect(change(brand, 'third  PORCH')).rejects.toThrow(BrandNameTaken);
      expect(await directory.brands.byId(brand.id)).toEqual(brand);
      expect(await directory.audit()).toEqual([]);
    });

    it('is changed by one of two at once', async () => {
      const brand = await directory.add('Waxwing');
      const results = await Promise.allSettled([change(brand, 'One'), change(brand, 'Other')]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(results).toContainEqual({ status: 'rejected', reason: new BrandChanged() });
      expect(await directory.audit()).toHaveLength(1);
    });

    it('merged into another leads there by all of its names', async () => {
      const from = await change(await directory.add('Wax Wing'), 'Wax-Wing');
      const into = await directory.add('Waxwing');
      const remaining = await mergeInto(from, into);
      expect(remaining).toMatchObject({ id: into.id, name: 'Waxwing', version: 2 });
      expect(await directory.brands.byId(from.id)).toBeNull();
      for (const key of ['wax wing', 'wax-wing', 'waxwing']) {
        expect(await directory.brands.byNameKey(key)).toEqual(remaining);
      }
      expect((await directory.brands.all()).map(({ name }) => name)).toEqual(['Waxwing']);
    });

    const mergers = () => directory.brands.mergedSince(NOW);
    const undo = (merged: MergedBrand) => {
      const brand = restored(merged.brand, LATER);
      return directory.brands.undoMerger(merged.id, brand, entryOf(brand));
    };

    it('comes back from a merger with all of its names, and with the audit entry', async () => {
      const from = await change(await directory.add('Wax Wing'), 'Wax-Wing');
      const into = await directory.add('Waxwing');
      await mergeInto(from, into);
      const [merged] = await mergers();
      if (!merged) throw new Error('the merger is not kept');
      expect(merged).toMatchObject({ brand: from, into: 'Waxwing', certificates: 0, mergedAt: LATER });
      const back = await undo(merged);
      expect(back).toEqual({ ...from, updatedAt: LATER, version: 3 });
      for (const key of ['wax wing', 'wax-wing']) expect(await directory.brands.byNameKey(key)).toEqual(back);
      expect(await directory.brands.byNameKey('waxwing')).toMatchObject({ id: into.id, version: 3 });
      expect(await mergers()).toEqual([]);
      expect((await directory.audit()).at(-1)).toEqual(entryOf(back));
    });

    it('comes back once, when two undo its merger at once', async () => {
      await mergeInto(await directory.add('Wax Wing'), await directory.add('Waxwing'));
      const [merged] = await mergers();
      if (!merged) throw new Error('the merger is not kept');
      const results = await Promise.allSettled([undo(merged), undo(merged)]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(results).toContainEqual({ status: 'rejected', reason: new MergerNotFound() });
      expect(await directory.brands.all()).toHaveLength(2);
    });

    it('does not come back while another brand has its name', async () => {
      const into = await directory.add('Waxwing');
      const remaining = await mergeInto(await directory.add('Wax Wing'), into);
      const renamed = await change(remaining, 'Wax Wing');
      const [merged] = await mergers();
      if (!merged) throw new Error('the merger is not kept');
      await expect(undo(merged)).rejects.toThrow(BrandNameTaken);
      expect(await directory.brands.all()).toEqual([renamed]);
      expect(await mergers()).toHaveLength(1);
    });

    it('comes back to the brand that was merged after it, which comes back too', async () => {
      const [one, two, three] = [await directory.add('One'), await directory.add('Two'), await directory.add('Three')];
      const second = await mergeInto(one, two);
      await mergeInto(second, three);
      const [last, first] = await mergers();
      if (!last || !first) throw new Error('the mergers are not kept');
      expect([last.into, first.into]).toEqual(['Three', 'Three']);
      await undo(last);
      expect((await mergers()).map(({ into }) => into)).toEqual(['Two']);
      await undo(first);
      for (const brand of [one, two, three]) {
        expect(await directory.brands.byNameKey(brand.nameKey)).toMatchObject({ id: brand.id, name: brand.name });
      }
    });

    it('is merged by one of two at once, in whichever direction', async () => {
      const [one, other] = [await directory.add('One'), await directory.add('Other')];
      const results = await Promise.allSettled([mergeInto(one, other), mergeInto(other, one)]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(results).toContainEqual({ status: 'rejected', reason: new BrandChanged() });
      expect(await directory.brands.all()).toHaveLength(1);
      expect(await directory.audit()).toHaveLength(1);
    });
  });
});

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
