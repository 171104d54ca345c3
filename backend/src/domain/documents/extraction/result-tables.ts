import type { ReadRow } from '../../shared/document-reading.js';
import { isUnit } from './amounts.js';
import { titlePanel } from './panel-names.js';
import { type ReadLine, readTable, readTransposed, type TableContext } from './result-rows.js';
import { type LinedPage, overlapping, type Segment } from './segments.js';
import { type TableHead, tableHeads } from './table-finder.js';
import { transposedTables } from './transposed-tables.js';

/** A table that ends this far down a page may continue on the next one. */
const NEAR_BOTTOM = 0.6;

/** A table that may continue on the next page. */
interface Open {
  readonly context: TableContext;
  readonly lines: readonly ReadLine[];
}

/** Reads all results tables, including those that continue on the next page, with or without their headings. */
export function readTables(pages: readonly LinedPage[]): readonly ReadLine[] {
  const lines: ReadLine[] = [];
  let open: Open | null = null;
  for (const page of pages) {
    const heads = tableHeads(page);
    if (open) lines.push(...continued(page, open, heads));
    lines.push(...transposedTables(page).flatMap((table) => readTransposed(page, table)));
    let last: Open | null = null;
    for (const head of heads) {
      const context = withPanelOf(open ?? null, contextOf(page, head, heads), head);
      const read = readTable(page, context, endOf(head, heads));
      lines.push(...read);
      if (isAtBottom(page, read) && isLast(head, heads)) last = { context, lines: read };
    }
    open = last;
  }
  return lines;
}

/** The context of a table on a page: its panel and its unit stand above it or in its headings. */
function contextOf(page: LinedPage, head: TableHead, heads: readonly TableHead[]): TableContext {
  const name = head.columns.find(({ kind }) => kind === 'name');
  const own = name ? titlePanel(name.text) : null;
  return { head, panel: own ?? panelAbove(page, head, heads), caption: unitAbove(page, head, heads) };
}

/** A repeated heading without a title on the next page is the same table. */
function withPanelOf(open: Open | null, context: TableContext, head: TableHead): TableContext {
  if (!open || context.panel !== null) return context;
  const same =
    head.columns.length === open.context.head.columns.length &&
    head.columns.every(({ text }, index) => text === open.context.head.columns[index]?.text);
  return same ? { ...context, panel: open.context.panel, caption: context.caption ?? open.context.caption } : context;
}

/** The first line that belongs to another table below. */
const endOf = (head: TableHead, heads: readonly TableHead[]): number =>
  Math.min(
    Infinity,
    ...heads
      .filter((other) => other.firstLine > head.lastLine && isAbove(head, other))
      .map(({ firstLine }) => firstLine),
  );

const isAbove = (head: TableHead, other: TableHead): boolean => head.x < other.right && other.x < head.right;

const isLast = (head: TableHead, heads: readonly TableHead[]): boolean =>
  heads.every((other) => other === head || other.firstLine <= head.firstLine);

const isAtBottom = (page: LinedPage, lines: readonly ReadLine[]): boolean =>
  lines.length >= 2 && (lines.at(-1)?.line.mid ?? 0) > NEAR_BOTTOM * page.height;

/**
 * Rows at the top of the next page without headings are read only if they fill the same columns at the same positions.
 */
function continued(page: LinedPage, { context, lines }: Open, heads: readonly TableHead[]): readonly ReadLine[] {
  const end = Math.min(page.lines.length, ...heads.map(({ firstLine }) => firstLine));
  const shape = shapeOf(lines.at(-1));
  for (let from = 0; from < Math.min(end, 14); from += 1) {
    const read = readTable(page, context, end, from);
    const [first] = read;
    if (!first || first.line.line !== from) continue;
    const isSame = read.every((line) => isAlike(line, lines.at(-1)));
    return isSame && shapeOf(first) === shape ? read : [];
  }
  return [];
}

const shapeOf = (line: ReadLine | undefined): string => (line?.line.cells ?? []).map((cell) => (cell ? 1 : 0)).join('');

const isAlike = (line: ReadLine, other: ReadLine | undefined): boolean =>
  [left, middle].some((place) => Math.abs(place(line) - place(other)) < 2);

const left = (line: ReadLine | undefined): number => line?.line.cells[0]?.x ?? Number.NaN;
const middle = (line: ReadLine | undefined): number => (left(line) + (line?.line.cells[0]?.right ?? Number.NaN)) / 2;

/** Titles and captions are at most this many type sizes above the headings. */
const CAPTION_DISTANCE = 9;
const CAPTION_LINES = 8;

/** The panel in the nearest title above a table. */
function panelAbove(page: LinedPage, head: TableHead, others: readonly TableHead[]): ReadRow['panel'] | null {
  for (const segment of segmentsAbove(page, head, others)) {
    const panel = titlePanel(segment.text);
    if (panel) return panel;
  }
  return null;
}

/** The unit in a caption above a table: "All results in µg/g", "Heavy Metals (ppm)", "Units: mg/g". */
function unitAbove(page: LinedPage, head: TableHead, others: readonly TableHead[]): string | null {
  const found = new Set<string>();
  for (const { text } of segmentsAbove(page, head, others)) {
    const unit = captionUnit(text);
    if (unit) found.add(unit);
  }
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

const CAPTION =
  /(?:\b(?:results?|values?|concentrations?|amounts?|limits?|data)\b.{0,40}?\b(?:in|as)|\bunits?(?: of measure(?:ment)?)?(?: ?:| are| =)|\breported (?:in|as)|^in)\s+([^\s,;.()]+(?:\s?\([^)]*\))?)/i;

function captionUnit(text: string): string | null {
  if (text.length > 160) return null;
  const caption = CAPTION.exec(text)?.[1];
  if (caption && isUnit(caption)) return caption;
  const spelled = /^(?:milli|micro|nano)?grams? per \p{L}+ ?\(([^()]+)\)$/iu.exec(text)?.[1];
  if (spelled && isUnit(spelled)) return spelled;
  const enclosed = /\(([^()]+)\)\s*$/.exec(text);
  return enclosed?.[1] && isUnit(enclosed[1]) && titlePanel(text.slice(0, enclosed.index)) ? enclosed[1] : null;
}

/** Phrases above a table, the nearest first, down to the table above it. */
function segmentsAbove(page: LinedPage, head: TableHead, others: readonly TableHead[]): readonly Segment[] {
  const found: Segment[] = [];
  const top = page.lines[head.firstLine]?.mid ?? 0;
  const stop = Math.max(
    -1,
    ...others
      .filter(
        (other) => other !== head && other.lastLine < head.firstLine && other.x < head.right && head.x < other.right,
      )
      .map(({ lastLine }) => lastLine),
  );
  for (let index = head.firstLine - 1, looked = 0; index > stop && looked < CAPTION_LINES; index -= 1) {
    const line = page.lines[index];
    if (!line || top - line.mid > CAPTION_DISTANCE * head.size) break;
    const segments = overlapping(line, head);
    if (segments.length === 0) continue;
    looked += 1;
    found.push(...segments.slice(0, 4));
  }
  return found;
}
