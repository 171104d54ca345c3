import type { ReferenceChangeState } from '../../../api/generated/types.gen';
import type { BadgeTone } from '../../../ui/badge';

/** How the state of a proposed change is shown. */
export const STATES: Readonly<Record<ReferenceChangeState, { label: string; tone: BadgeTone }>> = {
  proposed: { label: 'Waiting', tone: 'citrus' },
  confirmed: { label: 'Confirmed', tone: 'leaf' },
  declined: { label: 'Declined', tone: 'clay' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
};
