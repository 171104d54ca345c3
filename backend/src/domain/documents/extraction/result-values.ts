import { isUnit, readNumber } from './amounts.js';
import { textOf, type Word } from './segments.js';

/** A result as a cell prints it. */
export interface ResultValue {
  readonly text: string;
  readonly value: number | null;
  /** A unit printed in the cell. */
  readonly unit: string | null;
}

/**
 * The only texts without a number that count as results. Each means that nothing, or less than a limit, was found, or
 * that nothing was tested. No text here means that something was found: "Detected", "Present", "Positive", "Growth" and
 * "Pass" are never read. So wherever the word "Not" is printed (in the next column, on the next line, in another row),
 * the rest of "Not Detected" is not a result, and its row is left out.
 */
const PHRASES: ReadonlySet<string> = new Set([
  'nt',
  'n.t.',
  'n/t',
  'nr',
  'not tested',
  'bql',
  'blq',
  'bloq',
  'bdl',
  'bld',
  'blod',
  'tr',
  'trace',
  'no growth',
  'below loq',
  'below lod',
  'below limit',
  'below detection limit',
  'below quantitation limit',
  'below reporting limit',
  'less than loq',
]);
/** "ND", "Not Detected in 1 g", "Absence in 25g": nothing was found, in an amount that may be stated. */
const NOTHING_FOUND =
  /^(?:n\.?d\.?|n\/d|(?:not|none|non|no)[ -]detect(?:ed|able)?|nondetect(?:ed|able)?|not present|negative|absen(?:t|ce))(?: ?(?:in|per|\/) ?(?:\d{1,3} ?)?(?:g|grams?|ml))?$/;

const LIMIT_WORD = '(?:l\\.?o\\.?q|l\\.?o\\.?d|mdl|mrl|rl|ql|dl|lloq|uloq|pql)';
const COMPARED = new RegExp(`^[<>≤≥] ?(?:${LIMIT_WORD}\\.?|.+)$`, 'i');
const BOUND = new RegExp(`^${LIMIT_WORD}(?:\\.| ?\\(.+\\))?$`, 'i');
/** Words of one result are next to each other. */
const NEXT_TO = 0.7;

/** Words that negate a result. Alone in a cell, or at the end of a name, they are a fragment of a split result. */
const TURNING =
  /^(?:not|none|no|non|non-|un|never|without|nothing|absent|absence|below|less|[<>≤≥]|detect\w*|present|positive|negative|nd)$/i;

/** Whether a word is a fragment of a result such as "Not Detected" or "< 0.1". */
export const isTornOff = (text: string): boolean => TURNING.test(text.replace(/[.,;:*()]+$/, ''));

/** The result that a cell's words print, or null for anything that is not exactly one. */
export function readResult(words: readonly Word[]): ResultValue | null {
  if (words.length === 0 || words.length > 8 || !areAdjacent(words)) return null;
  const text = textOf(words).replace(/\s+/g, ' ').trim();
  return readText(text) ?? withUnit(words);
}

function readText(text: string): ResultValue | null {
  const phrase = text.toLowerCase();
  if (PHRASES.has(phrase) || NOTHING_FOUND.test(phrase)) return { text, value: null, unit: null };
  if (/detect|present|positive|growth/i.test(text)) return null;
  const value = readNumber(text);
  if (value !== null) return { text, value, unit: null };
  const uncertain = /^(\S+) ?(?:±|\+\/-) ?(\S+)$/u.exec(text);
  const measured = uncertain && readNumber(uncertain[1] ?? '');
  if (measured !== null && uncertain && readNumber(uncertain[2] ?? '') !== null)
    return { text, value: measured, unit: null };
  return isCompared(text) ? { text, value: null, unit: null } : null;
}

/** "<0.1", "< LOQ", ">10⁴": neither a number nor zero. */
function isCompared(text: string): boolean {
  if (!COMPARED.test(text)) return false;
  const rest = text.slice(1).trim();
  return BOUND.test(rest) || readNumber(rest) !== null;
}

/** "0.31 mg/g" in one cell. */
function withUnit(words: readonly Word[]): ResultValue | null {
  for (let count = words.length - 1; count >= 1 && count >= words.length - 3; count -= 1) {
    const unit = textOf(words.slice(count)).replace(/^\((.*)\)$/, '$1');
    const result = isUnit(unit) ? readText(textOf(words.slice(0, count))) : null;
    if (result) return { ...result, unit };
  }
  const tight = words.length === 1 ? /^([<>≤≥]?[\d.,]+)(%|[a-zµμ]\S*)$/iu.exec(words[0]?.text ?? '') : null;
  const result = tight && isUnit(tight[2] ?? '') ? readText(tight[1] ?? '') : null;
  return result ? { ...result, unit: tight?.[2] ?? null } : null;
}

const areAdjacent = (words: readonly Word[]): boolean =>
  words.every((word, index) => {
    const previous = words[index - 1];
    if (!previous) return true;
    const size = Math.min(word.size, previous.size);
    return word.x - previous.right <= NEXT_TO * size && Math.abs(word.mid - previous.mid) <= 0.4 * size;
  });

/** A cell without a value: no limit, not applicable. */
export const isBlank = (text: string): boolean =>
  /^(?:|[-–—.*]+|n\/?a|n\.a\.|none|not (?:applicable|established|set|specified|regulated)|report(?:ed)?(?: only)?|see .*|monitor)$/i.test(
    text.trim(),
  );
