// One panel a section with wide rows, so that results go on across pages with the headings repeated.
import { formatDay, PANEL_TITLES, rowsByPanel, shiftDay } from '../record.mjs';
import { PASS_WORDS, panelsOf, resultTable, total, verdict } from '../results.mjs';
import { Sheet } from '../sheet.mjs';

export const long = {
  name: 'long',
  print(record) {
    const sheet = new Sheet(record, { family: 'serif' });
    sheet.text(54, 40, sheet.states('labName', record.labName), { size: 20 });
    sheet.text(54, 66, 'An ISO/IEC 17025 style demonstration report', { size: 9, color: '#666666' });
    sheet.qr(490, 40, 66);
    const lines = [
      ['Report ID', sheet.states('labReportId', record.labReportId)],
      ['Customer', sheet.states('brandName', record.brandName)],
      ['Product Description', sheet.states('productName', record.productName)],
      ['Batch Number', sheet.states('batchId', record.batchId)],
      ['Sample Received', formatDay(shiftDay(record.testDate, -7), 'dmy')],
      ['Date of Analysis', sheet.states('testDate', formatDay(record.testDate, 'dmy'), record.testDate)],
      ['Date Issued', formatDay(shiftDay(record.testDate, 3), 'dmy')],
    ];
    let y = 100;
    for (const [label, value] of lines) {
      sheet.text(54, y, `${label}: ${value}`, { size: 10.5 });
      y += 19;
    }
    y += 8;
    if (record.thcContent !== null) {
      sheet.text(54, y, `Total THC: ${total(sheet, 'thcContent')} mg/container`, { size: 12, bold: true });
      sheet.text(300, y, `Total CBD: ${total(sheet, 'cbdContent')} mg/container`, { size: 12, bold: true });
      y += 28;
    }
    for (const panel of panelsOf(record)) {
      sheet.text(54, y, `${PANEL_TITLES[panel]}: ${verdict(sheet, panel, PASS_WORDS)}`, { size: 10.5 });
      y += 18;
    }
    for (const { panel, rows } of rowsByPanel(record)) y = table(sheet, y + 14, panel, rows);
    return sheet;
  },
};

function table(sheet, y, panel, rows) {
  let top = y;
  if (top > sheet.bottom - 100) {
    sheet.addPage();
    top = 60;
  }
  sheet.text(54, top, PANEL_TITLES[panel].toUpperCase(), { size: 12, bold: true });
  const columns = [
    { kind: 'name', title: 'Parameter', width: 160 },
    { kind: 'method', title: 'Method', width: 80 },
    { kind: 'unit', title: 'Units', width: 60 },
    { kind: 'limit', title: 'Action Level', width: 70, align: 'right' },
    { kind: 'lod', title: 'LOD', width: 60, align: 'right' },
    { kind: 'result', title: 'Result', width: 74, align: 'right' },
  ].filter(({ kind }) => kind !== 'limit' || panel !== 'cannabinoids');
  return resultTable(sheet, 54, top + 20, rows, columns, { size: 10, padding: 7, onPage: () => 60 });
}
