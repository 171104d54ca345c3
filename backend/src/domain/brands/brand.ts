import { DomainError, domainError, InvalidInput } from '../shared/domain-error.js';
import { DAY_MS } from '../shared/durations.js';
import { foldSpaces, nameKey } from '../shared/name-key.js';

/** A brand with at least one published certificate. */
export interface Brand {
  readonly id: number;
  readonly name: string;
  /** Normalized name for comparison; unique. */
  readonly nameKey: string;
  /** From the first submission. It becomes the brand's public address only when staff verify the brand. */
  readonly contactEmail: string;
  readonly contactName: string | null;
  readonly website: string | null;
  /** Staff confirmed that the website and contact address belong to the brand. It says nothing about its products. */
  readonly verified: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Number of published certificates; a database trigger maintains it. */
  readonly coaCount: number;
  /** True for made-up brands in the demo data. */
  readonly demonstration: boolean;
  /** Optimistic lock: incremented by each staff change, which must name the version it was based on. */
  readonly version: number;
}

/** What a search needs of a brand. */
export type BrandName = Pick<Brand, 'name' | 'verified' | 'coaCount'>;

export class BrandNotFound extends DomainError {
  constructor(name: string) {
    super('not-found', 'brand-not-found', `We couldn't find a brand with the name "${name}".`);
  }
}

export class AlreadyVerified extends domainError(
  'conflict',
  'already-verified',
  'This brand is already verified. Reload the page to see who did it.',
) {}

/** The version is stale: another staff member changed the brand in the meantime. */
export class BrandChanged extends domainError(
  'stale',
  'changed-meanwhile',
  'Someone else changed this brand after you opened it. Reload it and try again.',
) {}

/** Another brand already has this name (compared by `nameKey`); such brands must be merged. */
export class BrandNameTaken extends DomainError {
  constructor(name: string) {
    const message = `There is already a brand named "${name}". Merge the two instead.`;
    super('conflict', 'brand-name-taken', message, [{ field: 'name', message }]);
  }
}

export class MergeIntoItself extends domainError(
  'conflict',
  'brands-are-one',
  "You can't merge a brand into itself. Choose another one.",
) {}

/** The merged brand would have published the same report of a batch twice. See decision 0032. */
export class BrandsShareBatches extends DomainError {
  /** @param batchIds some of the batches for which both have published the same report */
  constructor(batchIds: readonly string[]) {
    super(
      'conflict',
      'brands-share-batches',
      `Both brands have published the same lab report for batch ${batchIds.join(', ')}. Withdraw one of the two, then merge the brands.`,
    );
  }
}

/** The fields staff can edit. */
export interface BrandDetails {
  readonly name: string;
  readonly website: string | null;
  /** The public contact address; optional until the brand is verified. */
  readonly contactEmail: string | null;
}

/** What staff confirm when they verify a brand. */
export interface Verification {
  /** The brand's public contact address. Staff type it in, because a submitter's own address must not become public. */
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
export function edit(brand: Brand, details: BrandDetails, seenVersion: number, now: Date): Brand {
  if (brand.version !== seenVersion) throw new BrandChanged();
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
    // The name belonged to the old address, and lookups by address could no longer find it.
    contactName: details.contactEmail === null ? brand.contactName : null,
    updatedAt: now,
    version: brand.version + 1,
  };
}

/** A merge of two brands: `into` takes over the certificates of `from` and keeps its name and contact. */
export interface BrandMerge {
  readonly from: Brand;
  readonly into: Brand;
}

/** @throws MergeIntoItself, BrandChanged */
export function merge({ from, into }: BrandMerge, seenVersions: { from: number; into: number }, now: Date): BrandMerge {
  if (from.id === into.id) throw new MergeIntoItself();
  if (from.version !== seenVersions.from || into.version !== seenVersions.into) throw new BrandChanged();
  return { from, into: { ...into, updatedAt: now, version: into.version + 1 } };
}

/** For how long a merge can be undone. */
export const MERGER_UNDO_DAYS = 30;

/** A brand that was merged into another one. */
export interface MergedBrand {
  /** Number of the merger. */
  readonly id: number;
  /** As it was, but without the contact of an unverified brand: that is a submitter's own. */
  readonly brand: Brand;
  /** Name of the brand that its own name leads to now; null if the name leads to none any more. */
  readonly into: string | null;
  /** How many certificates it had, withdrawn ones included. */
  readonly certificates: number;
  readonly mergedAt: Date;
}

/** There is no such merger, it was undone, or it is too old to be undone. */
export class MergerNotFound extends domainError(
  'not-found',
  'merger-not-found',
  `This merge can't be undone: it was undone already, or it is more than ${MERGER_UNDO_DAYS} days old.`,
) {}

/** Mergers before this time can't be undone. */
export const undoableSince = (now: Date): Date => new Date(now.getTime() - MERGER_UNDO_DAYS * DAY_MS);

export const undoableUntil = ({ mergedAt }: Pick<MergedBrand, 'mergedAt'>): Date =>
  new Date(mergedAt.getTime() + MERGER_UNDO_DAYS * DAY_MS);

/** What is kept of a brand while its merger can be undone. */
export const keptOf = (brand: Brand): Brand =>
  brand.verified ? brand : { ...brand, contactEmail: '', contactName: null };

/** A brand as it comes back. */
export const restored = (brand: Brand, now: Date): Brand => ({ ...brand, updatedAt: now, version: brand.version + 1 });

/** The contact address to show; null until the brand is verified (decision 0038). */
export function publicContactEmail(brand: Pick<Brand, 'verified' | 'contactEmail'>): string | null {
  return brand.verified ? brand.contactEmail : null;
}
