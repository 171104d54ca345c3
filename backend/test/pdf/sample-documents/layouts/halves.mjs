// Long panels in two tables side by side; the laboratory only in a sentence at the end; LOD and LOQ in one column.
import { formatDay, PANEL_TITLES, rowsByPanel, shiftDay } from '../record.mjs';
import { PASS_WORDS, panelsOf, resultTable, total, verdict } from '../results.mjs';
import { Sheet } from '../sheet.mjs';

export const halves = {
  name: 'halves',
  print(record) {
    const sheet = new Sheet(record);
    sheet.text(40, 36, sheet.states('productName', record.productName), { size: 14, bold: true });
    sheet.text(40, 58, `Product Name: ${record.productName}`, { size: 8 });
    sheet.text(40, 72, `Manufacturer: ${sheet.states('brandName', record.brandName)}`, { size: 8 });
    sheet.text(40, 86, `Batch ID: ${sheet.states('batchId', record.batchId)}`, { size: 8 });
    sheet.text(330, 58, `Report ID: ${sheet.states('labReportId', record.labReportId)}`, { size: 8 });
    sheet.text(330, 72, `Date Collected: ${formatDay(shiftDay(record.testDate, -6), 'iso')}`, { size: 8 });
    sheet.text(
      330,
      86,
      `Date Analyzed: ${sheet.states('testDate', formatDay(record.testDate, 'iso'), record.testDate)}`,
      { size: 8 },
    );
    sheet.qr(520, 40, 56);
    let y = 110;
    if (record.thcContent !== null) {
      sheet.text(40, y, `${total(sheet, 'thcContent')} mg/package Total THC`, { size: 11, bold: true });
      sheet.text(330, y, `${total(sheet, 'cbdContent')} mg/package Total CBD`, { size: 11, bold: true });
      y += 24;
    }
    const verdicts = panelsOf(record).map((panel) => [PANEL_TITLES[panel], 'Final', verdict(sheet, panel, PASS_WORDS)]);
    const columns = [
      { title: 'Analysis', width: 130 },
      { title: 'Report', width: 80 },
      { title: 'Status', width: 80 },
    ];
    if (verdicts.length > 0) y = sheet.table(40, y, columns, verdicts, { size: 8 }) + 12;
    for (const { panel, rows } of rowsByPanel(record)) y = section(sheet, y, panel, rows);
    sheet.text(
      40,
      Math.min(y + 6, sheet.bottom - 16),
      `This product has been tested by ${sheet.states('labName', record.labName)} using validated methods.`,
      { size: 6.5 },
    );
    return sheet;
  },
};

function section(sheet, y, panel, rows) {
  const count = Math.ceil(rows.length / 2);
  let top = y;
  if (top + 40 + count * 15 > sheet.bottom - 20) {
    sheet.addPage();
    top = 40;
  }
  sheet.text(40, top, `${PANEL_TITLES[panel]} Screening`, { size: 9.5, bold: true });
  const unit = rows.every((row) => row.unit === rows[0].unit) ? rows[0].unit : null;
  const columns = [
    { kind: 'name', title: 'Analyte', width: 100 },
    { kind: 'limit', title: 'Limit', width: 46, align: 'right' },
    { kind: 'result', title: unit ? `Conc. (${unit})` : 'Conc.', width: 76, align: 'right' },
    ...(unit ? [] : [{ kind: 'unit', title: 'Unit', width: 40 }]),
  ].filter(({ kind }) => kind !== 'limit' || panel !== 'cannabinoids');
  const parts = rows.length > 5 ? [rows.slice(0, count), rows.slice(count)] : [rows];
  const ends = parts.map((part, index) =>
    resultTable(sheet, 37 + index * 275, top + 14, part, columns, { size: 7.5, padding: 2 }),
  );
  return Math.max(...ends) + 12;
}
