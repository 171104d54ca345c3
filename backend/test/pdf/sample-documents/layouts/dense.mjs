// Small type, as programs of laboratories print it: client with address, several labels on one line, per-serving columns.
import { containerMl, formatDay, PANEL_TITLES, resultIn, rowsByPanel, servings, shiftDay } from '../record.mjs';
import { PASS_WORDS, panelsOf, resultTable, tableStatesTotals, total, totalLines, verdict } from '../results.mjs';
import { Sheet } from '../sheet.mjs';

export const dense = {
  name: 'dense',
  print(record) {
    const sheet = new Sheet(record);
    sheet.text(30, 28, sheet.states('labName', record.labName), { size: 11, bold: true });
    sheet.text(30, 43, '77 Nowhere Loop, Tulsa, OK 74101', { size: 6.5 });
    sheet.text(30, 52, '(555) 010-0144   lab.example', { size: 6.5 });
    sheet.text(440, 28, 'Certificate of Analysis', { size: 11 });
    sheet.text(440, 43, `Report #: ${sheet.states('labReportId', record.labReportId)}`, { size: 7 });
    sheet.rule(30, 66, 552);
    sheet.text(30, 72, 'Client:', { size: 7, bold: true });
    sheet.text(70, 72, sheet.states('brandName', record.brandName), { size: 7 });
    sheet.text(70, 81, '18 Bottling Way', { size: 7 });
    sheet.text(70, 90, 'Austin, TX 78701', { size: 7 });
    sheet.text(300, 72, `Sample Name: ${sheet.states('productName', record.productName)}`, { size: 7 });
    sheet.text(300, 81, 'Matrix: Beverage; Type: Seltzer', { size: 7 });
    sheet.text(300, 90, `Lot #: ${sheet.states('batchId', record.batchId)}`, { size: 7 });
    const dates = [
      `Received: ${formatDay(shiftDay(record.testDate, -3), 'us')}`,
      `Completed: ${sheet.states('testDate', formatDay(record.testDate, 'us'), record.testDate)}`,
      `Reported: ${formatDay(shiftDay(record.testDate, 1), 'us')}`,
    ];
    sheet.text(300, 99, dates.join('   '), { size: 7 });
    sheet.text(30, 108, `1 container = ${containerMl(record)} mL; ${servings(record)} serving(s) per container`, {
      size: 6.5,
    });
    sheet.qr(540, 70, 44);
    let y = 122;
    for (const [index, panel] of panelsOf(record).entries()) {
      sheet.text(30 + index * 138, y, PANEL_TITLES[panel], { size: 7.5, bold: true });
      sheet.text(108 + index * 138, y, verdict(sheet, panel, { ...PASS_WORDS, not_tested: 'Not Tested' }), {
        size: 7.5,
      });
    }
    y += 18;
    if (!tableStatesTotals(record)) y = totalLines(sheet, 30, y, 7.5);
    for (const { panel, rows } of rowsByPanel(record)) y = section(sheet, y, panel, rows);
    return sheet;
  },
};

function section(sheet, y, panel, rows) {
  let top = y;
  if (top > sheet.bottom - 60) {
    sheet.addPage();
    top = 36;
  }
  sheet.text(30, top, `${PANEL_TITLES[panel]} by ${rows[0].method ?? 'several methods'}`, { size: 8.5, bold: true });
  if (panel === 'cannabinoids' && tableStatesTotals(sheet.record)) return potency(sheet, top + 13, rows) + 10;
  const columns = [
    { kind: 'name', title: 'Analyte', width: 130 },
    { kind: 'lod', title: 'LOD', width: 42, align: 'right' },
    { kind: 'loq', title: 'LOQ', width: 42, align: 'right' },
    { kind: 'limit', title: 'Limit', width: 48, align: 'right' },
    { kind: 'result', title: 'Result', width: 66, align: 'right' },
    { kind: 'unit', title: 'Units', width: 40 },
    { kind: 'status', title: 'Status', width: 40 },
  ];
  return resultTable(sheet, 27, top + 13, rows, columns, { size: 6.8, padding: 1.5 }) + 10;
}

function potency(sheet, y, rows) {
  const { record } = sheet;
  const unit = rows[0].unit;
  const columns = [
    { kind: 'name', title: 'Analyte', width: 110 },
    { kind: 'lod', title: `LOD ${unit}`, width: 60, align: 'right' },
    { kind: 'loq', title: `LOQ ${unit}`, width: 60, align: 'right' },
    { kind: 'in', unit, title: unit, width: 60, align: 'right' },
    { kind: 'in', unit: 'mg/serving', title: 'mg/serving', width: 66, align: 'right' },
    { kind: 'in', unit: 'mg/container', title: 'mg/container', width: 72, align: 'right' },
  ];
  const line = (name, field) => {
    const amount = Number(total(sheet, field));
    const row = { value: Number((amount / containerMl(record)).toFixed(5)), unit };
    const perServing = String(Number((amount / servings(record)).toFixed(2)));
    return [name, '', '', resultIn(row, unit, record), perServing, String(amount)];
  };
  const after = [line('Total THC', 'thcContent'), line('Total CBD', 'cbdContent')];
  return resultTable(sheet, 27, y, rows, columns, { size: 6.8, padding: 1.5, after });
}
