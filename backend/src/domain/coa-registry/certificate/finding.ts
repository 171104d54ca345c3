import type { Box } from '../../shared/document-reading.js';

/** The severity of a finding. An `error` sends even a trusted laboratory's certificate to review. */
export const FINDING_SEVERITIES = ['error', 'warning', 'notice'] as const;
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number];

export const FINDING_CODES = [
  'test-date-in-future',
  'test-date-before-2018',
  'test-older-than-a-year',
  'dates-out-of-order',
  'test-dates-differ',
  'sample-contradicts',
  'batch-placeholder',
  'mixed-scripts',
  'look-alike-batch',
  'thc-implausible',
  'cbd-implausible',
  'far-over-label',
  'over-label',
  'under-label',
  'over-limit',
  'panel-line-open',
  'status-panels-differ',
  'thc-line-above-total',
  'thc-not-measured',
  'unit-unknown',
  'value-text-differs',
  'decimal-comma',
  'lod-above-loq',
  'concentration-mismatch',
  'report-number-reused',
  'batch-on-other-product',
  'batch-from-other-lab',
  'lab-unknown',
  'lab-incident',
  'batch-notice',
  'partner-not-sender',
  'free-mail-sender',
  'contact-domain-differs',
  'duplicate',
  'retest',
  'batch-also-waiting',
  'document-batch-missing',
  'document-product-missing',
  'document-date-differs',
  'document-value-differs',
  'document-lab-differs',
  'document-elsewhere',
  'document-near-copy',
  'document-qr-host',
  'document-no-qr',
  'document-old',
] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

/** Something that an automated check noticed. It is a reason to check, not a verdict. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: FindingSeverity;
  /** The field it is about. */
  readonly field: string;
  /** One sentence for people. It contains nothing personal, because it is published with the certificate. */
  readonly message: string;
  /** The measured lines that it is about, from 0. */
  readonly lines?: readonly number[];
  /** The place in the document that it is about, for staff. */
  readonly box?: Box;
}

export const finding = (
  code: FindingCode,
  severity: FindingSeverity,
  field: string,
  message: string,
  box?: Box | null,
): Finding => ({ code, severity, field, message, ...(box ? { box } : {}) });
