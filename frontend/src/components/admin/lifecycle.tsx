import type { SubmissionStatus } from '../../api/generated/types.gen';
import { Badge, type BadgeTone } from '../../ui/badge';

/** In the order of a certificate's lifecycle. */
const STATUSES: Record<SubmissionStatus, { word: string; tone: BadgeTone }> = {
  pending: { word: 'Waiting for review', tone: 'citrus' },
  changes_requested: { word: 'Waiting for the submitter', tone: 'citrus' },
  approved: { word: 'Published', tone: 'leaf' },
  rejected: { word: 'Rejected', tone: 'clay' },
  withdrawn: { word: 'Withdrawn', tone: 'clay' },
  superseded: { word: 'Replaced', tone: 'neutral' },
};

/** A certificate's status, and whether the lab retracted it. */
interface CertificateLifecycle {
  readonly submissionStatus: SubmissionStatus;
  readonly takenBack: boolean;
}

/** The label for staff. The API reports a retracted certificate as `rejected`, although no reviewer rejected it. */
export const lifecycleLabel = ({ submissionStatus, takenBack }: CertificateLifecycle): string =>
  takenBack ? 'Withdrawn by the lab' : STATUSES[submissionStatus].word;

/** A certificate's lifecycle status, in words and color. */
export function LifecycleBadge({ certificate }: { certificate: CertificateLifecycle }) {
  const { submissionStatus, takenBack } = certificate;
  return <Badge tone={takenBack ? 'neutral' : STATUSES[submissionStatus].tone}>{lifecycleLabel(certificate)}</Badge>;
}

/** Filter options. */
export const LIFECYCLES = (Object.keys(STATUSES) as SubmissionStatus[]).map((value) => ({
  value,
  label: value === 'rejected' ? 'Rejected or withdrawn by the lab' : STATUSES[value].word,
}));
