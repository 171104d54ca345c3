// All results in one table, with a line for each panel in it; the unit beside each number; a running number first.
import { formatDay, PANEL_TITLES, rowsByPanel, shiftDay } from '../record.mjs';
import { PASS_WORDS, panelsOf, total, verdict } from '../results.mjs';
import { Sheet } from '../sheet.mjs';

export const oneTable = {
  name: 'one-table',
  print(record) {
    const sheet = new Sheet(record, { family: 'serif' });
    sheet.text(44, 34, 'Certificate of Analysis', { size: 16 });
    sheet.text(44, 56, `Laboratory: ${sheet.states('labName', record.labName)}`, { size: 9 });
    sheet.text(44, 70, `Certificate: ${sheet.states('labReportId', record.labReportId)}`, { size: 9 });
    sheet.text(44, 84, `Company: ${sheet.states('brandName', record.brandName)}`, { size: 9 });
    sheet.text(44, 98, `Product: ${sheet.states('productName', record.productName)}`, { size: 9 });
    sheet.text(44, 112, `Production Batch: ${sheet.states('batchId', record.batchId)}`, { size: 9 });
    const received = formatDay(shiftDay(record.testDate, -5), 'short');
    const tested = sheet.states('testDate', formatDay(record.testDate, 'short'), record.testDate);
    sheet.text(44, 126, `Received on ${received}. Testing Date: ${tested}`, { size: 9 });
    sheet.qr(500, 34, 64);
    let y = 150;
    if (record.thcContent !== null) {
      sheet.text(44, y, `THC per container: ${total(sheet, 'thcContent')} mg`, { size: 10 });
      sheet.text(44, y + 15, `CBD per container: ${total(sheet, 'cbdContent')} mg`, { size: 10 });
      y += 38;
    }
    const said = panelsOf(record).map((panel) => `${PANEL_TITLES[panel]}: ${verdict(sheet, panel, PASS_WORDS)}`);
    for (const text of said) {
      sheet.text(44, y, text, { size: 9 });
      y += 13;
    }
    const columns = [
      { title: 'Analyte', width: 180 },
      { title: 'Result', width: 110, align: 'right' },
      { title: 'LOQ', width: 80, align: 'right' },
      { title: 'Method', width: 110 },
    ];
    const cells = [];
    for (const { panel, rows } of rowsByPanel(record)) {
      cells.push([PANEL_TITLES[panel], '', '', '']);
      for (const row of rows) cells.push(lineOf(sheet, row));
    }
    sheet.table(41, y + 12, columns, cells, { size: 8.5, padding: 2.5, onPage: () => 40 });
    return sheet;
  },
};

function lineOf(sheet, row) {
  const hasUnit = row.value !== null && row.unit !== null;
  sheet.truth.rows.push({
    panel: row.panel,
    name: row.name,
    lod: null,
    loq: row.loq,
    limit: null,
    method: row.method,
    results: [{ valueText: row.valueText, unit: row.unit }],
  });
  const loq = row.loq === null ? '' : String(row.loq);
  return [row.name, hasUnit ? `${row.valueText} ${row.unit}` : row.valueText, loq, row.method ?? ''];
}
