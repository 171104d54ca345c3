import type { LabDto } from '../../api/generated/types.gen';
import { Badge } from '../../ui/badge';
import { ShieldIcon, StopIcon } from '../../ui/icons';

/** What makes a laboratory differ from a plain one: words, not colour alone. */
export function LabBadges({ lab: { trusted, suspended, demonstration } }: { lab: LabDto }) {
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
      {demonstration && <Badge>Demonstration</Badge>}
    </>
  );
}
