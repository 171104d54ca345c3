import type { ComparableContent } from '../certificate/document-fields.js';
import { type Finding, finding } from '../certificate/finding.js';
import { looksLatin } from '../certificate/look-alikes.js';

/** The fields of a certificate that people read as names, the most misleading first. */
const FIELDS = [
  ['batchId', 'batch ID'],
  ['brandName', 'brand name'],
  ['productName', 'product name'],
  ['labName', 'lab name'],
] as const;

/** Scripts whose letters are mixed with Latin ones in spoofed names; all others are "other". */
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Arabic', /\p{Script=Arabic}/u],
];

/** Scripts that names in one language mix, also with Latin letters (UTS 39, "highly restrictive"). */
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;

/** Greek letters that are symbols in this field: Δ9-THC, µg. No Latin letter looks like them. */
const SYMBOLS = /[Δδμ]/gu;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

const scriptOf = (letter: string): string => SCRIPTS.find(([, pattern]) => pattern.test(letter))?.[0] ?? 'other';

const scriptsOf = (word: string): readonly string[] => {
  const letters = word.replace(SYMBOLS, '').match(/\p{L}/gu) ?? [];
  return [...new Set(letters.filter((letter) => !EAST_ASIAN.test(letter)).map(scriptOf))];
};

/**
 * The first word that mixes scripts, or that is in another script and looks Latin among Latin words: such a name can
 * look the same as another one. A name in a single script is not unusual.
 */
export function scriptFindings(named: ComparableContent): Finding[] {
  for (const [field, label] of FIELDS) {
    const words = named[field].match(WORD) ?? [];
    const isLatinToo = words.some((word) => scriptsOf(word).includes('Latin'));
    const odd = words.find((word) => scriptsOf(word).length > 1 || (isLatinToo && isDisguised(word)));
    if (odd === undefined) continue;
    const scripts = [...new Set([...(isLatinToo ? ['Latin'] : []), ...scriptsOf(odd)])].join(' and ');
    const message = `The ${label} mixes ${scripts} letters in “${odd}”. Some of them look alike, so compare it with the certificate.`;
    return [finding('mixed-scripts', 'warning', field, message)];
  }
  return [];
}

/** One letter alone is a symbol, as in "α-Pinene". */
function isDisguised(word: string): boolean {
  const scripts = scriptsOf(word);
  return scripts.length > 0 && !scripts.includes('Latin') && [...word].length > 1 && looksLatin(word);
}
