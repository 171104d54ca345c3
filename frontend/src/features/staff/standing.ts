import type { SubmissionStatus } from '../../api/generated/types.gen';

/** The status of a certificate, and whether the lab took it back itself. */
export interface CertificateStanding {
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
export const standingWord = ({ submissionStatus, takenBack }: CertificateStanding): string =>
  takenBack ? 'Taken back by the lab' : WORDS[submissionStatus];
