import { splitAtColon } from './labels.js';
import { titlePanel } from './panel-names.js';
import { isTornOff } from './result-values.js';
import { overlaps, type Segment } from './segments.js';
import { cellText, type TableLine } from './table-rows.js';

/** A line of a table with its whole name. */
export interface NamedLine {
  readonly line: TableLine;
  readonly name: string;
  /** Parts of the name on other lines. */
  readonly extra: readonly Segment[];
  /** The nearest title within the table above this line. */
  readonly title: string | null;
}

/** Lines of one wrapped name are at most this many type sizes apart. */
const LEADING = 1.55;
/** A fragment of a result makes the rows that are nearer than this many type sizes uncertain. */
const NEAR = 3.2;

/**
 * Joins names that wrap onto the next line, and leaves out every row whose name might not be complete. A lone "Not",
 * "None", "No" or "<" near a row could be a part of its result: such rows are left out too.
 */
export function wholeNames(lines: readonly TableLine[], column: number): readonly NamedLine[] {
  const torn = lines.filter((line) => line.segments.some(({ text }) => isLoneTurn(text)));
  const kinds = lines.map((line) => kindOf(line, column));
  const named: NamedLine[] = [];
  let title: string | null = null;
  for (const [index, line] of lines.entries()) {
    if (kinds[index] === 'title') title = line.segments[0]?.text ?? null;
    if (
      kinds[index] !== 'row' ||
      torn.some((other) => Math.abs(other.mid - line.mid) < NEAR * Math.max(line.size, other.size))
    )
      continue;
    const own = line.cells[column];
    const name = own ? nameOf(lines, kinds, index, column) : centeredName(lines, kinds, index, column);
    if (name) named.push({ line, title, ...name });
  }
  return named;
}

/** ND in its own cell is a result; Not, None, No and the like never are. */
const isLoneTurn = (text: string): boolean => isTornOff(text) && !/^(?:nd|absent|negative)$/i.test(text);

type Kind = 'row' | 'name' | 'title' | 'other';

function kindOf(line: TableLine, column: number): Kind {
  const filled = line.cells.flatMap((cell, index) => (cell ? [index] : []));
  const [only] = line.segments;
  if (only && line.segments.length === 1 && titlePanel(only.text) !== null) return 'title';
  if (!line.isCertain) return 'other';
  if (filled.length === 1 && filled[0] === column) {
    const text = cellText(line.cells[column]);
    return titlePanel(text) !== null || /[:：]$/.test(text) ? 'title' : 'name';
  }
  return filled.length >= 2 || (filled.length === 1 && filled[0] !== column) ? 'row' : 'other';
}

function nameOf(
  lines: readonly TableLine[],
  kinds: readonly Kind[],
  index: number,
  column: number,
): Pick<NamedLine, 'name' | 'extra'> | null {
  const line = lines[index];
  const own = line?.cells[column];
  if (!line || !own) return null;
  const before = partOf(lines, kinds, index, -1, column);
  const after = partOf(lines, kinds, index, 1, column);
  if (before === 'uncertain' || after === 'uncertain') return null;
  const parts = [before, own, after].filter((part) => part !== null);
  const isBroken = parts.some(({ text }, at) => at < parts.length - 1 && /\p{Ll}-$/u.test(text));
  if (isBroken && !parts.every(({ text }, at) => at === 0 || !/^\p{Ll}/u.test(text))) return null;
  return { name: joinParts(parts), extra: parts.filter((part) => part !== own) };
}

const joinParts = (parts: readonly Segment[]): string =>
  parts.reduce(
    (text, part) => (text === '' || /[-–/]$/.test(text) ? text + cellText(part) : `${text} ${cellText(part)}`),
    '',
  );

/** The line of names directly above or below, if it belongs to this row and to no other. */
function partOf(
  lines: readonly TableLine[],
  kinds: readonly Kind[],
  index: number,
  step: 1 | -1,
  column: number,
): Segment | 'uncertain' | null {
  const line = lines[index];
  const near = lines[index + step];
  if (!line || !near) return null;
  if (kinds[index + step] === 'other' && distance(line, near) < LEADING * line.size)
    return near.segments.some((segment) => isUnderName(segment, line.cells[column])) ? 'uncertain' : null;
  if (kinds[index + step] !== 'name') return null;
  const close = distance(line, near);
  if (close > LEADING * Math.max(line.size, near.size)) return null;
  const next = lines[index + 2 * step];
  if (next && kinds[index + 2 * step] === 'name' && distance(near, next) <= LEADING * near.size) return 'uncertain';
  if (next && kinds[index + 2 * step] === 'row') {
    const other = distance(near, next);
    if (other < 0.8 * close) return null;
    if (close >= 0.8 * other) return 'uncertain';
  }
  return near.cells[column] ?? null;
}

/** Lines of one name are left-aligned or centered, so they share width. "Reviewed by: …" is none. */
const isUnderName = (segment: Segment, name: Segment | null | undefined): boolean =>
  !name || (overlaps(segment, name) && splitAtColon(segment.text) === null);

const distance = (a: TableLine, b: TableLine): number => Math.abs(a.mid - b.mid);

/** A name on two lines with the results in the middle between them. */
function centeredName(
  lines: readonly TableLine[],
  kinds: readonly Kind[],
  index: number,
  column: number,
): Pick<NamedLine, 'name' | 'extra'> | null {
  const line = lines[index];
  const above = lines[index - 1];
  const below = lines[index + 1];
  if (!line || !above || !below || kinds[index - 1] !== 'name' || kinds[index + 1] !== 'name') return null;
  const [up, down] = [distance(line, above), distance(line, below)];
  if (Math.max(up, down) > 0.95 * line.size || Math.abs(up - down) > 0.35 * line.size) return null;
  const parts = [above.cells[column], below.cells[column]].filter((part) => part !== null && part !== undefined);
  return { name: joinParts(parts), extra: parts };
}
