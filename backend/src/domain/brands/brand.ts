import { DomainError, InvalidInput } from '../shared/domain-error.js';
import { foldSpaces, nameKey } from '../shared/name-key.js';

/** A brand with at least one published certificate. */
export interface Brand {
  readonly id: number;
  readonly name: string;
  /** The form in which names are compared; unique. */
  readonly nameKey: string;
  /** On file from the first submission; confirmed as the brand's public address only when staff verify the brand. */
  readonly contactEmail: string;
  readonly contactName: string | null;
  readonly website: string | null;
  /** Staff confirmed that website and contact address belong to the brand. It says nothing about its products. */
  readonly verified: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Published certificates, kept by the database. */
  readonly coaCount: number;
  /** True for invented brands that only show how the registry works. */
  readonly demonstration: boolean;
  /** Counts the changes staff make. Whoever changes the brand says which version they saw. */
  readonly version: number;
}

export class BrandNotFound extends DomainError {
  constructor(name: string) {
    super('not-found', 'brand-not-found', `We couldn't find a brand with the name "${name}".`);
  }
}

export class AlreadyVerified extends DomainError {
  constructor() {
    super('conflict', 'already-verified', 'This brand is already verified. Reload the page to see who did it.');
  }
}

/** Somebody else changed it since it was read. */
export class BrandChanged extends DomainError {
  constructor() {
    super(
      'stale',
      'changed-meanwhile',
      'Someone else changed this brand after you opened it. Reload it and try again.',
    );
  }
}

/** Two names that are compared as one: they are merged, not renamed. */
export class BrandNameTaken extends DomainError {
  constructor(name: string) {
    const message = `There is already a brand named "${name}". Merge the two instead.`;
    super('conflict', 'brand-name-taken', message, [{ field: 'name', message }]);
  }
}

export class BrandsAreOne extends DomainError {
  constructor() {
    super('conflict', 'brands-are-one', "You can't merge a brand into itself. Choose another one.");
  }
}

/** Within a brand, a batch has one published certificate. See decision 0032. */
export class BrandsShareBatches extends DomainError {
  /** @param batchIds some of the batches that both brands have published */
  constructor(batchIds: readonly string[]) {
    super(
      'conflict',
      'brands-share-batches',
      `Both brands have a published certificate for batch ${batchIds.join(', ')}. Withdraw one of the two, then merge the brands.`,
    );
  }
}

/** What staff may change about a brand. */
export interface BrandDetails {
  readonly name: string;
  readonly website: string | null;
  /** The public contact address; may be left out until the brand is verified. */
  readonly contactEmail: string | null;
}

/** What staff confirmed about a brand. */
export interface Verification {
  /** The brand's public contact address. Entered anew, because a submitter's own address must not become public. */
  readonly contactEmail: string;
  readonly website: string | null;
}

/** @throws AlreadyVerified */
export function verify(brand: Brand, verification: Verification, now: Date): Brand {
  if (brand.verified) throw new AlreadyVerified();
  return {
    ...brand,
    ...verification,
    contactName: null,
    verified: true,
    updatedAt: now,
    version: brand.version + 1,
  };
}

/** @throws BrandChanged, InvalidInput */
export function edit(brand: Brand, details: BrandDetails, seen: number, now: Date): Brand {
  if (brand.version !== seen) throw new BrandChanged();
  if (brand.verified && details.contactEmail === null) {
    throw new InvalidInput([{ field: 'contactEmail', message: 'A verified brand needs a public contact address' }]);
  }
  const name = foldSpaces(details.name);
  return {
    ...brand,
    name,
    nameKey: nameKey(name),
    website: details.website,
    contactEmail: details.contactEmail ?? brand.contactEmail,
    // The name belonged to the former address; it could not be found by it any more.
    contactName: details.contactEmail === null ? brand.contactName : null,
    updatedAt: now,
    version: brand.version + 1,
  };
}

/** Two brands that are one: the certificates of the first go to the second, whose name and contact stay. */
export interface Merger {
  readonly from: Brand;
  readonly into: Brand;
}

/** @throws BrandsAreOne, BrandChanged */
export function merge({ from, into }: Merger, seen: { from: number; into: number }, now: Date): Merger {
  if (from.id === into.id) throw new BrandsAreOne();
  if (from.version !== seen.from || into.version !== seen.into) throw new BrandChanged();
  return { from, into: { ...into, updatedAt: now, version: into.version + 1 } };
}

/** The address to show: none until the brand is verified (decision 0038). */
export function publicContactEmail(brand: Pick<Brand, 'verified' | 'contactEmail'>): string | null {
  return brand.verified ? brand.contactEmail : null;
}
