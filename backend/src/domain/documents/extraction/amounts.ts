/** Numbers, units, and results as tables print them. */

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const plainDigits = (text: string): string =>
  text.replace(/⁻/g, '-').replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (digit) => String(RAISED.indexOf(digit)));

const DECIMAL = /^(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?$/;
const SCIENTIFIC = /^(\d+(?:\.\d+)?)(?:[eE]\s?([+-]?\d{1,2})| ?[×xX*·] ?10(?:\^([+-]?\d{1,2})|([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)))$/;
const POWER = /^10(?:\^(\d{1,2})|([⁰¹²³⁴⁵⁶⁷⁸⁹]+))$/;

/** A number as printed: 0.31, 1,250, 1.2 × 10³, 10⁵. Null for anything else: a comma as decimal sign is not guessed. */
export function readNumber(text: string): number | null {
  const printed = text.trim();
  if (/\d/.test(printed) && DECIMAL.test(printed)) return Number(printed.replaceAll(',', ''));
  const scientific = SCIENTIFIC.exec(printed);
  if (scientific) {
    const [, mantissa, e, caret, raised] = scientific;
    return Number(`${mantissa}e${e ?? caret ?? plainDigits(raised ?? '')}`);
  }
  const power = POWER.exec(printed);
  return power ? Number(`1e${power[1] ?? plainDigits(power[2] ?? '')}`) : null;
}

const MASS = '(?:k?g|mg|[µμu]g|mcg|ng)';
const PER =
  '(?:k?g|m?l|dl|oz|serving(?: size)?|serv\\.?|svg|unit|container|package|pkg|bottle|can|each|piece|capsule|gummy|dose)';
const UNIT = new RegExp(
  `^(?:%(?: ?\\(?(?:w\\/w|w\\/v|wt\\.?|by weight|weight)\\)?)?|(?:wt|weight|mass|w\\/w|w\\/v)\\.? ?%|${MASS}|${MASS} ?(?:\\/|per) ?(?:\\d{1,3} ?)?${PER}(?: ?\\(pp[mb]\\))?|pp[mb]|pp[mb] ?\\([^)]*\\)|(?:cfu|mpn|copies) ?(?:\\/|per) ?(?:m?l|g|gram|\\d* ?g)|cfu|g\\/ml|ph units?|aw|a w)$`,
  'i',
);

/** Whether a text is a unit that laboratories print. */
export const isUnit = (text: string): boolean => UNIT.test(text.trim());

/** One spelling for comparing units: µg/g, ug/g and mcg/g are one. */
export const unitKey = (unit: string): string =>
  unit
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^mcg|^[uμ]g/, 'μg')
    .replace(/ ?\(?(?:w\/w|w\/v|wt\.?|by weight|weight|mass)\)? ?/g, '')
    .replace(/\s*per\s*/g, '/')
    .replace(/\/(?:serving size|serv\.?|svg)$/, '/serving')
    .replace(/\s+/g, '');

/** What an amount's unit refers to. */
export type Basis = 'concentration' | 'container' | 'serving' | 'other';

/** Milligrams in a container are totals; milligrams in a serving never are. */
export function basisOf(unit: string): Basis {
  const key = unitKey(unit);
  if (/\/(?:container|package|pkg|bottle|can|unit|each)$/.test(key)) return 'container';
  if (/\/(?:serving|dose|piece|capsule|gummy)$/.test(key)) return 'serving';
  return key === '%' || /\/(?:k?g|m?l|dl|oz|\d*g)$|^pp[mb]/.test(key) ? 'concentration' : 'other';
}
