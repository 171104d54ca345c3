// No lines at all; labels above their values; totals in a summary strip; the unit of a table stands above it.
import { formatDay, PANEL_TITLES, rowsByPanel, shiftDay } from '../record.mjs';
import { PASS_WORDS, panelsOf, resultTable, total, verdict } from '../results.mjs';
import { Sheet } from '../sheet.mjs';

export const unruled = {
  name: 'unruled',
  print(record) {
    const sheet = new Sheet(record, { family: 'serif' });
    sheet.text(48, 36, 'Certificate of Analysis', { size: 18, bold: true });
    sheet.qr(500, 34, 64);
    above(sheet, 48, 70, 'LABORATORY', sheet.states('labName', record.labName));
    above(sheet, 290, 70, 'REPORT ID', sheet.states('labReportId', record.labReportId));
    above(sheet, 48, 106, 'BRAND', sheet.states('brandName', record.brandName));
    above(sheet, 290, 106, 'SAMPLE RECEIVED', formatDay(shiftDay(record.testDate, -3), 'long'));
    above(sheet, 48, 142, 'PRODUCT', sheet.states('productName', record.productName));
    above(sheet, 290, 142, 'TESTED', sheet.states('testDate', formatDay(record.testDate, 'long'), record.testDate));
    above(sheet, 48, 178, 'LOT NUMBER', sheet.states('batchId', record.batchId));
    above(sheet, 290, 178, 'REPORTED', formatDay(shiftDay(record.testDate, 1), 'long'));
    let y = 222;
    if (record.thcContent !== null) {
      above(sheet, 48, y, 'TOTAL THC', `${total(sheet, 'thcContent')} mg per container`, 12);
      above(sheet, 220, y, 'TOTAL CBD', `${total(sheet, 'cbdContent')} mg per container`, 12);
      y += 42;
    }
    for (const panel of panelsOf(record)) {
      sheet.text(48, y, `${PANEL_TITLES[panel]}: ${verdict(sheet, panel, PASS_WORDS)}`);
      y += 15;
    }
    y += 8;
    for (const { panel, rows } of rowsByPanel(record)) y = table(sheet, y, panel, rows);
    return sheet;
  },
};

function above(sheet, x, y, label, value, size = 10) {
  sheet.text(x, y, label, { size: 6.5, color: '#666666' });
  sheet.text(x, y + 10, value, { size });
}

function table(sheet, y, panel, rows) {
  let top = y;
  if (top > sheet.bottom - 90) {
    sheet.addPage();
    top = 44;
  }
  const unit = rows.every((row) => row.unit === rows[0].unit) ? rows[0].unit : null;
  sheet.text(48, top, PANEL_TITLES[panel], { size: 11, bold: true });
  if (unit) sheet.text(48, top + 15, `All results in ${unit}`, { size: 7.5, color: '#555555' });
  const columns = [
    { kind: 'name', title: 'Test', width: 170 },
    { kind: 'result', title: 'Result', width: 90, align: 'right' },
    ...(unit ? [] : [{ kind: 'unit', title: 'Unit', width: 60 }]),
    { kind: 'loq', title: 'LOQ', width: 60, align: 'right' },
    { kind: 'lod', title: 'LOD', width: 60, align: 'right' },
  ];
  return resultTable(sheet, 45, top + 28, rows, columns, { size: 8.5, padding: 2 }) + 16;
}
