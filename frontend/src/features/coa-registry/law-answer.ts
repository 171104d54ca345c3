// What the rules that we read say about a certificate, for one place, in a few words. Pure functions only.
import type { CoaDto, RuleReadingDto, RuleVerdict, VerdictTone } from '../../api/generated/types.gen';
import { formatDay } from '../../ui/text/days';

/** `sentence` is about one place, today and from the day of a rule that has not started. */
export interface LawAnswer {
  readonly tone: VerdictTone;
  readonly sentence: string;
}

/** The most serious one counts. A rule without a verdict, because it changed or was not read again, comes before an open one. */
const RANKS = ['above', 'no_verdict', 'cannot_tell', 'not_tested', 'not_above'] as const;

const WORDS: Record<RuleVerdict | 'no_verdict', string> = {
  above: 'above a limit',
  no_verdict: 'no verdict now, because its rules may have changed',
  cannot_tell: "we can't tell",
  not_tested: "the report doesn't test everything it limits",
  not_above: 'not above the limits we read',
};

const rankOf = ({ verdict, label }: RuleReadingDto) => (/^No verdict/.test(label) ? 'no_verdict' : verdict);

/** @param code of the jurisdiction: `US`, `US-TX` */
export function lawAnswer({ results: { rules } }: Pick<CoaDto, 'results'>, code: string, place: string): LawAnswer {
  const own = rules.filter(({ jurisdiction }) => jurisdiction === code);
  if (own.length === 0) return { tone: 'neutral', sentence: `${place}: we haven't read its rules.` };
  const counting = own.filter(({ state }) => state !== 'ended');
  const isThcUnread = counting.length > 0 && counting.every(isWithoutThc);
  const parts = [
    ...(isThcUnread ? ["we haven't read its THC rules"] : []),
    todayPhrase(own.filter(({ state }) => state === 'in_force')),
    ...comingDays(own).map(([day, rules]) => `from ${formatDay(day)} ${phraseOf(rules)}`),
  ];
  const isCaution = isThcUnread || own.some(({ verdict }) => verdict === 'above');
  return { tone: isCaution ? 'caution' : 'neutral', sentence: `${place}: ${parts.join('; ')}.` };
}

/** Whether it is only about something else, such as contaminants: a place may ban what such a rule allows. */
const isWithoutThc = ({ scope, covers }: RuleReadingDto) => scope !== null && !covers.includes('THC');

function todayPhrase(rules: readonly RuleReadingDto[]): string {
  if (rules.length === 0) return 'no rule read for today';
  const phrase = phraseOf(rules);
  return phrase.startsWith(WORDS.no_verdict) ? phrase : `today ${phrase}`;
}

function phraseOf(rules: readonly RuleReadingDto[]): string {
  const [first] = rules.toSorted((a, b) => RANKS.indexOf(rankOf(a)) - RANKS.indexOf(rankOf(b)));
  if (!first) return '';
  const scope = first.scope ? ` (${first.scope.charAt(0).toLowerCase()}${first.scope.slice(1)})` : '';
  return WORDS[rankOf(first)] + scope;
}

/** The rules that have not started, by their first day. */
function comingDays(rules: readonly RuleReadingDto[]): readonly [day: string, rules: readonly RuleReadingDto[]][] {
  const coming = rules.filter(({ state, effectiveFrom }) => state === 'upcoming' && effectiveFrom !== null);
  const days = new Set(coming.map(({ effectiveFrom }) => effectiveFrom ?? ''));
  return [...days].toSorted().map((day) => [day, coming.filter(({ effectiveFrom }) => effectiveFrom === day)]);
}
