// Ruled tables; labels beside their values in two columns; verdicts in a table.
import { containerMl, formatDay, PANEL_TITLES, rowsByPanel, shiftDay } from '../record.mjs';
import { PASS_WORDS, panelsOf, resultTable, tableStatesTotals, total, totalLines, verdict } from '../results.mjs';
import { Sheet } from '../sheet.mjs';

export const ruled = {
  name: 'ruled',
  print(record) {
    const sheet = new Sheet(record);
    sheet.text(40, 40, sheet.states('labName', record.labName), { size: 15, bold: true });
    sheet.text(40, 60, '1200 Invented Avenue, Springfield, CO 80000 · (555) 010-0199', { size: 7, color: '#555555' });
    sheet.text(40, 84, 'CERTIFICATE OF ANALYSIS', { size: 12, bold: true });
    sheet.qr(510, 36, 62);
    const left = [
      ['Client:', sheet.states('brandName', record.brandName)],
      ['Product Name:', sheet.states('productName', record.productName)],
      ['Batch ID:', sheet.states('batchId', record.batchId)],
      ['Matrix:', 'Beverage'],
    ];
    const right = [
      ['Report Number:', sheet.states('labReportId', record.labReportId)],
      ['Date Received:', formatDay(shiftDay(record.testDate, -4), 'short')],
      ['Date Tested:', sheet.states('testDate', formatDay(record.testDate, 'short'), record.testDate)],
      ['Date Reported:', formatDay(shiftDay(record.testDate, 2), 'short')],
    ];
    for (const [index, [label, value]] of left.entries()) pair(sheet, 40, 112 + index * 17, label, value, 75);
    for (const [index, [label, value]] of right.entries()) pair(sheet, 345, 112 + index * 17, label, value, 80);
    let y = 192;
    const verdicts = panelsOf(record).map((panel) => [PANEL_TITLES[panel], verdict(sheet, panel, PASS_WORDS)]);
    if (verdicts.length > 0) {
      const columns = [
        { title: 'Panel', width: 130 },
        { title: 'Overall Result', width: 100 },
      ];
      y = sheet.table(40, y, columns, verdicts, { ruled: true }) + 14;
    }
    if (!tableStatesTotals(record)) y = totalLines(sheet, 40, y);
    for (const { panel, rows } of rowsByPanel(record)) y = panelTable(sheet, y, panel, rows);
    return sheet;
  },
};

function pair(sheet, x, y, label, value, offset) {
  sheet.text(x, y, label, { bold: true });
  sheet.text(x + offset, y, value);
}

function panelTable(sheet, y, panel, rows) {
  let top = y;
  if (top > sheet.bottom - 90) {
    sheet.addPage();
    top = 44;
  }
  sheet.text(40, top, PANEL_TITLES[panel], { size: 10, bold: true });
  const perContainer = panel === 'cannabinoids' && tableStatesTotals(sheet.record);
  const columns = [
    { kind: 'name', title: 'Analyte', width: 140 },
    { kind: 'lod', title: 'LOD', width: 50, align: 'right' },
    { kind: 'loq', title: 'LOQ', width: 50, align: 'right' },
    ...(panel === 'cannabinoids' ? [] : [{ kind: 'limit', title: 'Limit', width: 55, align: 'right' }]),
    { kind: 'result', title: 'Result', width: 70, align: 'right' },
    { kind: 'unit', title: 'Units', width: 50 },
    ...(perContainer
      ? [{ kind: 'in', unit: 'mg/container', title: 'mg/container', width: 75, align: 'right' }]
      : [{ kind: 'method', title: 'Method', width: 75 }]),
    ...(panel === 'cannabinoids' ? [] : [{ kind: 'status', title: 'Status', width: 42 }]),
  ];
  const after = perContainer ? totals(sheet, rows[0].unit) : [];
  return resultTable(sheet, 40, top + 16, rows, columns, { ruled: true, after }) + 14;
}

function totals(sheet, unit) {
  const line = (name, field) => {
    const amount = total(sheet, field);
    const concentration = String(Number((Number(amount) / containerMl(sheet.record)).toFixed(5)));
    return [name, '', '', concentration, unit, amount];
  };
  return [line('Total THC', 'thcContent'), line('Total CBD', 'cbdContent')];
}
