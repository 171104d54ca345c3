// The page is two columns: header and cannabinoids on the left, contaminants on the right, in small type.
import { containerMl, formatDay, PANEL_TITLES, rowsByPanel, shiftDay } from '../record.mjs';
import { PASS_WORDS, panelsOf, resultTable, total, verdict } from '../results.mjs';
import { Sheet } from '../sheet.mjs';

const LEFT = 36;
const RIGHT = 318;

export const twoColumns = {
  name: 'two-columns',
  print(record) {
    const sheet = new Sheet(record);
    sheet.text(LEFT, 34, sheet.states('labName', record.labName), { size: 13, bold: true });
    sheet.text(RIGHT, 36, 'Certificate of Analysis', { size: 11 });
    sheet.rule(LEFT, 56, 540);
    let left = header(sheet, record);
    let right = 66;
    sheet.qr(RIGHT + 190, right, 58);
    for (const panel of panelsOf(record)) {
      sheet.text(RIGHT, right, PANEL_TITLES[panel], { size: 8 });
      sheet.text(RIGHT + 100, right, verdict(sheet, panel, PASS_WORDS), { size: 8, bold: true });
      right += 14;
    }
    right = Math.max(right, 132);
    for (const { panel, rows } of rowsByPanel(record)) {
      if (panel === 'cannabinoids') left = table(sheet, LEFT, left, panel, rows);
      else right = table(sheet, RIGHT, right, panel, rows);
    }
    return sheet;
  },
};

function header(sheet, record) {
  const lines = [
    ['Manufactured by', sheet.states('brandName', record.brandName)],
    ['Product', sheet.states('productName', record.productName)],
    ['Batch/Lot #', sheet.states('batchId', record.batchId)],
    ['Container', `${containerMl(record)} mL`],
    ['COA #', sheet.states('labReportId', record.labReportId)],
    ['Received', formatDay(shiftDay(record.testDate, -5), 'iso')],
    ['Analysis Completed', sheet.states('testDate', formatDay(record.testDate, 'iso'), record.testDate)],
    ...(record.thcContent === null
      ? []
      : [
          ['Total THC per can', `${total(sheet, 'thcContent')} mg`],
          ['Total CBD per can', `${total(sheet, 'cbdContent')} mg`],
        ]),
  ];
  let y = 66;
  for (const [label, value] of lines) {
    sheet.text(LEFT, y, label, { size: 8, color: '#555555' });
    y += sheet.text(LEFT + 92, y, value, { size: 8, width: 168 }) + 3;
  }
  return y + 12;
}

function table(sheet, x, y, panel, rows) {
  const unit = rows.every((row) => row.unit === rows[0].unit) ? rows[0].unit : null;
  sheet.text(x, y, PANEL_TITLES[panel], { size: 9, bold: true });
  const columns = [
    { kind: 'name', title: 'Analyte', width: unit ? 96 : 80 },
    { kind: 'loq', title: 'LOQ', width: 42, align: 'center' },
    { kind: 'limit', title: 'Limit', width: 42, align: 'center' },
    { kind: 'result', title: unit ? `Result (${unit})` : 'Result', width: unit ? 76 : 56, align: 'center' },
    ...(unit ? [] : [{ kind: 'unit', title: 'Unit', width: 36 }]),
  ].filter(({ kind }) => kind !== 'limit' || panel !== 'cannabinoids');
  return resultTable(sheet, x, y + 13, rows, columns, { size: 7, zebra: true, padding: 2 }) + 12;
}
