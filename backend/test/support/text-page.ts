import type { PageText, PageWord } from '../../src/domain/shared/document-reading.js';

/** Text at a place: left edge and top edge in points. */
export type Placed = readonly [x: number, y: number, text: string, size?: number];

const LETTER = 0.5;
const SPACE = 0.28;

/** The words of a text printed at a place, each letter half as wide as the type's size. */
export function wordsAt([x, y, text, size = 10]: Placed): readonly PageWord[] {
  let left = x;
  return text.split(' ').map((word) => {
    const width = word.length * LETTER * size;
    const placed = { text: word, x: left, y, width, height: size * 1.2, fontSize: size };
    left += width + SPACE * size;
    return placed;
  });
}

/** A page with texts at places. */
export const textPage = (...texts: readonly Placed[]): PageText => ({
  number: 1,
  width: 612,
  height: 792,
  words: texts.flatMap(wordsAt),
});

/** The words of a table, cells at the given places, lines 16 points apart. */
export const tableAt = (
  y: number,
  columns: readonly number[],
  lines: readonly (readonly string[])[],
): readonly Placed[] =>
  lines.flatMap((cells, line) =>
    cells.flatMap((cell, index): readonly Placed[] =>
      cell === '' ? [] : [[columns[index] ?? 0, y + line * 16, cell]],
    ),
  );
