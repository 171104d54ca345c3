/** A line of a page's text, with its place in points from the page's top left corner. */
export interface TextLine {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Comparing each line with each other one takes too long on a page that has more than any report prints. */
const MAX_LINES = 2000;

/** How far below a line its continuation can start, and how much their left edges can differ, in heights of the line. */
const GAP = 0.9;
const INDENT = 0.6;

/**
 * The lines of a page in chains: each line goes on in the one right below it that starts at the same left edge, as a text
 * that is wrapped in a table's cell does.
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

/** Index of the line right below, which is further down, so that no chain is a circle. */
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
