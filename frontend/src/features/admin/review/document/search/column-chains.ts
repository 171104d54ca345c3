/** A line of a page's text, with its place in points from the page's top left corner. */
export interface TextLine {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Above this number of lines, comparing each line with every other one takes too long. No report has that many. */
const MAX_LINES = 2000;

/** How far below a line its continuation can start, and how much their left edges can differ, in heights of the line. */
const GAP = 0.9;
const INDENT = 0.6;

/**
 * The lines of a page in chains: each line continues in the line right below it that starts at the same left edge, like
 * wrapped text in a table cell.
 */
export function columnChains(lines: readonly TextLine[]): readonly (readonly number[])[] {
  if (lines.length > MAX_LINES) return [];
  const next = lines.map((line) => below(line, lines));
  const followers = new Set(next);
  const chains: number[][] = [];
  for (const head of lines.keys()) {
    if (followers.has(head)) continue;
    const chain: number[] = [];
    for (let line: number | undefined = head; line !== undefined; line = next[line]) chain.push(line);
    if (chain.length > 1) chains.push(chain);
  }
  return chains;
}

/** Index of the line right below. It is always further down, so no chain is a cycle. */
function below({ x, y, height }: TextLine, lines: readonly TextLine[]): number | undefined {
  let found: number | undefined;
  let nearest = Number.POSITIVE_INFINITY;
  for (const [index, other] of lines.entries()) {
    const distance = other.y - y;
    const isBelow = distance > height / 2 && other.y - (y + height) < GAP * height;
    if (!isBelow || Math.abs(other.x - x) > INDENT * height || distance >= nearest) continue;
    found = index;
    nearest = distance;
  }
  return found;
}
