import {
  AlreadyVerified,
  type Brand,
  BrandChanged,
  type BrandMerge,
  type BrandName,
  BrandNameTaken,
  keptOf,
  type MergedBrand,
  MergerNotFound,
} from '../../src/domain/brands/brand.js';
import { BrandRepository } from '../../src/domain/brands/ports.js';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { nameKey } from '../../src/domain/shared/name-key.js';
import { NOW } from './builders.js';

export class InMemoryBrandRepository extends BrandRepository {
  readonly audit: AuditEntry[] = [];
  private brands: readonly Brand[] = [];
  /** Former names, with the id of the brand that each one leads to. */
  private readonly aliases = new Map<string, number>();
  private mergers: (Omit<MergedBrand, 'into'> & { readonly formerNameKeys: readonly string[] })[] = [];
  private mergerCount = 0;

  async all(): Promise<readonly Brand[]> {
    return this.brands.toSorted((a, b) => Number(b.verified) - Number(a.verified) || (a.nameKey < b.nameKey ? -1 : 1));
  }

  async names(): Promise<readonly BrandName[]> {
    return (await this.all()).map(({ name, verified, coaCount }) => ({ name, verified, coaCount }));
  }

  async byNameKey(key: string): Promise<Brand | null> {
    return this.known(key) ?? null;
  }

  async byId(id: number): Promise<Brand | null> {
    return this.brands.find((brand) => brand.id === id) ?? null;
  }

  async verify(changed: Brand, entry: AuditEntry): Promise<void> {
    const before = this.brands.find(({ id, verified }) => id === changed.id && !verified);
    if (!before) throw new AlreadyVerified();
    const verified = { ...changed, version: before.version + 1 };
    this.brands = this.brands.map((brand) => (brand === before ? verified : brand));
    this.audit.push(entry);
  }

  async change(changed: Brand, entry: AuditEntry): Promise<void> {
    const before = this.unchanged(changed);
    if (this.brands.some(({ id, nameKey }) => id !== changed.id && nameKey === changed.nameKey)) {
      throw new BrandNameTaken(changed.name);
    }
    this.aliases.set(before.nameKey, changed.id);
    this.aliases.delete(changed.nameKey);
    this.brands = this.brands.map((brand) => (brand.id === changed.id ? changed : brand));
    this.audit.push(entry);
  }

  async byContact(address: string): Promise<readonly Brand[]> {
    return this.brands
      .filter(({ contactEmail }) => contactEmail.toLowerCase() === address.toLowerCase())
      .toSorted((a, b) => (a.nameKey < b.nameKey ? -1 : 1));
  }

  async removeContact(address: string, updatedAt: Date): Promise<number> {
    const gone = (await this.byContact(address)).filter(({ verified }) => !verified);
    const without = (brand: Brand) => ({
      ...brand,
      contactEmail: '',
      contactName: null,
      updatedAt,
      version: brand.version + 1,
    });
    this.brands = this.brands.map((brand) => (gone.includes(brand) ? without(brand) : brand));
    return gone.length;
  }

  /** It knows no certificates, so that two brands never share a batch here. */
  async merge({ from, into }: BrandMerge, entry: AuditEntry): Promise<Brand> {
    const gone = this.unchanged({ ...from, version: from.version + 1 });
    const remaining = { ...into, coaCount: this.unchanged(into).coaCount + gone.coaCount };
    const formerNameKeys = [...this.aliases].flatMap(([name, id]) => (id === gone.id ? name : []));
    for (const name of formerNameKeys) this.aliases.set(name, into.id);
    this.mergerCount += 1;
    this.mergers.unshift({
      id: this.mergerCount,
      brand: keptOf(gone),
      formerNameKeys,
      certificates: gone.coaCount,
      mergedAt: into.updatedAt,
    });
    this.aliases.set(gone.nameKey, into.id);
    this.brands = this.brands.filter(({ id }) => id !== gone.id).map((one) => (one.id === into.id ? remaining : one));
    this.audit.push(entry);
    return remaining;
  }

  async mergedSince(since: Date): Promise<readonly MergedBrand[]> {
    return this.mergers
      .filter(({ mergedAt }) => mergedAt >= since)
      .map(({ formerNameKeys, ...merger }) => ({ ...merger, into: this.known(merger.brand.nameKey)?.name ?? null }));
  }

  async undoMerger(id: number, brand: Brand, entry: AuditEntry): Promise<Brand> {
    const merger = this.mergers.find((one) => one.id === id);
    if (!merger) throw new MergerNotFound();
    if (this.brands.some(({ nameKey }) => nameKey === brand.nameKey)) throw new BrandNameTaken(brand.name);
    const intoId = this.aliases.get(brand.nameKey);
    this.aliases.delete(brand.nameKey);
    for (const name of merger.formerNameKeys) this.aliases.set(name, brand.id);
    const separated = (into: Brand) => ({
      ...into,
      coaCount: into.coaCount - merger.certificates,
      updatedAt: brand.updatedAt,
      version: into.version + 1,
    });
    this.brands = [...this.brands.map((one) => (one.id === intoId ? separated(one) : one)), brand];
    this.mergers = this.mergers.filter((one) => one !== merger);
    this.audit.push(entry);
    return brand;
  }

  private unchanged(changed: Brand): Brand {
    const before = this.brands.find(({ id, version }) => id === changed.id && version === changed.version - 1);
    if (!before) throw new BrandChanged();
    return before;
  }

  /** The brand that has or had the name with this key. */
  known(key: string): Brand | undefined {
    return this.brands.find((brand) => brand.nameKey === key || brand.id === this.aliases.get(key));
  }

  /** Creates a brand for its first certificate, as the registry does. An existing brand is unchanged. */
  add(name: string, differing: Partial<Brand> = {}): Brand {
    const key = nameKey(name);
    const existing = this.known(key);
    if (existing) return existing;
    const brand: Brand = {
      id: Math.max(0, ...this.brands.map((brand) => brand.id)) + 1,
      name,
      nameKey: key,
      contactEmail: '',
      contactName: null,
      website: null,
      verified: false,
      createdAt: NOW,
      updatedAt: NOW,
      coaCount: 0,
      demonstration: false,
      version: 1,
      ...differing,
    };
    this.brands = [...this.brands, brand];
    return brand;
  }

  countCertificate(id: number, by = 1): void {
    this.brands = this.brands.map((brand) => (brand.id === id ? { ...brand, coaCount: brand.coaCount + by } : brand));
  }
}
