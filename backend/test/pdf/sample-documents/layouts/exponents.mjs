// The analytes' units stand in a separate line below the headings; results before limits; results in a title bar.
import { containerMl, formatDay, PANEL_TITLES, rowsByPanel, shiftDay } from '../record.mjs';
import { panelsOf, resultTable, total, verdict } from '../results.mjs';
import { Sheet } from '../sheet.mjs';

const WORDS = { passed: 'Pass', failed: 'Fail', not_tested: 'Not tested', pending: 'Pending' };

export const exponents = {
  name: 'exponents',
  print(record) {
    const sheet = new Sheet(record, { family: 'serif' });
    sheet.text(50, 34, 'CERTIFICATE OF ANALYSIS', { size: 15, bold: true, width: 512, align: 'center' });
    sheet.text(50, 56, `Issued by ${record.labName}, accredited in this story only`, {
      size: 8,
      width: 512,
      align: 'center',
    });
    const left = [
      ['Customer Name', sheet.states('brandName', record.brandName)],
      ['Sample Description', sheet.states('productName', record.productName)],
      ['Sample ID', `S-${record.labReportId.length}0${record.batchId.length}77`],
      ['Lot Code', sheet.states('batchId', record.batchId)],
      ['Net Contents', `${containerMl(record)} mL`],
    ];
    const right = [
      ['Certificate ID', sheet.states('labReportId', record.labReportId)],
      ['Testing Laboratory', sheet.states('labName', record.labName)],
      ['Sampling Date', formatDay(shiftDay(record.testDate, -9), 'dmy')],
      ['Date Completed', sheet.states('testDate', formatDay(record.testDate, 'dmy'), record.testDate)],
      ['Date Issued', formatDay(shiftDay(record.testDate, 1), 'dmy')],
    ];
    for (const [index, [label, value]] of left.entries()) {
      sheet.text(50, 84 + index * 15, label, { bold: true, size: 8.5 });
      sheet.text(140, 84 + index * 15, value, { size: 8.5 });
    }
    for (const [index, [label, value]] of right.entries()) {
      sheet.text(330, 84 + index * 15, label, { bold: true, size: 8.5 });
      sheet.text(420, 84 + index * 15, value, { size: 8.5 });
    }
    sheet.qr(506, 700, 50);
    let y = 172;
    if (record.thcContent !== null) {
      sheet.text(50, y, 'Total THC (mg/container)', { size: 9 });
      sheet.text(180, y, total(sheet, 'thcContent'), { size: 9, bold: true });
      sheet.text(300, y, 'Total CBD (mg/container)', { size: 9 });
      sheet.text(430, y, total(sheet, 'cbdContent'), { size: 9, bold: true });
      y += 24;
    }
    const shown = new Set(rowsByPanel(record).map(({ panel }) => panel));
    for (const panel of panelsOf(record).filter((one) => !shown.has(one))) {
      sheet.text(50, y, PANEL_TITLES[panel], { size: 9 });
      sheet.text(180, y, verdict(sheet, panel, WORDS), { size: 9 });
      y += 15;
    }
    for (const { panel, rows } of rowsByPanel(record)) y = section(sheet, y, panel, rows);
    return sheet;
  },
};

function section(sheet, y, panel, rows) {
  let top = y;
  if (top > sheet.bottom - 100) {
    sheet.addPage();
    top = 44;
  }
  sheet.box(50, top, 512, 16, { fill: '#dfe6ee' });
  sheet.text(54, top + 3, `${PANEL_TITLES[panel]} Testing`, { size: 10, bold: true });
  if (sheet.record.panels[panel]) {
    sheet.text(440, top + 3, verdict(sheet, panel, WORDS), { size: 10, bold: true, width: 110, align: 'right' });
  }
  const unit = rows.find((row) => row.unit)?.unit ?? '';
  const isOne = rows.every((row) => row.unit === unit);
  const below = (title) => (isOne ? `${title}\n${unit}` : title);
  const columns = [
    { kind: 'name', title: 'Test Parameter', width: 170 },
    { kind: 'result', title: below('Result'), width: 90, align: 'center' },
    ...(isOne ? [] : [{ kind: 'unit', title: 'Units', width: 60, align: 'center' }]),
    { kind: 'limit', title: below('Specification'), width: 90, align: 'center' },
    { kind: 'lod', title: below('MDL'), width: 70, align: 'center' },
  ].filter(({ kind }) => kind !== 'limit' || panel !== 'cannabinoids');
  return resultTable(sheet, 50, top + 22, rows, columns, { size: 9, padding: 3 }) + 16;
}
