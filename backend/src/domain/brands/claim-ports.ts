import type { AuditEntry } from '../shared/audit.js';
import type { Page } from '../shared/page.js';
import type { MailRecord } from '../shared/personal-data.js';
import type { BrandClaim, BrandRequest, DiscontinuedProduct, ListedClaim, ListedRequest } from './brand-claim.js';

/** `prove`: the first link, for one proof. `act`: the second one, which acts for the brand. */
export type LinkUse = 'prove' | 'act';

/** Signs the tokens of links in emails, and makes the code of a DNS record. Neither contains an address. */
export abstract class ClaimTokens {
  abstract sign(claimId: string, use: LinkUse): string;
  /** @returns the claim and the use; null if {@link sign} did not make the token, or it was altered */
  abstract verify(token: string): { readonly claimId: string; readonly use: LinkUse } | null;
  /** What the brand's DNS record must contain. */
  abstract dnsCode(claimId: string): string;
}

/** Looks up TXT records. */
export abstract class DomainRecords {
  /** @returns the texts of a name, at most a few; none if the name has none; null if its servers gave no answer in time */
  abstract texts(name: string): Promise<readonly string[] | null>;
}

/** Stores claims and requests of brands. Every method takes part in the current transaction. */
export abstract class BrandClaimRepository {
  /** Stores a claim, and queues the email with its first link within the daily limit of the address. */
  abstract add(claim: BrandClaim): Promise<void>;

  abstract byId(id: string): Promise<ListedClaim | null>;

  /**
   * Stores a proof and its audit entry, and ends earlier claims of the address for the brand. An accepted claim gets its
   * second link by email; for another one, staff are asked.
   * @param request what staff are asked; null for an accepted claim
   * @throws BrandLinkUsed if another request proved it first; BrandClaimWaiting if too many of the domain wait
   */
  abstract prove(claim: BrandClaim, request: BrandRequest | null, entry: AuditEntry): Promise<void>;

  /** Claims that may act and were proven after `since`, the latest first; at most 200. */
  abstract active(since: Date): Promise<readonly ListedClaim[]>;

  /** Ends a claim, and takes back what it asked for and published. @throws BrandRequestNotFound if it has ended */
  abstract revoke(claim: BrandClaim, reason: string, entry: AuditEntry): Promise<void>;

  /** Replies and contact data that a brand sent, also with other claims, the latest first; at most 50. */
  abstract ofBrand(brandId: number): Promise<readonly ListedRequest[]>;

  /** Waiting ones by what is due first, or the others by what was decided last; at most 200. */
  abstract page(isWaiting: boolean): Promise<Page<ListedRequest, never>>;

  /** With its claim, if that may still act or waits for this request. */
  abstract request(id: string): Promise<{ readonly request: ListedRequest; readonly claim: ListedClaim | null } | null>;

  /**
   * Stores a request. It replaces one of the kind that waits: a reply to the same certificate, or other contact data.
   * @param certificate reference of the certificate that a reply is about
   * @returns false if the brand has no such public certificate
   */
  abstract send(request: BrandRequest, brandId: number, certificate: string | null): Promise<boolean>;

  /** Takes back replies to a certificate of a brand, the public and the waiting one. @returns how many */
  abstract withdrawReplies(brandId: number, certificate: string, entry: AuditEntry): Promise<number>;

  /**
   * Stores a decision with its audit entry and an email to the claim. An accepted reply replaces the public one, and an
   * accepted or refused claim may act or has ended.
   * @throws BrandRequestChanged if the stored version is newer, or the certificate went to another brand
   */
  abstract decide(request: BrandRequest, entry: AuditEntry): Promise<void>;

  /** Names of the brand's public products. */
  abstract products(brandId: number): Promise<readonly string[]>;

  abstract discontinued(brandId: number): Promise<readonly DiscontinuedProduct[]>;

  /** @param saidOn null to take it back */
  abstract setDiscontinued(
    brandId: number,
    product: { readonly name: string; readonly key: string },
    saidOn: string | null,
    entry: AuditEntry,
  ): Promise<void>;

  /** Claims of an address, requests with it, and the emails about them. */
  abstract byAddress(address: string): Promise<{
    readonly claims: readonly BrandClaim[];
    readonly requests: readonly BrandRequest[];
    readonly mail: readonly MailRecord[];
  }>;

  /** Deletes them. Public replies stay, without their claim. @returns how many */
  abstract forget(address: string): Promise<{ readonly claims: number; readonly mail: number }>;
}
