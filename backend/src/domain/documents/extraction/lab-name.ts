import type { ReadField } from '../../shared/document-reading.js';
import { addressedNames } from './addressed-names.js';
import { isLabel, splitAtColon } from './labels.js';
import { isSectionTitle } from './panel-names.js';
import { boxOf, isIncomplete, type LinedPage, type Segment } from './segments.js';

const LAB_WORD =
  /\b(?:labs?|laborator(?:y|ies)|analytics?|analytical|testing|scientific|sciences?|research|diagnostics|assays?|test (?:house|lab))\b/i;

/** Whether a name has a word that is typical of laboratories. */
export const looksLikeLab = (text: string): boolean => LAB_WORD.test(text);

/** Titles and sentences with such a word that are not the name of a laboratory. */
const NOT_A_NAME =
  /\b(?:certificate|report|results?|analysis|accredited|iso|tested|sample (?:id|name|type|info\w*|details?|results?|matrix)|page|date|method|hplc|test(?:s|ing)? (?:results?|summary|performed|requested)|director|manager|license|this|the|for|by|was|is|of the|not|please|regulatory|compliance|compounds?|panel|limit)\b|[:;?!]|\.\s|\d{3}|@|www|http/i;

/**
 * The laboratory's name without a label: in its statement that only it permits copies, or in the top fifth of the first
 * page, with a word such as "Labs" or "Analytical". Left out if there are two such names, or it is the brand's.
 */
export function labName(pages: readonly LinedPage[], brand: string | null): ReadField | null {
  const stated = [...pages.flatMap(statedNames), ...analyzers(pages)];
  const isBrand = ({ text }: FoundName) => text.toLowerCase() === brand?.toLowerCase();
  const top = namesOnTop(pages).filter((one) => !isBrand(one));
  const names = (all: readonly FoundName[]) => new Set(all.map(({ text }) => text.toLowerCase()));
  const found = names(top).size === 1 ? top[0] : names(stated).size === 1 ? stated[0] : undefined;
  const isContradicted =
    stated.length > 0 && found !== undefined && !stated.some(({ text }) => isSameLab(text, found.text));
  if (!found || isContradicted || isBrand(found)) return null;
  const { text, page, segment } = found;
  return { field: 'labName', value: text, printed: text, box: boxOf(page, [segment]), label: null };
}

interface FoundName {
  readonly text: string;
  readonly page: number;
  readonly segment: Segment;
}

/** Names of one laboratory have a telling word in common. */
function isSameLab(one: string, other: string): boolean {
  const words = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const telling = words(one).filter((word) => !LAB_WORD.test(word) && word.length > 1);
  return telling.length === 0 || telling.some((word) => words(other).includes(word));
}

const CAPITALIZED = "(?:\\p{Lu}[\\p{L}\\d&.'-]*)";
/** What follows a company's name. */
const ENDING = '(?:,? (?:LLC|Inc\\.?|Ltd\\.?|Co\\.?|Corp\\.?))?(?: \\([^()]{1,20}\\))?';
const LAB_NAME = `(${CAPITALIZED}(?: (?:${CAPITALIZED}|&|of))*${ENDING})`;
/** "… without written approval of Fourth Bench Labs", "This Fourth Bench Labs certificate shall not be reproduced". */
const STATEMENTS = [
  `\\b(?:approval|consent|permission|authorization),? (?:of|from|by) (?:the )?${LAB_NAME}`,
  `\\b(?:tested|analyzed|performed|issued) by ${LAB_NAME} (?:using|in accordance|at|with|under)\\b`,
  `(?:©|\\(c\\)|copyright) ?(?:\\d{4})?,? ${LAB_NAME}`,
].map((pattern) => new RegExp(pattern, 'gu'));

const WHOLE_ENDING = new RegExp(`^${ENDING}$`);

const LONGEST_STATEMENT = 500;

/** The names of laboratories in a page's statements. */
function statedNames(page: LinedPage): readonly FoundName[] {
  return page.lines.flatMap(({ segments }) =>
    segments
      .filter(({ text }) => text.length <= LONGEST_STATEMENT)
      .flatMap((segment) =>
        [
          ...STATEMENTS.flatMap((pattern) =>
            [...segment.text.matchAll(pattern)].map(([, name = '']) => upToLabWord(name)),
          ),
          IS_LABORATORY.exec(segment.text)?.[1] ?? null,
        ]
          .filter((name) => name !== null)
          .map((text) => ({ text, page: page.number, segment })),
      ),
  );
}

/** "Fourth Bench Coast is an independent testing laboratory": the name needs no word that says so. */
const IS_LABORATORY = new RegExp(`^${LAB_NAME} is an? [\\p{L} ]{0,40}\\b[Ll]aborator`, 'u');

/** "Analysis by Fourth Bench Coast", whose address is printed, too: a person has none. */
function analyzers(pages: readonly LinedPage[]): readonly FoundName[] {
  const addressed = new Set(addressedNames(pages).map(({ text }) => text));
  return pages.flatMap((page) =>
    page.lines
      .flatMap(({ segments }) => segments)
      .flatMap((segment) => {
        const text = ANALYZED_BY.exec(segment.text)?.[1];
        return text && addressed.has(text) ? [{ text, page: page.number, segment }] : [];
      }),
  );
}

const ANALYZED_BY = /^(?:analysis|analyzed|testing|tested|test results) by:? (.{3,80})$/i;

/** "Fourth Bench Labs Certificate" is "Fourth Bench Labs". */
function upToLabWord(name: string): string | null {
  const words = name.split(' ');
  const last = words.findLastIndex((word) => LAB_WORD.test(word));
  const start = words
    .slice(0, last + 1)
    .join(' ')
    .replace(/[.,]$/, '');
  const whole = WHOLE_ENDING.test(name.slice(start.length)) ? name : start;
  return last >= 1 && !isIncomplete(whole) && !NOT_A_NAME.test(whole) ? whole : null;
}

function namesOnTop([first]: readonly LinedPage[]): readonly FoundName[] {
  if (!first) return [];
  return first.lines
    .filter(({ mid }) => mid <= first.height * 0.22)
    .flatMap(({ segments }) => segments)
    .filter((segment) => isName(segment) && !isUnderLabel(first, segment))
    .map((segment) => ({ text: segment.text, page: first.number, segment }));
}

const isName = ({ text, words }: Segment): boolean =>
  !isIncomplete(text) &&
  words.length <= 7 &&
  text.length <= 80 &&
  looksLikeLab(text) &&
  !NOT_A_NAME.test(text) &&
  /^[\p{Lu}\d]/u.test(text) &&
  words.length + (/\p{L}{6}/u.test(text) ? 1 : 0) >= 2 &&
  !isLabel(text) &&
  // A slogan has ordinary words in lower case.
  words.every((word) => !/^\p{Ll}{4}/u.test(word.text)) &&
  !isSectionTitle(text) &&
  splitAtColon(text) === null;

/** Text beside or directly below a label is that label's value: a client can be called "… Labs", too. */
function isUnderLabel(page: LinedPage, segment: Segment): boolean {
  const line = page.lines[segment.line];
  const before = line?.segments[segment.index - 1];
  if (before && isLabel(before.text)) return true;
  for (const step of [1, 2]) {
    const above = page.lines[segment.line - step];
    if (!above || segment.mid - above.mid > 2.6 * segment.size) return false;
    if (above.segments.some(({ x, text }) => Math.abs(x - segment.x) < 4 && isLabel(text))) return true;
  }
  return false;
}
