import type { SubmissionStatus } from '../../api/generated/types.gen';

/** A certificate's status, and whether the lab retracted it. */
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

/** The label for staff. The API reports a retracted certificate as `rejected`, although no reviewer rejected it. */
export const lifecycleLabel = ({ submissionStatus, takenBack }: CertificateLifecycle): string =>
  takenBack ? 'Withdrawn by the lab' : WORDS[submissionStatus];

/** Filter options in the order of a certificate's lifecycle. */
export const LIFECYCLES: readonly { value: SubmissionStatus; label: string }[] = [
  { value: 'pending', label: 'Waiting for review' },
  { value: 'changes_requested', label: 'Waiting for the submitter' },
  { value: 'approved', label: 'Published' },
  { value: 'rejected', label: 'Rejected or withdrawn by the lab' },
  { value: 'withdrawn', label: 'Withdrawn' },
  { value: 'superseded', label: 'Replaced' },
];
