// Labels aligned to the right, close to their values; tables with CAS numbers, qualifiers, and reporting limits.
import { containerMl, formatDay, PANEL_TITLES, rowsByPanel, shiftDay } from '../record.mjs';
import { PASS_WORDS, panelsOf, resultTable, total, verdict } from '../results.mjs';
import { Sheet } from '../sheet.mjs';

export const letterhead = {
  name: 'letterhead',
  print(record) {
    const sheet = new Sheet(record);
    sheet.text(300, 30, sheet.states('labName', record.labName), { size: 12, bold: true, width: 276, align: 'right' });
    sheet.text(300, 46, '5 Imaginary Court, Salem, OR 97301', { size: 7, width: 276, align: 'right' });
    sheet.text(36, 34, 'Analytical Report', { size: 15, bold: true });
    sheet.rule(36, 60, 540, { weight: 1.5 });
    const lines = [
      ['Report ID:', sheet.states('labReportId', record.labReportId)],
      ['Customer:', sheet.states('brandName', record.brandName)],
      ['Item Name:', sheet.states('productName', record.productName)],
      ['Lot ID:', sheet.states('batchId', record.batchId)],
      ['Collected:', formatDay(shiftDay(record.testDate, -10), 'us')],
      ['Tested On:', sheet.states('testDate', formatDay(record.testDate, 'us'), record.testDate)],
      ['Net Volume:', `${containerMl(record)} mL`],
    ];
    for (const [index, [label, value]] of lines.entries()) {
      sheet.text(36, 70 + index * 13, label, { size: 8.5, bold: true, width: 84, align: 'right' });
      sheet.text(124, 70 + index * 13, value, { size: 8.5 });
    }
    sheet.qr(516, 70, 58);
    let y = 168;
    if (record.thcContent !== null) {
      sheet.text(36, y, 'Total THC', { size: 9, bold: true });
      sheet.text(110, y, `${total(sheet, 'thcContent')} mg/unit`, { size: 9 });
      sheet.text(220, y, 'Total CBD', { size: 9, bold: true });
      sheet.text(294, y, `${total(sheet, 'cbdContent')} mg/unit`, { size: 9 });
      y += 18;
    }
    const panels = panelsOf(record);
    for (const panel of panels) {
      sheet.text(36, y, `${PANEL_TITLES[panel]}`, { size: 8.5 });
      sheet.text(36, y, verdict(sheet, panel, PASS_WORDS), { size: 8.5, width: 250, align: 'right' });
      y += 13;
    }
    for (const { panel, rows } of rowsByPanel(record)) y = section(sheet, y + 12, panel, rows);
    sheet.text(
      36,
      sheet.bottom - 8,
      'Results relate only to the items tested. ND = Not Detected, RL = Reporting Limit.',
      { size: 6 },
    );
    return sheet;
  },
};

function section(sheet, y, panel, rows) {
  let top = y;
  if (top > sheet.bottom - 110) {
    sheet.addPage();
    top = 40;
  }
  const method = rows[0].method ?? 'several methods';
  sheet.text(36, top, `${PANEL_TITLES[panel]} (${method})`, { size: 9.5, bold: true });
  const columns = [
    { kind: 'name', title: 'Parameter', width: 160 },
    { kind: 'result', title: 'Result', width: 80, align: 'right' },
    { kind: 'blank', title: 'Qual', width: 40, align: 'center' },
    { kind: 'loq', title: 'RL', width: 60, align: 'right' },
    { kind: 'lod', title: 'MDL', width: 60, align: 'right' },
    { kind: 'unit', title: 'Units', width: 60, align: 'center' },
  ];
  return resultTable(sheet, 33, top + 14, rows, columns, { size: 8, padding: 2 });
}
