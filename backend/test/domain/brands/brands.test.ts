import {
  AlreadyVerified,
  type Brand,
  BrandChanged,
  BrandNotFound,
  edit,
  keptOf,
  type MergedBrand,
  MergeIntoItself,
  MergerNotFound,
  publicContactEmail,
  verify,
} from '../../../src/domain/brands/brand.js';
import { Brands } from '../../../src/domain/brands/brands.js';
import type { BrandRepository } from '../../../src/domain/brands/ports.js';
import type { AuditEntry } from '../../../src/domain/shared/audit.js';
import { InvalidInput } from '../../../src/domain/shared/domain-error.js';
import { ACTOR, aBrand, NOW } from '../../support/builders.js';
import { StoppedClock } from '../../support/in-memory-clock-and-ids.js';
import { stub } from '../../support/stub.js';

const SUBMITTED = {
  contactEmail: 'submitter@private.example',
  contactName: 'Robin Vale',
  website: 'http://old.example',
};
const CONFIRMED = { contactEmail: 'hello@waxwing.example', website: 'https://waxwing.example' };

const waxwing = (differing: Partial<Brand> = {}) => aBrand('Waxwing', { ...SUBMITTED, coaCount: 3, ...differing });

/** The directory of these brands, in this order, and of these mergers. It remembers what is to be stored. */
function open(known: readonly Brand[], mergers: readonly MergedBrand[] = []) {
  const stored: unknown[] = [];
  const audit: AuditEntry[] = [];
  const store = (changed: unknown, entry: AuditEntry) => {
    stored.push(changed);
    audit.push(entry);
  };
  const repository = stub<BrandRepository>({
    all: async () => known,
    names: async () => known,
    byId: async (id) => known.find((brand) => brand.id === id) ?? null,
    byNameKey: async (key) => known.find((brand) => brand.nameKey === key) ?? null,
    verify: async (brand, entry) => store(brand, entry),
    change: async (brand, entry) => store(brand, entry),
    merge: async (merger, entry) => {
      store(merger, entry);
      return merger.into;
    },
    mergedSince: async (since) => mergers.filter(({ mergedAt }) => mergedAt >= since),
    undoMerger: async (id, brand, entry) => {
      store({ id, brand }, entry);
      return brand;
    },
  });
  const clock = new StoppedClock();
  return { stored, audit, clock, brands: new Brands(repository, clock) };
}

describe('verifying a brand', () => {
  it("replaces the submitter's contact with the one staff confirmed", () => {
    const later = new Date('2026-12-01T00:00:00Z');
    expect(verify(waxwing(), CONFIRMED, later)).toEqual({
      ...waxwing(),
      ...CONFIRMED,
      contactName: null,
      verified: true,
      updatedAt: later,
      version: 2,
    });
  });

  it('can confirm that there is no website', () => {
    expect(verify(waxwing(), { ...CONFIRMED, website: null }, NOW).website).toBeNull();
  });

  it('is possible once', () => {
    const verified = verify(waxwing(), CONFIRMED, NOW);
    expect(() => verify(verified, CONFIRMED, NOW)).toThrow(AlreadyVerified);
    expect(new AlreadyVerified()).toMatchObject({ kind: 'conflict', code: 'already-verified' });
  });
});

describe("a brand's contact address", () => {
  it('is private until the brand is verified', () => {
    expect(publicContactEmail(waxwing())).toBeNull();
  });

  it('is the confirmed one, and public, after that', () => {
    expect(publicContactEmail(verify(waxwing(), CONFIRMED, NOW))).toBe(CONFIRMED.contactEmail);
  });
});

describe('the directory', () => {
  it.each([['Juniper & Tide'], ['juniper & tide'], [' JUNIPER   & TIDE ']])('finds a brand by %j', async (name) => {
    const brand = aBrand('Juniper & Tide');
    expect(await open([waxwing(), brand]).brands.byName(name)).toEqual(brand);
  });

  it('names the unknown brand in its error', async () => {
    await expect(open([]).brands.byName('Nobody’s')).rejects.toMatchObject({
      kind: 'not-found',
      code: 'brand-not-found',
      message: 'We couldn\'t find a brand with the name "Nobody’s".',
    });
  });

  it('stores a verification with its audit entry, without the submitter’s name and address', async () => {
    const { stored, audit, clock, brands } = open([waxwing()]);
    clock.goOn(2);
    const verified = await brands.verify(1, CONFIRMED, ACTOR);
    expect(stored).toEqual([verified]);
    expect(audit).toEqual([
      {
        at: clock.now(),
        actor: ACTOR,
        action: 'brand.verified',
        subject: 'brand:1',
        before: { name: 'Waxwing', verified: false, website: SUBMITTED.website },
        after: { name: 'Waxwing', verified: true, ...CONFIRMED },
      },
    ]);
  });

  it('rejects verifying a verified or unknown brand', async () => {
    const { audit, brands } = open([verify(waxwing(), CONFIRMED, NOW)]);
    await expect(brands.verify(1, CONFIRMED, ACTOR)).rejects.toThrow(AlreadyVerified);
    await expect(brands.verify(99, CONFIRMED, ACTOR)).rejects.toThrow(BrandNotFound);
    expect(audit).toEqual([]);
  });
});

describe('editing a brand', () => {
  const DETAILS = { name: ' Waxwing   Drinks ', website: null, contactEmail: null };

  it('folds spaces in the name, and keeps the stored address if none is given', () => {
    expect(edit(waxwing(), DETAILS, 1, NOW)).toEqual({
      ...waxwing(),
      name: 'Waxwing Drinks',
      nameKey: 'waxwing drinks',
      website: null,
      updatedAt: NOW,
      version: 2,
    });
  });

  it('keeps the public address of a verified brand', () => {
    const verified = verify(waxwing(), CONFIRMED, NOW);
    expect(() => edit(verified, DETAILS, 2, NOW)).toThrow(InvalidInput);
    const contactEmail = 'new@waxwing.example';
    expect(edit(verified, { ...DETAILS, contactEmail }, 2, NOW).contactEmail).toBe(contactEmail);
    // With a new address, the stored contact name belongs to another person, and a privacy lookup would find it.
    expect(edit(waxwing(), { ...DETAILS, contactEmail }, 1, NOW).contactName).toBeNull();
    expect(edit(waxwing(), DETAILS, 1, NOW).contactName).toBe(waxwing().contactName);
  });

  it('rejects an outdated version', () => {
    expect(() => edit(waxwing(), DETAILS, 2, NOW)).toThrow(BrandChanged);
  });

  it('writes no private address to the audit log', async () => {
    const { stored, audit, brands } = open([waxwing()]);
    const edited = await brands.edit(1, 1, DETAILS, ACTOR);
    expect(stored).toEqual([edited]);
    expect(audit).toMatchObject([{ action: 'brand.edited', after: { name: 'Waxwing Drinks' } }]);
    expect(JSON.stringify(audit)).not.toMatch(/submitter@private|Robin Vale/);
  });
});

describe('merging brands', () => {
  const from = aBrand('Wax Wing', { ...SUBMITTED, id: 1 });
  const into = aBrand('Waxwing', { id: 2 });

  it('keeps the target, and writes no private address to the audit log', async () => {
    const { stored, audit, clock, brands } = open([from, into]);
    const remaining = { ...into, updatedAt: clock.now(), version: 2 };
    expect(await brands.merge(1, 2, { from: 1, into: 1 }, ACTOR)).toEqual(remaining);
    expect(stored).toEqual([{ from, into: remaining }]);
    const named = { from: { name: 'Wax Wing' }, into: { name: 'Waxwing' } };
    expect(audit).toMatchObject([{ action: 'brand.merged', subject: 'brand:2', before: named }]);
    expect(JSON.stringify(audit)).not.toMatch(/submitter@private|Robin Vale/);
  });

  it('rejects a merge with itself, an unknown brand, or an outdated version of either', async () => {
    const { stored, brands } = open([from, into]);
    const seen = { from: 1, into: 1 };
    await expect(brands.merge(1, 1, seen, ACTOR)).rejects.toThrow(MergeIntoItself);
    await expect(brands.merge(1, 99, seen, ACTOR)).rejects.toThrow(BrandNotFound);
    await expect(brands.merge(1, 2, { from: 2, into: 1 }, ACTOR)).rejects.toThrow(BrandChanged);
    await expect(brands.merge(1, 2, { from: 1, into: 2 }, ACTOR)).rejects.toThrow(BrandChanged);
    expect(stored).toEqual([]);
  });

  it('keeps the public contact of a verified brand for undoing it, and no submitter’s', () => {
    expect(keptOf(from)).toEqual({ ...from, contactEmail: '', contactName: null });
    const verified = verify(from, CONFIRMED, NOW);
    expect(keptOf(verified)).toEqual(verified);
  });
});

describe('undoing a merger', () => {
  const brand = aBrand('Wax Wing', { id: 7 });
  const merger: MergedBrand = { id: 1, brand, into: 'Waxwing', certificates: 4, mergedAt: NOW };

  it('brings the brand back with its name and number, in another version', async () => {
    const { stored, audit, clock, brands } = open([], [merger]);
    clock.goOn(1);
    const back = await brands.undoMerger(1, ACTOR);
    expect(back).toEqual({ ...brand, updatedAt: clock.now(), version: 2 });
    expect(stored).toEqual([{ id: 1, brand: back }]);
    expect(audit).toMatchObject([
      { action: 'brand.merger-undone', subject: 'brand:7', before: { into: 'Waxwing' }, after: { coaCount: 4 } },
    ]);
    await expect(brands.undoMerger(2, ACTOR)).rejects.toThrow(MergerNotFound);
  });

  it('is possible for 30 days', async () => {
    const { stored, brands, clock } = open([], [merger]);
    clock.goOn(30 * 24);
    expect(await brands.mergedBrands()).toEqual([merger]);
    clock.goOn(1);
    expect(await brands.mergedBrands()).toEqual([]);
    await expect(brands.undoMerger(1, ACTOR)).rejects.toThrow(MergerNotFound);
    expect(stored).toEqual([]);
  });
});

describe('searching brands', () => {
  // In the order of the directory: verified ones first, then by name.
  const DIRECTORY = ['Old Plum', 'Café Plum', 'Plum & Rye', 'Plumb Line', 'Waxwing'].map((name) => aBrand(name));

  it.each([
    ['plum', 20, ['Plum & Rye', 'Plumb Line', 'Old Plum', 'Café Plum']],
    ['  CAFE  plum ', 20, ['Café Plum']],
    ['quince', 20, []],
    ['plum', 2, ['Plum & Rye', 'Plumb Line']],
  ])(
    'ignores case and accents, and puts names that begin with it first: %j, at most %d',
    async (text, limit, names) => {
      expect((await open(DIRECTORY).brands.search(text, limit)).map(({ name }) => name)).toEqual(names);
    },
  );
});

describe('a typed name means', () => {
  const { brands } = open([aBrand('Ember & Rind'), aBrand('Velvet Thistle'), aBrand('Velvet Tide'), aBrand('Ünder')]);

  it.each([
    ['ember & rind', 'Ember & Rind'],
    ['Ember and Rind', 'Ember & Rind'],
    ['EMBER+RIND', 'Ember & Rind'],
    ['Ember Rind', 'Ember & Rind'],
    ['velvet th', null],
    ['under', 'Ünder'],
    ['velvet', null],
    ['em', null],
    ['Nobody', null],
    ['&', null],
    ['', null],
  ])('%j: %j', async (typed, name) => {
    expect(await brands.nameMeantBy(typed)).toBe(name);
  });
});
