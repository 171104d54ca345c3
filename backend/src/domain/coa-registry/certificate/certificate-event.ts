import type { Certificate } from './certificate.js';

/** The changes of a certificate that its submitter is notified of. */
export type CertificateEventType =
  | 'published'
  | 'changes_requested'
  | 'rejected'
  | 'amended'
  | 'withdrawn'
  | 'document_missing';

export interface CertificateEvent {
  readonly type: CertificateEventType;
  readonly at: Date;
  readonly certificate: Certificate;
  /** For `amended`: the certificate that replaced it. */
  readonly replacedBy: Certificate | null;
  /** For `document_missing`: the document that the laboratory named, and why it is not there, in a sentence. */
  readonly missingDocument?: { readonly sha256: string; readonly message: string };
}

/**
 * What a submitter without an account is notified of before a review: the submission arrived, arrived with the
 * requested changes, or software refused its PDF.
 */
export type ReceiptKind = 'received' | 'resubmitted' | 'document_refused';
