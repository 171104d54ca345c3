import { DomainError } from '../shared/domain-error.js';

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
}

export class BrandNotFound extends DomainError {
  constructor(name: string) {
    super('not-found', 'brand-not-found', `We couldn't find a brand with the name "${name}".`);
  }
}

export class AlreadyVerified extends DomainError {
  constructor() {
    super('conflict', 'already-verified', 'This brand has already been verified. Reload it to see who did.');
  }
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
  return { ...brand, ...verification, contactName: null, verified: true, updatedAt: now };
}

/** The address to show: none until the brand is verified. Source: DECISIONS "Data". */
export function publicContactEmail(brand: Pick<Brand, 'verified' | 'contactEmail'>): string | null {
  return brand.verified ? brand.contactEmail : null;
}
