/**
 * What a reviewer can object to, each with the sentence that the submitter reads. With a code, comments can be counted
 * and compared; the reviewer can add words. The two severities are those of ClinicalTrials.gov's quality control.
 */
export const COMMENT_CODES = {
  'file-unreadable': "The lab report is missing or can't be opened.",
  'batch-mismatch': "The batch on the lab report doesn't match the batch entered.",
  'product-mismatch': "The product on the lab report doesn't match the product entered.",
  'date-mismatch': "The test date on the lab report doesn't match the date entered.",
  'potency-mismatch': "THC or CBD on the lab report doesn't match the amounts entered.",
  'units-unclear': "It isn't clear how the amounts per container were calculated.",
  'panel-missing': 'Some results that should be on the lab report are missing.',
  'lab-unverified': "We couldn't confirm that this lab issued the report.",
  'label-claim': 'The measured strength is far from what the label says.',
  other: 'Something else needs an answer.',
} as const;
export type CommentCode = keyof typeof COMMENT_CODES;

/** A `major` comment must be resolved before the certificate can be published; an `advisory` one is for information. */
export const COMMENT_WEIGHTS = ['major', 'advisory'] as const;
export type CommentWeight = (typeof COMMENT_WEIGHTS)[number];

/** A comment as the reviewer writes it. */
export interface CommentDraft {
  readonly code: CommentCode;
  readonly weight: CommentWeight;
  /** In the reviewer's words, for the submitter; required for `other`. */
  readonly text: string | null;
}

/** A comment as stored with the certificate. */
export interface ReviewComment extends CommentDraft {
  readonly id: string;
  /** Name of the staff member. */
  readonly by: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** When a reviewer resolved it (ISO 8601, UTC); null while it is open. */
  readonly settledAt: string | null;
}

/** The major comments that are still open. */
export const unresolvedMajors = (comments: readonly ReviewComment[]): readonly ReviewComment[] =>
  comments.filter(({ weight, settledAt }) => weight === 'major' && settledAt === null);
