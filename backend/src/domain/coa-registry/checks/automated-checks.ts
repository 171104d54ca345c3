import { longDay } from '../../shared/long-day.js';
import { daysBetween, utcDay } from '../../shared/utc-day.js';
import { FREE_MAIL, hostOf, isSameOrBelow, mailDomainOf } from '../../shared/web-domain.js';
import type { BrandBatch } from '../certificate/batch-key.js';
import type { Certificate } from '../certificate/certificate.js';
import { isOpen, isPublic } from '../certificate/certificate-lifecycle.js';
import type { ComparableContent } from '../certificate/document-fields.js';
import { FINDING_SEVERITIES, type Finding, finding } from '../certificate/finding.js';
import { repeatsReport } from '../certificate/report-key.js';
import { isIncident, type Warning, warningSentence } from '../certificate/warning.js';
import { type CheckedDocument, documentFindings } from './document-checks.js';
import { compareWithLabel } from './label-comparison.js';
import { lineFindings } from './line-checks.js';
import { sampleFindings } from './sample-checks.js';
import { scriptFindings } from './script-checks.js';

/** The fields of a certificate that the checks read. */
export type CheckedContent = ComparableContent &
  Pick<Certificate, 'labKey' | 'labReportId' | 'testResults' | 'sample' | 'website' | 'contactEmail'>;

/** Another record of the brand's batch, with any lifecycle. */
export type SameBatch = Pick<
  Certificate,
  'id' | 'productName' | 'labName' | 'labKey' | 'labReportId' | 'lifecycle' | 'supersedes'
>;

/** Another record that carries the same report number of the same laboratory, with any lifecycle. */
export type SameReport = Pick<Certificate, 'id' | 'reference' | 'batchId' | 'lifecycle'>;

/** The registry's other records that a certificate is checked against. */
export interface CheckContext {
  /** Today, `YYYY-MM-DD`. */
  readonly today: string;
  /** Other records of the batch, except the certificate itself and the one it amends. */
  readonly sameBatch: readonly SameBatch[];
  /** Other records with its report number that were neither rejected nor superseded, except the one it amends. */
  readonly sameReport: readonly SameReport[];
  /** Whether the laboratory is a partner, or has another certificate in the registry. */
  readonly labIsKnown: boolean;
  /** Whether it names a partner laboratory that did not send it. For staff only. */
  readonly isInPartnersName?: boolean;
  /** Whether staff verified the brand. For staff only. */
  readonly brandIsVerified?: boolean;
  /** Notices about its batch, and incidents of its laboratory. Omitted for published certificates, which show them in their verdict. */
  readonly warnings?: readonly Warning[];
  /** Published batch ids of the brand that are easy to mistake for this one. Omitted for published certificates. */
  readonly lookAlikes?: readonly string[];
  /** Its document, once software has read it. */
  readonly document?: CheckedDocument | null;
}

/** The part of {@link CheckContext} that is read from the database. */
export type RegistryContext = Pick<
  CheckContext,
  'sameBatch' | 'sameReport' | 'labIsKnown' | 'isInPartnersName' | 'brandIsVerified'
>;

/** Who reads the findings. Staff may see every unpublished certificate, a lab only those it sent, the public none. */
export type Viewer = 'staff' | 'public' | { readonly labId: string };

/** Which certificate the context is for, and who will read the findings. */
export type CheckContextQuery = Pick<Certificate, 'labKey' | 'labId' | 'labReportId'> &
  BrandBatch & {
    /** Ids to leave out: the certificate itself and the one it amends. */
    readonly except: readonly string[];
    readonly viewer: Viewer;
  };

/** Hemp became legal to sell under the Farm Bill of December 2018; an older date is a mistyped year. */
const EARLIEST_TEST = '2018-01-01';

/** A test older than this, in days, may not match the can in hand. [source:test-age] */
export const FRESH_DAYS = 365;

/** The most that the dose calculator takes [source:dose-inputs]. More is allowed but worth a second look. */
const PLAUSIBLE_THC_MG = { above: 0, upTo: 100 };

/** Our own bound, far above the drinks we have seen. More is worth a second look. */
const PLAUSIBLE_CBD_MG = 200;

/** What people type when they have no batch id, as {@link letters} leaves it. */
const PLACEHOLDERS =
  /^(|na|none|no|nil|null|unknown|tbd|tba|test|sample|example|batch|lot|batchid|lotid|batchnumber|pending|x+|0+|1|12|123|1234|12345|123456|abc)$/;

/** Runs every check and sorts the findings, errors first. */
export function automatedChecks(certificate: CheckedContent, context: CheckContext): readonly Finding[] {
  const findings = [
    ...dateFindings(certificate, context.today),
    ...sampleFindings(certificate, context.today),
    ...batchFindings(certificate, context.sameBatch),
    ...lookAlikeFindings(context.lookAlikes ?? []),
    ...(context.warnings ?? []).map(warningFinding),
    ...scriptFindings(certificate),
    ...contentFindings(certificate),
    ...labelFindings(certificate),
    ...lineFindings(certificate),
    ...reportFindings(certificate, context.sameReport),
    ...submitterFindings(certificate, context),
    ...(context.document ? documentFindings(certificate, context.document) : []),
  ];
  const weight = ({ severity }: Finding) => FINDING_SEVERITIES.indexOf(severity);
  return findings.sort((a, b) => weight(a) - weight(b));
}

/**
 * How many errors the certificate alone shows, without the registry's other records and its document. It is stored, so that
 * lists can say it.
 */
export function ownErrors(certificate: CheckedContent & Pick<Certificate, 'createdAt' | 'reviewedAt'>): number {
  const today = utcDay(certificate.reviewedAt ?? certificate.createdAt);
  const findings = automatedChecks(certificate, { today, sameBatch: [], sameReport: [], labIsKnown: true });
  return findings.filter(({ severity }) => severity === 'error').length;
}

const warningFinding = (warning: Warning): Finding =>
  isIncident(warning)
    ? finding('lab-incident', 'error', 'labName', warningSentence(warning))
    : finding('batch-notice', 'error', 'batchId', warningSentence(warning));

function dateFindings({ testDate }: CheckedContent, today: string): Finding[] {
  const field = 'testDate';
  if (testDate > today) {
    return [finding('test-date-in-future', 'error', field, `The test date, ${longDay(testDate)}, is in the future.`)];
  }
  if (testDate < EARLIEST_TEST) {
    const message = `The test date, ${longDay(testDate)}, is before 2018, when drinks like this could not be sold as hemp.`;
    return [finding('test-date-before-2018', 'error', field, message)];
  }
  const days = daysBetween(testDate, today);
  if (days <= FRESH_DAYS) return [];
  const message = `The test is ${days} days old. THC in a drink can fade; a test older than ${FRESH_DAYS} days may not match your can.`;
  return [finding('test-older-than-a-year', 'warning', field, message)];
}

function batchFindings(certificate: CheckedContent, sameBatch: readonly SameBatch[]): Finding[] {
  const { batchId, productName, labKey } = certificate;
  const field = 'batchId';
  const findings: Finding[] = [];
  if (PLACEHOLDERS.test(letters(batchId))) {
    const message = `“${batchId}” does not look like a batch ID. Without one, people cannot match their can to its certificate.`;
    findings.push(finding('batch-placeholder', 'error', field, message));
  }
  const published = sameBatch.filter(({ lifecycle }) => lifecycle === 'approved');
  if (published.some((other) => repeatsReport(certificate, other))) {
    findings.push(finding('duplicate', 'error', field, duplicateMessage(certificate)));
  } else if (published.length > 0) {
    const message = 'Another lab report of this batch is already published. This one would be listed beside it.';
    findings.push(finding('retest', 'notice', field, message));
  }
  if (sameBatch.some((other) => other.supersedes === null && isOpen(other))) {
    const message = 'Another submission for this batch is waiting for review.';
    findings.push(finding('batch-also-waiting', 'warning', field, message));
  }
  const otherProduct = sameBatch.find((other) => letters(other.productName) !== letters(productName));
  if (otherProduct) {
    const message = `Another product${named(otherProduct, otherProduct.productName)} was reported with the same batch ID.`;
    findings.push(finding('batch-on-other-product', 'warning', field, message));
  }
  const otherLab = sameBatch.find(
    (other) => other.labKey !== labKey && letters(other.productName) === letters(productName),
  );
  if (otherLab) {
    const message = `Another laboratory${named(otherLab, otherLab.labName)} reported on the same product and batch.`;
    findings.push(finding('batch-from-other-lab', 'warning', 'labName', message));
  }
  return findings;
}

const duplicateMessage = ({ labReportId }: CheckedContent) =>
  labReportId === null
    ? 'A certificate for this batch is already published. A report number would tell another test from it.'
    : 'This report of the lab on this batch is already published.';

/** Ids that differ only in O and 0, I and 1, spaces or punctuation are easy to confuse on a printed can. */
function lookAlikeFindings([other]: readonly string[]): Finding[] {
  if (other === undefined) return [];
  const message = `The brand has a published certificate for batch “${other}”, which is easy to mistake for this batch ID.`;
  return [finding('look-alike-batch', 'error', 'batchId', message)];
}

function contentFindings({ thcContent, cbdContent }: CheckedContent): Finding[] {
  const findings: Finding[] = [];
  if (thcContent <= PLAUSIBLE_THC_MG.above || thcContent > PLAUSIBLE_THC_MG.upTo) {
    const message = `${thcContent} mg of THC in one container is unusual for a drink. Check the unit and the container size.`;
    findings.push(finding('thc-implausible', 'warning', 'thcContent', message));
  }
  if (cbdContent > PLAUSIBLE_CBD_MG) {
    const message = `${cbdContent} mg of CBD in one container is unusual for a drink. Check the unit and the container size.`;
    findings.push(finding('cbd-implausible', 'warning', 'cbdContent', message));
  }
  return findings;
}

/** Over the label comes first because it is the more dangerous mistake (decision 0033). */
function labelFindings({ productName, thcContent }: CheckedContent): Finding[] {
  const { level, statedMg, percent } = compareWithLabel(productName, thcContent);
  if (level === 'not_stated' || level === 'within') return [];
  const figures = `${thcContent} mg measured, ${statedMg} mg stated (${percent}%)`;
  if (level === 'over' || level === 'far_over') {
    const message = `Stronger than the label: ${figures}.`;
    return [
      level === 'far_over'
        ? finding('far-over-label', 'error', 'thcContent', message)
        : finding('over-label', 'warning', 'thcContent', message),
    ];
  }
  return [finding('under-label', 'warning', 'thcContent', `Weaker than the label: ${figures}.`)];
}

function reportFindings({ labReportId }: CheckedContent, [other]: readonly SameReport[]): Finding[] {
  if (!labReportId || !other) return [];
  const where = isPublic(other) ? `certificate ${other.reference}, batch ${other.batchId}` : 'another certificate';
  const message = `The lab's report number ${labReportId} is already used by ${where}.`;
  return [finding('report-number-reused', 'warning', 'labReportId', message)];
}

function submitterFindings(
  { brandName, labName, website, contactEmail }: CheckedContent,
  { labIsKnown, isInPartnersName = false, brandIsVerified = false }: CheckContext,
): Finding[] {
  const findings: Finding[] = [];
  if (isInPartnersName) {
    const message = `${labName} is a partner and did not send this with its key. Ask the lab whether the report is theirs.`;
    findings.push(finding('partner-not-sender', 'warning', 'labName', message));
  }
  if (!labIsKnown) {
    const message = `The registry has no other certificate from ${labName}.`;
    findings.push(finding('lab-unknown', 'notice', 'labName', message));
  }
  const site = website && hostOf(website);
  const mail = contactEmail ? mailDomainOf(contactEmail) : undefined;
  if (brandIsVerified && mail && FREE_MAIL.has(mail)) {
    const message = `${brandName} is a verified brand, but the sender's address is at ${mail}, where anyone can have one.`;
    findings.push(finding('free-mail-sender', 'warning', 'contactEmail', message));
  }
  if (site && mail && !isSameOrBelow(site, mail) && !isSameOrBelow(mail, site)) {
    const message = "The sender's email address does not belong to the brand's website.";
    findings.push(finding('contact-domain-differs', 'notice', 'contactEmail', message));
  }
  return findings;
}

/** The other record's name in an aside, unless it was never published, because the public reads findings too. */
const named = (other: SameBatch, name: string) => (isPublic(other) ? `, ${name},` : '');

/** Letters and digits only: "N/A", "n.a." and "NA" are one word. */
const letters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
