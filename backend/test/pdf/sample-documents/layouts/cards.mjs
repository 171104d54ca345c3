// A header strip with values below their headings, amounts above their captions, letter-spaced titles and PASS badges.
import { formatDay, PANEL_TITLES, rowsByPanel, shiftDay } from '../record.mjs';
import { PASS_WORDS, panelsOf, resultTable, total, verdict } from '../results.mjs';
import { Sheet } from '../sheet.mjs';

export const cards = {
  name: 'cards',
  print(record) {
    const sheet = new Sheet(record);
    sheet.box(0, 0, sheet.width, 60, { fill: '#23433a' });
    sheet.text(36, 18, sheet.states('labName', record.labName), { size: 14, bold: true, color: '#ffffff' });
    sheet.text(36, 38, 'Independent testing of hemp beverages', { size: 8, color: '#ffffff' });
    sheet.text(420, 24, 'CERTIFICATE', { size: 12, color: '#ffffff', spacing: 4 });
    strip(sheet, 76, [
      ['BRAND', sheet.states('brandName', record.brandName), 150],
      ['PRODUCT', sheet.states('productName', record.productName), 240],
      ['BATCH', sheet.states('batchId', record.batchId), 110],
    ]);
    strip(sheet, 122, [
      ['COA NUMBER', sheet.states('labReportId', record.labReportId), 150],
      ['RECEIVED', formatDay(shiftDay(record.testDate, -2), 'us'), 120],
      ['TESTED', sheet.states('testDate', formatDay(record.testDate, 'us'), record.testDate), 120],
      ['EXPIRES', formatDay(shiftDay(record.testDate, 365), 'us'), 110],
    ]);
    sheet.text(36, 160, 'Visit 900 Placeholder Road, Reno, NV 89501', { size: 6.5, color: '#777777' });
    sheet.qr(536, 72, 46);
    let y = 178;
    if (record.thcContent !== null) {
      card(sheet, 36, y, `${total(sheet, 'thcContent')} mg/container`, 'Total THC');
      card(sheet, 220, y, `${total(sheet, 'cbdContent')} mg/container`, 'Total CBD');
      y += 56;
    }
    for (const [index, panel] of panelsOf(record).entries()) {
      sheet.text(36 + index * 135, y, PANEL_TITLES[panel], { size: 8, width: 125, align: 'center' });
      const text = verdict(sheet, panel, PASS_WORDS);
      sheet.text(36 + index * 135, y + 12, text, { size: 11, bold: true, width: 125, align: 'center' });
    }
    y += 42;
    for (const { panel, rows } of rowsByPanel(record)) y = section(sheet, y, panel, rows);
    return sheet;
  },
};

function strip(sheet, y, cells) {
  let x = 36;
  for (const [label, value, width] of cells) {
    sheet.text(x, y, label, { size: 6.5, color: '#666666', spacing: 1.2 });
    sheet.text(x, y + 10, value, { size: 9.5, width: width - 12 });
    x += width;
  }
}

function card(sheet, x, y, amount, caption) {
  sheet.box(x, y, 170, 44);
  sheet.text(x, y + 6, amount, { size: 14, bold: true, width: 170, align: 'center' });
  sheet.text(x, y + 27, caption, { size: 8, color: '#555555', width: 170, align: 'center' });
}

function section(sheet, y, panel, rows) {
  let top = y;
  if (top > sheet.bottom - 90) {
    sheet.addPage();
    top = 40;
  }
  sheet.text(36, top, PANEL_TITLES[panel].toUpperCase(), { size: 10, bold: true, spacing: 3 });
  const unit = rows.every((row) => row.unit === rows[0].unit) ? rows[0].unit : null;
  const columns = [
    { kind: 'name', title: 'ANALYTE', width: 160 },
    { kind: 'result', title: unit ? `RESULT ${unit}` : 'RESULT', width: 110, align: 'right' },
    ...(unit ? [] : [{ kind: 'unit', title: 'UNIT', width: 60, align: 'center' }]),
    { kind: 'limit', title: 'LIMIT', width: 70, align: 'right' },
    { kind: 'lod', title: 'LOD', width: 70, align: 'right' },
    { kind: 'loq', title: 'LOQ', width: 70, align: 'right' },
  ];
  return resultTable(sheet, 33, top + 18, rows, columns, { zebra: true, padding: 2.5 }) + 14;
}
