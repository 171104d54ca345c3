import type { Actor } from '../shared/audit.js';
import { nameKey } from '../shared/name-key.js';
import { Clock } from '../shared/ports.js';
import { type Brand, BrandNotFound, type Verification, verify } from './brand.js';
import { BrandRepository } from './ports.js';

/** The brand directory. */
export class Brands {
  constructor(
    private readonly brands: BrandRepository,
    private readonly clock: Clock,
  ) {}

  all(): Promise<readonly Brand[]> {
    return this.brands.all();
  }

  /** @throws BrandNotFound */
  async byName(name: string): Promise<Brand> {
    const brand = await this.brands.byNameKey(nameKey(name));
    if (!brand) throw new BrandNotFound(name);
    return brand;
  }

  /** @throws BrandNotFound, AlreadyVerified */
  async verify(id: number, verification: Verification, actor: Actor): Promise<Brand> {
    const before = await this.brands.byId(id);
    if (!before) throw new BrandNotFound(String(id));
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
}
