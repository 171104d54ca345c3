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
  | 'labReportId'
  | 'thcContent'
  | 'cbdContent'
  | 'testDate'
  | 'outcome'
  | 'lifecycle'
  | 'takenBack'
>;

/** A published certificate of a batch, for another one of that batch. */
export type PublishedOfBatch = RelatedCertificate & Pick<Certificate, 'labKey'>;

/** At most so many published certificates of a batch are compared with a submission. */
export const PUBLISHED_OF_BATCH_MAX = 50;

/** The records related to a submission. */
export interface RelatedCertificates {
  readonly sameBatch: readonly RelatedCertificate[];
  readonly sameBrand: readonly RelatedCertificate[];
  readonly similarProducts: readonly RelatedCertificate[];
}

/** An open submission, with the fields that identify its batch. */
export type WaitingForBatch = Pick<Certificate, 'id' | 'batchKey' | 'brandName'>;

/** At most so many submissions for one batch are counted. */
export const WAITING_FOR_BATCH_MAX = 20;
