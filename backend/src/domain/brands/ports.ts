import type { AuditEntry } from '../shared/audit.js';
import type { Brand } from './brand.js';

/** Where brands are kept. They are created by the registry, with a brand's first published certificate. */
export abstract class BrandRepository {
  /** All brands, verified ones first, then by name. */
  abstract all(): Promise<readonly Brand[]>;

  /** @param nameKey the form in which names are compared */
  abstract byNameKey(nameKey: string): Promise<Brand | null>;

  abstract byId(id: number): Promise<Brand | null>;

  /**
   * Stores a verification and its audit entry in one transaction.
   * @throws AlreadyVerified when somebody else came first
   */
  abstract verify(brand: Brand, entry: AuditEntry): Promise<void>;
}
