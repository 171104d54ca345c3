// Headings on two lines with the unit below; percent, mg/g and milligrams per container side by side.
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

export const unitsInHeadings = {
  name: 'units-in-headings',
  print(record) {
    const sheet = new Sheet(record);
    sheet.text(0, 34, sheet.states('labName', record.labName), { size: 16, bold: true, width: 612, align: 'center' });
    sheet.text(0, 56, 'Certificate of Analysis', { size: 10, width: 612, align: 'center' });
    sheet.text(0, 72, '40 Sample Street, Dover, DE 19901', { size: 7, width: 612, align: 'center' });
    sheet.qr(40, 36, 56);
    const columns = [{ width: 110 }, { width: 170 }, { width: 110 }, { width: 142 }];
    const rows = [
      [
        'Brand',
        sheet.states('brandName', record.brandName),
        'Certificate No.',
        sheet.states('labReportId', record.labReportId),
      ],
      [
        'Sample Name',
        sheet.states('productName', record.productName),
        'Sampled',
        formatDay(shiftDay(record.testDate, -6), 'us'),
      ],
      [
        'Lot',
        sheet.states('batchId', record.batchId),
        'Analysis Date',
        sheet.states('testDate', formatDay(record.testDate, 'us'), record.testDate),
      ],
      ['Package Size', `${containerMl(record)} mL`, 'Issued', formatDay(shiftDay(record.testDate, 2), 'us')],
    ];
    let y = sheet.table(40, 100, columns, rows, { ruled: true, size: 8.5, head: false }) + 14;
    for (const panel of panelsOf(record)) {
      sheet.text(40, y, PANEL_TITLES[panel], { size: 8.5 });
      sheet.text(150, y, verdict(sheet, panel, PASS_WORDS), { size: 8.5, bold: true });
      y += 14;
    }
    y += 6;
    if (!tableStatesTotals(record)) y = totalLines(sheet, 40, y, 8.5);
    for (const { panel, rows: lines } of rowsByPanel(record)) y = table(sheet, y, panel, lines);
    return sheet;
  },
};

function table(sheet, y, panel, rows) {
  let top = y;
  if (top > sheet.bottom - 110) {
    sheet.addPage();
    top = 44;
  }
  sheet.text(40, top, `${PANEL_TITLES[panel]} Analysis`, { size: 10, bold: true });
  if (panel === 'cannabinoids' && rows.every(isConcentration)) return potency(sheet, top + 16, rows) + 14;
  const unit = rows.every((row) => row.unit === rows[0].unit) ? rows[0].unit : null;
  const withUnit = (title) => (unit ? `${title}\n(${unit})` : title);
  const columns = [
    { kind: 'name', title: 'Compound', width: 150 },
    { kind: 'limit', title: withUnit('Action Limit'), width: 80, align: 'center' },
    { kind: 'loq', title: withUnit('LOQ'), width: 70, align: 'center' },
    { kind: 'result', title: withUnit('Result'), width: 80, align: 'center' },
    ...(unit ? [] : [{ kind: 'unit', title: 'Unit', width: 60 }]),
    { kind: 'status', title: 'Pass/Fail', width: 60, align: 'center' },
  ];
  return resultTable(sheet, 40, top + 16, rows, columns, { padding: 3 }) + 14;
}

function potency(sheet, y, rows) {
  const { record } = sheet;
  const base = rows[0].unit === '%' ? 'mg/g' : rows[0].unit;
  const columns = [
    { kind: 'name', title: 'Cannabinoid', width: 150 },
    { kind: 'loq', title: `LOQ\n(${rows[0].unit})`, width: 70, align: 'right' },
    { kind: 'in', unit: '%', title: 'Result\n(%)', width: 80, align: 'right' },
    { kind: 'in', unit: base, title: `Result\n(${base})`, width: 80, align: 'right' },
    ...(record.thcContent === null
      ? []
      : [{ kind: 'in', unit: 'mg/container', title: 'Result\n(mg/container)', width: 90, align: 'right' }]),
  ];
  const line = (name, field) => {
    const amount = total(sheet, field);
    const perMl = Number(amount) / containerMl(record);
    return [name, '', String(Number((perMl / 10).toFixed(5))), String(Number(perMl.toFixed(5))), amount];
  };
  const after = record.thcContent === null ? [] : [line('Total THC', 'thcContent'), line('Total CBD', 'cbdContent')];
  return resultTable(sheet, 40, y, rows, columns, { after });
}
