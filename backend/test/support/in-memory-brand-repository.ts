import { AlreadyVerified, type Brand } from '../../src/domain/brands/brand.js';
import { BrandRepository } from '../../src/domain/brands/ports.js';
import type { AuditEntry } from '../../src/domain/shared/audit.js';
import { nameKey } from '../../src/domain/shared/name-key.js';
import { NOW } from './builders.js';

export class InMemoryBrandRepository extends BrandRepository {
  readonly audit: AuditEntry[] = [];
  private brands: readonly Brand[] = [];

  async all(): Promise<readonly Brand[]> {
    return this.brands.toSorted((a, b) => Number(b.verified) - Number(a.verified) || (a.nameKey < b.nameKey ? -1 : 1));
  }

  async byNameKey(key: string): Promise<Brand | null> {
    return this.brands.find((brand) => brand.nameKey === key) ?? null;
  }

  async byId(id: number): Promise<Brand | null> {
    return this.brands.find((brand) => brand.id === id) ?? null;
  }

  async verify(changed: Brand, entry: AuditEntry): Promise<void> {
    if (!this.brands.some(({ id, verified }) => id === changed.id && !verified)) throw new AlreadyVerified();
    this.brands = this.brands.map((brand) => (brand.id === changed.id ? changed : brand));
    this.audit.push(entry);
  }

  /** What the registry does with a brand's first certificate. The brand stays as it is when it is there already. */
  add(name: string, differing: Partial<Brand> = {}): Brand {
    const key = nameKey(name);
    const existing = this.brands.find((brand) => brand.nameKey === key);
    if (existing) return existing;
    const brand: Brand = {
      id: this.brands.length + 1,
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
      ...differing,
    };
    this.brands = [...this.brands, brand];
    return brand;
  }

  countCertificate(id: number): void {
    this.brands = this.brands.map((brand) => (brand.id === id ? { ...brand, coaCount: brand.coaCount + 1 } : brand));
  }
}
