import type { Certificate } from './certificate.js';

/** A record that the reviewer compares with a submission. */
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

/** The records related to a submission. */
export interface RelatedCertificates {
  readonly sameBatch: readonly RelatedCertificate[];
  readonly sameBrand: readonly RelatedCertificate[];
  readonly similarProducts: readonly RelatedCertificate[];
}

/** An open submission, with the fields that identify its batch. */
export type WaitingForBatch = Pick<Certificate, 'id' | 'batchKey' | 'brandName'>;

/** More submissions than this for one batch are not counted. */
export const WAITING_FOR_BATCH_MAX = 20;
