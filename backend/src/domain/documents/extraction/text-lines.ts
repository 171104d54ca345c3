import type { PageText, PageWord } from '../../shared/document-reading.js';
import { isKnownLabel } from './labels.js';
import { attachRaisedDigits } from './raised-digits.js';
import { type Line, type LinedPage, type Segment, segmentOf, textOf, type Word } from './segments.js';

/** Gap between phrases, in type sizes: a space is 0.25 to 0.35, and up to 0.6 in justified text. */
const PHRASE_GAP = 0.9;
/** How far from a line's middle a word's middle may be, in type sizes. Lines of a paragraph are at least 1 apart. */
const SAME_LINE = 0.36;

/** Groups the words of a page into lines and phrases. Needs n log n steps for n words. */
export function linesOf(page: PageText): LinedPage {
  const words = attachRaisedDigits(page.words.filter(isUsable).map(measured).flatMap(dividedAtColon));
  words.sort((a, b) => a.mid - b.mid);
  const rows: Word[][] = [];
  let row: Word[] = [];
  let middle = 0;
  for (const word of words) {
    const isSame = row.length > 0 && word.mid - middle <= SAME_LINE * Math.min(word.size, row[0]?.size ?? word.size);
    if (isSame) {
      row.push(word);
      middle += (word.mid - middle) / row.length;
      continue;
    }
    row = [word];
    middle = word.mid;
    rows.push(row);
  }
  const { number, width, height } = page;
  const lines = rows.map(lineOf).filter(({ segments }) => segments.length > 0);
  return { number, width, height, lines: divideAtLabels(lines) };
}

const isUsable = ({ text, x, y, width, height }: PageWord): boolean =>
  text.trim() !== '' && [x, y, width, height].every(Number.isFinite) && width >= 0 && height >= 0;

function measured({ text, x, y, width, height, fontSize }: PageWord): Word {
  // Boxes of some fonts are more than twice as high as their type.
  const isPlausible = fontSize >= height * 0.4 && fontSize <= height * 1.8;
  const size = Math.max(1, isPlausible ? fontSize : height * 0.8);
  return { text: printed(text), x, right: x + width, top: y, bottom: y + height, mid: y + height / 2, size };
}

/** PDF programs mark hyphens at line ends in several ways. */
const printed = (text: string): string => text.normalize('NFC').replace(/[\u00ad\u2010\u2011]/g, '-');

/** "Sample:JT-26" is a label and its value. Not times, ratios and addresses. */
function dividedAtColon(word: Word): readonly Word[] {
  const [, label, value] = /^(\p{L}[\p{L}#/]*[:：])([^/\\].*)$/u.exec(word.text) ?? [];
  if (label === undefined || value === undefined || value.length < 2) return [word];
  const middle = word.x + ((word.right - word.x) * label.length) / word.text.length;
  return [
    { ...word, text: label, right: middle },
    { ...word, text: value, x: middle },
  ];
}

/** Bars and dots divide phrases; they are not words. */
const SEPARATOR = /^[|¦•·●▪]+$/;

function lineOf(words: readonly Word[], line: number): Line {
  const sorted = joinLetterSpaced([...words].sort((a, b) => a.x - b.x));
  const groups: Word[][] = [];
  for (const word of sorted) {
    const group = groups.at(-1);
    const previous = group?.at(-1);
    if (SEPARATOR.test(word.text)) {
      groups.push([]);
      continue;
    }
    if (group && previous && word.x - previous.right <= PHRASE_GAP * Math.min(word.size, previous.size))
      group.push(word);
    else groups.push([word]);
  }
  const segments = groups.filter(({ length }) => length > 0).map((group, index) => segmentOf(group, line, index));
  const mid = segments.reduce((sum, segment) => sum + segment.mid, 0) / segments.length;
  return { mid, size: Math.max(...sampled(sorted).map(({ size }) => size)), segments };
}

/** At most 1,000 of them, because the number of a call's arguments is limited. */
const sampled = (words: readonly Word[]): readonly Word[] => words.slice(0, 1000);

const isLetter = ({ text }: Word): boolean => /^\p{L}$/u.test(text);

/** Joins headings with spaced letters, such as C L I E N T. */
function joinLetterSpaced(words: readonly Word[]): readonly Word[] {
  const joined: Word[] = [];
  for (let from = 0; from < words.length; ) {
    const to = endOfLetters(words, from);
    const run = words.slice(from, Math.max(to, from + 1));
    for (const word of run.length >= 4 ? wordsOfLetters(run) : run) joined.push(word);
    from = Math.max(to, from + 1);
  }
  return joined;
}

function endOfLetters(words: readonly Word[], from: number): number {
  let to = from;
  for (let word = words[to]; word && isLetter(word); word = words[to]) {
    const previous = words[to - 1];
    if (to > from && previous && word.x - previous.right > 1.6 * word.size) break;
    to += 1;
  }
  return to;
}

/** Letters to words: a gap clearly wider than most is a space. */
function wordsOfLetters(letters: readonly Word[]): readonly Word[] {
  const gaps = letters.slice(1).map((letter, index) => letter.x - (letters[index]?.right ?? letter.x));
  const usual = [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
  const groups: Word[][] = [];
  for (const [index, letter] of letters.entries()) {
    const isNew = index === 0 || (gaps[index - 1] ?? 0) > usual * 1.5 + 0.15 * letter.size;
    if (isNew) groups.push([letter]);
    else groups.at(-1)?.push(letter);
  }
  return groups.map((group) => {
    const whole = segmentOf(group, 0, 0);
    return { ...whole, text: group.map(({ text }) => text).join('') };
  });
}

/** A gap between a value and the next label, in type sizes. Most spaces are narrower. */
const LABEL_GAP = 0.4;
const MOST_LABEL_WORDS = 5;

/**
 * Divides phrases in which a long value nearly touches the label of the next column, such as "Sweet Peach Shot 10 mg
 * Test Date", if labels on other lines begin at the same place.
 */
function divideAtLabels(lines: readonly Line[]): readonly Line[] {
  const starts = new Map<number, number>();
  for (const { segments } of lines)
    for (const { x, text } of segments)
      if (text.length < 40 && isKnownLabel(text)) starts.set(Math.round(x), (starts.get(Math.round(x)) ?? 0) + 1);
  const isColumn = (x: number) => [-1, 0, 1].some((off) => (starts.get(Math.round(x) + off) ?? 0) >= 2);
  return lines.map((line, index) => {
    const parts = line.segments.flatMap((segment) => divided(segment, isColumn));
    if (parts.length === line.segments.length) return line;
    return { ...line, segments: parts.map((words, place) => segmentOf(words, index, place)) };
  });
}

function divided({ words }: Segment, isColumn: (x: number) => boolean): readonly Segment['words'][] {
  for (let at = Math.max(1, words.length - MOST_LABEL_WORDS); at < words.length; at += 1) {
    const [before, word] = [words[at - 1], words[at]];
    if (!before || !word || word.x - before.right < LABEL_GAP * word.size || !isColumn(word.x)) continue;
    if (isKnownLabel(textOf(words.slice(at)))) return [words.slice(0, at), words.slice(at)];
  }
  return [words];
}
