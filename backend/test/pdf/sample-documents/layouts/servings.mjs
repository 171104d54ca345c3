// Amounts per serving beside amounts per container, also in the summary; fields in sentences divided by bars.
import { containerMl, formatDay, PANEL_TITLES, rowsByPanel, servings, shiftDay } from '../record.mjs';
import { isConcentration, panelsOf, resultTable, total, verdict } from '../results.mjs';
import { Sheet } from '../sheet.mjs';

const WORDS = { passed: 'Passed', failed: 'Failed', not_tested: 'NT', pending: 'In Progress' };

export const perServing = {
  name: 'servings',
  print(record) {
    const sheet = new Sheet(record, { family: 'serif' });
    sheet.text(48, 36, sheet.states('labName', record.labName), { size: 13, bold: true });
    sheet.text(48, 54, 'PO Box 0000, Boise, ID 83701', { size: 7.5 });
    sheet.text(48, 74, `Certificate of Analysis`, { size: 12 });
    const report = sheet.states('labReportId', record.labReportId);
    const day = sheet.states('testDate', formatDay(record.testDate, 'us'), record.testDate);
    sheet.text(48, 96, `Prepared for: ${sheet.states('brandName', record.brandName)}`, { size: 9 });
    sheet.text(48, 111, `Sample: ${sheet.states('productName', record.productName)}`, { size: 9 });
    sheet.text(48, 126, `Lot: ${sheet.states('batchId', record.batchId)}  |  Certificate Number: ${report}`, {
      size: 9,
    });
    sheet.text(48, 141, `Received: ${formatDay(shiftDay(record.testDate, -2), 'us')}  |  Tested: ${day} 3:45 PM`, {
      size: 9,
    });
    sheet.text(
      48,
      156,
      `Serving size: ${Math.round(containerMl(record) / servings(record))} mL  |  Servings per container: ${servings(record)}`,
      { size: 9 },
    );
    sheet.qr(500, 40, 60);
    let y = 184;
    if (record.thcContent !== null) y = summary(sheet, y);
    for (const panel of panelsOf(record)) {
      sheet.text(48, y, PANEL_TITLES[panel], { size: 9 });
      sheet.text(150, y, 'Tested', { size: 9 });
      sheet.text(220, y, verdict(sheet, panel, WORDS), { size: 9 });
      y += 14;
    }
    for (const { panel, rows } of rowsByPanel(record)) y = section(sheet, y + 12, panel, rows);
    return sheet;
  },
};

function summary(sheet, y) {
  const { record } = sheet;
  const perServingOf = (field) => `${Number((Number(record[field]) / servings(record)).toFixed(2))} mg`;
  const columns = [
    { title: 'Summary', width: 120 },
    { title: 'Per Serving', width: 100, align: 'right' },
    { title: 'Per Container', width: 100, align: 'right' },
  ];
  const rows = [
    ['Total THC', perServingOf('thcContent'), `${total(sheet, 'thcContent')} mg`],
    ['Total CBD', perServingOf('cbdContent'), `${total(sheet, 'cbdContent')} mg`],
  ];
  return sheet.table(45, y, columns, rows, { size: 9 }) + 14;
}

function section(sheet, y, panel, rows) {
  let top = y;
  if (top > sheet.bottom - 90) {
    sheet.addPage();
    top = 44;
  }
  sheet.text(48, top, PANEL_TITLES[panel], { size: 11, bold: true });
  const isPotency = panel === 'cannabinoids' && rows.every(isConcentration);
  const unit = rows.every((row) => row.unit === rows[0].unit) ? rows[0].unit : null;
  const columns = isPotency
    ? [
        { kind: 'name', title: 'Cannabinoid', width: 120 },
        { kind: 'in', unit, title: unit, width: 80, align: 'right' },
        { kind: 'in', unit: 'mg/serving', title: 'mg/serving', width: 90, align: 'right' },
        { kind: 'in', unit: 'mg/container', title: 'mg/container', width: 100, align: 'right' },
      ]
    : [
        { kind: 'name', title: 'Test', width: 190 },
        { kind: 'limit', title: 'Action Level', width: 80, align: 'right' },
        { kind: 'result', title: unit ? `Level, ${unit}` : 'Result', width: 100, align: 'right' },
        ...(unit ? [] : [{ kind: 'unit', title: 'Unit', width: 60, align: 'center' }]),
      ];
  return resultTable(sheet, 45, top + 18, rows, columns, { size: 9, padding: 2.5 });
}
