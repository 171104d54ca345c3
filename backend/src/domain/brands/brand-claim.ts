import { businessDaysAfter, easternDay } from '../shared/business-days.js';
import { DomainError, domainError, InvalidInput } from '../shared/domain-error.js';
import { publicTextErrors } from '../shared/public-text.js';
import { FREE_MAIL, hostOf, isSameOrBelow, mailDomainOf } from '../shared/web-domain.js';
import type { Brand } from './brand.js';

/** Days that the link in the first email works. */
export const PROOF_LINK_DAYS = 7;

/** Days that a proof counts. Domains change owners, so a brand proves its domain again every year. */
export const PROOF_DAYS = 365;

/** Business days within which staff decide what a brand asks for, as for submissions. [source:review-time] */
export const REQUEST_BUSINESS_DAYS = 3;

/** Length of a reply in characters. */
export const REPLY_TEXT = { min: 10, max: 600 } as const;

export const REFUSAL_MAX = 300;

/** Claims of one domain that wait for staff at once, so that its owner can't fill the queue. */
export const WAITING_CLAIMS_MAX = 3;

export const PROOF_METHODS = ['email', 'dns'] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];

/** A person's claim that a domain is a brand's and that they control it. The holder of its link acts for the brand. */
export interface BrandClaim {
  readonly id: string;
  readonly brandId: number;
  /** In ASCII and lower case, such as `juniper-tide.example`. */
  readonly domain: string;
  /** How the domain is proven: by mail at it, or by a DNS record. */
  readonly method: ProofMethod;
  /** Where the links go. */
  readonly email: string;
  readonly askedAt: Date;
  /** Null until control of the domain was proven. */
  readonly provenAt: Date | null;
  /** When it may act: at once if the domain is the recorded one of a verified brand, or else when staff said so. */
  readonly acceptedAt: Date | null;
  /** When it was replaced by a newer proof, refused or revoked. */
  readonly endedAt: Date | null;
}

/** What staff see of a claim that may act. */
export interface ListedClaim extends BrandClaim {
  readonly brandName: string;
}

/** `claim`: to be heard for the brand; `reply`: to a certificate; `contact`: new website or contact address. */
export const REQUEST_KINDS = ['claim', 'reply', 'contact'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** `accepted`: of a reply, published. `withdrawn`: by the brand. `replaced`: a newer one was accepted. */
export const REQUEST_STATES = ['waiting', 'accepted', 'refused', 'withdrawn', 'replaced'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** What a brand asks for and staff decide. */
export interface BrandRequest {
  readonly id: string;
  readonly kind: RequestKind;
  /** Null once the claim was erased. */
  readonly claimId: string | null;
  /** The brand's name and the proven domain when it was sent, so that a merger attributes them to no other brand. */
  readonly brandName: string;
  readonly domain: string;
  /** Of a reply. */
  readonly certificateId: string | null;
  readonly text: string | null;
  /** Of new contact data. */
  readonly website: string | null;
  readonly contactEmail: string | null;
  readonly state: RequestState;
  readonly sentAt: Date;
  /** The day by which staff decide, `YYYY-MM-DD`; null once it is over. */
  readonly dueBy: string | null;
  readonly decidedAt: Date | null;
  /** Name of a staff member; null if the brand withdrew it. */
  readonly decidedBy: string | null;
  /** Why it was refused or taken down. */
  readonly reason: string | null;
  /** Optimistic lock. */
  readonly version: number;
}

/** A request as its brand and staff see it. */
export interface ListedRequest extends BrandRequest {
  /** Reference of the certificate that a reply is about. */
  readonly certificate: string | null;
  /** The reply that is public now, which this one would replace. */
  readonly published: string | null;
  /** Of the brand today, to compare. */
  readonly recordedWebsite: string | null;
}

/** A product that its brand says it no longer makes. */
export interface DiscontinuedProduct {
  readonly productName: string;
  /** The day on which the brand said so, in Eastern time, `YYYY-MM-DD`. */
  readonly saidOn: string;
}

/** We didn't make the link, or what it was for is over. */
export class BrandLinkInvalid extends domainError(
  'not-found',
  'brand-link-invalid',
  'This link is incomplete, or it does not work anymore. Ask for a new one on the page of the brand.',
) {}

export class BrandLinkUsed extends domainError(
  'conflict',
  'brand-link-used',
  'This link was used. We sent another one to the same address.',
) {}

export class BrandDomainUnproven extends DomainError {
  constructor(detail: string) {
    super('conflict', 'brand-domain-unproven', detail);
  }
}

/** Staff have not accepted the claim yet, or too many of its domain wait. */
export class BrandClaimWaiting extends DomainError {
  constructor(detail: string) {
    super('conflict', 'brand-claim-waiting', detail);
  }
}

export class BrandRequestNotFound extends domainError(
  'not-found',
  'brand-request-not-found',
  'It is not here anymore. Reload the list.',
) {}

export class BrandRequestChanged extends domainError(
  'conflict',
  'brand-request-changed',
  'It changed after you opened the list. Reload it and read it again.',
) {}

/** Names below which anyone can get a website or a domain. The recorded website decides anyway; this answers earlier. */
const SHARED_DOMAINS: ReadonlySet<string> = new Set([
  ...FREE_MAIL,
  ...['blogspot.com', 'facebook.com', 'github.io', 'godaddysites.com', 'google.com', 'herokuapp.com', 'instagram.com'],
  ...['linktr.ee', 'myshopify.com', 'netlify.app', 'pages.dev', 'shopify.com', 'square.site', 'squarespace.com'],
  ...['tumblr.com', 'vercel.app', 'web.app', 'webflow.io', 'weebly.com', 'wixsite.com', 'wordpress.com'],
]);

/** Such as `co.uk`. A brand's own domain below two letters has no such name. */
const SECOND_LEVEL = /^(ac|co|com|edu|gov|net|org)\.[a-z]{2}$/;

/** Letters, digits and hyphens (RFC 1123), the last label not a number. Other scripts are written as `xn--…`. */
const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;

const wrong = (field: string, message: string) => new InvalidInput([{ field, message }]);

/**
 * The domain as it was typed. A trailing dot and `www.` name the same one.
 * @throws InvalidInput unless it can belong to one brand
 */
export function claimedDomain(typed: string): string {
  const domain = typed
    .trim()
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\./, '');
  // A letter of another script can look like one of ours: "juniper-tіde" with a Ukrainian і is another domain.
  if (/[^\p{ASCII}]/u.test(domain)) throw wrong('domain', 'Enter a domain of other scripts in the form xn--…');
  if (!DOMAIN.test(domain)) throw wrong('domain', 'Enter the domain alone, such as juniper-tide.example');
  const isShared = SECOND_LEVEL.test(domain) || [...SHARED_DOMAINS].some((shared) => isSameOrBelow(domain, shared));
  if (isShared) throw wrong('domain', 'Many people share this domain, so it proves nothing about a brand');
  return domain;
}

/** A name that no mail program reads as two addresses, and a domain of letters that we compare. */
const PLAIN_ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9.-]+$/i;

/** @throws InvalidInput */
export function newClaim(
  { brandId, domain, email }: Pick<BrandClaim, 'brandId' | 'domain' | 'email'>,
  id: string,
  askedAt: Date,
): BrandClaim {
  if (!PLAIN_ADDRESS.test(email)) throw wrong('email', 'Enter a valid email address');
  const own = claimedDomain(domain);
  const method = isSameOrBelow(mailDomainOf(email) ?? '', own) ? 'email' : 'dns';
  return { id, brandId, domain: own, method, email, askedAt, provenAt: null, acceptedAt: null, endedAt: null };
}

/** Where a brand proves its domain by DNS. */
export const recordName = (domain: string): string => `_clearbatch.${domain}`;
export const recordText = (code: string): string => `clearbatch-domain=${code}`;

/** Only staff confirm a website, so a domain that a submission named proves nothing. */
export const isRecordedDomain = ({ verified, website }: Pick<Brand, 'verified' | 'website'>, domain: string): boolean =>
  verified && website !== null && hostOf(website)?.replace(/\.$/, '') === domain;

export const provenUntil = ({ provenAt }: Pick<BrandClaim, 'provenAt'>): Date | null =>
  provenAt && daysAfter(provenAt, PROOF_DAYS);

const daysAfter = (at: Date, days: number) => new Date(at.getTime() + days * 86_400_000);

/** Whether its first link still works. @throws BrandLinkUsed if it did its work */
export function isProvable({ askedAt, provenAt, endedAt }: BrandClaim, now: Date): boolean {
  if (provenAt) throw new BrandLinkUsed();
  return endedAt === null && now < daysAfter(askedAt, PROOF_LINK_DAYS);
}

/** Whether its second link works. */
export function isProven(claim: BrandClaim, now: Date): boolean {
  const until = provenUntil(claim);
  return claim.endedAt === null && until !== null && now < until;
}

/** A link without https:// in the words of someone who wants visitors. */
const BARE_DOMAIN = /[\p{L}\p{N}-]\.(app|biz|ca|co|com|info|io|link|me|net|online|org|shop|site|store|us|xyz)\b/iu;

/**
 * The text of a reply in one paragraph.
 * @throws InvalidInput if it is too short or contains an email address, a phone number or a link
 */
export function replyText(typed: string): string {
  const text = typed.replace(/\s+/gu, ' ').trim();
  const [unfit] = publicTextErrors('text', text);
  if (unfit) throw new InvalidInput([unfit]);
  if (BARE_DOMAIN.test(text)) throw wrong('text', 'This text is public, and it seems to contain a link. Take it out');
  if (text.length < REPLY_TEXT.min) throw wrong('text', `A reply must have at least ${REPLY_TEXT.min} characters`);
  return text;
}

/** @param content what is asked for; the rest of a request is null */
export const newRequest = (
  kind: RequestKind,
  { id: claimId, domain, brandName }: Pick<ListedClaim, 'id' | 'domain' | 'brandName'>,
  content: Partial<Pick<BrandRequest, 'text' | 'website' | 'contactEmail'>>,
  id: string,
  sentAt: Date,
): BrandRequest => ({
  ...{ id, kind, claimId, brandName, domain, sentAt, state: 'waiting', version: 1 },
  ...{ certificateId: null, text: null, website: null, contactEmail: null, ...content },
  ...{ dueBy: businessDaysAfter(sentAt, REQUEST_BUSINESS_DAYS), decidedAt: null, decidedBy: null, reason: null },
});

export interface RequestDecision {
  readonly accepted: boolean;
  /** Needed to refuse. */
  readonly reason: string | null;
}

/**
 * Staff accept or refuse what waits, or take down a reply that is public.
 * @throws BrandRequestChanged, InvalidInput
 */
export function decideRequest<Request extends BrandRequest>(
  request: Request,
  seenVersion: number,
  { accepted, reason }: RequestDecision,
  now: Date,
  decidedBy: string,
): Request {
  const isPublic = request.kind === 'reply' && request.state === 'accepted';
  const isOpen = request.state === 'waiting' || (isPublic && !accepted);
  if (request.version !== seenVersion || !isOpen) throw new BrandRequestChanged();
  if (!accepted && !reason) throw wrong('reason', 'Say why. The brand gets the reason by email');
  return {
    ...request,
    ...{ state: accepted ? 'accepted' : 'refused', reason: accepted ? null : reason },
    ...{ dueBy: null, decidedAt: now, decidedBy, version: request.version + 1 },
  };
}

/** A request is due until its day ends in Eastern time. */
export const isRequestOverdue = ({ dueBy }: Pick<BrandRequest, 'dueBy'>, now: Date): boolean =>
  dueBy !== null && dueBy < easternDay(now);

/** Whether contact data stays at the proven domain, so that no one needs to check it first. */
export const staysAtDomain = (domain: string, { website, contactEmail }: { website: string; contactEmail: string }) =>
  isSameOrBelow(hostOf(website) ?? '', domain) && isSameOrBelow(mailDomainOf(contactEmail) ?? '', domain);
