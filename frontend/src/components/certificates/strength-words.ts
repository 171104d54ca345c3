// How strong a drink is, in words. Pure functions only: the scale and its boundaries come from the API.
import type { CanStrengthDto, DoseLevel } from '../../api/generated/types.gen';
import { capitalized } from '../../ui/text/capitalized';
import { formatCount, formatMg } from '../../ui/text/figures';

/** The words of the scale for drinks, beside which the calculator's are for a person. */
export const STRENGTH_WORDS: Record<DoseLevel, string> = {
  none: 'No THC measured',
  micro: 'Very mild',
  low: 'Mild',
  moderate: 'Moderate',
  high: 'Strong',
  very_high: 'Very strong',
};

/** At these levels nothing is green, and nothing suggests a time for more; neither where nothing tells the level. */
export const isStrong = (level: DoseLevel | null): boolean =>
  level === null || level === 'high' || level === 'very_high';

const NUMBERS = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/**
 * `Moderate: about two beginner servings (2.5 mg).` Without the word where the verdict has it, as for all strong drinks. Null
 * where no THC was measured.
 */
export function strengthSentence({ level, servings, servingMg }: CanStrengthDto): string | null {
  if (level === 'none') return null;
  const sentence = `${servingsWords(servings)} (${formatMg(servingMg)}).`;
  return isStrong(level) ? capitalized(sentence) : `${STRENGTH_WORDS[level]}: ${sentence}`;
}

function servingsWords(servings: number): string {
  if (servings < 0.995) return 'less than one beginner serving';
  if (servings <= 1.005) return 'one beginner serving';
  if (servings < 1.25) return 'more than one beginner serving';
  const halves = Math.round(servings * 2) / 2;
  const whole = Math.floor(halves);
  if (servings >= 8)
    return `about ${NUMBERS[Math.round(servings)] ?? formatCount(Math.round(servings))} beginner servings`;
  if (halves !== whole) return `about ${whole}½ beginner servings`;
  return `about ${NUMBERS[whole]} beginner servings`;
}

const ML_PER_OZ = 29.5735295625;
const QUARTERS = ['', '¼', '½', '¾'];

/** The part of the can with one serving: `2.5 mg is about 36 mL (1¼ oz) of this can.` Null where it is not known. */
export function servingVolumeSentence({ servingMg, servingMl }: CanStrengthDto): string | null {
  if (servingMl === null || servingMl === 0) return null;
  const ounces = ouncesWords(servingMl);
  return `${formatMg(servingMg)} is about ${servingMl}\u00a0mL${ounces && ` (${ounces})`} of this can.`;
}

/** In quarters; never more than 5% too much. */
function ouncesWords(ml: number): string {
  const quarters = (ml / ML_PER_OZ) * 4;
  const nearest = Math.round(quarters);
  const shown = nearest <= quarters * 1.05 ? nearest : nearest - 1;
  if (shown < 1) return '';
  return `${Math.floor(shown / 4) || ''}${QUARTERS[shown % 4]}\u00a0oz`;
}
