// Narrow columns: product names and names of analytes wrap; labels in a shaded column.
import { formatDay, PANEL_TITLES, rowsByPanel, shiftDay } from '../record.mjs';
import { PASS_WORDS, panelsOf, resultTable, total, verdict } from '../results.mjs';
import { Sheet } from '../sheet.mjs';

export const narrow = {
  name: 'narrow',
  print(record) {
    const sheet = new Sheet(record);
    sheet.text(44, 36, 'Laboratory Report', { size: 16, bold: true });
    const columns = [{ width: 80 }, { width: 100 }, { width: 80 }, { width: 150 }];
    const cells = [
      [
        'Laboratory',
        sheet.states('labName', record.labName),
        'Report No.',
        sheet.states('labReportId', record.labReportId),
      ],
      [
        'Brand Name',
        sheet.states('brandName', record.brandName),
        'Received',
        formatDay(shiftDay(record.testDate, -3), 'short'),
      ],
      [
        'Product Name',
        sheet.states('productName', record.productName),
        'Test Date',
        sheet.states('testDate', formatDay(record.testDate, 'short'), record.testDate),
      ],
      [
        'Batch No.',
        sheet.states('batchId', record.batchId),
        'Issue Date',
        formatDay(shiftDay(record.testDate, 4), 'short'),
      ],
    ];
    if (record.thcContent !== null)
      cells.push([
        'THC per can',
        `${total(sheet, 'thcContent')} mg`,
        'CBD per can',
        `${total(sheet, 'cbdContent')} mg`,
      ]);
    let y = sheet.table(44, 66, columns, cells, { ruled: true, size: 8, head: false }) + 14;
    sheet.qr(480, 66, 70);
    for (const panel of panelsOf(record)) {
      sheet.text(
        44,
        y,
        `${PANEL_TITLES[panel]} - ${verdict(sheet, panel, { ...PASS_WORDS, passed: 'Pass', failed: 'Fail' })}`,
      );
      y += 14;
    }
    for (const { panel, rows } of rowsByPanel(record)) y = section(sheet, y + 10, panel, rows);
    return sheet;
  },
};

function section(sheet, y, panel, rows) {
  let top = y;
  if (top > sheet.bottom - 100) {
    sheet.addPage();
    top = 40;
  }
  sheet.text(44, top, PANEL_TITLES[panel], { size: 10, bold: true });
  const columns = [
    { kind: 'name', title: 'Analyte', width: 72 },
    { kind: 'result', title: 'Result', width: 80 },
    { kind: 'unit', title: 'Unit', width: 44 },
    { kind: 'loq', title: 'LOQ', width: 44 },
    { kind: 'limit', title: 'Limit', width: 50 },
    { kind: 'method', title: 'Test Method', width: 90 },
  ];
  return resultTable(sheet, 44, top + 15, rows, columns, { ruled: true, size: 8, padding: 4 }) + 4;
}
