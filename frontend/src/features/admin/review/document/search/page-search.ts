import { columnChains, type TextLine } from './column-chains';

/** The part of a line that matches, as offsets in its text. */
interface MatchPiece {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** Where a text was found. A match that spans line ends has a piece on each line. */
export interface Match {
  readonly page: number;
  readonly pieces: readonly MatchPiece[];
}

/** Lines one after another, without case and accents. */
interface TextStream {
  /** Index of each line on the page. */
  readonly order: readonly number[];
  readonly text: string;
  /** The offset in `text` at which each line starts. */
  readonly starts: readonly number[];
}

interface FoldedLine {
  readonly text: string;
  /** The offset in the line of each folded character; null where both are the same. */
  readonly offsets: readonly number[] | null;
}

/** A page's text, prepared once for any number of searches. */
export interface SearchablePage {
  readonly number: number;
  readonly lines: readonly TextLine[];
  readonly folded: readonly FoldedLine[];
  /** From top to bottom across the page. */
  readonly rows: TextStream;
  /** Down each column, where wrapped text continues. */
  readonly columns: TextStream;
}

/** A search for a single letter can match everywhere, so it stops here. */
export const MAX_MATCHES = 1000;

const ASCII = /^[\x20-\x7e]*$/;

export function searchablePage(number: number, lines: readonly TextLine[]): SearchablePage {
  const folded = lines.map(({ text }) => fold(text));
  const rows = streamOf(folded, [folded.map((_, line) => line)]);
  return { number, lines, folded, rows, columns: streamOf(folded, columnChains(lines)) };
}

/** No text matches across chains. */
const CHAIN_END = '\u0000';

function streamOf(folded: readonly FoldedLine[], chains: readonly (readonly number[])[]): TextStream {
  const starts: number[] = [];
  let length = 0;
  const order = chains.flat();
  for (const line of order) {
    starts.push(length);
    length += (folded[line]?.text.length ?? 0) + 1;
  }
  const text = chains.map((chain) => chain.map((line) => folded[line]?.text ?? '').join('\n')).join(CHAIN_END);
  return { order, text, starts };
}

/** Without case, accents and typographic variants such as ligatures and superscripts. */
function fold(text: string): FoldedLine {
  if (ASCII.test(text)) return { text: text.toLowerCase(), offsets: null };
  const parts: string[] = [];
  const offsets: number[] = [];
  let offset = 0;
  for (const character of text) {
    const part = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    for (let index = 0; index < part.length; index += 1) offsets.push(offset);
    parts.push(part);
    offset += character.length;
  }
  offsets.push(text.length);
  return { text: parts.join(''), offsets };
}

/** The matches on all pages, in reading order; at most `MAX_MATCHES`. */
export function findMatches(pages: readonly SearchablePage[], query: string): readonly Match[] {
  const pattern = patternOf(query);
  if (!pattern) return [];
  const matches: Match[] = [];
  for (const page of pages) {
    const wrapped = matchesIn(page, page.columns, pattern).filter(({ pieces }) => pieces.length > 1);
    for (const match of inOrder([...matchesIn(page, page.rows, pattern), ...wrapped])) {
      matches.push(match);
      if (matches.length === MAX_MATCHES) return matches;
    }
  }
  return matches;
}

function matchesIn(page: SearchablePage, stream: TextStream, pattern: RegExp): Match[] {
  const matches: Match[] = [];
  for (const { index, 0: found } of stream.text.matchAll(pattern)) {
    matches.push({ page: page.number, pieces: piecesOf(page, stream, index, index + found.length) });
    if (matches.length === MAX_MATCHES) break;
  }
  return matches;
}

/** By their first characters, each once: two lines can follow each other both ways. */
function inOrder(matches: readonly Match[]): Iterable<Match> {
  const byPlace = new Map(matches.map((match) => [JSON.stringify(match.pieces), match]));
  return [...byPlace.values()].sort(
    ({ pieces: [one] }, { pieces: [other] }) =>
      (one?.line ?? 0) - (other?.line ?? 0) || (one?.start ?? 0) - (other?.start ?? 0),
  );
}

const escaped = (character: string) => character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');

const isLetterOrDigit = (character: string) => /[\p{L}\p{N}]/u.test(character);

/**
 * A space matches a line end too. Within a word, a line may end after a hyphen that splits it, and next to a character
 * that is not a letter or digit, as in `HS-26/` and `119`.
 */
function patternOf(query: string): RegExp | null {
  const words = fold(query).text.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  return new RegExp(words.map(wordPattern).join('\\s+'), 'gu');
}

function wordPattern(word: string): string {
  const characters = [...word];
  return characters
    .map((character, index) => {
      const before = characters[index - 1];
      if (before === undefined) return escaped(character);
      const isInside = isLetterOrDigit(before) && isLetterOrDigit(character);
      return (isInside ? '(?:[-\u00ad\u2010]\\n)?' : '\\n?') + escaped(character);
    })
    .join('');
}

function piecesOf({ folded }: SearchablePage, { order, starts }: TextStream, from: number, to: number): MatchPiece[] {
  const pieces: MatchPiece[] = [];
  for (let index = indexAt(starts, from); index < starts.length; index += 1) {
    const lineStart = starts[index] ?? 0;
    if (lineStart >= to) break;
    const line = order[index] ?? 0;
    const { text = '', offsets } = folded[line] ?? {};
    const start = Math.max(from, lineStart) - lineStart;
    const end = Math.min(to - lineStart, text.length);
    if (end > start) pieces.push({ line, start: offsets?.[start] ?? start, end: offsets?.[end] ?? end });
  }
  return pieces;
}

/** Index of the last line that starts at or before the offset. */
function indexAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A longer line is not measured; positions in it are estimated by counting characters. */
const MAX_MEASURED = 2000;

/**
 * The places of a match. The server sends the place of each line, so the part of a line is estimated.
 * @param measure the width of a text in any unit
 */
export function boxesOf({ page, pieces }: Match, lines: readonly TextLine[], measure: (text: string) => number) {
  return pieces.flatMap(({ line, start, end }) => {
    const found = lines[line];
    if (!found) return [];
    const { text, x, y, width, height } = found;
    const widthOf = text.length > MAX_MEASURED ? (part: string) => part.length : measure;
    const whole = widthOf(text) || 1;
    const left = widthOf(text.slice(0, start));
    const right = widthOf(text.slice(0, end));
    return [{ page, x: x + (left / whole) * width, y, width: ((right - left) / whole) * width, height }];
  });
}
