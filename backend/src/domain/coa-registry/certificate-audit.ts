import type { Actor, AuditEntry } from '../shared/audit.js';
import type { Certificate } from './certificate.js';

/** The audit entry of a change. It names what was decided and leaves the submitter's contact data out. */
export function changeEntry(
  action: string,
  before: Certificate,
  after: Certificate,
  actor: Actor,
  at: Date,
): AuditEntry {
  return {
    at,
    actor,
    action,
    subject: `certificate:${after.id}`,
    before: auditedFields(before),
    after: auditedFields(after),
  };
}

function auditedFields(certificate: Certificate): Record<string, unknown> {
  const { reference, productName, batchId, thcContent, cbdContent, testDate, labName } = certificate;
  const {
    takenBack,
    rejectionReason,
    withdrawalReason,
    supersedes,
    amendmentReason,
    overrideReason,
    failureDismissal,
    spotCheck,
  } = certificate;
  return {
    ...{ reference, productName, batchId, thcContent, cbdContent, testDate, labName },
    ...{
      status: certificate.outcome,
      submissionStatus: certificate.lifecycle,
      takenBack,
      rejectionReason,
      withdrawalReason,
      supersedes,
      amendmentReason,
      overrideReason,
      failureDismissal,
      spotCheck,
    },
    panels: certificate.testResults.panels,
    comments: certificate.comments.map(({ code, weight, settledAt }) => ({
      code,
      weight,
      settled: settledAt !== null,
    })),
    documentId: certificate.documentId,
    documentAbsence: certificate.documentAbsence,
    version: certificate.version,
  };
}
