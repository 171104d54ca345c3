import type { SubmissionStatus } from '../../api/generated/types.gen';

/** The status of a certificate, and whether the lab took it back itself. */
export interface CertificateLifecycle {
  readonly submissionStatus: SubmissionStatus;
  readonly takenBack: boolean;
}

const WORDS: Record<SubmissionStatus, string> = {
  pending: 'Waiting for review',
  changes_requested: 'Waiting for the submitter',
  approved: 'Published',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  superseded: 'Replaced',
};

/** What staff read. The API stores what a lab took back as `rejected`, though no reviewer rejected it. */
export const lifecycleLabel = ({ submissionStatus, takenBack }: CertificateLifecycle): string =>
  takenBack ? 'Taken back by the lab' : WORDS[submissionStatus];

/** The choices of a filter, in the order of a certificate's life. */
export const LIFECYCLES: readonly { value: SubmissionStatus; label: string }[] = [
  { value: 'pending', label: 'Waiting for review' },
  { value: 'changes_requested', label: 'Waiting for the submitter' },
  { value: 'approved', label: 'Published' },
  { value: 'rejected', label: 'Rejected or taken back' },
  { value: 'withdrawn', label: 'Withdrawn' },
  { value: 'superseded', label: 'Replaced' },
];
