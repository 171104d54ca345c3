import type { ReadRow } from '../../shared/document-reading.js';
import { isUnit } from './amounts.js';
import { titlePanel } from './panel-names.js';
import { type LinedPage, overlapping, type Segment } from './segments.js';
import type { TableHead } from './table-finder.js';

/** Titles and captions are at most this many type sizes above the headings. */
const FAR = 9;
const MOST_LINES = 8;

/** The panel in the nearest title above a table. */
export function panelAbove(page: LinedPage, head: TableHead, others: readonly TableHead[]): ReadRow['panel'] | null {
  for (const segment of segmentsAbove(page, head, others)) {
    const panel = titlePanel(segment.text);
    if (panel) return panel;
  }
  return null;
}

/** The unit in a caption above a table: "All results in µg/g", "Heavy Metals (ppm)", "Units: mg/g". */
export function unitAbove(page: LinedPage, head: TableHead, others: readonly TableHead[]): string | null {
  const found = new Set<string>();
  for (const { text } of segmentsAbove(page, head, others)) {
    const unit = captionUnit(text);
    if (unit) found.add(unit);
  }
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

const CAPTION =
  /(?:\b(?:results?|values?|concentrations?|amounts?|limits?|data)\b.{0,40}?\b(?:in|as)|\bunits?(?: of measure)?(?: ?:| are| =)|\breported (?:in|as)|^in)\s+([^\s,;.()]+(?:\s?\([^)]*\))?)/i;

function captionUnit(text: string): string | null {
  if (text.length > 160) return null;
  const caption = CAPTION.exec(text)?.[1];
  if (caption && isUnit(caption)) return caption;
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
  for (let index = head.firstLine - 1, looked = 0; index > stop && looked < MOST_LINES; index -= 1) {
    const line = page.lines[index];
    if (!line || top - line.mid > FAR * head.size) break;
    const segments = overlapping(line, head);
    if (segments.length === 0) continue;
    looked += 1;
    found.push(...segments.slice(0, 4));
  }
  return found;
}
