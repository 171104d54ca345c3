import type { RuleVerdict, VerdictChangeDto } from '../../../api/generated/types.gen';

const WORDS: Readonly<Record<RuleVerdict, string>> = {
  above: '“above”',
  cannot_tell: '“cannot tell”',
  not_tested: '“not all tested”',
  not_above: '“not above”',
};

const wordsOf = (verdict: RuleVerdict | null) => (verdict === null ? 'no comparison' : WORDS[verdict]);

/** Adds up the counts of several parts, the most certificates first. */
export function addedUp(changes: readonly VerdictChangeDto[]): readonly VerdictChangeDto[] {
  const total = new Map<string, VerdictChangeDto>();
  for (const change of changes) {
    const key = `${change.before} ${change.after}`;
    total.set(key, { ...change, certificates: change.certificates + (total.get(key)?.certificates ?? 0) });
  }
  return [...total.values()].sort((a, b) => b.certificates - a.certificates);
}

/** "12 from “not above” to “above”" */
export const changeWords = ({ before, after, certificates }: VerdictChangeDto): string =>
  `${certificates.toLocaleString('en-US')} from ${wordsOf(before)} to ${wordsOf(after)}`;
