import type { Certificate } from '../../domain/coa-registry/certificate.js';
import type { CoaLink } from '../../domain/coa-registry/ports.js';
import { COMMENT_CODES, type ReviewComment } from '../../domain/coa-registry/review-comment.js';
import { statusDisplay } from '../../domain/coa-registry/status-display.js';
import { closing } from '../../platform/mail/closing.js';
import { longDay, momentOf, weekdayAndDay } from '../../platform/mail/days.js';
import { type Block, facts, heading, layout, link, paragraph, picture, quote } from '../../platform/mail/layout.js';
import type { Letter } from '../../platform/mail/letter.js';
import { mainLink } from '../../platform/mail/main-link.js';
import { inSubject } from '../../platform/mail/subject.js';
import { qrPng } from './qr-png.js';

/** A certificate whose submitter left an address. */
export type Addressed = Certificate & { readonly submittedBy: string };

/** The way to send what was asked for. */
export interface CorrectionLink {
  readonly address: string;
  readonly expiresAt: Date;
}

/** What took a certificate's place, and why. */
export type Replacement = CoaLink & { readonly reason: string };

const addressOfBatch = (publicUrl: string, batchId: string) => `${publicUrl}/coa/${encodeURIComponent(batchId)}`;
const ownAddress = (publicUrl: string, reference: string) => `${publicUrl}/certificates/${reference}`;

export const received = (certificate: Addressed, publicUrl: string): Letter =>
  letter(certificate, publicUrl, 'Received', 'Your submission has arrived', [
    paragraph(
      'You sent a certificate of analysis to the ClearBatch registry. It is stored and waits for review. Nothing of it is public yet.',
    ),
    factsOf(certificate),
    heading('What happens next'),
    paragraph(
      `A person compares what you entered with the certificate, within 2-3 business days: by ${weekdayAndDay(certificate.dueOn)}.`,
    ),
    paragraph(
      'We write to this address again when it is published, when something has to be changed first, or when it cannot be published.',
    ),
    ...waysToWrite(certificate, publicUrl, 'If you find a mistake in it, write to us.'),
  ]);

export const resubmitted = (certificate: Addressed, publicUrl: string): Letter =>
  letter(certificate, publicUrl, 'Changes received', 'Your changes have arrived', [
    paragraph(
      'You sent the changes that a reviewer asked for. The submission waits for review again, and the link that you used is closed.',
    ),
    factsOf(certificate),
    heading('What happens next'),
    paragraph(`A person looks at it again within 2-3 business days: by ${weekdayAndDay(certificate.dueOn)}.`),
    paragraph('We write to this address again when it is decided.'),
    ...waysToWrite(certificate, publicUrl, 'If something is still wrong, write to us.'),
  ]);

export const changesRequested = (certificate: Addressed, correction: CorrectionLink, publicUrl: string): Letter =>
  letter(certificate, publicUrl, 'Changes needed', 'Your submission needs changes', [
    paragraph('A reviewer looked at the certificate that you sent and asks for changes before it can be published.'),
    factsOf(certificate),
    heading('What the reviewer asks'),
    ...certificate.comments.filter(({ settledAt }) => settledAt === null).flatMap(asked),
    heading('How to send the changes'),
    paragraph(
      'The link opens the form with everything that you entered. Change what is needed and send it again. You need no account.',
    ),
    mainLink('Correct the submission', correction.address),
    paragraph(
      `The link works once, until ${momentOf(correction.expiresAt)}. Whoever has it can change this submission, so do not pass it on.`,
    ),
    ...waysToWrite(certificate, publicUrl, 'If you have a question, or need a new link, write to us.'),
  ]);

export function published(certificate: Addressed, publicUrl: string): Letter {
  const { batchId, reference, status } = certificate;
  const address = addressOfBatch(publicUrl, batchId);
  const { png, width } = qrPng(address);
  return letter(certificate, publicUrl, 'Published', 'Your certificate is published', [
    paragraph(
      'A reviewer compared your submission with the certificate. It is now in the registry, open to everybody.',
    ),
    factsOf(certificate, [['The certificate says', statusDisplay(status).label]]),
    mainLink('Open the published certificate', address),
    picture('address', png, 'QR code that leads to the public address', width),
    paragraph('The code leads to the same public address. You may print it on a label or a shelf card.'),
    link('This certificate also has an address of its own, which stays', ownAddress(publicUrl, reference)),
    paragraph(
      'Published certificates are not changed. If one turns out to be wrong, it is replaced or withdrawn, and its address says so.',
    ),
    ...waysToWrite(certificate, publicUrl, 'If something in it is wrong, write to us.'),
  ]);
}

export const rejected = (certificate: Addressed, publicUrl: string): Letter =>
  letter(certificate, publicUrl, 'Not published', 'Your submission was not published', [
    paragraph('A reviewer looked at the certificate that you sent and decided not to publish it. This is the reason:'),
    quote(certificate.rejectionReason ?? ''),
    factsOf(certificate),
    heading('How to answer'),
    paragraph(
      'If the reason can be mended, send the certificate again; a new submission is reviewed from the beginning.',
    ),
    link('Send a certificate', `${publicUrl}/submit-coa`),
    ...waysToWrite(certificate, publicUrl, 'If you think that the decision is wrong, tell us why.'),
  ]);

export const withdrawn = (certificate: Addressed, publicUrl: string): Letter =>
  letter(certificate, publicUrl, 'Withdrawn', 'Your certificate was withdrawn', [
    paragraph(
      'The certificate that you sent was published in the registry and has now been withdrawn. This is the reason, which everybody can read:',
    ),
    quote(certificate.withdrawalReason ?? ''),
    factsOf(certificate),
    paragraph('It can still be read at its address, marked as no longer current. Nothing has replaced it.'),
    link('The withdrawn certificate', ownAddress(publicUrl, certificate.reference)),
    heading('How to answer'),
    paragraph('If there is a newer certificate of this batch, send it.'),
    link('Send a certificate', `${publicUrl}/submit-coa`),
    ...waysToWrite(certificate, publicUrl, 'If you think that the decision is wrong, tell us why.'),
  ]);

export const superseded = (certificate: Addressed, replacement: Replacement, publicUrl: string): Letter =>
  letter(certificate, publicUrl, 'Replaced', 'Your certificate was replaced', [
    paragraph(
      'The certificate that you sent was published in the registry. A corrected one has taken its place. This is the reason, which everybody can read:',
    ),
    quote(replacement.reason),
    heading('The certificate that is published now'),
    facts([
      ['Reference', replacement.reference],
      ['Product', replacement.productName],
      ['Batch', replacement.batchId],
    ]),
    mainLink('Open the published certificate', addressOfBatch(publicUrl, replacement.batchId)),
    heading('The one that it replaced'),
    factsOf(certificate),
    link('It can still be read, marked as replaced', ownAddress(publicUrl, certificate.reference)),
    ...waysToWrite(certificate, publicUrl, 'If something in the new one is wrong, write to us.'),
  ]);

function letter(
  { submittedBy, productName, reference }: Addressed,
  publicUrl: string,
  what: string,
  title: string,
  blocks: readonly Block[],
): Letter {
  const why = `You get this mail because this address was given with the submission ${reference}.`;
  return {
    to: submittedBy,
    subject: `${what}: ${inSubject(productName)} (${reference})`,
    ...layout({ title, blocks, footer: closing(why, publicUrl) }),
  };
}

/** What is or may become public of it; nothing about the person who sent it. */
function factsOf(certificate: Certificate, further: readonly (readonly [string, string])[] = []): Block {
  const { reference, productName, brandName, batchId, thcContent, cbdContent, labName, testDate } = certificate;
  return facts([
    ['Reference', reference],
    ['Product', productName],
    ['Brand', brandName],
    ['Batch', batchId],
    ['THC and CBD of one container', `${thcContent} mg and ${cbdContent} mg`],
    ['Laboratory', labName],
    ['Tested on', longDay(testDate)],
    ...further,
  ]);
}

/** The reviewer is not named: the decision is the registry's. */
function asked({ code, weight, text }: ReviewComment): Block[] {
  const duty = weight === 'major' ? 'Must be changed' : 'For your information';
  const sentence = paragraph(`${duty}: ${COMMENT_CODES[code]}`);
  return text ? [sentence, quote(text)] : [sentence];
}

const waysToWrite = ({ reference }: Certificate, publicUrl: string, when: string): Block[] => [
  paragraph(`${when} Please quote the reference ${reference}.`),
  link('Write to us', `${publicUrl}/contact`),
];
