import { Badge, type BadgeTone } from '../../ui/badge';
import { type CertificateLifecycle, lifecycleLabel } from './lifecycle';

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
