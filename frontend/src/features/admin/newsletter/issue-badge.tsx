import type { IssueState } from '../../../api/generated/types.gen';
import { Badge } from '../../../ui/badge';

const BADGES = {
  draft: ['Draft', 'neutral'],
  sending: ['Sending', 'citrus'],
  stopped: ['Stopped', 'clay'],
  sent: ['Sent', 'leaf'],
} as const;

export function IssueBadge({ state }: { state: IssueState }) {
  const [label, tone] = BADGES[state];
  return <Badge tone={tone}>{label}</Badge>;
}
