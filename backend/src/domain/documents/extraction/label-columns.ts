import { isKnownLabel } from './labels.js';
import { type Line, type Segment, segmentOf, textOf } from './segments.js';

/** A gap between a value and the next label, in type sizes. Most spaces are narrower. */
const GAP = 0.4;
const MOST_WORDS = 5;

/**
 * Divides phrases in which a long value nearly touches the label of the next column, such as "Sweet Peach Shot 10 mg
 * Test Date", if labels on other lines begin at the same place.
 */
export function divideAtLabels(lines: readonly Line[]): readonly Line[] {
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
  for (let at = Math.max(1, words.length - MOST_WORDS); at < words.length; at += 1) {
    const [before, word] = [words[at - 1], words[at]];
    if (!before || !word || word.x - before.right < GAP * word.size || !isColumn(word.x)) continue;
    if (isKnownLabel(textOf(words.slice(at)))) return [words.slice(0, at), words.slice(at)];
  }
  return [words];
}
