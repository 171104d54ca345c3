import type { Certificate } from './certificate.js';

/** A record beside a submission, for the reviewer to compare. */
export type RelatedCertificate = Pick<
  Certificate,
  | 'id'
  | 'reference'
  | 'brandName'
  | 'productName'
  | 'batchId'
  | 'labName'
  | 'thcContent'
  | 'cbdContent'
  | 'testDate'
  | 'outcome'
  | 'lifecycle'
  | 'takenBack'
>;

/** What the registry already knows about a submission's surroundings. */
export interface RelatedCertificates {
  readonly sameBatch: readonly RelatedCertificate[];
  readonly sameBrand: readonly RelatedCertificate[];
  readonly similarProducts: readonly RelatedCertificate[];
}

/** A submission that waits for review or for changes, as far as its batch goes. */
export type WaitingForBatch = Pick<Certificate, 'id' | 'batchKey' | 'brandName'>;

/** More submissions than this for one batch are not counted. */
export const WAITING_FOR_BATCH_MAX = 20;
