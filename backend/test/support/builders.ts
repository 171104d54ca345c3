import { randomUUID } from 'node:crypto';
import type { Brand } from '../../src/domain/brands/brand.js';
import type { BatchNotice, NoticeDraft } from '../../src/domain/coa-registry/certificate/batch-notice.js';
import {
  type Certificate,
  type CertificateDraft,
  FORM_SUBMITTER,
  type Submitter,
  submit,
} from '../../src/domain/coa-registry/certificate/certificate.js';
import {
  type IncidentDraft,
  type LabIncident,
  openIncident,
} from '../../src/domain/coa-registry/certificate/lab-incident.js';
import { reportsAllPanels } from '../../src/domain/coa-registry/certificate/panel-reports.js';
import type { ReviewComment } from '../../src/domain/coa-registry/certificate/review-comment.js';
import type { AnalyteResult } from '../../src/domain/coa-registry/certificate/test-results.js';
import { ownErrors, type RegistryContext } from '../../src/domain/coa-registry/checks/automated-checks.js';
import { isDoNotDrink } from '../../src/domain/coa-registry/checks/verdict.js';
import type {
  CertificateQuery,
  CertificateSummary,
  PublicCertificate,
} from '../../src/domain/coa-registry/registry/published-certificate.js';
import {
  type Approval,
  approve,
  reject,
  requestChanges,
  supersede,
  withdraw,
} from '../../src/domain/coa-registry/review/review.js';
import { amend } from '../../src/domain/coa-registry/submission/sender-changes.js';
import { nameKey } from '../../src/domain/shared/name-key.js';

export const NOW = new Date('2026-11-20T15:00:00Z');

export const ACTOR = { id: 'd0000000-0000-4000-8000-000000000001', name: 'robin' };

/** A complete submission; pass only the fields that the test is about. */
export function aDraft(differing: Partial<CertificateDraft> = {}): CertificateDraft {
  return {
    brandName: 'Juniper & Tide',
    contactName: 'Robin Vale',
    contactEmail: 'robin@juniper-tide.example',
    website: 'https://juniper-tide.example',
    productName: 'Yuzu Seltzer 5 mg',
    batchId: `#${randomUUID().slice(0, 8)}`,
    thcContent: 4.82,
    cbdContent: 0.4,
    testDate: '2026-10-14',
    labName: 'Example Analytical',
    notes: null,
    coaFileUrl: null,
    analytes: [],
    ...differing,
  };
}

/** A certificate that is waiting for review. */
export function aCertificate(
  differing: Partial<CertificateDraft> = {},
  at = NOW,
  sender = FORM_SUBMITTER,
): Certificate {
  return submit(aDraft(differing), randomUUID(), at, sender);
}

export const PASSED: Approval = {
  status: 'passed',
  panels: { pesticides: 'passed', heavyMetals: 'passed', microbials: 'passed', residualSolvents: 'passed' },
  documentAbsence: 'paper-only',
  // Ignored where the checks find no error.
  overrideReason: 'Compared with the report.',
};

/** The same certificate, approved. */
export const approved = (certificate: Certificate, differing: Partial<Approval> = {}, at = NOW): Certificate =>
  approve(certificate, { ...PASSED, ...differing }, at);

export const rejected = (certificate: Certificate, reason = 'The photo cannot be read.'): Certificate =>
  reject(certificate, reason, NOW);

/** An open comment; major by default. */
export function aComment(differing: Partial<ReviewComment> = {}): ReviewComment {
  const at = NOW.toISOString();
  const words = { code: 'batch-mismatch', weight: 'major', text: 'The report says #C9031.' } as const;
  return { ...words, id: randomUUID(), by: ACTOR.name, at, settledAt: null, ...differing };
}

/** The same certificate, returned with one major comment. */
export const sentBack = (certificate: Certificate, comment = aComment()): Certificate =>
  requestChanges(certificate, [comment], NOW);

export const withdrawn = (certificate: Certificate, at = NOW): Certificate =>
  withdraw(certificate, 'The lab voided the result.', at);

export const superseded = (certificate: Certificate, at = NOW): Certificate => supersede(certificate, at);

/** An amendment of a published certificate, with the same batch by default. */
export function anAmendment(
  original: Certificate,
  differing: Partial<CertificateDraft> = {},
  { at = NOW, sender = FORM_SUBMITTER }: { at?: Date; sender?: Submitter } = {},
): Certificate {
  const draft = aDraft({ batchId: original.batchId, ...differing });
  return amend(original, { draft, reason: 'The container size was wrong.' }, randomUUID(), at, sender);
}

/** A measured line; pass only the fields that the test is about. */
export const aLine = (differing: Partial<AnalyteResult> = {}): AnalyteResult => ({
  panel: 'heavyMetals',
  name: 'Lead',
  valueText: '0.31',
  value: 0.31,
  unit: 'µg/g',
  lod: null,
  loq: null,
  limit: null,
  method: null,
  ...differing,
});

/** A certificate as a list shows it, with no other one of its batch. */
export function summaryOf(certificate: Certificate): CertificateSummary {
  return {
    id: certificate.id,
    reference: certificate.reference,
    brandName: certificate.brandName,
    productName: certificate.productName,
    batchId: certificate.batchId,
    thcContent: certificate.thcContent,
    cbdContent: certificate.cbdContent,
    labName: certificate.labName,
    testDate: certificate.testDate,
    outcome: certificate.outcome,
    underDosed: certificate.underDosed,
    demonstration: certificate.demonstration,
    source: certificate.source,
    pesticideStatus: certificate.testResults.panels.pesticides,
    panelsComplete: reportsAllPanels(certificate.testResults.panels),
    doNotDrink: isDoNotDrink(certificate),
    contradictory: ownErrors(certificate) > 0 || certificate.overrideReason !== null,
    sampledBy: certificate.sample?.sampledBy ?? 'unknown',
    boughtBy: certificate.sample?.boughtBy ?? null,
    warnings: [],
  };
}

/** The first page of all published certificates. */
export const EVERYTHING: CertificateQuery = {
  search: null,
  brandKey: null,
  outcome: null,
  testedFrom: null,
  panelsComplete: false,
  sampledBy: null,
  verdict: null,
  sort: 'newest',
  limit: 50,
  after: null,
};

/** An open incident of the laboratory of {@link aDraft} that covers its test day; pass only what the test is about. */
export const anIncident = (differing: Partial<IncidentDraft> = {}, at = NOW): LabIncident =>
  openIncident({ ...AN_INCIDENT, ...differing }, randomUUID(), at, ACTOR);

export const AN_INCIDENT: IncidentDraft = {
  labName: 'Example Analytical',
  kind: 'suspended',
  testedFrom: '2026-10-01',
  testedTo: '2026-10-31',
  sourceName: 'Example Accreditation Board',
  sourceUrl: 'https://board.example/notices/17',
  sourceDate: '2026-11-02',
  statement: 'Results of these tests may not be reliable.',
};

/** What a second person can publish; pass only what the test is about. */
export const aNoticeDraft = (differing: Partial<NoticeDraft> = {}): NoticeDraft => ({
  kind: 'recall',
  sourceName: 'Example Food Agency',
  sourceNumber: 'F-0417-2026',
  summary: 'Do not drink it. Take it back to the store.',
  details: '',
  references: [{ url: 'https://agency.example/recalls/417', date: '2026-11-02' }],
  selection: { batches: 'Juniper & Tide,#C9030', product: null },
  ...differing,
});

/** A current notice as a certificate carries it. */
export const aBatchNotice = (differing: Partial<BatchNotice> = {}): BatchNotice => ({
  id: 'CBN-2026-0007',
  kind: 'recall',
  sourceName: 'Example Food Agency',
  sourceNumber: 'F-0417-2026',
  summary: 'Do not drink it. Take it back to the store.',
  sourceUrl: 'https://agency.example/recalls/417',
  sourceDate: '2026-11-02',
  ...differing,
});

/** No other record of the batch or with the report number, from a laboratory that the registry knows. */
export const NOTHING_AROUND: RegistryContext = { sameBatch: [], sameReport: [], labIsKnown: true };

/** A certificate as the public reads it, which nothing has replaced and which replaces nothing. */
export function inPublic(certificate: Certificate, context = NOTHING_AROUND): PublicCertificate {
  const { version, panels, analytes } = certificate.testResults;
  return {
    ...summaryOf(certificate),
    lifecycle: certificate.lifecycle,
    labKey: certificate.labKey,
    labReportId: certificate.labReportId,
    sample: certificate.sample,
    testResults: { version, panels, analytes },
    coaFileUrl: certificate.coaFileUrl,
    reviewedAt: certificate.reviewedAt,
    endedAt: certificate.endedAt,
    withdrawalReason: certificate.withdrawalReason,
    amendmentReason: certificate.amendmentReason,
    overrideReason: certificate.overrideReason,
    failureDismissal: certificate.failureDismissal,
    document: null,
    documentAbsence: certificate.documentAbsence,
    documentContext: null,
    provenance: certificate.provenance,
    replaces: null,
    replacedBy: null,
    current: null,
    reportedProblems: [],
    brandReply: null,
    otherBrands: [],
    otherTests: [],
    currentTests: certificate.lifecycle === 'approved' ? 1 : 0,
    context,
  };
}

/** An unverified brand. */
export const aBrand = (name: string, differing: Partial<Brand> = {}): Brand => ({
  id: 1,
  name,
  nameKey: nameKey(name),
  contactEmail: '',
  contactName: null,
  website: null,
  verified: false,
  createdAt: NOW,
  updatedAt: NOW,
  coaCount: 0,
  demonstration: false,
  version: 1,
  ...differing,
});
