import type { Actor, AuditEntry } from '../../shared/audit.js';
import { pick } from '../../shared/pick.js';
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

/** Recorded as the certificate has them. */
const AUDITED = [
  'reference',
  'productName',
  'batchId',
  'thcContent',
  'cbdContent',
  'testDate',
  'labName',
  'takenBack',
  'rejectionReason',
  'withdrawalReason',
  'supersedes',
  'amendmentReason',
  'overrideReason',
  'failureDismissal',
  'spotCheck',
  'documentId',
  'documentAbsence',
  'version',
] as const satisfies readonly (keyof Certificate)[];

function auditedFields(certificate: Certificate): Record<string, unknown> {
  return {
    ...pick(certificate, AUDITED),
    status: certificate.outcome,
    submissionStatus: certificate.lifecycle,
    panels: certificate.testResults.panels,
    comments: certificate.comments.map(({ code, weight, settledAt }) => ({
      code,
      weight,
      settled: settledAt !== null,
    })),
  };
}
