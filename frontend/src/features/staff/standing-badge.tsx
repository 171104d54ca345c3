import { Badge, type BadgeTone } from '../../ui/badge';
import { type CertificateStanding, standingWord } from './standing';

const TONES: Record<CertificateStanding['submissionStatus'], BadgeTone> = {
  pending: 'citrus',
  changes_requested: 'citrus',
  approved: 'leaf',
  rejected: 'clay',
  withdrawn: 'clay',
  superseded: 'neutral',
};

/** Where a certificate stands, in words and color. */
export function StandingBadge({ certificate }: { certificate: CertificateStanding }) {
  const { submissionStatus, takenBack } = certificate;
  return <Badge tone={takenBack ? 'neutral' : TONES[submissionStatus]}>{standingWord(certificate)}</Badge>;
}
