import { AlreadyVerified, BrandNotFound, publicContactEmail, verify } from '../../../src/domain/brands/brand.js';
import { Brands } from '../../../src/domain/brands/brands.js';
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
  it('replaces what the submitter left by what staff confirmed', () => {
    const later = new Date('2026-12-01T00:00:00Z');
    expect(verify(aBrand(), CONFIRMED, later)).toEqual({
      ...aBrand(),
      ...CONFIRMED,
      contactName: null,
      verified: true,
      updatedAt: later,
    });
  });

  it('can confirm that there is no website', () => {
    expect(verify(aBrand(), { ...CONFIRMED, website: null }, NOW).website).toBeNull();
  });

  it('happens once', () => {
    const verified = verify(aBrand(), CONFIRMED, NOW);
    expect(() => verify(verified, CONFIRMED, NOW)).toThrow(AlreadyVerified);
    expect(new AlreadyVerified()).toMatchObject({ kind: 'conflict', code: 'already-verified' });
  });
});

describe('the contact address of a brand', () => {
  it('is not public before it is verified', () => {
    expect(publicContactEmail(aBrand())).toBeNull();
  });

  it('is public afterwards, and is the confirmed one', () => {
    expect(publicContactEmail(verify(aBrand(), CONFIRMED, NOW))).toBe(CONFIRMED.contactEmail);
  });
});

describe('the directory', () => {
  it('has verified brands first, then goes by name', async () => {
    const { repository, brands } = open();
    for (const name of ['Waxwing', 'copper Finch', 'Third Porch']) repository.add(name);
    const { id } = repository.add('Zest', SUBMITTED);
    await brands.verify(id, CONFIRMED, ACTOR);
    expect((await brands.all()).map(({ name }) => name)).toEqual(['Zest', 'copper Finch', 'Third Porch', 'Waxwing']);
  });

  it.each([['Juniper & Tide'], ['juniper & tide'], [' JUNIPER   & TIDE ']])('finds a brand as %j', async (name) => {
    const { repository, brands } = open();
    const brand = repository.add('Juniper & Tide');
    expect(await brands.byName(name)).toEqual(brand);
  });

  it('says which name it does not know', async () => {
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

  it('verifies no brand twice, and none that is not there', async () => {
    const { repository, brands } = open();
    const { id } = repository.add('Waxwing');
    await brands.verify(id, CONFIRMED, ACTOR);
    await expect(brands.verify(id, CONFIRMED, ACTOR)).rejects.toThrow(AlreadyVerified);
    await expect(brands.verify(99, CONFIRMED, ACTOR)).rejects.toThrow(BrandNotFound);
    expect(repository.audit).toHaveLength(1);
  });
});
