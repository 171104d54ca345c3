import type { PageSize } from '../../shared/document-reading.js';
import type { DocumentSender, DocumentState } from '../../shared/stored-document.js';

export type { DocumentSender, DocumentState } from '../../shared/stored-document.js';

/** The laboratory's PDF of a certificate, as staff, the lab, and the public are shown it. */
export interface CertificateDocument {
  /** SHA-256 of its bytes in lower-case hex: its identity. */
  readonly sha256: string;
  readonly bytes: number;
  readonly state: DocumentState;
  /** Null until it was read. */
  readonly pageCount: number | null;
  /** The pages that have a picture. */
  readonly pages: readonly PageSize[];
  readonly receivedAt: Date;
  readonly receivedFrom: DocumentSender;
  /** Texts of its QR codes. They are shown, never fetched. */
  readonly qrCodes: readonly string[];
  /** Why software refused it or could not read it, in a sentence for people. */
  readonly refusal: { readonly code: string; readonly message: string } | null;
  /** Whether the stored bytes no longer have their SHA-256. */
  readonly damaged: boolean;
  /** Why and when staff removed the bytes. */
  readonly removal: { readonly reason: string; readonly at: Date } | null;
}

/** Why a certificate has no document, each with the sentence that the public reads (decision 0048). */
export const ABSENCE_REASONS = {
  'lab-does-not-release': "The lab doesn't give out the PDF of this report.",
  lost: 'The PDF of this report was lost.',
  'paper-only': 'The lab issued this report on paper only.',
  'before-documents': "This certificate is from before we kept the lab's PDF.",
  'other-evidence': 'We checked this certificate with other evidence than a PDF.',
  'sent-as-data': 'The lab sent these results from its own system, without a PDF.',
} as const;
export type AbsenceReason = keyof typeof ABSENCE_REASONS;

/** The reasons that a reviewer chooses from. `sent-as-data` is set when a trusted lab publishes without a document. */
export const REVIEWER_ABSENCE_REASONS = [
  'lab-does-not-release',
  'lost',
  'paper-only',
  'before-documents',
  'other-evidence',
] as const satisfies readonly AbsenceReason[];
export type ReviewerAbsenceReason = (typeof REVIEWER_ABSENCE_REASONS)[number];

/** Hours that a laboratory has to send the PDF that a certificate names (decision 0048). */
export const AWAITED_HOURS = 72;

/** Whether a document can be the evidence of a certificate: its bytes are stored and were not refused. */
export const isEvidence = ({ state }: Pick<CertificateDocument, 'state'>): boolean =>
  state === 'ready' || state === 'unreadable';

/** Whether reading has ended. */
export const isRead = ({ state }: Pick<CertificateDocument, 'state'>): boolean =>
  state !== 'received' && state !== 'reading';
