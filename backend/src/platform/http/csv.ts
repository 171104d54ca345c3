/** One value of a table as it may stand in a file. */
export type Cell = string | number | Date | null;

const END_OF_ROW = '\r\n';

/**
 * A spreadsheet takes a text that begins like this for a formula and runs it. Some skip invisible characters and quotes
 * in front, or read the full-width forms "＝＋－＠" like plain ones, so the text is checked after NFKC.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cf}"]*[=+\-@\u2212])/u;

const NEEDS_QUOTES = /[",\r\n]/;

/** A row of a table (RFC 4180), its end included. What could run as a formula begins with an apostrophe instead. */
export const csvRow = (cells: readonly Cell[]): string => cells.map(csvCell).join(',') + END_OF_ROW;

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = typeof cell === 'string' ? cell : cell.toISOString();
  const harmless = FORMULA.test(text.normalize('NFKC')) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A table as text, part by part: the names of its columns, then the rows as they come. */
export async function* csvOf<Row>(
  columns: readonly string[],
  parts: AsyncIterable<readonly Row[]>,
  cellsOf: (row: Row) => readonly Cell[],
): AsyncGenerator<string, void> {
  yield csvRow(columns);
  for await (const rows of parts) yield rows.map((row) => csvRow(cellsOf(row))).join('');
}
