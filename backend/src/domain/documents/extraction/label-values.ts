import { readDay } from './dates.js';
import { isKnownLabel, isLabel, isMisleading, type LabelMeaning, labelKey, labelMeaning } from './labels.js';
import { type LinedPage, overlapping, type Segment, segmentOf, textOf, type Word } from './segments.js';
import { readHeading } from './table-headings.js';
import { confirmedValue, isEnd, type Place, type PrintedTexts, type WholeValue, wholeValue } from './wrapped-values.js';

/** A label and the text that belongs to it. */
export interface LabeledValue extends LabelMeaning {
  readonly page: number;
  readonly label: string;
  readonly text: string;
  /** The phrases of the value; includes the label if both are one phrase. */
  readonly parts: readonly Segment[];
}

/** Where a page puts its values. */
type Habit = 'beside' | 'below' | 'unknown';

/** A value beside its label is at most this fraction of the page's width away. */
const FAR = 0.36;
/** A value below its label is at most this many type sizes away, from middle to middle. */
const DEEP = 2.6;

/** Finds the labels of a page and their values. A label whose value is not certain is left out. */
export function labeledValues(page: LinedPage, printed: PrintedTexts): readonly LabeledValue[] {
  const habit = habitOf(page);
  const found: LabeledValue[] = [];
  for (const line of page.lines)
    for (const segment of line.segments) for (const value of valuesOf(page, segment, habit, printed)) found.push(value);
  return found;
}

function valuesOf(page: LinedPage, segment: Segment, habit: Habit, printed: PrintedTexts): readonly LabeledValue[] {
  const meaning = labelMeaning(segment.text);
  if (!meaning) return insideValues(page, segment);
  const begin = valueOfLabel(page, segment, habit);
  const value = begin && wholeOrConfirmed(page, segment, begin, printed);
  return value ? [{ ...meaning, page: page.number, label: segment.text, ...value }] : [];
}

interface ValueStart {
  readonly start: Segment;
  readonly place: Place;
}

const wholeOrConfirmed = (
  page: LinedPage,
  label: Segment,
  { start, place }: ValueStart,
  printed: PrintedTexts,
): WholeValue | null => wholeValue(page, start, label, place) ?? confirmedValue(page, start, label, place, printed);

function valueOfLabel(page: LinedPage, label: Segment, habit: Habit): ValueStart | null {
  const beside = besideOf(page, label);
  const below = belowOf(page, label);
  const right: ValueStart | null = isSegment(beside) ? { start: beside, place: 'beside' } : null;
  const under: ValueStart | null = isSegment(below) ? { start: below, place: 'below' } : null;
  if (right && under) {
    if (/[:：]\s*$/.test(label.text) && right.start.x - label.right < 14 * label.size) return right;
    return habit === 'unknown' ? null : habit === 'beside' ? right : under;
  }
  if (right) return habit === 'below' ? null : right;
  return habit === 'beside' && !label.text.includes(':') && beside !== 'label' ? null : under;
}

type Neighbor = Segment | 'label' | null;

function besideOf(page: LinedPage, label: Segment): Neighbor {
  const next = page.lines[label.line]?.segments[label.index + 1];
  if (!next || next.x - label.right > FAR * page.width) return null;
  return isEnd(next.text) ? 'label' : next;
}

function belowOf(page: LinedPage, label: Segment): Neighbor {
  for (let index = label.line + 1; index <= label.line + 6; index += 1) {
    const line = page.lines[index];
    if (!line || line.mid - label.mid > DEEP * Math.max(label.size, Math.min(line.size, 1.6 * label.size))) return null;
    const candidates = overlapping(line, label);
    const [first] = candidates;
    if (!first) continue;
    if (isEnd(first.text)) return 'label';
    const fits = isLeftAligned(first, label) || isCentered(first, label);
    return candidates.length === 1 && fits ? first : null;
  }
  return null;
}

const isLeftAligned = (value: Segment, label: Segment): boolean =>
  Math.abs(value.x - label.x) <= Math.max(2.5, 0.35 * label.size);
const isCentered = (value: Segment, label: Segment): boolean =>
  Math.abs((value.x + value.right) / 2 - (label.x + label.right) / 2) <= 0.4 * label.size;

/**
 * Whether the page puts values beside or below labels, judging by the labels for which only one of them is possible.
 * Counts all labels, also those whose values are not read.
 */
function habitOf(page: LinedPage): Habit {
  let beside = 0;
  let below = 0;
  for (const { segments } of page.lines) {
    if (segments.filter(({ text }) => isHeadingOfResults(text)).length >= 2) continue;
    for (const segment of segments) {
      if (!isLabel(segment.text)) continue;
      const right = besideOf(page, segment);
      const under = belowOf(page, segment);
      if (isSegment(right) && !isSegment(under)) beside += 1;
      if (isSegment(under) && !isSegment(right)) below += 1;
    }
  }
  if (beside >= 2 && beside >= 4 * below) return 'beside';
  if (below >= 2 && below >= 4 * beside) return 'below';
  return 'unknown';
}

/** Headings of tables look like labels, too. */
function isHeadingOfResults(text: string): boolean {
  const kind = readHeading(text)?.kind;
  return kind !== undefined && kind !== 'ignored' && kind !== 'unknown';
}

const isSegment = (neighbor: Neighbor): neighbor is Segment => neighbor !== null && neighbor !== 'label';

/** Labels and values within one phrase: "Batch: JT-26", "Batch: JT-26 Tested: …", "Report Number EA-26". */
function insideValues(page: LinedPage, segment: Segment): readonly LabeledValue[] {
  if (segment.words.length > 60) return [];
  const starts = labelStarts(segment.words);
  if (starts.length === 0) return prefixValue(page, segment);
  const found: LabeledValue[] = [];
  for (const [index, { from, to, meaning }] of starts.entries()) {
    const end = starts[index + 1]?.from ?? segment.words.length;
    const words = segment.words.slice(to, end);
    if (!meaning || words.length === 0) continue;
    const part = { ...segmentOf(words, segment.line, segment.index), index: segment.index };
    if (/[:：](?!\d)/.test(part.text)) continue;
    const label = textOf(segment.words.slice(from, to));
    const isLast = end === segment.words.length;
    const value = isLast ? wholeValue(page, part, segment, 'inside') : { text: part.text, parts: [part] };
    if (value) found.push({ ...meaning, page: page.number, label, ...value });
  }
  return found;
}

interface LabelStart {
  readonly from: number;
  readonly to: number;
  readonly meaning: LabelMeaning | null;
}

/** The labels that end with a colon within a phrase. The text before the first colon is always a label. */
function labelStarts(words: readonly Word[]): readonly LabelStart[] {
  const found: LabelStart[] = [];
  let free = 0;
  for (const [index, { text }] of words.entries()) {
    if (!/[:：]$/.test(text)) continue;
    const label = labelBefore(words, free, index) ?? (free === 0 ? { from: 0, meaning: null } : null);
    if (!label) continue;
    found.push({ ...label, to: index + 1 });
    free = index + 1;
  }
  return found;
}

/** The longest label that ends at a word; labels of fields that are read come first. */
function labelBefore(words: readonly Word[], free: number, end: number): Omit<LabelStart, 'to'> | null {
  const starts = Array.from({ length: Math.min(6, end - free + 1) }, (_, back) => end - back).reverse();
  const texts = starts.map((from) => ({ from, text: textOf(words.slice(from, end + 1)) }));
  const misleading = texts.find(({ text }) => isMisleading(text));
  if (misleading) return { from: misleading.from, meaning: null };
  const read = texts.find(({ text }) => labelMeaning(text) !== null);
  if (read) return { from: read.from, meaning: labelMeaning(read.text) };
  const other = texts.find(({ text }) => isKnownLabel(text));
  return other ? { from: other.from, meaning: null } : null;
}

/** "Report Number EA-26" without a colon: only for labels of several words, and for days. */
function prefixValue(page: LinedPage, segment: Segment): readonly LabeledValue[] {
  for (let count = Math.min(5, segment.words.length - 1); count >= 1; count -= 1) {
    const label = textOf(segment.words.slice(0, count));
    const meaning = labelMeaning(label);
    if (!meaning) continue;
    const part = segmentOf(segment.words.slice(count), segment.line, segment.index);
    const isDay = readDay(part.text, 'month-first') !== null;
    if (!isDay && (!labelKey(label).includes(' ') || meaning.isWeak)) return [];
    const value = wholeValue(page, part, segment, 'inside');
    return value ? [{ ...meaning, page: page.number, label, ...value }] : [];
  }
  return [];
}
