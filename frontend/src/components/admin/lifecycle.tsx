import type { SubmissionStatus } from '../../api/generated/types.gen';
import { Badge, type BadgeTone } from '../../ui/badge';

const TONES: Record<CertificateLifecycle['submissionStatus'], BadgeTone> = {
  pending: 'citrus',
  changes_requested: 'citrus',
  approved: 'leaf',
  rejected: 'clay',
  withdrawn: 'clay',
  superseded: 'neutral',
};

/** A certificate's lifecycle status, in words and color. */
export function LifecycleBadge({ certificate }: { certificate: CertificateLifecycle }) {
  const { submissionStatus, takenBack } = certificate;
  return <Badge tone={takenBack ? 'neutral' : TONES[submissionStatus]}>{lifecycleLabel(certificate)}</Badge>;
}

/** A certificate's status, and whether the lab retracted it. */
interface CertificateLifecycle {
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
