import type { AuditEntry } from '../shared/audit.js';
import type { Brand, BrandMerge, BrandName, MergedBrand } from './brand.js';

/** Stores brands. The registry creates a brand with its first published certificate. */
export abstract class BrandRepository {
  /** All brands, verified ones first, then by name. */
  abstract all(): Promise<readonly Brand[]>;

  /** The names of all brands, in the order of {@link all}. */
  abstract names(): Promise<readonly BrandName[]>;

  /**
   * Finds a brand by its current name or one it had before a rename or merge.
   * @param nameKey normalized name, see `nameKey` in shared/name-key.ts
   */
  abstract byNameKey(nameKey: string): Promise<Brand | null>;

  abstract byId(id: number): Promise<Brand | null>;

  /** Brands with this contact address (case-insensitive), by name. */
  abstract byContact(address: string): Promise<readonly Brand[]>;

  /** Removes this contact from unverified brands. @returns the number of brands changed */
  abstract removeContact(address: string, at: Date): Promise<number>;

  /** How often visitors asked the brand to publish a report. */
  abstract reportRequestsOf(brandId: number): Promise<number>;

  /** Counts one more. @returns how many there are with it; null if the brand is gone */
  abstract countReportRequest(brandId: number): Promise<number | null>;

  /**
   * Stores a verification and its audit entry in one transaction.
   * @throws AlreadyVerified if another staff member did it first
   */
  abstract verify(brand: Brand, entry: AuditEntry): Promise<void>;

  /**
   * Stores changed details and their audit entry in one transaction. A rename also updates the brand's certificates, and
   * the old name still finds the brand.
   * @throws BrandChanged if the stored version is newer; BrandNameTaken
   */
  abstract change(brand: Brand, entry: AuditEntry): Promise<void>;

  /**
   * Moves the certificates of `from` to `into`, deletes `from`, and stores the audit entry, in one transaction. All names
   * of `from` then find `into`, and requests for reports add up. What it takes to undo that is kept; what is too old for it is deleted.
   * @throws BrandChanged if either stored version is newer
   */
  abstract merge(merger: BrandMerge, entry: AuditEntry): Promise<Brand>;

  /** Brands that were merged since then, the last one first. */
  abstract mergedSince(since: Date): Promise<readonly MergedBrand[]>;

  /**
   * Undoes a merger: adds the brand again, gives it back its certificates and former names, and stores the audit entry, in
   * one transaction. Certificates that were published under its name since stay where they are.
   * @throws MergerNotFound if someone else did so first; BrandNameTaken
   */
  abstract undoMerger(id: number, brand: Brand, entry: AuditEntry): Promise<Brand>;
}
