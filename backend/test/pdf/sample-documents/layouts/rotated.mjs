// A page in landscape that is stored upright and turned when it is shown.
import { formatDay, PANEL_TITLES, rowsByPanel, shiftDay } from '../record.mjs';
import { PASS_WORDS, panelsOf, resultTable, total, verdict } from '../results.mjs';
import { Sheet } from '../sheet.mjs';

export const rotated = {
  name: 'rotated',
  print(record) {
    const sheet = new TurnedSheet(record, { rotate: 90 });
    sheet.text(40, 32, sheet.states('labName', record.labName), { size: 14, bold: true });
    sheet.text(560, 34, 'Certificate of Analysis', { size: 12 });
    const labels = [
      ['Product Brand', sheet.states('brandName', record.brandName)],
      ['Product', sheet.states('productName', record.productName)],
      ['Batch Number', sheet.states('batchId', record.batchId)],
      ['Certificate #', sheet.states('labReportId', record.labReportId)],
      ['Date Sampled', formatDay(shiftDay(record.testDate, -8), 'long')],
      ['Date Tested', sheet.states('testDate', formatDay(record.testDate, 'long'), record.testDate)],
    ];
    for (const [index, [label, value]] of labels.entries()) {
      const x = index % 2 === 0 ? 40 : 400;
      const y = 66 + Math.floor(index / 2) * 18;
      sheet.text(x, y, `${label}:`, { bold: true });
      sheet.text(x + 90, y, value);
    }
    sheet.qr(690, 60, 60);
    let y = 128;
    if (record.thcContent !== null) {
      sheet.text(40, y, `Total THC: ${total(sheet, 'thcContent')} mg per bottle`);
      sheet.text(400, y, `Total CBD: ${total(sheet, 'cbdContent')} mg per bottle`);
      y += 20;
    }
    for (const [index, panel] of panelsOf(record).entries()) {
      sheet.text(40 + index * 170, y, `${PANEL_TITLES[panel]}: ${verdict(sheet, panel, PASS_WORDS)}`);
    }
    y += 22;
    for (const { panel, rows } of rowsByPanel(record)) y = section(sheet, y, panel, rows);
    return sheet;
  },
};

/** Draws as if its upright pages were already turned. */
class TurnedSheet extends Sheet {
  addPage() {
    this.doc.addPage();
    this.doc.page.dictionary.data.Rotate = this.rotate;
    const { width, height } = this.doc.page;
    this.doc.rotate(-90, { origin: [0, 0] }).translate(-height, 0);
    this.width = height;
    this.height = width;
    this.bottom = width - 44;
    this.notice();
  }
}

function section(sheet, y, panel, rows) {
  let top = y;
  if (top > sheet.bottom - 90) {
    sheet.addPage();
    top = 40;
  }
  sheet.text(40, top, `${PANEL_TITLES[panel]} Panel`, { size: 10, bold: true });
  const columns = [
    { kind: 'name', title: 'Compound', width: 180 },
    { kind: 'lod', title: 'LOD', width: 70, align: 'right' },
    { kind: 'loq', title: 'LOQ', width: 70, align: 'right' },
    { kind: 'limit', title: 'Max Limit', width: 80, align: 'right' },
    { kind: 'result', title: 'Amount', width: 90, align: 'right' },
    { kind: 'unit', title: 'Unit', width: 70, align: 'center' },
    { kind: 'method', title: 'Technique', width: 110 },
  ];
  return resultTable(sheet, 37, top + 16, rows, columns, { ruled: true, padding: 2.5 }) + 14;
}
