import type { RuleDto } from '../../api/generated/types.gen';
import { formatLongDay } from '../../ui/text/days';

/** When a rule applies, as far as we know. If it gives no comparison today, this is only what we read or were told. */
export function timeWords(rule: RuleDto): string {
  const words = time(rule);
  if (rule.noVerdictReason === null) return words;
  return `${isRead(rule) ? 'As we read it' : 'As reported'}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

function time({ state, effectiveFrom, effectiveTo, inForceOn }: RuleDto): string {
  const until = effectiveTo ? ` until ${formatLongDay(effectiveTo)}` : '';
  if (state === 'ended') return effectiveTo ? `Ended after ${formatLongDay(effectiveTo)}` : 'Ended';
  if (state === 'upcoming') return `Starts on ${formatLongDay(effectiveFrom ?? '')}${until}`;
  if (effectiveFrom) return `In force since ${formatLongDay(effectiveFrom)}${until}`;
  if (inForceOn) return `In force by ${formatLongDay(inForceOn)}. We don't know the start date`;
  return "We don't know when it took effect";
}

/** Whether we read some text of the rule, not only what others report. */
export const isRead = ({ evidence }: RuleDto): boolean => evidence.length > 0;
