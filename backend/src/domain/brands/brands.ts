import type { Actor } from '../shared/audit.js';
import { foldSpaces, nameKey } from '../shared/name-key.js';
import type { ErasedSection, ExportSection, PersonalDataProvider } from '../shared/personal-data.js';
import { Clock } from '../shared/ports.js';
import { type Brand, type BrandDetails, BrandNotFound, edit, merge, type Verification, verify } from './brand.js';
import { BrandRepository } from './ports.js';

/** The brand directory. */
export class Brands implements PersonalDataProvider {
  constructor(
    private readonly brands: BrandRepository,
    private readonly clock: Clock,
  ) {}

  all(): Promise<readonly Brand[]> {
    return this.brands.all();
  }

  /**
   * Brands whose name contains the text, compared without case and accents; the closest first: names that begin with it,
   * then verified ones, then by name.
   * @param limit at most so many
   */
  async search(text: string, limit: number): Promise<readonly Brand[]> {
    const wanted = folded(text);
    const found = (await this.brands.all()).filter(({ name }) => folded(name).includes(wanted));
    const begins = ({ name }: Brand) => folded(name).startsWith(wanted);
    return [...found.filter(begins), ...found.filter((brand) => !begins(brand))].slice(0, limit);
  }

  /** @throws BrandNotFound */
  async byName(name: string): Promise<Brand> {
    const brand = await this.brands.byNameKey(nameKey(name));
    if (!brand) throw new BrandNotFound(name);
    return brand;
  }

  /** @throws BrandNotFound, AlreadyVerified */
  async verify(id: number, verification: Verification, actor: Actor): Promise<Brand> {
    const before = await this.byId(id);
    const after = verify(before, verification, this.clock.now());
    await this.brands.verify(after, {
      at: after.updatedAt,
      actor,
      action: 'brand.verified',
      subject: `brand:${after.id}`,
      before: { name: before.name, verified: before.verified, website: before.website },
      after: { name: after.name, verified: after.verified, website: after.website, contactEmail: after.contactEmail },
    });
    return after;
  }

  /** @throws BrandNotFound, BrandChanged, BrandNameTaken, InvalidInput */
  async edit(id: number, seen: number, details: BrandDetails, actor: Actor): Promise<Brand> {
    const before = await this.byId(id);
    const after = edit(before, details, seen, this.clock.now());
    await this.brands.change(after, {
      at: after.updatedAt,
      actor,
      action: 'brand.edited',
      subject: `brand:${id}`,
      before: publicFacts(before),
      after: publicFacts(after),
    });
    return after;
  }

  /**
   * @param seen the versions of both that the reviewer compared
   * @returns the brand that remains
   * @throws BrandNotFound, BrandsAreOne, BrandChanged, BrandsShareBatches
   */
  async merge(fromId: number, intoId: number, seen: { from: number; into: number }, actor: Actor): Promise<Brand> {
    const brands = { from: await this.byId(fromId), into: await this.byId(intoId) };
    const merger = merge(brands, seen, this.clock.now());
    return this.brands.merge(merger, {
      at: merger.into.updatedAt,
      actor,
      action: 'brand.merged',
      subject: `brand:${intoId}`,
      before: { from: publicFacts(brands.from), into: publicFacts(brands.into) },
      after: { into: publicFacts(merger.into) },
    });
  }

  /** Until staff verify a brand, its contact is a submitter's own; after that, it is the brand's and public. */
  async exportOf(address: string): Promise<readonly ExportSection[]> {
    const brands = await this.brands.ofContact(address);
    const records = (isPublic: boolean) =>
      brands
        .filter(({ verified }) => verified === isPublic)
        .map(({ name, website, contactEmail, contactName, createdAt }) => ({
          ...{ name, website, contactEmail, contactName, createdAt },
        }));
    return [
      { part: 'brand-contacts', records: records(false) },
      { part: 'public-brand-contacts', records: records(true) },
    ];
  }

  async erase(address: string): Promise<readonly ErasedSection[]> {
    return [{ part: 'brand-contacts', count: await this.brands.forgetContact(address, this.clock.now()) }];
  }

  private async byId(id: number): Promise<Brand> {
    const brand = await this.brands.byId(id);
    if (!brand) throw new BrandNotFound(String(id));
    return brand;
  }
}

/** Without case and accents: "Café" is found by "cafe". */
const folded = (text: string) => foldSpaces(text).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Nobody's private address is written to the audit log: until a brand is verified, its contact is a submitter's. */
function publicFacts({ id, name, website, verified, contactEmail, coaCount }: Brand): Record<string, unknown> {
  return { id, name, website, verified, coaCount, contactEmail: verified ? contactEmail : null };
}
