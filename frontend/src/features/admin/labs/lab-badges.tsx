import type { LabDto } from '../../../api/generated/types.gen';
import { Badge } from '../../../ui/badge';
import { ShieldIcon, StopIcon } from '../../../ui/icons';
import { AccreditationBadge } from './lab-accreditation';

/** A lab's special states, in words and not in color alone. */
export function LabBadges({ lab }: { lab: LabDto }) {
  const { trusted, suspended, demonstration } = lab;
  return (
    <>
      {trusted && (
        <Badge tone="leaf" icon={<ShieldIcon className="size-3.5" />}>
          Trusted
        </Badge>
      )}
      {suspended && (
        <Badge tone="clay" icon={<StopIcon className="size-3.5" />}>
          Suspended
        </Badge>
      )}
      <AccreditationBadge lab={lab} />
      {demonstration && <Badge>Demonstration</Badge>}
    </>
  );
}
