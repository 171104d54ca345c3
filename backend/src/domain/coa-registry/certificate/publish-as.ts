import { DomainError, type FieldError, InvalidInput } from '../../shared/domain-error.js';
import { type Certificate, DuplicateBatch } from './certificate.js';
import { ChangedMeanwhile } from './certificate-lifecycle.js';
import { isSameReport } from './report-key.js';

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

/** `retest`: beside the published certificates of the batch. `amendment`: in place of one of them. */
export const PUBLISH_AS = ['retest', 'amendment'] as const;
export type PublishAs = (typeof PUBLISH_AS)[number];

/** How to publish a certificate whose batch already has published ones; ignored if it has none. */
export interface SecondCertificate {
  readonly publishAs?: PublishAs | null;
  /** For an amendment: the reference of the certificate that it replaces. May be left out when there is only one. */
  readonly amends?: string | null;
  /** For an amendment: why it replaces that one. Public. */
  readonly amendmentReason?: string | null;
}

/** A person has to decide whether the batch was tested again or the published certificate is wrong. */
export class BatchAlreadyPublished extends DomainError {
  constructor(published: readonly PublishedOfBatch[]) {
    const message = `This batch already has a published certificate: ${published.map(({ reference }) => reference).join(', ')}. Compare them, then choose whether this one is a retest or an amendment.`;
    super('conflict', 'batch-already-published', message, [{ field: 'publishAs', message }]);
  }
}

/**
 * What a certificate replaces when it is published.
 * @param published the brand's published certificates of its batch
 * @throws BatchAlreadyPublished when there are any and `publishAs` is missing
 * @throws InvalidInput when it can't be published in that way; DuplicateBatch when its report is already published
 * @throws ChangedMeanwhile when the one that it is to replace is no longer published
 */
export function replacedBy(
  certificate: Certificate,
  { publishAs, amends, amendmentReason }: SecondCertificate,
  published: readonly PublishedOfBatch[],
): Pick<Certificate, 'supersedes' | 'amendmentReason'> {
  const asSent = { supersedes: certificate.supersedes, amendmentReason: certificate.amendmentReason };
  const isSentAsAmendment = asSent.supersedes !== null;
  // An amendment replaces another certificate, unless it corrects the batch: then it is published beside those of the
  // new batch.
  if (isSentAsAmendment && published.some(({ id }) => id === asSent.supersedes)) return asSent;
  if (published.length === 0 && (isSentAsAmendment || publishAs !== 'amendment')) return asSent;
  if (!publishAs) throw new BatchAlreadyPublished(published);
  if (publishAs === 'retest') {
    if (certificate.labReportId === null) throw invalid('publishAs', NEEDS_NUMBER);
    if (published.some((one) => isSameReport(one, certificate))) throw new DuplicateBatch(certificate);
    return asSent;
  }
  if (isSentAsAmendment) throw invalid('publishAs', REPLACES_ANOTHER);
  const [replaced, ...others] = amends
    ? published.filter(({ reference }) => reference === amends.toUpperCase())
    : published;
  if (!replaced) throw new ChangedMeanwhile();
  if (others.length > 0) throw invalid('amends', 'Choose which certificate it replaces');
  const reason = amendmentReason?.trim();
  if (!reason) throw invalid('amendmentReason', 'Explain why it replaces the published certificate');
  return { supersedes: replaced.id, amendmentReason: reason };
}

const NEEDS_NUMBER =
  "A retest needs the lab's report number. Request changes to ask for it, or publish this one as an amendment";

const REPLACES_ANOTHER = 'It was sent as an amendment of another certificate, so it can only be a retest of this batch';

const invalid = (field: string, message: string) => new InvalidInput([{ field, message } satisfies FieldError]);
