import type { Certificate } from './certificate.js';
import { labelDose } from './label-dose.js';

/** How much a finding weighs: an `error` keeps even a trusted laboratory's certificate from being published unseen. */
export const FINDING_SEVERITIES = ['error', 'warning', 'notice'] as const;
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number];

export const FINDING_CODES = [
  'test-date-in-future',
  'test-date-before-2018',
  'test-older-than-a-year',
  'batch-placeholder',
  'thc-implausible',
  'cbd-implausible',
  'far-from-label',
  'batch-on-other-product',
  'batch-from-other-lab',
  'lab-unknown',
  'contact-domain-differs',
  'duplicate',
] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

/** Something that a machine noticed. It is a reason to look, not a verdict. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: FindingSeverity;
  /** The field it is about. */
  readonly field: string;
  /** One sentence for people. It holds nothing personal, because it is published with the certificate. */
  readonly message: string;
}

/** What of a certificate is checked. */
export type Checked = Pick<
  Certificate,
  | 'productName'
  | 'batchId'
  | 'thcContent'
  | 'cbdContent'
  | 'testDate'
  | 'labName'
  | 'labKey'
  | 'website'
  | 'submittedBy'
>;

/** Another record of the same batch, in whatever standing. */
export type SameBatch = Pick<
  Certificate,
  'id' | 'productName' | 'labName' | 'labKey' | 'submissionStatus' | 'supersedes'
>;

/** What the registry knows about a certificate's surroundings. */
export interface Surroundings {
  /** Today, `YYYY-MM-DD`. */
  readonly today: string;
  /** Other records of the batch; not the one checked, and not the one that it amends. */
  readonly sameBatch: readonly SameBatch[];
  /** Whether the laboratory is a partner, or has another certificate in the registry. */
  readonly labIsKnown: boolean;
}

/** Hemp became legal to sell under the Farm Bill of December 2018; what is older is a mistyped year. */
const EARLIEST_TEST = '2018-01-01';

const FRESH_DAYS = 365;

/** The most that the dose calculator takes (FACTS 5.1). Nothing forbids more; it is worth a second look. */
const PLAUSIBLE_THC_MG = { above: 0, upTo: 100 };

/** Our own bound, far above the drinks that we have seen; worth a second look, nothing more. */
const PLAUSIBLE_CBD_MG = 200;

/** The widest grade that independent testers give a label before they fail it: 30 % (FIELD 1, Leafreport). */
const FAR_FROM_LABEL_PERCENT = 30;

/** What people type when they have no batch id, as {@link letters} leaves it. */
const PLACEHOLDERS =
  /^(|na|none|no|nil|null|unknown|tbd|tba|test|sample|example|batch|lot|batchid|lotid|batchnumber|pending|x+|0+|1|12|123|1234|12345|123456|abc)$/;

/** Every check, in the order in which people should read the findings: errors first. */
export function machineChecks(certificate: Checked, surroundings: Surroundings): readonly Finding[] {
  const findings = [
    ...dateFindings(certificate, surroundings.today),
    ...batchFindings(certificate, surroundings.sameBatch),
    ...contentFindings(certificate),
    ...senderFindings(certificate, surroundings),
  ];
  const weight = ({ severity }: Finding) => FINDING_SEVERITIES.indexOf(severity);
  return findings.sort((a, b) => weight(a) - weight(b));
}

function dateFindings({ testDate }: Checked, today: string): Finding[] {
  const field = 'testDate';
  if (testDate > today) {
    return [finding('test-date-in-future', 'error', field, `The test date, ${testDate}, is in the future.`)];
  }
  if (testDate < EARLIEST_TEST) {
    const message = `The test date, ${testDate}, is before 2018, when drinks like this could not be sold as hemp.`;
    return [finding('test-date-before-2018', 'error', field, message)];
  }
  const days = daysBetween(testDate, today);
  if (days <= FRESH_DAYS) return [];
  const message = `The test is ${days} days old. THC in a drink can fade; results older than ${FRESH_DAYS} days say little about a can of today.`;
  return [finding('test-older-than-a-year', 'warning', field, message)];
}

function batchFindings(certificate: Checked, sameBatch: readonly SameBatch[]): Finding[] {
  const { batchId, productName, labKey } = certificate;
  const field = 'batchId';
  const findings: Finding[] = [];
  if (PLACEHOLDERS.test(letters(batchId))) {
    const message = `“${batchId}” does not look like a batch id. Without one, nobody can match a can to its certificate.`;
    findings.push(finding('batch-placeholder', 'error', field, message));
  }
  const open = sameBatch.find(
    ({ submissionStatus, supersedes }) =>
      submissionStatus === 'approved' ||
      (supersedes === null && (submissionStatus === 'pending' || submissionStatus === 'changes_requested')),
  );
  if (open) {
    const where = open.submissionStatus === 'approved' ? 'is already published' : 'is already waiting for review';
    findings.push(finding('duplicate', 'error', field, `A certificate for this batch ${where}.`));
  }
  const otherProduct = sameBatch.find((other) => letters(other.productName) !== letters(productName));
  if (otherProduct) {
    const message = `Another product${named(otherProduct, otherProduct.productName)} was reported with the same batch id.`;
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

function contentFindings({ productName, thcContent, cbdContent }: Checked): Finding[] {
  const findings: Finding[] = [];
  if (thcContent <= PLAUSIBLE_THC_MG.above || thcContent > PLAUSIBLE_THC_MG.upTo) {
    const message = `${thcContent} mg of THC in one container is not what a THC drink usually holds. Check unit and container size.`;
    findings.push(finding('thc-implausible', 'warning', 'thcContent', message));
  }
  if (cbdContent > PLAUSIBLE_CBD_MG) {
    const message = `${cbdContent} mg of CBD in one container is not what a drink usually holds. Check unit and container size.`;
    findings.push(finding('cbd-implausible', 'warning', 'cbdContent', message));
  }
  const label = labelDose(productName);
  if (label.basis !== 'assumed' && isFarFrom(label.mg, thcContent)) {
    const percent = Math.round((thcContent / label.mg) * 100);
    const message = `Measured THC is ${percent} % of the ${label.mg} mg that the product's name says.`;
    findings.push(finding('far-from-label', 'warning', 'thcContent', message));
  }
  return findings;
}

function senderFindings({ labName, website, submittedBy }: Checked, { labIsKnown }: Surroundings): Finding[] {
  const findings: Finding[] = [];
  if (!labIsKnown) {
    const message = `The registry has no other certificate from ${labName}.`;
    findings.push(finding('lab-unknown', 'notice', 'labName', message));
  }
  const site = website && hostOf(website);
  const mail = submittedBy?.split('@').at(-1)?.toLowerCase();
  if (site && mail && !isSameOrBelow(site, mail) && !isSameOrBelow(mail, site)) {
    const message = "The sender's mail address does not belong to the brand's website.";
    findings.push(finding('contact-domain-differs', 'notice', 'contactEmail', message));
  }
  return findings;
}

/** The other record's name in an aside, unless it was never published: strangers read findings, too. */
const named = ({ submissionStatus }: SameBatch, name: string) =>
  submissionStatus === 'approved' || submissionStatus === 'withdrawn' ? `, ${name},` : '';

/** In hundredths of a milligram, because 30 % of 9 mg is less than 9 mg - 6.3 mg in binary. */
function isFarFrom(labelMg: number, measuredMg: number): boolean {
  const label = Math.round(labelMg * 100);
  return label > 0 && Math.abs(Math.round(measuredMg * 100) - label) * 100 > label * FAR_FROM_LABEL_PERCENT;
}

const finding = (code: FindingCode, severity: FindingSeverity, field: string, message: string): Finding => ({
  code,
  severity,
  field,
  message,
});

/** Letters and digits only: "N/A", "n.a." and "NA" are one word. */
const letters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** The domain has no URL class: the host is what stands between the scheme and the next slash, port or end. */
const hostOf = (website: string) =>
  /^https?:\/\/(?:[^/?#@]*@)?([^/:?#]+)/i
    .exec(website)?.[1]
    ?.toLowerCase()
    .replace(/^www\./, '');

const isSameOrBelow = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);
