import type { Actor, AuditEntry } from '../shared/audit.js';
import { easternDay } from '../shared/business-days.js';
import { InvalidInput } from '../shared/domain-error.js';
import { nameKey } from '../shared/name-key.js';
import type { Page } from '../shared/page.js';
import type { ErasedSection, ExportSection, PersonalDataProvider } from '../shared/personal-data.js';
import { Clock, Ids, Transactions } from '../shared/ports.js';
import { type Brand, BrandNotFound, edit } from './brand.js';
import {
  type BrandClaim,
  BrandClaimWaiting,
  BrandDomainUnproven,
  BrandLinkInvalid,
  BrandRequestNotFound,
  type DiscontinuedProduct,
  decideRequest,
  isProvable,
  isProven,
  isRecordedDomain,
  isRequestOverdue,
  type ListedClaim,
  type ListedRequest,
  newClaim,
  newRequest,
  PROOF_DAYS,
  type RequestDecision,
  recordName,
  recordText,
  replyText,
  staysAtDomain,
} from './brand-claim.js';
import { BrandClaimRepository, ClaimTokens, DomainRecords } from './claim-ports.js';
import { BrandRepository } from './ports.js';

/** What the holder of a link sees. */
export interface BrandDesk {
  readonly claim: ListedClaim;
  /** What to add to the DNS of the domain; null if it is proven, or by email. */
  readonly record: { readonly name: string; readonly text: string } | null;
  /** Empty until the claim may act. */
  readonly requests: readonly ListedRequest[];
  readonly discontinued: readonly DiscontinuedProduct[];
}

/**
 * Brands prove that they control their domain, and then reply to certificates, keep their contact data current and say
 * which products they no longer make. They need no account: a signed link that goes to a proven address acts for them.
 */
export class BrandClaims implements PersonalDataProvider {
  constructor(
    private readonly claims: BrandClaimRepository,
    private readonly brands: BrandRepository,
    private readonly tokens: ClaimTokens,
    private readonly records: DomainRecords,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Sends a link to the address. Says nothing about the address. @throws BrandNotFound, InvalidInput */
  async ask(brandName: string, domain: string, email: string): Promise<void> {
    const brand = await this.brands.byNameKey(nameKey(brandName));
    if (!brand) throw new BrandNotFound(brandName);
    const asked = { brandId: brand.id, domain, email: email.trim() };
    await this.claims.add(newClaim(asked, this.ids.uuid(), this.clock.now()));
  }

  /** @throws BrandLinkInvalid, BrandLinkUsed */
  async desk(token: string): Promise<BrandDesk> {
    const claim = await this.claimOf(token);
    const isWaitingForDns = claim.method === 'dns' && claim.provenAt === null;
    const record = isWaitingForDns
      ? { name: recordName(claim.domain), text: recordText(this.tokens.dnsCode(claim.id)) }
      : null;
    if (!claim.acceptedAt) return { claim, record, requests: [], discontinued: [] };
    const [requests, discontinued] = await Promise.all([
      this.claims.ofBrand(claim.brandId),
      this.claims.discontinued(claim.brandId),
    ]);
    return { claim, record, requests, discontinued };
  }

  /**
   * Records that the holder of the first link controls the domain: by the link itself, which went to an address at the
   * domain, or by the DNS record.
   * @returns the token of the second link
   * @throws BrandLinkInvalid, BrandLinkUsed, BrandDomainUnproven, BrandClaimWaiting
   */
  async prove(token: string): Promise<string> {
    const claim = await this.claimOf(token);
    if (claim.provenAt) return token;
    if (claim.method === 'dns') await this.requireRecord(claim);
    const now = this.clock.now();
    await this.transactions.run(async () => {
      const brand = await this.brands.byId(claim.brandId);
      if (!brand) throw new BrandLinkInvalid();
      const isAccepted = isRecordedDomain(brand, claim.domain);
      const proven = { ...claim, provenAt: now, acceptedAt: isAccepted ? now : null };
      const request = isAccepted ? null : newRequest('claim', claim, {}, this.ids.uuid(), now);
      await this.claims.prove(proven, request, entryOf('brand-claim.proven', claim, { accepted: isAccepted }, now));
    });
    return this.tokens.sign(claim.id, 'act');
  }

  /** Sends a reply to a certificate, or another text of one. Staff publish it. @throws BrandLinkInvalid, InvalidInput */
  async reply(token: string, certificate: string, typed: string): Promise<void> {
    const claim = await this.actingClaim(token);
    const request = newRequest('reply', claim, { text: replyText(typed) }, this.ids.uuid(), this.clock.now());
    if (!(await this.claims.send(request, claim.brandId, certificate))) throw noSuchReport();
  }

  /** Takes a reply back at once, whether it is public or waits. @throws BrandLinkInvalid, InvalidInput */
  async withdrawReply(token: string, certificate: string): Promise<void> {
    const claim = await this.actingClaim(token);
    const entry = entryOf('brand-reply.withdrawn', claim, { certificate }, this.clock.now());
    if ((await this.claims.withdrawReplies(claim.brandId, certificate, entry)) === 0) throw noSuchReport();
  }

  /**
   * New contact data. At once if both stay at the proven domain, or else when staff confirm it.
   * @returns whether it was changed at once
   * @throws BrandLinkInvalid
   */
  async changeContact(token: string, contact: { website: string; contactEmail: string }): Promise<boolean> {
    const claim = await this.actingClaim(token);
    return this.transactions.run(async () => {
      const brand = await this.brands.byId(claim.brandId);
      if (brand?.verified && staysAtDomain(claim.domain, contact)) {
        await this.edit(brand, contact, actorOf(claim));
        return true;
      }
      const request = newRequest('contact', claim, contact, this.ids.uuid(), this.clock.now());
      await this.claims.send(request, claim.brandId, null);
      return false;
    });
  }

  /** Says that the brand no longer makes a product, or that it does. @throws BrandLinkInvalid, InvalidInput */
  async setDiscontinued(token: string, productName: string, isDiscontinued: boolean): Promise<void> {
    const claim = await this.actingClaim(token);
    const key = nameKey(productName);
    const name = (await this.claims.products(claim.brandId)).find((one) => nameKey(one) === key);
    if (name === undefined) {
      throw new InvalidInput([{ field: 'productName', message: 'Your brand has no lab report of this product here' }]);
    }
    const now = this.clock.now();
    const action = isDiscontinued ? 'brand-product.discontinued' : 'brand-product.continued';
    const saidOn = isDiscontinued ? easternDay(now) : null;
    const entry = entryOf(action, claim, { productName: name }, now);
    await this.claims.setDiscontinued(claim.brandId, { name, key }, saidOn, entry);
  }

  page(isWaiting: boolean): Promise<Page<ListedRequest, never>> {
    return this.claims.page(isWaiting);
  }

  isOverdue(request: ListedRequest): boolean {
    return isRequestOverdue(request, this.clock.now());
  }

  /** @throws BrandRequestNotFound, BrandRequestChanged, InvalidInput */
  async decide(id: string, seenVersion: number, decision: RequestDecision, actor: Actor): Promise<void> {
    const now = this.clock.now();
    await this.transactions.run(async () => {
      const found = await this.claims.request(id);
      if (!found) throw new BrandRequestNotFound();
      const { request, claim } = found;
      const decided = decideRequest(request, seenVersion, decision, now, actor.name);
      // A claim that was revoked or has run out asks for nothing anymore.
      if (decision.accepted && !(claim && isProven(claim, now))) throw new BrandRequestNotFound();
      const brand =
        decision.accepted && request.kind === 'contact' && claim ? await this.brands.byId(claim.brandId) : null;
      if (brand) await this.edit(brand, request, actor);
      const { kind, brandName, domain, certificate } = request;
      const { state, reason } = decided;
      await this.claims.decide(decided, {
        ...{ at: now, actor, action: `brand-request.${state}`, subject: `brand-request:${id}` },
        before: { state: request.state },
        after: { kind, brandName, domain, certificate, text: request.text, state, reason },
      });
    });
  }

  /** Claims that may act. */
  active(): Promise<readonly ListedClaim[]> {
    return this.claims.active(new Date(this.clock.now().getTime() - PROOF_DAYS * 86_400_000));
  }

  /** Ends a claim, and takes back what it published. @throws BrandRequestNotFound */
  async revoke(id: string, reason: string, actor: Actor): Promise<void> {
    const claim = await this.claims.byId(id);
    if (!claim) throw new BrandRequestNotFound();
    const now = this.clock.now();
    const entry = { ...entryOf('brand-claim.revoked', claim, { reason }, now), actor };
    await this.claims.revoke({ ...claim, endedAt: now }, reason, entry);
  }

  async exportOf(address: string): Promise<readonly ExportSection[]> {
    const { claims, requests, mail } = await this.claims.byAddress(address);
    const asked = claims.map(({ id, brandId, ...claim }) => claim);
    const sent = requests.map(({ id, claimId, certificateId, decidedBy, version, ...request }) => request);
    return [
      { part: 'brand-claims', records: [...asked, ...sent] },
      { part: 'mail', records: mail.map((one) => ({ ...one })) },
    ];
  }

  async erase(address: string): Promise<readonly ErasedSection[]> {
    const { claims, mail } = await this.claims.forget(address);
    return [
      { part: 'brand-claims', count: claims },
      { part: 'mail', count: mail },
    ];
  }

  /** The claim of a link that still works. */
  private async claimOf(token: string): Promise<ListedClaim> {
    const link = this.tokens.verify(token);
    const claim = link && (await this.claims.byId(link.claimId));
    if (!link || !claim) throw new BrandLinkInvalid();
    const now = this.clock.now();
    if (!(link.use === 'act' ? isProven(claim, now) : isProvable(claim, now))) throw new BrandLinkInvalid();
    return claim;
  }

  private async actingClaim(token: string): Promise<ListedClaim> {
    const claim = await this.claimOf(token);
    if (!claim.provenAt) throw new BrandDomainUnproven('First prove that you control the domain.');
    if (!claim.acceptedAt) throw new BrandClaimWaiting('A person has to read your claim first. We will email you.');
    return claim;
  }

  private async requireRecord(claim: BrandClaim): Promise<void> {
    const name = recordName(claim.domain);
    const texts = await this.records.texts(name);
    if (texts === null)
      throw new BrandDomainUnproven(`The servers of ${claim.domain} gave no answer. Try again later.`);
    if (texts.some((text) => text.trim() === recordText(this.tokens.dnsCode(claim.id)))) return;
    const seen = texts.length === 0 ? 'has no TXT record yet' : 'has another text';
    throw new BrandDomainUnproven(`${name} ${seen}. A change can take some hours until we see it.`);
  }

  private async edit(
    brand: Brand,
    { website, contactEmail }: Pick<ListedRequest, 'website' | 'contactEmail'>,
    actor: Actor,
  ): Promise<void> {
    const at = this.clock.now();
    const after = edit(brand, { name: brand.name, website, contactEmail }, brand.version, at);
    await this.brands.change(after, {
      ...{ at, actor, action: 'brand.edited', subject: `brand:${brand.id}` },
      before: { name: brand.name, website: brand.website },
      after: { name: brand.name, website },
    });
  }
}

const noSuchReport = () =>
  new InvalidInput([
    { field: 'reference', message: 'Your brand has no public lab report or reply with this reference' },
  ]);

/** Who acted, for the audit log: a domain, not a person. */
const actorOf = ({ id, domain }: BrandClaim): Actor => ({ id: `brand-claim:${id}`, name: domain });

const entryOf = (
  action: string,
  claim: ListedClaim,
  after: Readonly<Record<string, unknown>>,
  at: Date,
): AuditEntry => ({
  ...{ at, actor: actorOf(claim), action, subject: `brand:${claim.brandId}`, before: null },
  after: { brandName: claim.brandName, domain: claim.domain, method: claim.method, ...after },
});
