import type { DocumentContent, PageText } from '../../shared/document-reading.js';
import { containerTotals } from './container-totals.js';
import { dateOrderOf } from './dates.js';
import { headerFields } from './header-fields.js';
import { panelVerdicts } from './panel-verdicts.js';
import { readTables } from './result-tables.js';
import type { LinedPage } from './segments.js';
import { linesOf } from './text-lines.js';
import { printedTotals } from './totals.js';

/** Pages with more words are not certificates, so nothing is read from them. A page of small print has about 2,000. */
const MOST_WORDS = 20_000;

/**
 * Reads a laboratory's certificate from its words and their positions: labels and their synonyms, headings of tables,
 * rows and columns. Has no rules for particular laboratories. Leaves a value out rather than reading it wrong (decision
 * 0047).
 */
export function extractContent(pages: readonly PageText[]): DocumentContent {
  const lined = pages.filter(({ words }) => words.length <= MOST_WORDS).map(linesOf);
  const lines = readTables(lined);
  const totals = printedTotals(lined, lines);
  const { fields, details, candidates } = headerFields(lined, dateOrderOf(texts(lined)));
  return {
    fields: [...fields, ...containerTotals(lined, lines, totals)],
    details,
    ...(candidates.length > 0 && { candidates }),
    totals,
    panels: panelVerdicts(lined),
    rows: lines.flatMap(({ rows }) => rows),
  };
}

function* texts(pages: readonly LinedPage[]): Iterable<string> {
  for (const { lines } of pages) for (const { segments } of lines) for (const { text } of segments) yield text;
}
