import type { Certificate } from './certificate.js';

/** The changes of a certificate that its submitter is notified of. */
export const CERTIFICATE_EVENT_TYPES = ['published', 'changes_requested', 'rejected', 'amended', 'withdrawn'] as const;
export type CertificateEventType = (typeof CERTIFICATE_EVENT_TYPES)[number];

export interface CertificateEvent {
  readonly type: CertificateEventType;
  readonly at: Date;
  readonly certificate: Certificate;
  /** For `amended`: the certificate that took its place. */
  readonly replacedBy: Certificate | null;
}

/** How a submission came in: for the first time, or with the requested changes. */
export type ReceiptKind = 'received' | 'resubmitted';
