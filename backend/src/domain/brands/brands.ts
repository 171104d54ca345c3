import type { Actor } from '../shared/audit.js';
import { foldSpaces, nameKey } from '../shared/name-key.js';
import type {
  ErasedSection,
  ExportSection,
  PersonalDataCategory,
  PersonalDataProvider,
} from '../shared/personal-data.js';
import { Clock } from '../shared/ports.js';
import {
  type Brand,
  type BrandDetails,
  type BrandName,
  BrandNotFound,
  edit,
  type MergedBrand,
  MergerNotFound,
  merge,
  restored,
  undoableSince,
  type Verification,
  verify,
} from './brand.js';
import { BrandClaims } from './brand-claims.js';
import { BrandRepository } from './ports.js';

/** Other contexts see only this file. */
export { BrandClaims };

/** The brand directory. */
export class Brands implements PersonalDataProvider {
  constructor(
    private readonly brands: BrandRepository,
    private readonly clock: Clock,
  ) {}

  all(): Promise<readonly Brand[]> {
    return this.brands.all();
  }

  /** The names of all brands, verified ones first, then by name. */
  names(): Promise<readonly BrandName[]> {
    return this.brands.names();
  }

  /**
   * Brands whose name contains the text, ignoring case and accents. Names that begin with it come first, then verified
   * brands, then by name.
   * @param limit maximum number of results
   */
  async search(text: string, limit: number): Promise<readonly Brand[]> {
    const term = foldForSearch(text);
    const found = (await this.brands.all()).filter(({ name }) => foldForSearch(name).includes(term));
    const startsWithTerm = ({ name }: Brand) => foldForSearch(name).startsWith(term);
    return [...found.filter(startsWithTerm), ...found.filter((brand) => !startsWithTerm(brand))].slice(0, limit);
  }

  /** @throws BrandNotFound */
  async byName(name: string): Promise<Brand> {
    const brand = await this.brands.byNameKey(nameKey(name));
    if (!brand) throw new BrandNotFound(name);
    return brand;
  }

  /**
   * The name of the brand that a typed text means: a present or former name, also with other punctuation, or with or without
   * "and". Not a beginning of a name: "Ember" may be another brand than "Ember & Rind".
   * @returns null when it means none, or may mean several
   */
  async nameMeantBy(text: string): Promise<string | null> {
    const named = await this.brands.byNameKey(nameKey(text));
    if (named) return named.name;
    const typed = lettersOf(text);
    if (typed === '') return null;
    const names = (await this.brands.names()).map(({ name }) => name);
    const [meant, ...others] = names.filter((name) => lettersOf(name) === typed);
    return others.length === 0 ? (meant ?? null) : null;
  }

  /** How often visitors asked this brand to publish a report. @throws BrandNotFound */
  async reportRequests(name: string): Promise<number> {
    return this.brands.reportRequestsOf((await this.byName(name)).id);
  }

  /** Counts that a visitor asks this brand to publish a report. @returns how many did @throws BrandNotFound */
  async requestReport(name: string): Promise<number> {
    const count = await this.brands.countReportRequest((await this.byName(name)).id);
    if (count === null) throw new BrandNotFound(name);
    return count;
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
  async edit(id: number, seenVersion: number, details: BrandDetails, actor: Actor): Promise<Brand> {
    const before = await this.byId(id);
    const after = edit(before, details, seenVersion, this.clock.now());
    await this.brands.change(after, {
      at: after.updatedAt,
      actor,
      action: 'brand.edited',
      subject: `brand:${id}`,
      before: auditFields(before),
      after: auditFields(after),
    });
    return after;
  }

  /**
   * @param seenVersions the versions the reviewer compared
   * @returns the remaining brand
   * @throws BrandNotFound, MergeIntoItself, BrandChanged, BrandsShareBatches
   */
  async merge(
    fromId: number,
    intoId: number,
    seenVersions: { from: number; into: number },
    actor: Actor,
  ): Promise<Brand> {
    const brands = { from: await this.byId(fromId), into: await this.byId(intoId) };
    const merger = merge(brands, seenVersions, this.clock.now());
    return this.brands.merge(merger, {
      at: merger.into.updatedAt,
      actor,
      action: 'brand.merged',
      subject: `brand:${intoId}`,
      before: { from: auditFields(brands.from), into: auditFields(brands.into) },
      after: { into: auditFields(merger.into) },
    });
  }

  /** Brands whose merger can be undone, the last one first. */
  mergedBrands(): Promise<readonly MergedBrand[]> {
    return this.brands.mergedSince(undoableSince(this.clock.now()));
  }

  /**
   * Separates two brands again.
   * @returns the brand that is back
   * @throws MergerNotFound, BrandNameTaken
   */
  async undoMerger(id: number, actor: Actor): Promise<Brand> {
    const merged = (await this.mergedBrands()).find((one) => one.id === id);
    if (!merged) throw new MergerNotFound();
    const brand = restored(merged.brand, this.clock.now());
    return this.brands.undoMerger(id, brand, {
      at: brand.updatedAt,
      actor,
      action: 'brand.merger-undone',
      subject: `brand:${brand.id}`,
      before: { into: merged.into },
      after: { ...auditFields(brand), coaCount: merged.certificates },
    });
  }

  /** An unverified brand's contact is the submitter's own; a verified brand's is public. */
  async exportOf(address: string): Promise<readonly ExportSection[]> {
    const brands = await this.brands.byContact(address);
    const section = (part: PersonalDataCategory, isPublic: boolean): ExportSection => {
      const matching = brands.filter(({ verified }) => verified === isPublic);
      const records = matching.map(({ name, website, contactEmail, contactName, createdAt }) => ({
        name,
        website,
        contactEmail,
        contactName,
        createdAt,
      }));
      return { part, records, personNames: matching.map(({ contactName }) => contactName) };
    };
    return [section('brand-contacts', false), section('public-brand-contacts', true)];
  }

  async erase(address: string): Promise<readonly ErasedSection[]> {
    return [{ part: 'brand-contacts', count: await this.brands.removeContact(address, this.clock.now()) }];
  }

  private async byId(id: number): Promise<Brand> {
    const brand = await this.brands.byId(id);
    if (!brand) throw new BrandNotFound(String(id));
    return brand;
  }
}

/** Drops case and accents, so that "cafe" finds "Café". */
const foldForSearch = (text: string) => foldSpaces(text).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Letters and digits only: "Ember & Rind", "ember and rind" and "EMBER RIND" are one name. */
const lettersOf = (text: string) =>
  foldForSearch(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/ and (?=.)/g, ' ')
    .replaceAll(' ', '');

/** Fields for the audit log. It omits an unverified brand's contact, which is the submitter's private address. */
function auditFields({ id, name, website, verified, contactEmail, coaCount }: Brand): Record<string, unknown> {
  return { id, name, website, verified, coaCount, contactEmail: verified ? contactEmail : null };
}
