import type { Box, DocumentReading } from '../../shared/document-reading.js';
import { longDay } from '../../shared/long-day.js';
import { nameKey } from '../../shared/name-key.js';
import { PANELS } from '../../shared/result-terms.js';
import type { Certificate } from '../certificate/certificate.js';
import { isPublic } from '../certificate/certificate-lifecycle.js';
import { type ComparableContent, hasCode, isDayOfOneAnalysis, searchable } from '../certificate/document-fields.js';
import { type Finding, finding } from '../certificate/finding.js';
import { isOverLimit, PANEL_WORDS, withLimit } from '../certificate/panel-reports.js';
import type { Panel, TestResults } from '../certificate/test-results.js';
import { contentNamed, thcEvidence } from '../certificate/thc-evidence.js';
import { compareWithDocument, type RowComparison } from './document-comparison.js';
import { isRegisteredHost, qrTarget } from './qr-host.js';

/** A certificate that has the same document, or one like it. */
export type DocumentUse = Pick<Certificate, 'reference' | 'batchId' | 'productName' | 'lifecycle'> & {
  /** `same`: the same file. `same-words`: another file with the same words. `near-copy`: nearly the same words. */
  readonly likeness: 'same' | 'same-words' | 'near-copy';
};

/** What the checks know about a certificate's document. */
export interface CheckedDocument {
  /** Day on which it arrived, `YYYY-MM-DD`. */
  readonly receivedOn: string;
  readonly reading: DocumentReading;
  /** All its text; empty for a scanned one, null when it was not looked up. */
  readonly text: string | null;
  /** Other certificates with this document, or one like it. */
  readonly uses: readonly DocumentUse[];
  /** Hosts on which the laboratory publishes its reports; null for a laboratory that we know no hosts of. */
  readonly reportHosts: readonly string[] | null;
}

/** The fields of a certificate that are compared with its document. */
export type ComparedCertificate = ComparableContent &
  Pick<Certificate, 'sample'> & {
    readonly testResults: Pick<TestResults, 'analytes' | 'panels' | 'reported'>;
  };

/** Compares a certificate with its document. */
export function documentFindings(certificate: ComparedCertificate, document: CheckedDocument): Finding[] {
  return [
    ...textFindings(certificate, document),
    ...dateFindings(certificate, document),
    ...labFindings(certificate, document.reading),
    ...valueFindings(certificate, document.reading),
    ...panelFindings(certificate, document.reading),
    ...useFindings(certificate, document.uses),
    ...qrFindings(document),
  ];
}

function textFindings(certificate: ComparedCertificate, { text, reading }: CheckedDocument): Finding[] {
  if (!text?.trim()) return [];
  const printed = searchable(text);
  const boxOf = (field: string) => reading.fields.find((one) => one.field === field)?.box;
  const findings: Finding[] = [];
  if (!hasCode(printed, certificate.batchId)) {
    const message = `The batch ID “${certificate.batchId}” is not in the PDF.`;
    findings.push(finding('document-batch-missing', 'error', 'batchId', message, boxOf('batchId')));
  }
  if (!hasWords(printed, certificate.productName)) {
    const message = `The product name “${certificate.productName}” is not in the PDF.`;
    findings.push(finding('document-product-missing', 'warning', 'productName', message, boxOf('productName')));
  }
  return findings;
}

/** Words that are in most names and don't identify a product. */
const UNSPECIFIC = new Set(['the', 'and', 'with', 'thc', 'cbd', 'mg', 'oz', 'ml', 'can', 'drink', 'beverage', 'pack']);

/** Labs shorten and extend product names, so half of its words are enough. */
function hasWords(printed: string, name: string): boolean {
  const words = searchable(name)
    .trim()
    .split(' ')
    .filter((word) => /\p{L}{3}/u.test(word) && !UNSPECIFIC.has(word));
  const found = words.filter((word) => printed.includes(` ${word}`));
  return found.length * 2 >= words.length;
}

function dateFindings({ testDate }: ComparedCertificate, { reading, receivedOn }: CheckedDocument): Finding[] {
  const read = reading.fields.find(({ field }) => field === 'testDate');
  if (!read) return [];
  const findings: Finding[] = [];
  const [printed, here] = [dayWords(read.value), longDay(testDate)];
  if (isDayOfOneAnalysis(read, testDate)) {
    const message = `The PDF prints ${printed} as the day of an analysis. The test date here is ${here}.`;
    findings.push(finding('document-date-differs', 'warning', 'testDate', message, read.box));
  } else if (read.value !== testDate) {
    const message = `The test date here is ${here}. The PDF says ${printed}.`;
    findings.push(finding('document-date-differs', 'error', 'testDate', message, read.box));
  }
  const yearLater = `${Number(read.value.slice(0, 4)) + 1}${read.value.slice(4)}`;
  if (isDay(read.value) && receivedOn > yearLater) {
    const message = `The PDF is dated ${printed}, more than a year before we received it on ${longDay(receivedOn)}.`;
    findings.push(finding('document-old', 'warning', 'testDate', message, read.box));
  }
  return findings;
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

const dayWords = (text: string) => (isDay(text) ? longDay(text) : text);

/** Words that are in the names of many laboratories. */
const LAB_WORDS = new Set(
  'lab labs laboratory laboratories analytical analytics testing test scientific services group of and the inc llc'.split(
    ' ',
  ),
);

/**
 * The report is another laboratory's. One distinctive word in common is enough for a match, because names are shortened
 * and extended.
 */
function labFindings({ labName }: ComparedCertificate, { fields }: DocumentReading): Finding[] {
  const read = fields.find(({ field }) => field === 'labName');
  if (!read) return [];
  const printed = searchable(read.value);
  const words = searchable(labName).trim().split(' ');
  const telling = words.filter((word) => !LAB_WORDS.has(word));
  if ((telling.length > 0 ? telling : words).some((word) => printed.includes(` ${word} `))) return [];
  const message = `The laboratory is ${labName} here and ${read.value} in the PDF.`;
  return [finding('document-lab-differs', 'error', 'labName', message, read.box)];
}

/** How many lines a finding names; the rest are counted. */
const NAMED_LINES = 3;

const VALUE_FIELDS = { thcContent: 'THC', cbdContent: 'CBD' } as const;

function valueFindings(certificate: ComparedCertificate, reading: DocumentReading): Finding[] {
  const { fields, rows } = compareWithDocument(certificate, reading);
  const findings: Finding[] = [];
  for (const [field, label] of Object.entries(VALUE_FIELDS)) {
    const compared = fields.find((one) => one.field === field);
    if (compared?.result !== 'differs') continue;
    const message = `${label} is ${compared.submitted} mg here and ${compared.read} mg in the PDF.`;
    findings.push(finding('document-value-differs', 'error', field, message, compared.box));
  }
  findings.push(...notDetectedFindings(certificate, reading), ...unsentFindings(certificate, rows));
  const differing = rows.filter(({ result }) => result === 'differs');
  if (differing.length === 0) return findings;
  const more = differing.length > NAMED_LINES ? `; and ${differing.length - NAMED_LINES} more` : '';
  const lines = differing.slice(0, NAMED_LINES).map(words).join('; ');
  const message = `Results differ from the PDF: ${lines}${more}.`;
  return [...findings, finding('document-value-differs', 'error', 'testResults', message, differing[0]?.read?.box)];
}

/** Lines that only the PDF has: failures in a panel that did not fail, and more THC than the total. */
function unsentFindings(
  { testResults, thcContent, sample }: ComparedCertificate,
  rows: readonly RowComparison[],
): Finding[] {
  const unsent = rows.flatMap(({ submitted, read }) => (submitted === null && read ? [read] : []));
  const failedHere = PANELS.filter((panel) => verdictHere(panel, testResults) === 'failed');
  const failed = unsent.filter((line) => isOverLimit(line) && !failedHere.some((panel) => panel === line.panel));
  // Software often misses the unit of a column.
  const analytes = unsent.filter(({ unit }) => unit !== null);
  const { higher } = thcEvidence({ thcContent, sample, analytes });
  const lines = failed.length > 0 ? failed : (higher?.lines ?? []);
  if (lines.length === 0) return [];
  const named = lines.slice(0, NAMED_LINES).map(withLimit).join('; ');
  const message = `The PDF has results that the certificate leaves out and that contradict it: ${named}.`;
  return [
    finding('document-value-differs', 'error', 'testResults', message, unsent.find((row) => lines.includes(row))?.box),
  ];
}

const words = ({ submitted, read }: RowComparison) =>
  `${submitted?.name} ${printedOf(submitted)} here, ${printedOf(read)} in the PDF`;

const printedOf = (line: { valueText: string; unit: string | null } | null) =>
  [line?.valueText, line?.unit].filter(Boolean).join(' ');

const NOTHING_FOUND = /^(?:nd|n\.d\.|not detected|none detected|<\s*lo[dq]|bloq|blod|bql|bdl)$/i;

/** The certificate gives milligrams, but every line of THC or CBD in the document reports none. */
function notDetectedFindings(certificate: ComparedCertificate, { fields, rows }: DocumentReading): Finding[] {
  return Object.entries(VALUE_FIELDS).flatMap(([field, label]) => {
    if (fields.some((one) => one.field === field)) return [];
    const content = certificate[field as keyof typeof VALUE_FIELDS];
    const [thc, cbd] = field === 'thcContent' ? [1, 0] : [0, 1];
    const isAboutIt = (name: string) => contentNamed(name, thc, cbd) === 1;
    const ofIt = rows.filter(({ panel, name }) => panel === 'cannabinoids' && isAboutIt(name));
    const [first] = ofIt;
    if (content === 0 || !first || !ofIt.every(({ valueText }) => NOTHING_FOUND.test(valueText.trim()))) return [];
    const message = `${label} is ${content} mg here, and “${first.valueText}” in the PDF.`;
    return [finding('document-value-differs', 'error', field, message, first.box)];
  });
}

/** A panel that passed in the certificate and not in the document, or the other way round. */
function panelFindings({ testResults }: ComparedCertificate, { panels }: DocumentReading): Finding[] {
  return panels.flatMap(({ panel, verdict, printed, box }) => {
    if (panel === 'mycotoxins') return verdict === 'failed' ? [failedMycotoxins(printed, box)] : [];
    const here = verdictHere(panel, testResults);
    const isContradiction = here === 'passed' ? verdict !== 'passed' : here === 'failed' && verdict === 'passed';
    if (!isContradiction) return [];
    const message = `${capitalized(PANEL_WORDS[panel])} ${here} here, and “${printed}” in the PDF.`;
    return [finding('document-value-differs', 'error', `panels.${panel}`, message, box)];
  });
}

/** A certificate has no field for this panel. */
const failedMycotoxins = (printed: string, box: Box): Finding =>
  finding('document-value-differs', 'error', 'testResults', `Mycotoxins: “${printed}” in the PDF.`, box);

/** The reviewer's verdict, or before a review the sender's. */
const verdictHere = (panel: Panel, { panels, reported }: ComparedCertificate['testResults']) =>
  panels[panel] === 'pending' ? (reported?.panels[panel] ?? 'pending') : panels[panel];

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Several batches may share a report; a person has to check whether they do. */
function useFindings({ batchId }: ComparedCertificate, uses: readonly DocumentUse[]): Finding[] {
  const findings: Finding[] = [];
  const same = uses.find(({ likeness }) => likeness === 'same');
  if (same) {
    const message = `The same PDF belongs to ${named(same)}.`;
    findings.push(finding('document-elsewhere', 'error', 'document', message));
  }
  const like = uses.find((use) => use.likeness !== 'same' && nameKey(use.batchId) !== nameKey(batchId));
  if (like) {
    const how = like.likeness === 'same-words' ? 'has the same words' : 'is nearly the same';
    const message = `The PDF of ${named(like)} ${how}.`;
    findings.push(finding('document-near-copy', 'warning', 'document', message));
  }
  return findings;
}

/** Only certificates that are or were public are named, because the public reads findings too. */
const named = (use: DocumentUse) =>
  isPublic(use) ? `certificate ${use.reference}, batch ${use.batchId}` : 'another submission';

const NAMED_HOSTS = 3;

function qrFindings({ reading: { qrCodes, pages }, reportHosts }: CheckedDocument): Finding[] {
  if (pages.length > 0 && qrCodes.length === 0) {
    return [finding('document-no-qr', 'notice', 'document', 'The PDF has no QR code that leads to the lab.')];
  }
  const targets = qrCodes.map(({ text, box }) => ({ target: qrTarget(text), box }));
  const unclear = targets.find(({ target }) => target.kind === 'unclear');
  if (unclear) {
    const message = 'A QR code in the PDF has an address that does not clearly say where it leads.';
    return [finding('document-qr-host', 'error', 'document', message, unclear.box)];
  }
  if (reportHosts === null) return [];
  const foreign = targets.flatMap(({ target, box }) =>
    target.kind === 'host' && !isRegisteredHost(target.host, reportHosts) ? [{ host: target.host, box }] : [],
  );
  if (foreign.length === 0) return [];
  const hosts = [...new Set(foreign.map(({ host }) => host))].slice(0, NAMED_HOSTS).join(', ');
  const message = `A QR code in the PDF leads to ${hosts}, which is not registered for the lab.`;
  return [finding('document-qr-host', 'error', 'document', message, foreign[0]?.box as Box)];
}
