import type { CertificateSource } from '../../../../api/generated/types.gen';
import { Badge } from '../../../../ui/badge';
import { FlaskIcon } from '../../../../ui/icons';
import { sourceLabel } from './queue';

/** How it was submitted: by form, by a lab or by staff. */
export function SourceBadge({ source }: { source: CertificateSource }) {
  const isLab = source === 'lab';
  return (
    <Badge tone={isLab ? 'pine' : 'neutral'} icon={isLab && <FlaskIcon className="size-3.5" />}>
      {sourceLabel(source)}
    </Badge>
  );
}
