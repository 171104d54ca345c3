import { type Actor, type AuditEntry } from '../shared/audit.js';
import { DomainError, type FieldError, InvalidInput } from '../shared/domain-error.js';
import { nameKey } from '../shared/name-key.js';
import { isUnderDosed } from './label-dose.js';
import { searchText } from './search-text.js';
import {
  type AnalyteResult,
  PANELS,
  type PanelVerdicts,
  type TestResults,
  UNCONFIRMED_PANELS,
} from './test-results.js';

/** What the reviewer confirmed the certificate says. `pending`: results outstanding. */
export const CERTIFICATE_STATUSES = ['passed', 'failed', 'pending'] as const;
export type CertificateStatus = (typeof CERTIFICATE_STATUSES)[number];

/** Where a record stands in review. Only `approved` ones are public. */
export const SUBMISSION_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

/** Smallest and largest THC or CBD content of one container, in milligrams. Source: SPEC section 5. */
export const CONTENT_MG = { min: 0, max: 1000 } as const;

/** What a submitter sends. Texts are already free of characters that no database stores. */
export interface CertificateDraft {
  readonly brandName: string;
  readonly contactName: string;
  /** The submitter's address: for questions about this submission; never published. */
  readonly contactEmail: string;
  readonly website: string | null;
  readonly productName: string;
  readonly batchId: string;
  /** Milligrams of THC per container, at most two decimals. The wire name is the spec's. */
  readonly thcContent: number;
  /** Milligrams of CBD per container, at most two decimals. */
  readonly cbdContent: number;
  /** Calendar day of the test, `YYYY-MM-DD`. */
  readonly testDate: string;
  readonly labName: string;
  readonly notes: string | null;
  readonly coaFileUrl: string | null;
  readonly analytes: readonly AnalyteResult[];
  /** Results in a shape of the submitter's own; see {@link TestResults.submitted}. */
  readonly submittedResults?: unknown;
}

/** One certificate of the registry, from submission on. */
export interface Certificate {
  readonly id: string;
  /** What submitter and staff call it by, e.g. `CB-7K3M-9QXD`. */
  readonly reference: string;
  readonly productName: string;
  /** As printed on the container. */
  readonly batchId: string;
  /** {@link nameKey} of the batch id: unique among the certificates that were not rejected. */
  readonly batchKey: string;
  /** Set when the certificate is approved. */
  readonly brandId: number | null;
  readonly brandName: string;
  readonly thcContent: number;
  readonly cbdContent: number;
  readonly testDate: string;
  readonly labName: string;
  readonly status: CertificateStatus;
  readonly submissionStatus: SubmissionStatus;
  readonly testResults: TestResults;
  readonly coaFileUrl: string | null;
  /** The submitter's e-mail address. */
  readonly submittedBy: string | null;
  readonly contactName: string | null;
  readonly website: string | null;
  readonly notes: string | null;
  readonly rejectionReason: string | null;
  readonly createdAt: Date;
  readonly reviewedAt: Date | null;
  /** Stored result of {@link isUnderDosed}, so that the database can filter and count by it. */
  readonly underDosed: boolean;
  /** Stored {@link searchText}. */
  readonly searchText: string;
  /** True for invented records that only show how the registry works. */
  readonly demonstration: boolean;
}

/** Another certificate of that batch waits for review or is published. */
export class DuplicateBatch extends DomainError {
  constructor(batchId: string, existing: 'pending' | 'approved') {
    const message =
      existing === 'approved'
        ? `A certificate for batch ${batchId} is already published. To report a mistake in it, send us its address and what should change.`
        : `A certificate for batch ${batchId} is already waiting for review. You do not need to send it again.`;
    super('conflict', 'duplicate-batch', message, [{ field: 'batchId', message }]);
  }
}

/** Two people decided at once, or the page was old: the first decision stands. */
export class AlreadyDecided extends DomainError {
  constructor() {
    super('conflict', 'already-decided', 'This submission has already been decided. Reload it to see the decision.');
  }
}

/**
 * A new submission: stored, waiting for review, nothing confirmed.
 * @throws InvalidInput when a value is outside its range
 */
export function submit(draft: CertificateDraft, id: string, now: Date): Certificate {
  const wrong = [
    ...contentErrors('thcContent', draft.thcContent),
    ...contentErrors('cbdContent', draft.cbdContent),
    ...(isCalendarDay(draft.testDate) ? [] : [{ field: 'testDate', message: 'Test date is required' }]),
  ];
  if (wrong.length > 0) throw new InvalidInput(wrong);
  const { analytes, submittedResults, contactEmail, ...rest } = draft;
  return {
    ...rest,
    id,
    reference: referenceOf(id),
    batchKey: nameKey(draft.batchId),
    brandId: null,
    status: 'pending',
    submissionStatus: 'pending',
    testResults: {
      version: 1,
      panels: UNCONFIRMED_PANELS,
      analytes,
      ...(submittedResults === undefined ? {} : { submitted: submittedResults }),
    },
    submittedBy: contactEmail,
    rejectionReason: null,
    createdAt: now,
    reviewedAt: null,
    underDosed: isUnderDosed(draft.productName, draft.thcContent),
    searchText: searchText(draft),
    demonstration: false,
  };
}

/** What the reviewer read on the certificate. */
export interface Approval {
  readonly status: CertificateStatus;
  readonly panels: PanelVerdicts;
}

/**
 * @throws AlreadyDecided unless the certificate waits for review
 * @throws InvalidInput when status and panels contradict each other
 */
export function approve(certificate: Certificate, approval: Approval, now: Date): Certificate {
  assertWaiting(certificate);
  assertPanelsSupport(approval);
  return {
    ...certificate,
    status: approval.status,
    submissionStatus: 'approved',
    testResults: { ...certificate.testResults, panels: approval.panels },
    reviewedAt: now,
  };
}

/**
 * @param reason one or more sentences that the submitter can act on
 * @throws AlreadyDecided unless the certificate waits for review
 */
export function reject(certificate: Certificate, reason: string, now: Date): Certificate {
  assertWaiting(certificate);
  return { ...certificate, submissionStatus: 'rejected', rejectionReason: reason, reviewedAt: now };
}

/** The audit entry of a decision. It names what was decided and leaves the submitter's contact data out. */
export function decisionEntry(before: Certificate, after: Certificate, actor: Actor): AuditEntry {
  return {
    at: after.reviewedAt ?? after.createdAt,
    actor,
    action: `submission.${after.submissionStatus}`,
    subject: `certificate:${after.id}`,
    before: decidedFacts(before),
    after: decidedFacts(after),
  };
}

function decidedFacts(certificate: Certificate): Record<string, unknown> {
  const { reference, batchId, status, submissionStatus, rejectionReason, testResults } = certificate;
  return { reference, batchId, status, submissionStatus, rejectionReason, panels: testResults.panels };
}

function assertWaiting(certificate: Certificate): void {
  if (certificate.submissionStatus !== 'pending') throw new AlreadyDecided();
}

/** A safety database may not call passed what a panel contradicts or nobody has reported yet. Source: DECISIONS "Data". */
function assertPanelsSupport({ status, panels }: Approval): void {
  if (status !== 'passed') return;
  const contradiction = (field: string, message: string) => new InvalidInput([{ field, message }]);
  for (const panel of PANELS) {
    if (panels[panel] === 'failed') {
      throw contradiction(`panels.${panel}`, 'A certificate with a failed panel cannot be approved as passed');
    }
    if (panels[panel] === 'pending') {
      throw contradiction(
        `panels.${panel}`,
        'Results are outstanding: approve as pending, or say what the panel shows',
      );
    }
  }
}

function contentErrors(field: 'thcContent' | 'cbdContent', mg: number): FieldError[] {
  const label = field === 'thcContent' ? 'THC content' : 'CBD content';
  if (!(mg >= CONTENT_MG.min && mg <= CONTENT_MG.max)) {
    return [{ field, message: `${label} must be a number from ${CONTENT_MG.min} to ${CONTENT_MG.max} mg` }];
  }
  if (Number(mg.toFixed(2)) !== mg) return [{ field, message: `${label} may have at most two decimals` }];
  return [];
}

/** Whether the text is a day that exists, written `YYYY-MM-DD`. There was no year 0. */
export function isCalendarDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Crockford's base 32: no I, L, O or U, so that it survives a telephone. */
const REFERENCE_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The first 40 bits of the id, as eight digits: short enough to read out, unique enough for a queue. */
export function referenceOf(id: string): string {
  const bits = BigInt(`0x${id.replaceAll('-', '').slice(0, 10)}`);
  const digits = Array.from({ length: 8 }, (_, i) => REFERENCE_DIGITS[Number((bits >> BigInt(35 - 5 * i)) & 31n)]);
  return `CB-${digits.slice(0, 4).join('')}-${digits.slice(4).join('')}`;
}
