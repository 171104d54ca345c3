import type { CoaDto, DoseLevel } from '../../api/generated/types.gen';
import { hasNotice } from '../../components/certificates/has-notice';
import { isStrong, STRENGTH_WORDS } from '../../components/certificates/strength-words';

type Compared = Pick<CoaDto, 'standing' | 'labelComparison' | 'labIncidents' | 'notices'> & {
  readonly strength: { readonly level: DoseLevel } | null;
  readonly verdict: Pick<CoaDto['verdict'], 'doNotDrink'>;
};

/** How strong a can is, or why its column does not say so. */
export function strengthWords({ standing, strength, verdict }: Compared): string {
  if (verdict.doNotDrink) return 'Do not drink it';
  if (standing !== 'approved') return 'no longer current';
  return strength ? STRENGTH_WORDS[strength.level] : 'not known';
}

/** Green only for a can that nothing speaks against; the words beside it say the rest. */
export function canFill(compared: Compared): string {
  const { strength, labelComparison } = compared;
  const { level: label } = labelComparison;
  if (!strength) return 'fill-rule';
  if (strength.level === 'very_high' || label === 'far_over') return 'fill-clay';
  if (hasNotice(compared)) return 'fill-citrus';
  return isStrong(strength.level) || (label !== 'within' && label !== 'not_stated') ? 'fill-citrus' : 'fill-liquid';
}
