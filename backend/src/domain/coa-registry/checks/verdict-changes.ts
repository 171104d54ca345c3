import type { RuleVerdict } from '../../shared/result-terms.js';

/** A verdict as it is stored: the rule's id and the verdict, such as `us-ct-infused-beverage:above`. */
export type VerdictText = `${string}:${RuleVerdict}`;

/** For each rule, how often a verdict became another one, such as `not_above > above`. `new` stands for none before. */
export type VerdictChanges = Readonly<Record<string, Readonly<Record<string, number>>>>;

const parts = (text: string) => {
  const at = text.lastIndexOf(':');
  return [text.slice(0, at), text.slice(at + 1)] as const;
};

/** @param before null for a certificate that was not compared before: there is no change to report */
export function verdictChanges(before: readonly string[] | null, after: readonly string[]): VerdictChanges {
  if (before === null) return {};
  const former = new Map(before.map(parts));
  const changed = after.map(parts).filter(([rule, verdict]) => former.get(rule) !== verdict);
  return Object.fromEntries(
    changed.map(([rule, verdict]) => [rule, { [`${former.get(rule) ?? 'new'} > ${verdict}`]: 1 }]),
  );
}

/** The changes of both, added up. */
export function addedChanges(some: VerdictChanges, more: VerdictChanges): VerdictChanges {
  const total: Record<string, Readonly<Record<string, number>>> = { ...some };
  for (const [rule, counts] of Object.entries(more)) {
    const ofRule = { ...total[rule] };
    for (const [change, count] of Object.entries(counts)) ofRule[change] = (ofRule[change] ?? 0) + count;
    total[rule] = ofRule;
  }
  return total;
}

/** For logs: `us-ct-infused-beverage: 12 not_above > above; ...`, or "no verdict changed". */
export function describedChanges(changes: VerdictChanges): string {
  const all = Object.entries(changes).map(([rule, counts]) => {
    const shown = Object.entries(counts).map(([change, count]) => `${count} ${change}`);
    return `${rule}: ${shown.join(', ')}`;
  });
  return all.length === 0 ? 'no verdict changed' : all.join('; ');
}
