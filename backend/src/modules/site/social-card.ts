import { createHash } from 'node:crypto';
import type { CheckedPublicCertificate } from '../../domain/coa-registry/coa-registry.js';
import { longDay } from '../../domain/shared/long-day.js';

type Verdict = CheckedPublicCertificate['verdict'];

/** The text on a link preview image. */
export interface SocialCard {
  /** A short label above the title, e.g. "Certificate of Analysis". */
  readonly kind: string;
  readonly title: string;
  /** The color of the title; it only repeats what the title says. */
  readonly tone?: Verdict['tone'];
  /** A line below the title, e.g. a product. */
  readonly subtitle?: string;
  /** Sentences below that, as far as there is room. */
  readonly text?: string;
  /** The last line, e.g. brand, batch and date. */
  readonly detail?: string;
}

/** The fields that a certificate's card shows. The domain's object and the API's response both have them. */
export interface CertificateCardInput {
  readonly verdict: Verdict;
  readonly productName: string;
  readonly brandName: string;
  readonly batchId: string;
  readonly testDate: string;
  readonly demonstration: boolean;
}

/** The headline for titles. That of a notice about the laboratory is long: only its first sentence, the rest follows. */
export function shortHeadline({ headline, aspects: [first] }: Verdict): string {
  return first?.subject === 'notice' || first?.subject === 'laboratory'
    ? headline.slice(0, headline.indexOf('.') + 1)
    : headline;
}

/** The verdict first: a preview is read without the page, and may be cut off. */
export function certificateCard(certificate: CertificateCardInput): SocialCard {
  const { verdict, productName, brandName, batchId, testDate, demonstration } = certificate;
  const title = shortHeadline(verdict);
  const kind = demonstration ? 'Demonstration record' : 'Certificate of Analysis';
  return {
    kind: verdict.doNotDrink ? `${kind} · do not drink` : kind,
    title,
    tone: verdict.tone,
    subtitle: productName,
    text: [verdict.headline.slice(title.length).trim(), ...verdict.details].join(' ').trim(),
    detail: `${brandName} · batch ${batchId} · tested ${longDay(testDate)}`,
  };
}

/** Part of an image's address, so that no cache shows an old verdict: another card has another address. */
export const cardVersion = (card: SocialCard): string =>
  createHash('sha256').update(JSON.stringify(card)).digest('base64url').slice(0, 8);
