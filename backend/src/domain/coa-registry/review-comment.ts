/**
 * What a reviewer can object to, each with the sentence that the submitter reads. A code makes comments countable and
 * comparable; the reviewer's own words go beside it. The two weights are those of ClinicalTrials.gov's quality control.
 */
export const COMMENT_CODES = {
  'file-unreadable': 'The certificate file is missing or cannot be read.',
  'batch-mismatch': 'The batch on the certificate is not the batch that was named.',
  'product-mismatch': 'The product on the certificate is not the product that was named.',
  'date-mismatch': 'The test date on the certificate is not the date that was named.',
  'potency-mismatch': 'THC or CBD on the certificate differ from the figures that were sent.',
  'units-unclear': 'It is not clear how the figures per container were worked out.',
  'panel-missing': 'Results that the certificate should hold are missing.',
  'lab-unverified': 'We could not confirm that this laboratory issued the certificate.',
  'label-claim': 'The measured strength is far from what the label says.',
  other: 'Something else needs an answer.',
} as const;
export type CommentCode = keyof typeof COMMENT_CODES;

/** `major` has to be settled before the certificate can be published; `advisory` is for the submitter to know. */
export const COMMENT_WEIGHTS = ['major', 'advisory'] as const;
export type CommentWeight = (typeof COMMENT_WEIGHTS)[number];

/** A comment as the reviewer writes it. */
export interface CommentDraft {
  readonly code: CommentCode;
  readonly weight: CommentWeight;
  /** In the reviewer's words, for the submitter; required for `other`. */
  readonly text: string | null;
}

/** A comment as it is kept with the certificate. */
export interface ReviewComment extends CommentDraft {
  readonly id: string;
  /** Name of the staff member. */
  readonly by: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** When a reviewer settled it (ISO 8601, UTC); null while it stands. */
  readonly settledAt: string | null;
}

/** The major comments that nobody has settled. */
export const openMajors = (comments: readonly ReviewComment[]): readonly ReviewComment[] =>
  comments.filter(({ weight, settledAt }) => weight === 'major' && settledAt === null);
