import {
  AlreadyVerified,
  type Brand,
  BrandChanged,
  BrandNotFound,
  edit,
  MergeIntoItself,
  MergerNotFound,
  publicContactEmail,
  verify,
} from '../../../src/domain/brands/brand.js';
import { Brands } from '../../../src/domain/brands/brands.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { ACTOR, NOW } from '../../support/builders.js';
import { InMemoryBrandRepository } from '../../support/in-memory-brand-repository.js';
import { StoppedClock } from '../../support/in-memory-clock-and-ids.js';

const SUBMITTED = {
  contactEmail: 'submitter@private.example',
  contactName: 'Robin Vale',
  website: 'http://old.example',
};
const CONFIRMED = { contactEmail: 'hello@waxwing.example', website: 'https://waxwing.example' };

function open() {
  const repository = new InMemoryBrandRepository();
  const clock = new StoppedClock();
  return { repository, clock, brands: new Brands(repository, clock) };
}

const aBrand = () => new InMemoryBrandRepository().add('Waxwing', { ...SUBMITTED, coaCount: 3 });

describe('verifying a brand', () => {
  it("replaces the submitter's contact with the one staff confirmed", () => {
    const later = new Date('2026-12-01T00:00:00Z');
    expect(verify(aBrand(), CONFIRMED, later)).toEqual({
      ...aBrand(),
      ...CONFIRMED,
      contactName: null,
      verified: true,
      updatedAt: later,
      version: 2,
    });
  });

  it('can confirm that there is no website', () => {
    expect(verify(aBrand(), { ...CONFIRMED, website: null }, NOW).website).toBeNull();
  });

  it('is possible once', () => {
    const verified = verify(aBrand(), CONFIRMED, NOW);
    expect(() => verify(verified, CONFIRMED, NOW)).toThrow(AlreadyVerified);
    expect(new AlreadyVerified()).toMatchObject({ kind: 'conflict', code: 'already-verified' });
  });
});

describe("a brand's contact address", () => {
  it('is private until the brand is verified', () => {
    expect(publicContactEmail(aBrand())).toBeNull();
  });

  it('is the confirmed one, and public, after that', () => {
    expect(publicContactEmail(verify(aBrand(), CONFIRMED, NOW))).toBe(CONFIRMED.contactEmail);
  });
});

describe('the directory', () => {
  it('lists verified brands first, then sorts by name', async () => {
    const { repository, brands } = open();
    for (const name of ['Waxwing', 'copper Finch', 'Third Porch']) repository.add(name);
    const { id } = repository.add('Zest', SUBMITTED);
    await brands.verify(id, CONFIRMED, ACTOR);
    expect((await brands.all()).map(({ name }) => name)).toEqual(['Zest', 'copper Finch', 'Third Porch', 'Waxwing']);
  });

  it.each([['Juniper & Tide'], ['juniper & tide'], [' JUNIPER   & TIDE ']])('finds a brand by %j', async (name) => {
    const { repository, brands } = open();
    const brand = repository.add('Juniper & Tide');
    expect(await brands.byName(name)).toEqual(brand);
  });

  it('names the unknown brand in its error', async () => {
    const { brands } = open();
    await expect(brands.byName('Nobody’s')).rejects.toMatchObject({
      kind: 'not-found',
      code: 'brand-not-found',
      message: 'We couldn\'t find a brand with the name "Nobody’s".',
    });
  });

  it('stores a verification with its audit entry', async () => {
    const { repository, clock, brands } = open();
    const { id } = repository.add('Waxwing', SUBMITTED);
    clock.goOn(2);
    const verified = await brands.verify(id, CONFIRMED, ACTOR);
    expect(await brands.byName('Waxwing')).toEqual(verified);
    expect(repository.audit).toEqual([
      {
        at: clock.now(),
        actor: ACTOR,
        action: 'brand.verified',
        subject: `brand:${id}`,
        before: { name: 'Waxwing', verified: false, website: SUBMITTED.website },
        after: { name: 'Waxwing', verified: true, ...CONFIRMED },
      },
    ]);
  });

  it('keeps the submitter’s name and address out of the audit log', async () => {
    const { repository, brands } = open();
    const { id } = repository.add('Waxwing', SUBMITTED);
    await brands.verify(id, CONFIRMED, ACTOR);
    expect(JSON.stringify(repository.audit)).not.toMatch(/submitter@private|Robin Vale/);
  });

  it('rejects verifying a verified or unknown brand', async () => {
    const { repository, brands } = open();
    const { id } = repository.add('Waxwing');
    await brands.verify(id, CONFIRMED, ACTOR);
    await expect(brands.verify(id, CONFIRMED, ACTOR)).rejects.toThrow(AlreadyVerified);
    await expect(brands.verify(99, CONFIRMED, ACTOR)).rejects.toThrow(BrandNotFound);
    expect(repository.audit).toHaveLength(1);
  });
});

describe('editing a brand', () => {
  const DETAILS = { name: ' Waxwing   Drinks ', website: null, contactEmail: null };

  it('folds spaces in the name, and keeps the stored address if none is given', () => {
    expect(edit(aBrand(), DETAILS, 1, NOW)).toEqual({
      ...aBrand(),
      name: 'Waxwing Drinks',
      nameKey: 'waxwing drinks',
      website: null,
      updatedAt: NOW,
      version: 2,
    });
  });

  it('keeps the public address of a verified brand', () => {
    const verified = verify(aBrand(), CONFIRMED, NOW);
    expect(() => edit(verified, DETAILS, 2, NOW)).toThrow(InvalidInput);
    const contactEmail = 'new@waxwing.example';
    expect(edit(verified, { ...DETAILS, contactEmail }, 2, NOW).contactEmail).toBe(contactEmail);
    // With a new address, the stored contact name belongs to another person, and a privacy lookup would find it.
    expect(edit(aBrand(), { ...DETAILS, contactEmail }, 1, NOW).contactName).toBeNull();
    expect(edit(aBrand(), DETAILS, 1, NOW).contactName).toBe(aBrand().contactName);
  });

  it('rejects an outdated version', () => {
    expect(() => edit(aBrand(), DETAILS, 2, NOW)).toThrow(BrandChanged);
  });

  it('writes no private address to the audit log', async () => {
    const { repository, brands } = open();
    const { id } = repository.add('Waxwing', SUBMITTED);
    await brands.edit(id, 1, DETAILS, ACTOR);
    expect(repository.audit).toMatchObject([{ action: 'brand.edited', after: { name: 'Waxwing Drinks' } }]);
    expect(JSON.stringify(repository.audit)).not.toMatch(/submitter@private|Robin Vale/);
  });
});

describe('merging brands', () => {
  const two = () => {
    const { repository, brands } = open();
    return { brands, from: repository.add('Wax Wing', SUBMITTED), into: repository.add('Waxwing') };
  };

  it('keeps the target, under both names', async () => {
    const { brands, from, into } = two();
    await brands.merge(from.id, into.id, { from: 1, into: 1 }, ACTOR);
    expect(await brands.byName('wax wing')).toMatchObject({ id: into.id, name: 'Waxwing' });
  });

  it('rejects a merge with itself, an unknown brand, or an outdated version of either', async () => {
    const { brands, from, into } = two();
    const seen = { from: 1, into: 1 };
    await expect(brands.merge(from.id, from.id, seen, ACTOR)).rejects.toThrow(MergeIntoItself);
    await expect(brands.merge(from.id, 99, seen, ACTOR)).rejects.toThrow(BrandNotFound);
    await expect(brands.merge(from.id, into.id, { from: 2, into: 1 }, ACTOR)).rejects.toThrow(BrandChanged);
    await expect(brands.merge(from.id, into.id, { from: 1, into: 2 }, ACTOR)).rejects.toThrow(BrandChanged);
  });
});

describe('undoing a merger', () => {
  async function merged(differing: Partial<Brand> = {}) {
    const { repository, brands, clock } = open();
    const from = repository.add('Wax Wing', { ...SUBMITTED, ...differing });
    const into = repository.add('Waxwing');
    await brands.merge(from.id, into.id, { from: 1, into: 1 }, ACTOR);
    const [merger] = await brands.mergedBrands();
    if (!merger) throw new Error('the merger is not listed');
    return { repository, brands, clock, from, into, merger };
  }

  it('brings the brand back with its name and number, and changes the version of both', async () => {
    const { repository, brands, from, into, merger } = await merged();
    expect(merger).toMatchObject({ brand: { name: 'Wax Wing' }, into: 'Waxwing' });
    const back = await brands.undoMerger(merger.id, ACTOR);
    expect(back).toMatchObject({ id: from.id, name: 'Wax Wing', version: 2 });
    expect(await brands.byName('wax wing')).toMatchObject({ id: from.id });
    expect(await brands.byName('waxwing')).toMatchObject({ id: into.id, version: 3 });
    expect(repository.audit.at(-1)).toMatchObject({
      action: 'brand.merger-undone',
      subject: `brand:${from.id}`,
      before: { into: 'Waxwing' },
    });
    expect(await brands.mergedBrands()).toEqual([]);
    await expect(brands.undoMerger(merger.id, ACTOR)).rejects.toThrow(MergerNotFound);
  });

  it('brings the public contact of a verified brand back, and no submitter’s', async () => {
    const contactOf = async (differing: Partial<Brand>) => {
      const { brands, merger } = await merged(differing);
      const { contactEmail, contactName } = await brands.undoMerger(merger.id, ACTOR);
      return { contactEmail, contactName };
    };
    expect(await contactOf({})).toEqual({ contactEmail: '', contactName: null });
    const verified = { verified: true, contactEmail: 'hello@waxwing.example', contactName: null };
    expect(await contactOf(verified)).toEqual({ contactEmail: 'hello@waxwing.example', contactName: null });
  });

  it('is possible for 30 days', async () => {
    const { brands, clock, merger } = await merged();
    clock.goOn(30 * 24);
    expect(await brands.mergedBrands()).toHaveLength(1);
    clock.goOn(1);
    expect(await brands.mergedBrands()).toEqual([]);
    await expect(brands.undoMerger(merger.id, ACTOR)).rejects.toThrow(MergerNotFound);
  });
});

describe('searching brands', () => {
  async function found(text: string, limit = 20): Promise<string[]> {
    const { repository, brands } = open();
    for (const name of ['Plumb Line', 'Old Plum', 'Café Plum', 'Waxwing', 'Plum & Rye'])
      repository.add(name, SUBMITTED);
    const [old] = (await repository.all()).filter(({ name }) => name === 'Old Plum');
    await brands.verify(old?.id ?? 0, CONFIRMED, ACTOR);
    return (await brands.search(text, limit)).map(({ name }) => name);
  }

  it('ignores case and accents, and sorts prefix matches first, then verified brands', async () => {
    expect(await found('plum')).toEqual(['Plum & Rye', 'Plumb Line', 'Old Plum', 'Café Plum']);
    expect(await found('  CAFE  plum ')).toEqual(['Café Plum']);
    expect(await found('quince')).toEqual([]);
    expect(await found('plum', 2)).toEqual(['Plum & Rye', 'Plumb Line']);
  });
});
