import type { Certificate, Lifecycle } from '../certificate/certificate.js';

/** The last row of a page of a lab's certificates. */
export interface LabListCursor {
  readonly createdAt: Date;
  readonly id: string;
}

/** A partner laboratory's query for its own certificates. */
export interface OwnCertificatesQuery {
  readonly labId: string;
  readonly lifecycle: Lifecycle | null;
  /** The lab's own report number; case and runs of spaces do not matter. */
  readonly labReportId: string | null;
  readonly batchKey: string | null;
  /** Only certificates that were sent or changed since then. */
  readonly updatedSince: Date | null;
  readonly limit: number;
  readonly after: LabListCursor | null;
}

/** The certificate that replaced another one. */
export type Replacement = Pick<Certificate, 'id' | 'reference' | 'batchId'>;

/** A staff query for the certificates of a lab. */
export interface LabCertificatesQuery {
  readonly labId: string;
  readonly lifecycle: Lifecycle | null;
  /** A certificate matches when its `labSearchText` contains any of these; null for all certificates. */
  readonly search: readonly string[] | null;
  readonly limit: number;
  readonly after: LabListCursor | null;
}

/** A lab's certificate as a list shows it to staff: without results, comments and notes. */
export type LabCertificate = Pick<
  Certificate,
  | 'id'
  | 'reference'
  | 'brandName'
  | 'productName'
  | 'batchId'
  | 'labReportId'
  | 'testDate'
  | 'outcome'
  | 'lifecycle'
  | 'takenBack'
  | 'createdAt'
  | 'reviewedAt'
  | 'endedAt'
>;
