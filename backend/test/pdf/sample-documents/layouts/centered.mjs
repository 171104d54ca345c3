// Everything centered: labels centered above their values, cells centered below their headings; no headings again on the
// next page.
import { formatDay, PANEL_TITLES, rowsByPanel, shiftDay } from '../record.mjs';
import { PASS_WORDS, panelsOf, resultTable, total, verdict } from '../results.mjs';
import { Sheet } from '../sheet.mjs';

export const centered = {
  name: 'centered',
  print(record) {
    const sheet = new Sheet(record, { family: 'serif' });
    const middle = { width: 612, align: 'center' };
    sheet.text(0, 34, sheet.states('labName', record.labName), { size: 17, ...middle });
    sheet.text(0, 58, 'Test Report', { size: 11, ...middle });
    above(sheet, 90, [
      ['Manufactured For', sheet.states('brandName', record.brandName)],
      ['Product Tested', sheet.states('productName', record.productName)],
    ]);
    above(sheet, 128, [
      ['Lot No.', sheet.states('batchId', record.batchId)],
      ['Report Number', sheet.states('labReportId', record.labReportId)],
      ['Sample Received', formatDay(shiftDay(record.testDate, -3), 'dmy')],
      ['Testing Completed', sheet.states('testDate', formatDay(record.testDate, 'dmy'), record.testDate)],
    ]);
    let y = 172;
    if (record.thcContent !== null) {
      above(sheet, y, [
        ['Total THC per Bottle', `${total(sheet, 'thcContent')} mg`],
        ['Total CBD per Bottle', `${total(sheet, 'cbdContent')} mg`],
      ]);
      y += 40;
    }
    const panels = panelsOf(record);
    if (panels.length > 0)
      above(
        sheet,
        y,
        panels.map((panel) => [PANEL_TITLES[panel], verdict(sheet, panel, PASS_WORDS)]),
      );
    sheet.qr(280, y + 32, 52);
    y += 100;
    for (const { panel, rows } of rowsByPanel(record)) y = section(sheet, y, panel, rows);
    return sheet;
  },
};

function above(sheet, y, cells) {
  const width = 540 / cells.length;
  for (const [index, [label, value]] of cells.entries()) {
    sheet.text(36 + index * width, y, label, { size: 7.5, color: '#666666', width, align: 'center' });
    sheet.text(36 + index * width, y + 11, value, { size: 10, width, align: 'center' });
  }
}

function section(sheet, y, panel, rows) {
  let top = y;
  if (top > sheet.bottom - 90) {
    sheet.addPage();
    top = 44;
  }
  const unit = rows.every((row) => row.unit === rows[0].unit) ? rows[0].unit : null;
  const title = unit ? `${PANEL_TITLES[panel]} (${unit})` : PANEL_TITLES[panel];
  sheet.text(36, top, title, { size: 11, bold: true, width: 540, align: 'center' });
  const columns = [
    { kind: 'name', title: 'Substance', width: 190, align: 'center' },
    { kind: 'loq', title: 'Reporting Limit', width: 100, align: 'center' },
    { kind: 'result', title: 'Found', width: 120, align: 'center' },
    ...(unit ? [] : [{ kind: 'unit', title: 'Units', width: 60, align: 'center' }]),
    { kind: 'limit', title: 'Allowed', width: 70, align: 'center' },
  ].filter(({ kind }) => kind !== 'limit');
  const left = (612 - columns.reduce((sum, { width }) => sum + width, 0)) / 2;
  return resultTable(sheet, left, top + 18, rows, columns, { size: 9, padding: 3, repeat: false }) + 14;
}
