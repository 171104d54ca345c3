import type { AuditEntry } from '../shared/audit.js';
import type { Brand, Merger } from './brand.js';

/** Where brands are kept. They are created by the registry, with a brand's first published certificate. */
export abstract class BrandRepository {
  /** All brands, verified ones first, then by name. */
  abstract all(): Promise<readonly Brand[]>;

  /**
   * By its name, or by one that it had before it was renamed or merged.
   * @param nameKey the form in which names are compared
   */
  abstract byNameKey(nameKey: string): Promise<Brand | null>;

  abstract byId(id: number): Promise<Brand | null>;

  /** Brands with this contact address, compared without case, by name. */
  abstract ofContact(address: string): Promise<readonly Brand[]>;

  /** Takes the contact off the brands among those that are not verified. @returns how many there were */
  abstract forgetContact(address: string, at: Date): Promise<number>;

  /**
   * Stores a verification and its audit entry in one transaction.
   * @throws AlreadyVerified when somebody else came first
   */
  abstract verify(brand: Brand, entry: AuditEntry): Promise<void>;

  /**
   * Stores changed details and their audit entry in one transaction. A new name is given to its certificates as well,
   * and the old one goes on leading to the brand.
   * @throws BrandChanged when somebody else came first; BrandNameTaken
   */
  abstract change(brand: Brand, entry: AuditEntry): Promise<void>;

  /**
   * Gives the certificates of one brand to the other and removes it, with the audit entry, in one transaction. Its name,
   * and the names that led to it, lead to the other brand from then on.
   * @throws BrandChanged when either was changed meanwhile
   */
  abstract merge(merger: Merger, entry: AuditEntry): Promise<Brand>;
}
