// The product as a title without a label, verdicts above their panels, cannabinoids side by side in one line, LOD and LOQ in
// one column, verdicts under a second "Result", and tables beside each other whose lines are at different heights.
import { formatDay, PANEL_TITLES, resultIn, rowsByPanel, shiftDay } from '../record.mjs';
import { isConcentration, panelsOf, resultTable, tableStatesTotals, total, totalLines, verdict } from '../results.mjs';
import { Sheet } from '../sheet.mjs';

const CARD_WORDS = { passed: 'Pass', failed: 'Fail', not_tested: 'Not Tested', pending: 'Pending' };

export const staggered = {
  name: 'staggered',
  print(record) {
    const sheet = new Sheet(record);
    sheet.text(400, 36, 'Certificate of Analysis', { size: 15 });
    sheet.text(40, 62, sheet.states('productName', record.productName), { size: 15, bold: true });
    sheet.text(40, 92, `Lot : ${sheet.states('batchId', record.batchId)} Sample Size Received : 4 units`, { size: 8 });
    sheet.text(40, 104, `Lab Batch #: QX-${record.batchId.length}77`, { size: 8 });
    sheet.text(320, 92, `Received: ${formatDay(shiftDay(record.testDate, -4), 'long')}`, { size: 8 });
    const tested = sheet.states('testDate', formatDay(record.testDate, 'long'), record.testDate);
    sheet.text(320, 104, `Completed: ${tested}`, { size: 8 });
    let y = cards(sheet, 128) + 10;
    const lab = sheet.states('labName', record.labName);
    sheet.text(40, y, `Shall not be reproduced without written approval, from ${lab}.`, { size: 7 });
    y += 20;
    if (!tableStatesTotals(record)) y = totalLines(sheet, 40, y, 8);
    const tables = Object.fromEntries(rowsByPanel(record).map(({ panel, rows }) => [panel, rows]));
    for (const [left, right] of [
      ['heavyMetals', 'residualSolvents'],
      ['microbials', null],
      ['pesticides', null],
    ])
      y = pair(sheet, y, [left, tables[left]], [right, tables[right]]);
    if (tables.cannabinoids) sideBySide(sheet, tables.cannabinoids);
    return sheet;
  },
};

function cards(sheet, y) {
  panelsOf(sheet.record).forEach((panel, index) => {
    const options = { width: 120, align: 'center' };
    sheet.text(40 + 130 * index, y, verdict(sheet, panel, CARD_WORDS), { ...options, size: 10, bold: true });
    sheet.text(40 + 130 * index, y + 15, PANEL_TITLES[panel], { ...options, size: 8 });
  });
  return y + 30;
}

function pair(sheet, y, [leftPanel, leftRows], [rightPanel, rightRows]) {
  const right = rightRows ? table(sheet, 320, y + 5, rightPanel, rightRows) : y;
  const left = leftRows ? table(sheet, 40, y, leftPanel, leftRows) : y;
  return Math.max(left, right) + 14;
}

function table(sheet, x, y, panel, rows) {
  sheet.text(x, y, PANEL_TITLES[panel], { size: 9, bold: true });
  const unit = rows.every((row) => row.unit === rows[0].unit) ? rows[0].unit : null;
  const titled = (title) => (unit ? `${title}\n(${unit})` : title);
  const columns = [
    { kind: 'name', title: 'COMPOUND', width: 100 },
    { kind: 'pair', title: titled('LOD/LOQ'), width: 62, align: 'center' },
    { kind: 'result', title: titled('RESULT'), width: 64, align: 'center' },
    ...(unit ? [] : [{ kind: 'unit', title: 'UNIT', width: 40 }]),
    { kind: 'status', title: 'RESULT', width: 40, align: 'center' },
  ];
  return resultTable(sheet, x, y + 14, rows, columns, { size: 7, padding: 3 });
}

/** Each analyte is a column, and each unit a line. */
function sideBySide(sheet, rows) {
  sheet.addPage();
  const { record } = sheet;
  const hasTotals = tableStatesTotals(record);
  if (!rows.every(isConcentration)) {
    table(sheet, 40, 60, 'cannabinoids', rows);
    return;
  }
  const base = rows[0].unit;
  const units = hasTotals ? [base, 'mg/container'] : [base];
  const across = (text, index) => [60 + 56 * index, text];
  const line = (y, label, cells) => {
    sheet.text(20, y, label, { size: 6 });
    for (const [x, text] of cells.map(across)) sheet.text(x, y, text, { size: 6 });
  };
  const names = rows.map(({ name }) => name);
  line(60, '', names);
  units.forEach((unit, index) => {
    line(
      70 + 10 * index,
      unit,
      rows.map((row) => resultIn(row, unit, record)),
    );
  });
  const below = 70 + 10 * units.length;
  line(
    below,
    'LOD',
    rows.map(({ lod }) => String(lod ?? '')),
  );
  line(
    below + 9,
    '',
    rows.map(({ lod }) => (lod === null ? '' : base)),
  );
  for (const row of rows)
    sheet.truth.rows.push({
      panel: row.panel,
      name: row.name,
      results: units.map((unit) => ({ valueText: resultIn(row, unit, record), unit })),
      lod: row.lod,
      loq: null,
      limit: null,
      method: null,
    });
  if (!hasTotals) return;
  sheet.text(60, below + 30, 'Total THC', { size: 9 });
  sheet.text(60, below + 42, `${total(sheet, 'thcContent')} mg /Container`, { size: 9 });
  sheet.text(260, below + 30, 'Total CBD', { size: 9 });
  sheet.text(260, below + 42, `${total(sheet, 'cbdContent')} mg /Container`, { size: 9 });
}
