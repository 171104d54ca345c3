import { type BrandRequest, type ListedClaim, PROOF_DAYS, PROOF_LINK_DAYS } from '../../domain/brands/brand-claim.js';
import type { Block } from '../../platform/email/email-layout.js';
import {
  callToAction,
  emailFooter,
  facts,
  layout,
  paragraph,
  quote,
  small,
} from '../../platform/email/email-layout.js';
import type { EmailMessage } from '../../platform/email/email-message.js';

/** The pages that the emails lead to. */
export interface ClaimLinks {
  readonly site: string;
  /** The page of the first or the second link. */
  readonly desk: string;
}

/** Anyone can enter anyone's address, so it repeats nothing that they typed, not even the domain. */
export const linkEmail = (claim: ListedClaim, { site, desk }: ClaimLinks): EmailMessage =>
  email(claim, site, `Are you ${claim.brandName}?`, [
    paragraph(
      `Someone, probably you, said on ClearBatch that this address can speak for the brand ${claim.brandName}. Open the link to go on.`,
    ),
    callToAction('Prove your domain', desk),
    small(
      `The link works for ${PROOF_LINK_DAYS} days. If you don't use it, nothing happens, and we delete the request.`,
    ),
  ]);

export const openEmail = (claim: ListedClaim, { site, desk }: ClaimLinks): EmailMessage =>
  email(claim, site, `You can now speak for ${claim.brandName}`, [
    paragraph(
      `You proved that you control ${claim.domain}. With this link you can reply to lab reports of ${claim.brandName}, keep its contact data current, and say which products it no longer makes.`,
    ),
    callToAction('Open the page of your brand', desk),
    small(
      `Keep the link to yourself: anyone who has it speaks for the brand. It works for ${PROOF_DAYS} days. A new proof with the same address ends it.`,
    ),
  ]);

const ASKED: Readonly<Record<BrandRequest['kind'], string>> = {
  claim: 'Your claim to speak for the brand',
  reply: 'Your reply to a lab report',
  contact: 'Your new contact data',
};

export const decidedEmail = (
  claim: ListedClaim,
  { kind, state, text, reason }: BrandRequest,
  certificate: string | null,
  site: string,
): EmailMessage => {
  const isAccepted = state === 'accepted';
  const done = kind === 'reply' ? 'was published' : 'was accepted';
  return email(claim, site, `${ASKED[kind]} ${isAccepted ? done : 'was not accepted'}`, [
    facts([['Brand', claim.brandName], ...(certificate ? [['Lab report', certificate] as const] : [])]),
    ...(text ? [quote(text)] : []),
    ...(reason ? [paragraph(`Why: ${reason}`)] : []),
    ...(isAccepted || kind === 'claim'
      ? []
      : [paragraph('You can send another one with the link in our earlier email.')]),
  ]);
};

const email = (claim: ListedClaim, site: string, title: string, blocks: readonly Block[]): EmailMessage => ({
  to: claim.email,
  subject: title,
  ...layout({
    title,
    blocks: [...blocks],
    footer: emailFooter(`You're getting this email because this address was given for ${claim.brandName}.`, site),
  }),
});

/** Made-up data for email previews. */
export const EXAMPLE_CLAIM: ListedClaim = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  brandId: 7,
  brandName: 'Juniper & Tide',
  domain: 'juniper-tide.example',
  method: 'email',
  email: 'hello@juniper-tide.example',
  askedAt: new Date('2026-11-20T15:04:05Z'),
  provenAt: new Date('2026-11-20T15:14:05Z'),
  acceptedAt: new Date('2026-11-20T15:14:05Z'),
  endedAt: null,
};
