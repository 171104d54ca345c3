// Tables of results: columns by kind, so that each layout lists only which ones it prints, and in which order.
import { resultIn } from './record.mjs';

const number = (value) => (value === null ? '' : String(value));

/** Whether a result is an amount per gram or milliliter, which can be converted to % and to milligrams per container. */
export const isConcentration = (row) => ['%', 'mg/g', 'mg/mL'].includes(row.unit ?? '');

const STATUS = (row) => (row.limit === null ? '' : row.value !== null && row.value > row.limit ? 'Fail' : 'Pass');

const KINDS = {
  name: (row) => row.name,
  result: (row) => row.valueText,
  unit: (row) => row.unit ?? '',
  lod: (row) => number(row.lod),
  loq: (row) => number(row.loq),
  limit: (row) => number(row.limit),
  pair: ({ lod, loq }) => (lod === null || loq === null ? '' : `${lod} / ${loq}`),
  method: (row) => row.method ?? '',
  status: STATUS,
  blank: () => '',
};

/**
 * Prints rows of one panel as a table, and records what it says.
 * @param {import('./sheet.mjs').Sheet} sheet
 * @param {readonly import('./record.mjs').AnalyteResult[]} rows
 * @param {{ kind: string, title: string, width: number, align?: string, unit?: string }[]} columns `kind` is one of
 *   name, result, unit, lod, loq, pair (LOD / LOQ), limit, method, status, blank, index (a running number), or `in`: the result in the column's `unit`
 */
export function resultTable(sheet, x, y, rows, columns, style = {}) {
  const textOf = (row, { kind, unit }) => {
    if (kind === 'index') return String(rows.indexOf(row) + 1);
    return kind === 'in' ? resultIn(row, unit, sheet.record) : KINDS[kind](row);
  };
  const has = (kind) => columns.some((column) => column.kind === kind);
  const isPaired = ({ lod, loq }) => has('pair') && lod !== null && loq !== null;
  for (const row of rows) {
    sheet.truth.rows.push({
      panel: row.panel,
      name: row.name,
      results: columns
        .filter(({ kind }) => kind === 'result' || kind === 'in')
        .map((column) => ({ valueText: textOf(row, column), unit: column.unit ?? row.unit })),
      lod: has('lod') || isPaired(row) ? row.lod : null,
      loq: has('loq') || isPaired(row) ? row.loq : null,
      limit: has('limit') ? row.limit : null,
      method: has('method') ? row.method : null,
    });
  }
  const cells = rows.map((row) => columns.map((column) => textOf(row, column)));
  return sheet.table(x, y, columns, [...cells, ...(style.after ?? [])], style);
}

/** Notes that a total in milligrams per container is printed, and returns its text. @param {'thcContent' | 'cbdContent'} field */
export const total = (sheet, field) => sheet.states(field, String(sheet.record[field]));

/** Whether the table of cannabinoids can state milligrams per container, and with them the totals. */
export function tableStatesTotals(record) {
  const rows = record.analytes.filter(({ panel }) => panel === 'cannabinoids');
  return record.thcContent !== null && rows.length > 0 && rows.every(isConcentration);
}

/** Prints both totals as lines, for a record whose table doesn't state them. @returns the y below */
export function totalLines(sheet, x, y, size = 9) {
  if (sheet.record.thcContent === null) return y;
  sheet.text(x, y, `Total THC per container: ${total(sheet, 'thcContent')} mg`, { size });
  sheet.text(x, y + size * 1.7, `Total CBD per container: ${total(sheet, 'cbdContent')} mg`, { size });
  return y + size * 4;
}

/** Notes a panel's verdict. */
export function verdict(sheet, panel, words) {
  sheet.truth.panels[panel] = sheet.record.panels[panel];
  return words[sheet.record.panels[panel]];
}

export const PASS_WORDS = { passed: 'PASS', failed: 'FAIL', not_tested: 'NOT TESTED', pending: 'PENDING' };

/** @returns the panels with a verdict */
export const panelsOf = (record) =>
  ['heavyMetals', 'pesticides', 'microbials', 'residualSolvents'].filter((panel) => record.panels[panel]);
