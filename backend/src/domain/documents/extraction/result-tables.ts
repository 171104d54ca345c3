import { contextOf, type ReadLine, readTable, type TableContext } from './result-rows.js';
import type { LinedPage } from './segments.js';
import { type TableHead, tableHeads } from './table-finder.js';

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
