import type { RuleDto } from '../../api/generated/types.gen';
import { formatLongDay } from '../../ui/days';

/** When a rule counts, as far as we know. */
export function timeWords({ state, effectiveFrom, effectiveTo, inForceOn }: RuleDto): string {
  const until = effectiveTo ? ` until ${formatLongDay(effectiveTo)}` : '';
  if (state === 'ended') return effectiveTo ? `Ended after ${formatLongDay(effectiveTo)}` : 'Ended';
  if (state === 'upcoming') return `Starts on ${formatLongDay(effectiveFrom ?? '')}${until}`;
  if (effectiveFrom) return `In force since ${formatLongDay(effectiveFrom)}${until}`;
  if (inForceOn) return `In force on ${formatLongDay(inForceOn)}; we have not read since when`;
  return 'We have not read since when it is in force';
}

/** Whether we read some text of the rule, not only what others report. */
export const isRead = ({ evidence }: RuleDto): boolean => evidence.length > 0;
