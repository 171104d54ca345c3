// Headings on three lines in narrow columns, and a table that begins with a running number.
import { formatDay, PANEL_TITLES, rowsByPanel, shiftDay } from '../record.mjs';
import { panelsOf, resultTable, total, verdict } from '../results.mjs';
import { Sheet } from '../sheet.mjs';

const WORDS = { passed: 'PASSED', failed: 'FAILED', not_tested: 'NOT TESTED', pending: 'PENDING' };

export const threeLines = {
  name: 'three-lines',
  print(record) {
    const sheet = new Sheet(record);
    sheet.text(40, 30, sheet.states('labName', record.labName).toUpperCase(), { size: 12, bold: true });
    sheet.text(40, 46, 'CERTIFICATE OF ANALYSIS - FINAL', { size: 8 });
    const columns = [
      { title: 'Client' },
      { title: 'Sample Name' },
      { title: 'Batch/Lot Number' },
      { title: 'Date of Analysis' },
      { title: 'COA ID' },
    ];
    const widths = [110, 150, 100, 90, 90];
    const cells = [
      sheet.states('brandName', record.brandName),
      sheet.states('productName', record.productName),
      sheet.states('batchId', record.batchId),
      sheet.states('testDate', formatDay(record.testDate, 'dmy'), record.testDate),
      sheet.states('labReportId', record.labReportId),
    ];
    let y = sheet.table(
      37,
      64,
      columns.map((column, index) => ({ ...column, width: widths[index] })),
      [cells],
      { ruled: true, size: 7.5 },
    );
    sheet.text(40, y + 6, `Received ${formatDay(shiftDay(record.testDate, -3), 'dmy')}, condition good`, { size: 7 });
    y += 24;
    sheet.qr(530, 20, 40);
    if (record.thcContent !== null) {
      sheet.text(40, y, `Total THC / Container: ${total(sheet, 'thcContent')} mg`, { size: 9 });
      sheet.text(300, y, `Total CBD / Container: ${total(sheet, 'cbdContent')} mg`, { size: 9 });
      y += 18;
    }
    for (const panel of panelsOf(record)) {
      sheet.text(40, y, `${PANEL_TITLES[panel]} Screen: ${verdict(sheet, panel, WORDS)}`, { size: 8 });
      y += 12;
    }
    for (const { panel, rows } of rowsByPanel(record)) y = section(sheet, y + 10, panel, rows);
    return sheet;
  },
};

function section(sheet, y, panel, rows) {
  let top = y;
  if (top > sheet.bottom - 110) {
    sheet.addPage();
    top = 40;
  }
  sheet.text(40, top, `${PANEL_TITLES[panel]} Results`, { size: 9, bold: true });
  const units = new Set(rows.map((row) => row.unit));
  const [unit] = units;
  const own = units.size === 1 && unit ? `\n(${unit})` : '';
  const columns = [
    { kind: 'index', title: 'No.', width: 30 },
    { kind: 'name', title: 'Compound', width: 150 },
    { kind: 'lod', title: `Limit of\nDetection${own}`, width: 66, align: 'center' },
    { kind: 'loq', title: `Limit of\nQuantitation${own}`, width: 72, align: 'center' },
    { kind: 'result', title: `Amount\nFound${own}`, width: 80, align: 'center' },
    ...(own ? [] : [{ kind: 'unit', title: 'Unit', width: 50, align: 'center' }]),
    { kind: 'status', title: 'Pass or Fail', width: 50, align: 'center' },
  ];
  return resultTable(sheet, 37, top + 13, rows, columns, { size: 7.5, padding: 2, zebra: true });
}
