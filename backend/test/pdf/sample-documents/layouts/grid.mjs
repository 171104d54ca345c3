// Cells with a small label above the value; one heading over several units.
import { containerMl, formatDay, PANEL_TITLES, rowsByPanel, shiftDay } from '../record.mjs';
import {
  isConcentration,
  PASS_WORDS,
  panelsOf,
  resultTable,
  tableStatesTotals,
  total,
  totalLines,
  verdict,
} from '../results.mjs';
import { Sheet } from '../sheet.mjs';

export const grid = {
  name: 'grid',
  print(record) {
    const sheet = new Sheet(record);
    sheet.text(36, 30, 'COA', { size: 22, bold: true, color: '#7a3b1d' });
    const cells = [
      ['Brand Name', sheet.states('brandName', record.brandName)],
      ['Product Name', sheet.states('productName', record.productName)],
      ['Lab Name', sheet.states('labName', record.labName)],
      ['Batch #', sheet.states('batchId', record.batchId)],
      ['Sample ID', 'SMP-000-12'],
      ['Report #', sheet.states('labReportId', record.labReportId)],
      ['Date Received', formatDay(shiftDay(record.testDate, -4), 'long')],
      ['Analysis Date', sheet.states('testDate', formatDay(record.testDate, 'long'), record.testDate)],
      ['Fill Volume', `${containerMl(record)} mL`],
    ];
    for (const [index, [label, value]] of cells.entries()) {
      const x = 36 + (index % 3) * 180;
      const y = 64 + Math.floor(index / 3) * 40;
      sheet.box(x, y, 180, 40);
      sheet.text(x + 5, y + 4, label, { size: 6.5, color: '#777777' });
      sheet.text(x + 5, y + 15, value, { size: 9, width: 170 });
    }
    sheet.qr(536, 24, 36);
    let y = 200;
    const badges = panelsOf(record);
    for (const [index, panel] of badges.entries()) {
      sheet.box(36 + index * 136, y, 128, 34);
      sheet.text(41 + index * 136, y + 4, PANEL_TITLES[panel], { size: 7.5 });
      sheet.text(41 + index * 136, y + 17, verdict(sheet, panel, PASS_WORDS), { size: 10, bold: true });
    }
    y += 48;
    if (!tableStatesTotals(record)) y = totalLines(sheet, 36, y);
    for (const { panel, rows } of rowsByPanel(record)) y = section(sheet, y, panel, rows);
    return sheet;
  },
};

function section(sheet, y, panel, rows) {
  let top = y;
  if (top > sheet.bottom - 110) {
    sheet.addPage();
    top = 40;
  }
  sheet.text(36, top, PANEL_TITLES[panel], { size: 11, bold: true, color: '#7a3b1d' });
  const isPotency = panel === 'cannabinoids' && rows.every(isConcentration);
  if (!isPotency) {
    const columns = [
      { kind: 'name', title: 'Name', width: 150 },
      { kind: 'status', title: 'Pass / Fail', width: 70, align: 'center' },
      { kind: 'result', title: 'Measured', width: 90, align: 'center' },
      { kind: 'limit', title: 'Allowable Limit', width: 90, align: 'center' },
      { kind: 'unit', title: 'Unit of Measure', width: 90, align: 'center' },
    ];
    return resultTable(sheet, 36, top + 16, rows, columns, { ruled: true, size: 8 }) + 14;
  }
  const { unit } = rows[0];
  const { record } = sheet;
  sheet.text(266, top + 16, 'Concentration', { size: 8, bold: true, width: 270, align: 'center' });
  const columns = [
    { kind: 'name', title: 'Cannabinoid', width: 150 },
    { kind: 'lod', title: `LOD (${unit})`, width: 80, align: 'center' },
    { kind: 'in', unit: '%', title: '%', width: 90, align: 'center' },
    { kind: 'in', unit, title: unit, width: 90, align: 'center' },
    ...(record.thcContent === null
      ? []
      : [{ kind: 'in', unit: 'mg/can', title: 'mg/can', width: 90, align: 'center' }]),
  ];
  const line = (name, field) => {
    const amount = Number(total(sheet, field));
    const part = amount / containerMl(record);
    return [name, '', String(Number((part / 10).toFixed(5))), String(Number(part.toFixed(5))), String(amount)];
  };
  const after = record.thcContent === null ? [] : [line('Total THC', 'thcContent'), line('Total CBD', 'cbdContent')];
  return resultTable(sheet, 36, top + 28, rows, columns, { ruled: true, size: 8, after }) + 14;
}
