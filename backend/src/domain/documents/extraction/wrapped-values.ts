import { isKnownLabel, isLabel, splitAtColon } from './labels.js';
import { isSectionTitle } from './panel-names.js';
import { type LinedPage, overlapping, type Segment } from './segments.js';

/** Lines of one wrapped value are at most this many type sizes apart, from middle to middle. */
const LEADING = 1.55;
const MOST_LINES = 4;

/** Where a value is, seen from its label. */
export type Place = 'beside' | 'below' | 'inside';

export interface WholeValue {
  readonly text: string;
  readonly parts: readonly Segment[];
}

/**
 * The whole value that begins with a phrase: with the lines that it wraps onto, or null when it is not certain where it
 * begins or ends. Half a product name or batch would be wrong, so a value is read whole or not at all.
 * @param start the value's first phrase
 * @param owner its label, or for `inside` the phrase that holds both
 */
export function wholeValue(page: LinedPage, start: Segment, owner: Segment, place: Place): WholeValue | null {
  if (place === 'beside' && hasTextAbove(page, start, owner)) return null;
  const parts = [start];
  for (let last = start; parts.length < MOST_LINES; last = parts.at(-1) ?? start) {
    const next = nextLine(page, last, start, owner, place);
    if (next === 'uncertain') return null;
    if (!next) break;
    parts.push(next);
  }
  const text = parts.some(isOverprinted) ? null : joined(parts);
  return text === null ? null : { text, parts };
}

/** How the document prints a text in one line: alone, within more text, or not at all. */
export type PrintedTexts = (text: string) => 'alone' | 'within' | null;

const SHORTEST_CONFIRMED = 6;
/** A header has few values that wrap; a page that is made of them must not take more time than others. */
const MOST_CONFIRMATIONS = 100;

export function printedTexts(pages: readonly LinedPage[]): PrintedTexts {
  const texts = pages.flatMap(({ lines }) => lines.flatMap(({ segments }) => segments.map(({ text }) => text)));
  const alone = new Set(texts);
  const all = texts.join('\n');
  let left = MOST_CONFIRMATIONS;
  return (text) => {
    if (text.length < SHORTEST_CONFIRMED || left === 0) return null;
    left -= 1;
    if (alone.has(text)) return 'alone';
    const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`(?<![\\p{L}\\d])${escaped}(?![\\p{L}\\d])`, 'u').test(all) ? 'within' : null;
  };
}

/**
 * A value that wraps, perhaps within a word, where the document also prints it in one line: most reports repeat it on
 * every page.
 */
export function confirmedValue(
  page: LinedPage,
  start: Segment,
  owner: Segment,
  place: Place,
  printed: PrintedTexts,
): WholeValue | null {
  if (place === 'beside' && hasTextAbove(page, start, owner)) return null;
  const parts = [start];
  let { text } = start;
  let found: ReturnType<PrintedTexts> = null;
  let next = nextPart(page, start, start);
  while (next && parts.length < MOST_LINES) {
    const joined = [`${text}${next.text}`, `${text} ${next.text}`].find((one) => printed(one) !== null);
    if (joined === undefined) break;
    parts.push(next);
    [text, found] = [joined, printed(joined)];
    next = nextPart(page, next, start);
  }
  const isWhole = found === 'alone' || (found === 'within' && (!next || isAddress(next.text)));
  return isWhole && !parts.some(isOverprinted) ? { text, parts } : null;
}

/** The next line of a value, in its type and column. */
const nextPart = (page: LinedPage, last: Segment, start: Segment): Segment | undefined =>
  nearLine(page, last, 1).find(
    (next) =>
      (Math.abs(next.x - start.x) <= 2 || isCentered(next, start)) &&
      Math.abs(next.size - start.size) <= 0.12 * start.size &&
      !isEnd(next.text),
  );

/** A value whose label is beside its second line, as in vertically centered cells. */
function hasTextAbove(page: LinedPage, start: Segment, owner: Segment): boolean {
  const above = nearLine(page, start, -1);
  const first = above.find(({ x }) => Math.abs(x - start.x) < 2);
  if (!first || Math.abs(first.size - start.size) > 0.5 || isEnd(first.text)) return false;
  const line = page.lines[first.line];
  const isOwnRow =
    overlapping(line, owner).length > 0 ||
    (line?.segments ?? []).some(({ right, text }) => right <= first.x && isEnd(text));
  return !isOwnRow;
}

function nextLine(
  page: LinedPage,
  last: Segment,
  start: Segment,
  owner: Segment,
  place: Place,
): Segment | 'uncertain' | null {
  const below = nearLine(page, last, 1);
  const column = { x: start.x - 1, right: Math.max(start.right, last.right) };
  const next = below.find((segment) => segment.x < column.right && segment.right > column.x);
  const endsOpen = /[-–/&,(+]$/.test(last.text) || opens(last.text);
  const dangling = endsOpen ? 'uncertain' : null;
  const isLikeValue = next && place === 'below' && Math.abs(owner.size - start.size) > 0.12 * start.size;
  if (next && isLikeValue && isLabelWord(next, start)) return 'uncertain';
  if (next && place === 'beside' && isLonelyLabel(page, next, start, owner)) return 'uncertain';
  if (!next || isEnd(next.text) || Math.abs(next.size - start.size) > 0.12 * start.size) return dangling;
  if (place === 'beside' && below.some((segment) => overlapsOwner(segment, owner))) return dangling;
  if (place === 'inside' && Math.abs(next.x - start.x) > 2)
    // "Product: a long name" may continue below its label, unless the next line is clearly something else.
    return Math.abs(next.x - owner.x) <= 2 && isPushedDown(page, { ...last, x: owner.x }, next)
      ? 'uncertain'
      : dangling;
  const isAligned = Math.abs(next.x - start.x) <= 2 || isCentered(next, start);
  if (!isAligned) return endsOpen ? 'uncertain' : null;
  if (endsOpen) return next;
  if (isAddress(next.text)) return null;
  if (isPushedDown(page, last, next)) return next;
  return rightWith(last, next) > last.x + 40 * last.size ? next : 'uncertain';
}

/** A label without a colon, in the value's own type and at its place. */
const isLabelWord = (next: Segment, start: Segment): boolean =>
  Math.abs(next.x - start.x) <= 2 &&
  Math.abs(next.size - start.size) < 0.12 * start.size &&
  isKnownLabel(next.text) &&
  !/:\s*$/.test(next.text);

/** Words printed over each other. */
const isOverprinted = ({ words }: Segment): boolean =>
  words.some((word, index) => word.x < (words[index - 1]?.right ?? word.x) - 0.25 * word.size);

/** "Placeholder Testing / Laboratory": a label's word right below a value, with nothing beside it, is rather the value's. */
const isLonelyLabel = (page: LinedPage, next: Segment, start: Segment, owner: Segment): boolean =>
  isLabelWord(next, start) &&
  overlapping(page.lines[next.line], { x: owner.x, right: next.x }).length === 0 &&
  (page.lines[next.line]?.segments[next.index + 1]?.x ?? Number.POSITIVE_INFINITY) > next.right + 60;

/** Where a line would end if the first word of the next one were on it. */
function rightWith(last: Segment, next: Segment): number {
  const [first] = next.words;
  return last.right + 0.25 * last.size + (first ? first.right - first.x : 0);
}

/** Whether the first word of the next line did not fit on the line before. */
function isPushedDown(page: LinedPage, last: Segment, next: Segment): boolean {
  const limit = rightLimit(page, last);
  return limit !== null && rightWith(last, next) > limit;
}

const overlapsOwner = (segment: Segment, owner: Segment): boolean => segment.x < owner.right && segment.right > owner.x;

const isCentered = (a: Segment, b: Segment): boolean =>
  Math.abs(a.x + a.right - b.x - b.right) < 0.6 * b.size && Math.abs(a.x - b.x) > 3;

/** Phrases on the line directly above or below, if it is as close as lines of a paragraph. */
function nearLine(page: LinedPage, from: Segment, step: 1 | -1): readonly Segment[] {
  for (let index = from.line + step, looked = 0; looked < 4; index += step, looked += 1) {
    const line = page.lines[index];
    if (!line || Math.abs(line.mid - from.mid) > LEADING * from.size) return [];
    const near = overlapping(line, { x: from.x - 60, right: from.right });
    if (near.some(({ x, right }) => x < from.right && right > from.x))
      return overlapping(line, { x: 0, right: from.right });
  }
  return [];
}

/** Where a column of values ends: at the next phrase on the line, or at the widest value that begins at the same place. */
function rightLimit(page: LinedPage, segment: Segment): number | null {
  const next = page.lines[segment.line]?.segments[segment.index + 1];
  let widest: number | null = null;
  const from = Math.max(0, segment.line - 12);
  for (const line of page.lines.slice(from, segment.line + 13))
    for (const other of overlapping(line, { x: segment.x - 1, right: segment.x + 1 }))
      if (Math.abs(other.x - segment.x) < 2 && other.line !== segment.line) widest = Math.max(widest ?? 0, other.right);
  if (widest !== null && segment.right >= widest) widest = segment.right + 0.5 * segment.size;
  return next ? Math.min(next.x, widest ?? next.x) : widest;
}

/** Text that can't be a part of a value: another label, "Label: value", or a section's title. */
export function isEnd(text: string): boolean {
  if (isLabel(text) || isSectionTitle(text)) return true;
  const split = splitAtColon(text);
  return split !== null && isLabel(split.label);
}

const opens = (text: string): boolean => (text.match(/\(/g)?.length ?? 0) > (text.match(/\)/g)?.length ?? 0);

/** The line after a name is often its address. */
export const isAddress = (text: string): boolean =>
  /^(?:\d+[A-Za-z]? (?!(?:mg|ml|oz|fl|g|ct|cans?|packs?|pk|x|percent)\b)|p\.? ?o\.? box|suite |ste\.? |unit |attn|c\/o )|\b\d{5}(?:-\d{4})?$|@|www\.|https?:|\(\d{3}\)|\blic(?:ense)?\b/i.test(
    text,
  );

const isCode = (text: string): boolean => /^(?=.*\d)\S+$/.test(text) && !/\p{Ll}{3}/u.test(text);

/** Lines of a value as one text; null if it is not certain whether a hyphen or a space belongs to it. */
function joined(parts: readonly Segment[]): string | null {
  let text = '';
  for (const { text: line } of parts) {
    const isBroken = /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line);
    if (isBroken || (isCode(text) && isCode(line) && !/[-–/]$/.test(text))) return null;
    text += text === '' || /\S[-–/]$/.test(text) ? line : ` ${line}`;
  }
  return text;
}
