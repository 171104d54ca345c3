import { createHash } from 'node:crypto';
import type { Certificate } from '../../../../domain/coa-registry/certificate/certificate.js';
import { COMMENT_CODES, type ReviewComment } from '../../../../domain/coa-registry/certificate/review-comment.js';
import { type Warning, warningSentence } from '../../../../domain/coa-registry/certificate/warning.js';
import { doubtAbout, statusDisplay } from '../../../../domain/coa-registry/checks/status-display.js';
import type { CertificateLink } from '../../../../domain/coa-registry/registry/published-certificate.js';
import { batchPath } from '../../../../domain/shared/batch-path.js';
import { longDay } from '../../../../domain/shared/long-day.js';
import { formatMoment, weekdayAndDay } from '../../../../platform/email/dates.js';
import {
  type Block,
  callToAction,
  emailFooter,
  facts,
  heading,
  layout,
  link,
  paragraph,
  picture,
  quote,
  small,
  smallLink,
} from '../../../../platform/email/email-layout.js';
import type { EmailMessage } from '../../../../platform/email/email-message.js';
import { fromEmail } from '../../../../platform/email/from-email.js';
import { qrPng } from '../../certificate/qr-png.js';

/** A certificate whose submitter left an address. */
export type Addressed = Certificate & { readonly contactEmail: string };

/** The link to the form where a submitter makes the requested changes. */
export interface CorrectionLink {
  readonly address: string;
  readonly expiresAt: Date;
}

/** What replaced a certificate, and why. */
export type Replacement = CertificateLink & { readonly reason: string };

const ownAddress = (publicUrl: string, reference: string) => `${publicUrl}/certificates/${reference}`;

/**
 * Anyone can enter another person's address. Until a reviewer publishes the certificate, no email repeats what was typed,
 * so that a stranger's words never arrive under our name. A reviewer's words are included.
 */
export const received = (certificate: Addressed, publicUrl: string): EmailMessage =>
  email(certificate, publicUrl, 'Received', 'We got your submission', [
    paragraph(
      'You sent a lab report (certificate of analysis) to ClearBatch. It is saved and waiting for review. None of it is public yet.',
    ),
    referenceOf(certificate),
    heading('What happens next'),
    paragraph(
      `One of our reviewers will compare what you entered with the lab report within 2-3 business days, by ${weekdayAndDay(certificate.reviewDueDate)}.`,
    ),
    paragraph("We'll email you when it's published, if something needs to change first, or if we can't publish it."),
    ...waysToWrite(certificate, publicUrl, 'If you spot a mistake, write to us.'),
    NOT_YOURS,
  ]);

export const resubmitted = (certificate: Addressed, publicUrl: string): EmailMessage =>
  email(certificate, publicUrl, 'Changes received', 'We got your changes', [
    paragraph(
      'Thank you for sending the changes our reviewer asked for. Your submission is waiting for review again, and the link you used no longer works.',
    ),
    referenceOf(certificate),
    heading('What happens next'),
    paragraph(
      `A reviewer will look at it again within 2-3 business days, by ${weekdayAndDay(certificate.reviewDueDate)}.`,
    ),
    paragraph("We'll email you when there is a decision."),
    ...waysToWrite(certificate, publicUrl, 'If something is still wrong, write to us.'),
    NOT_YOURS,
  ]);

/** @param reason the sentence that says why the PDF was refused */
export const documentRefused = (certificate: Addressed, reason: string, publicUrl: string): EmailMessage =>
  email(certificate, publicUrl, 'PDF not kept', "We couldn't keep your PDF", [
    paragraph(
      'Your submission is saved and still waits for review, but without the PDF you sent with it. Here is why:',
    ),
    quote(reason),
    referenceOf(certificate),
    heading('What you can do'),
    paragraph('If you have another PDF of this lab report, submit the form again and choose that one.'),
    link('Submit a lab report', fromEmail(`${publicUrl}/submit-coa`)),
    paragraph('Without a PDF, our reviewer looks for the report elsewhere, and may ask you for it.'),
    ...waysToWrite(certificate, publicUrl, 'If you have a question, write to us.'),
    NOT_YOURS,
  ]);

export const changesRequested = (certificate: Addressed, correction: CorrectionLink, publicUrl: string): EmailMessage =>
  email(certificate, publicUrl, 'Changes needed', 'Your submission needs changes', [
    paragraph('A reviewer looked at your lab report. It needs a few changes before we can publish it.'),
    referenceOf(certificate),
    heading('What the reviewer asked for'),
    ...certificate.comments.filter(({ settledAt }) => settledAt === null).flatMap(commentBlocks),
    heading('How to send your changes'),
    paragraph(
      "The link opens the form with everything you entered. Make the changes and submit it again. You don't need an account.",
    ),
    callToAction('Correct your submission', correction.address),
    paragraph(
      `The link works once and expires on ${formatMoment(correction.expiresAt)}. Anyone who has it can change this submission, so don't share it.`,
    ),
    ...waysToWrite(certificate, publicUrl, 'If you have a question or need a new link, write to us.'),
  ]);

/** @param warnings notices about its batch, and incidents of its laboratory */
export function published(certificate: Addressed, warnings: readonly Warning[], publicUrl: string): EmailMessage {
  const { reference, outcome } = certificate;
  const address = publicUrl + batchPath(certificate);
  const { png, width } = qrPng(address);
  return email(certificate, publicUrl, 'Published', 'Your lab report is published', [
    paragraph('A reviewer compared your submission with the lab report. It is now in our public database.'),
    ...warnings.map((incident) => paragraph(warningSentence(incident))),
    factsOf(certificate, [['Result', statusDisplay(outcome, null, doubtAbout(certificate, warnings)).label]]),
    callToAction('View the published lab report', fromEmail(address)),
    picture('address', png, 'QR code that opens the public page', width),
    paragraph('The QR code opens the same public page. You can print it on a label or a shelf card.'),
    link('Permanent link to this lab report', fromEmail(ownAddress(publicUrl, reference))),
    paragraph(
      "We don't edit published lab reports. If one turns out to be wrong, it is replaced or withdrawn, and its page says so.",
    ),
    ...waysToWrite(certificate, publicUrl, 'If something is wrong, write to us.'),
  ]);
}

export const rejected = (certificate: Addressed, publicUrl: string): EmailMessage =>
  email(certificate, publicUrl, 'Not published', 'Your submission was not published', [
    paragraph('A reviewer looked at your lab report and decided not to publish it. Here is why:'),
    quote(certificate.rejectionReason ?? ''),
    referenceOf(certificate),
    heading('What you can do'),
    paragraph('If you can fix the problem, submit the lab report again. It will get a fresh review.'),
    link('Submit a lab report', fromEmail(`${publicUrl}/submit-coa`)),
    ...waysToWrite(certificate, publicUrl, 'If you think we got this wrong, tell us why.'),
    ...entryOf(certificate, publicUrl),
  ]);

/** The public log does not say whose submission an entry is about; the random ID shows it to those who have it. */
function entryOf({ id, reference }: Addressed, publicUrl: string): Block[] {
  const subject = `${id} ${reference}`;
  const ref = createHash('sha256').update(subject).digest('hex').toUpperCase();
  return [
    small(
      `Our public log says that we made this decision, but not about what. Keep this line to show that the entry is about your submission (the entry has its SHA-256): ${subject}`,
    ),
    smallLink('The entry in our public log', `${publicUrl}/log/entries/${ref}`),
  ];
}

export const withdrawn = (certificate: Addressed, publicUrl: string): EmailMessage =>
  email(certificate, publicUrl, 'Withdrawn', 'Your lab report was withdrawn', [
    paragraph(
      'Your lab report was published in our database and has now been withdrawn. Here is the reason, which anyone can read:',
    ),
    quote(certificate.withdrawalReason ?? ''),
    factsOf(certificate),
    paragraph('Its page stays online, marked as no longer current. Nothing has replaced it.'),
    link('The withdrawn lab report', fromEmail(ownAddress(publicUrl, certificate.reference))),
    heading('What you can do'),
    paragraph('If you have a newer lab report for this batch, please submit it.'),
    link('Submit a lab report', fromEmail(`${publicUrl}/submit-coa`)),
    ...waysToWrite(certificate, publicUrl, 'If you think we got this wrong, tell us why.'),
  ]);

export const superseded = (certificate: Addressed, replacement: Replacement, publicUrl: string): EmailMessage =>
  email(certificate, publicUrl, 'Replaced', 'Your lab report was replaced', [
    paragraph('A corrected lab report has replaced the one you sent. Here is the reason, which anyone can read:'),
    quote(replacement.reason),
    heading('The current lab report'),
    facts([
      ['Reference', replacement.reference],
      ['Product', replacement.productName],
      ['Batch', replacement.batchId],
    ]),
    callToAction('View the published lab report', fromEmail(ownAddress(publicUrl, replacement.reference))),
    heading('The one it replaced'),
    factsOf(certificate),
    link('Its page stays online, marked as replaced', fromEmail(ownAddress(publicUrl, certificate.reference))),
    ...waysToWrite(certificate, publicUrl, 'If something is wrong in the new one, write to us.'),
  ]);

function email(
  { contactEmail, reference }: Addressed,
  publicUrl: string,
  what: string,
  title: string,
  blocks: readonly Block[],
): EmailMessage {
  const why = `You're getting this email because this address was given with submission ${reference}.`;
  return {
    to: contactEmail,
    subject: `${what}: your lab report (${reference})`,
    ...layout({ title, blocks, footer: emailFooter(why, publicUrl) }),
  };
}

const NOT_YOURS = small(
  "If you didn't send us a lab report, someone typed your address by mistake. You can ignore this email.",
);

const referenceOf = ({ reference }: Certificate): Block => facts([['Reference', reference]]);

/** Its public fields; nothing about the person who sent it. */
function factsOf(certificate: Certificate, further: readonly (readonly [string, string])[] = []): Block {
  const { reference, productName, brandName, batchId, thcContent, cbdContent, labName, testDate } = certificate;
  return facts([
    ['Reference', reference],
    ['Product', productName],
    ['Brand', brandName],
    ['Batch', batchId],
    ['THC and CBD per container', `${thcContent} mg and ${cbdContent} mg`],
    ['Lab', labName],
    ['Test date', longDay(testDate)],
    ...further,
  ]);
}

/** The reviewer is not named, because the registry is responsible for the decision. */
function commentBlocks({ code, weight, text }: ReviewComment): Block[] {
  const duty = weight === 'major' ? 'Needs to change' : 'For your information';
  const sentence = paragraph(`${duty}: ${COMMENT_CODES[code]}`);
  return text ? [sentence, quote(text)] : [sentence];
}

const waysToWrite = ({ reference }: Certificate, publicUrl: string, when: string): Block[] => [
  paragraph(`${when} Please include the reference ${reference}.`),
  link('Write to us', fromEmail(`${publicUrl}/contact`)),
];
