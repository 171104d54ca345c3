import { createHash } from 'node:crypto';
import {
  CERTIFICATES,
  EARLIER_BATCHES,
  LABS,
  printedMl,
  REPLACED,
  type Row,
  SCANNED_BATCH,
  samplerOf,
  WAITING,
  WITHDRAWN,
} from './demo-rows.js';
import {
  type CertificateDraft,
  FORM_SUBMITTER,
  type Submitter,
} from './domain/coa-registry/certificate/certificate.js';
import { enteredBy, type FieldProvenance } from './domain/coa-registry/certificate/evidence.js';
import { type PrintedSample, printedSample } from './domain/coa-registry/certificate/printed-sample.js';
import type { AnalyteResult, PanelVerdicts } from './domain/coa-registry/certificate/test-results.js';
import type { Approval } from './domain/coa-registry/review/review.js';
import type { ReadFieldName } from './domain/shared/document-reading.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './domain/shared/durations.js';

// The demonstration's certificates as data: demo-data.ts loads them, and the build prints a PDF for each.

/** The day on which the demonstration was received and published. A PDF can't age with the clock, so no date does. */
const ANCHOR = Date.UTC(2026, 10, 20);

/** One certificate of the demonstration, with what happened to it. */
export interface DemoRecord {
  /** Deterministic: a record has the same id in every installation. */
  readonly id: string;
  readonly draft: CertificateDraft;
  readonly submitter: Submitter;
  /** Where its values are from, as if the submitter had confirmed them from the PDF. */
  readonly provenance: readonly FieldProvenance[];
  /** Whether its PDF is a scan, in which software finds no text. */
  readonly isScan: boolean;
  /** The address that its PDF prints as QR code. */
  readonly qrText: string;
  /** What the reviewer confirmed, and what the PDF states about the panels. */
  readonly approval: Approval;
  readonly standing: 'published' | 'replaced' | 'withdrawn' | 'waiting';
  /** Id of the record that it corrects. */
  readonly replaces: string | null;
  readonly receivedAt: Date;
  /** For a record that was published. */
  readonly publishedAt: Date;
  readonly withdrawnAt: Date | null;
}

/** Why the replaced and the withdrawn record ended. Public. */
export const AMENDMENT = 'The lab corrected the container size from 430 mL to 355 mL.';
export const WITHDRAWAL = 'The lab voided the result because the sample was not from this batch.';

/** Names that software finds least often, so people typed them. */
const TYPED: readonly ReadFieldName[] = ['brandName', 'productName', 'labName'];

/** All of them, in the order in which they were received; the replaced one comes before its correction. */
export const DEMO_RECORDS: readonly DemoRecord[] = [
  { row: REPLACED, standing: 'replaced' as const, version: 'replaced' },
  ...CERTIFICATES.map((row) => ({ row, standing: 'published' as const })),
  { row: WITHDRAWN, standing: 'withdrawn' as const },
  ...WAITING.map((row) => ({ row, standing: 'waiting' as const })),
  ...EARLIER_BATCHES.map((row) => ({ row, standing: 'published' as const })),
].map(recordOf);

export const DEMO_ANCHOR = new Date(ANCHOR);

/** The partner laboratories of the demonstration. The third laboratory isn't one. */
export const DEMO_PARTNERS = LABS.slice(0, 2).map(({ name }) => ({
  id: uuidOf(name),
  name,
  domain: domainOf(name),
}));

function recordOf(
  { row, standing, version = '' }: { row: Row; standing: DemoRecord['standing']; version?: string },
  index: number,
): DemoRecord {
  const receivedAt = ANCHOR + 13 * HOUR_MS + index * MINUTE_MS;
  const draft = draftOf(row, index);
  const isScan = row[2] === SCANNED_BATCH;
  const isCorrection = standing === 'published' && row[2] === REPLACED[2];
  return {
    id: idOf(row, version),
    draft,
    submitter: submitterOf(draft),
    provenance: provenanceOf(draft, isScan),
    isScan,
    qrText: `https://${domainOf(draft.labName)}/verify/${draft.labReportId}`,
    approval: approvalOf(row),
    standing,
    replaces: isCorrection ? idOf(REPLACED, 'replaced') : null,
    receivedAt: new Date(receivedAt),
    publishedAt: new Date(receivedAt + HOUR_MS),
    withdrawnAt: standing === 'withdrawn' ? new Date(receivedAt + 2 * HOUR_MS) : null,
  };
}

/** Only a laboratory can say that the brand did not pick the can. */
function submitterOf({ labName, sample }: CertificateDraft): Submitter {
  const isOfLab = sample?.sampledBy === 'laboratory' || sample?.sampledBy === 'store';
  return isOfLab ? { source: 'lab', labId: uuidOf(labName) } : FORM_SUBMITTER;
}

function provenanceOf(draft: CertificateDraft, isScan: boolean): readonly FieldProvenance[] {
  const confirmed = { origin: 'document', page: 1, confirmedBy: 'submitter' } as const;
  const { source } = submitterOf(draft);
  return enteredBy(source, draft).map((typed) =>
    isScan || source === 'lab' || TYPED.includes(typed.field) ? typed : { field: typed.field, ...confirmed },
  );
}

function draftOf(row: Row, index: number): CertificateDraft {
  const [brandName, productName, batchId, thcMg, cbdMg, testedDaysBefore, , , contaminants = [], others = []] = row;
  const testDate = new Date(ANCHOR - testedDaysBefore * DAY_MS);
  const lab = LABS[testedDaysBefore % LABS.length] ?? LABS[0];
  return {
    brandName,
    contactName: 'Demonstration Submitter',
    contactEmail: `lab-papers@${domainOf(brandName)}`,
    website: `https://${domainOf(brandName)}`,
    productName,
    batchId,
    thcContent: thcMg,
    cbdContent: cbdMg,
    testDate: testDate.toISOString().slice(0, 10),
    labName: lab.name,
    labReportId: reportNumber(lab.prefix, testDate, index),
    notes: 'Demonstration record. The brand, lab and numbers are made up.',
    coaFileUrl: null,
    analytes: [...analytesOf(row), ...others.map(([name, text]) => cannabinoid(name, text, null)), ...contaminants],
    sample: sampleOf(row),
  };
}

/** As laboratories number their reports: through the year. */
function reportNumber(prefix: string, testDate: Date, index: number): string {
  const year = testDate.getUTCFullYear();
  const dayOfYear = (testDate.getTime() - Date.UTC(year, 0, 1)) / DAY_MS + 1;
  return `${prefix}-${year}-${String(dayOfYear * 10 + (index % 10)).padStart(5, '0')}`;
}

/** Without days, because each layout prints its own days beside the test date. */
function sampleOf(row: Row): PrintedSample | null {
  const amount = printedMl(row)?.toString();
  const container = amount !== undefined && {
    containerVolume: { amount, unit: 'mL' as const },
    containerMass: { amount, unit: 'g' as const },
    servingsPerContainer: '1',
    densityGPerMl: '1.000',
  };
  return printedSample({ ...container, ...samplerOf(row) });
}

/** Cannabinoids as printed in lab reports: mg/g with LOD and LOQ. A milliliter is taken as a gram. */
function analytesOf(row: Row): AnalyteResult[] {
  const [, , , thcMg, cbdMg] = row;
  const grams = printedMl(row) ?? 355;
  const line = (name: string, mg: number) => {
    if (mg === 0) return cannabinoid(name, 'ND', null);
    const perGram = Number((mg / grams).toFixed(5));
    return cannabinoid(name, String(perGram), perGram);
  };
  return [line('Δ9-THC', thcMg), line('CBD', cbdMg)];
}

function cannabinoid(name: string, valueText: string, value: number | null): AnalyteResult {
  const measured = { unit: 'mg/g', lod: 0.00005, loq: 0.00015, limit: null, method: 'HPLC-DAD' };
  return { panel: 'cannabinoids', name, valueText, value, ...measured };
}

function approvalOf([, , , , , , status = 'passed', panels = {}]: Row): Approval {
  const passed: PanelVerdicts = {
    pesticides: 'passed',
    heavyMetals: 'passed',
    microbials: 'passed',
    residualSolvents: 'passed',
  };
  return { status, panels: { ...passed, ...panels } };
}

/** A made-up domain of a brand or a laboratory, below .example, which is reserved (RFC 2606). */
export function domainOf(name: string): string {
  const label = name
    .replace(' (fictional)', '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]+/g, '-');
  return `${label}.example`;
}

function idOf([, , batch]: Row, version: string): string {
  return uuidOf(`${batch}${version}`);
}

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(`demonstration:${text}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
