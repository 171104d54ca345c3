// Pages of a sample document: text, tables, QR code, and the note on every page that it is invented.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import PDFDocument from 'pdfkit';
import QRCode from 'qrcode';
import { sampleLine } from './record.mjs';

export const NOTICE = 'Demonstration document. Invented laboratory, brand and figures.';

/** Fixed, so that the same record gives the same bytes. */
const CREATED = new Date('2026-01-05T12:00:00Z');

const require = createRequire(import.meta.url);
const folderOf = (name) => dirname(require.resolve(`${name}/package.json`));
const inter = folderOf('@expo-google-fonts/inter');
const serif = folderOf('@expo-google-fonts/source-serif-4');
export const FONT_FILES = {
  sans: join(inter, '400Regular/Inter_400Regular.ttf'),
  'sans-bold': join(inter, '700Bold/Inter_700Bold.ttf'),
  serif: join(serif, '400Regular/SourceSerif4_400Regular.ttf'),
  'serif-bold': join(serif, '700Bold/SourceSerif4_700Bold.ttf'),
};

/**
 * Draws on the pages of one document, and records what it prints in `truth`. Coordinates are points from the top left
 * corner of a page.
 */
export class Sheet {
  /** @type {import('./record.mjs').SampleTruth} */
  truth = { fields: {}, rows: [], panels: {} };

  /** @param {{ family?: 'sans' | 'serif', landscape?: boolean, rotate?: number }} [options] */
  constructor(record, { family = 'sans', landscape = false, rotate = 0 } = {}) {
    this.record = record;
    this.family = family;
    this.rotate = rotate;
    this.doc = new PDFDocument({
      size: 'LETTER',
      layout: landscape ? 'landscape' : 'portrait',
      margin: 0,
      autoFirstPage: false,
      info: { Title: `Certificate of Analysis ${record.labReportId}`, Creator: 'ClearBatch', CreationDate: CREATED },
    });
    for (const [name, file] of Object.entries(FONT_FILES)) this.doc.registerFont(name, file);
    this.addPage();
    if (record.sample) this.aboveNotice(sampleLine(record.sample));
  }

  aboveNotice(text) {
    this.text(0, this.height - 36, text, { size: 7, width: this.width, align: 'center' });
  }

  addPage() {
    this.doc.addPage();
    const { width, height } = this.doc.page;
    this.width = width;
    this.height = height;
    this.bottom = height - 44;
    this.notice();
  }

  notice() {
    this.text(0, this.height - 24, NOTICE, { size: 7, color: '#777777', width: this.width, align: 'center' });
  }

  /** Draws text and returns its height. */
  text(x, y, text, options = {}) {
    const { size = 9, bold = false, color = '#111111', width, align = 'left', spacing = 0 } = options;
    const settings = { align, lineBreak: width !== undefined, characterSpacing: spacing, lineGap: size * 0.1 };
    if (width !== undefined) settings.width = width;
    this.doc
      .font(bold ? `${this.family}-bold` : this.family)
      .fontSize(size)
      .fillColor(color);
    this.doc.text(text, x, y, settings);
    return this.doc.heightOfString(text, settings);
  }

  textWidth(text, { size = 9, bold = false } = {}) {
    return this.doc
      .font(bold ? `${this.family}-bold` : this.family)
      .fontSize(size)
      .widthOfString(text);
  }

  textHeight(text, { size = 9, bold = false, width } = {}) {
    this.doc.font(bold ? `${this.family}-bold` : this.family).fontSize(size);
    return this.doc.heightOfString(text, { width, lineGap: size * 0.1 });
  }

  rule(x, y, width, { color = '#999999', weight = 0.5 } = {}) {
    this.doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(weight)
      .strokeColor(color)
      .stroke();
  }

  box(x, y, width, height, { fill, stroke = '#999999' } = {}) {
    const shape = this.doc.rect(x, y, width, height).lineWidth(0.5);
    if (fill) shape.fillColor(fill).fill();
    else shape.strokeColor(stroke).stroke();
  }

  /** Notes that the document prints a header field or a total, and returns the printed text. */
  states(field, printed, value = printed) {
    this.truth.fields[field] = value;
    return printed;
  }

  /** Prints the record's QR code as vector squares. */
  qr(x, y, size) {
    const { modules } = QRCode.create(this.record.qrText, { errorCorrectionLevel: 'M' });
    const step = size / modules.size;
    this.doc.fillColor('#000000');
    for (let row = 0; row < modules.size; row += 1)
      for (let column = 0; column < modules.size; column += 1)
        if (modules.get(row, column)) this.doc.rect(x + column * step, y + row * step, step, step);
    this.doc.fill();
  }

  /**
   * Prints a table and returns the y below it. A new page starts where a row doesn't fit, with the headings again.
   * @param {{ title?: string, width: number, align?: 'left' | 'right' | 'center' }[]} columns
   * @param {readonly (readonly string[])[]} rows
   */
  table(x, y, columns, rows, style = {}) {
    const {
      size = 8,
      ruled = false,
      zebra = false,
      padding = 3,
      head: headed = true,
      repeat = headed,
      onPage = () => 44,
    } = style;
    const total = columns.reduce((sum, { width }) => sum + width, 0);
    const heightOf = (cells, bold) =>
      Math.max(...cells.map((cell, index) => this.textHeight(cell, { size, bold, width: columns[index].width - 6 }))) +
      padding * 2;
    const draw = (cells, bold, top) => {
      const height = heightOf(cells, bold);
      let left = x;
      for (const [index, { width, align = 'left' }] of columns.entries()) {
        if (ruled) this.box(left, top, width, height);
        this.cell(left + 3, top + padding, cells[index], { size, bold, width: width - 6, align });
        left += width;
      }
      return top + height;
    };
    const titles = columns.map(({ title }) => title);
    let top = y;
    const head = () => {
      top = draw(titles, true, top);
      if (!ruled) this.rule(x, top - 1, total);
    };
    if (headed) head();
    for (const [index, cells] of rows.entries()) {
      if (top + heightOf(cells, false) > this.bottom) {
        this.addPage();
        top = onPage();
        if (repeat) head();
      }
      if (zebra && index % 2 === 1) this.box(x, top, total, heightOf(cells, false), { fill: '#eef2f0' });
      top = draw(cells, false, top);
    }
    return top;
  }

  /** A cell. Exponents such as 10⁵ are ordinary digits, smaller and raised, as laboratories' programs print them. */
  cell(x, y, text, options) {
    const parts = /^(.*\d)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)(.*)$/u.exec(text);
    if (!parts) return this.text(x, y, text, options);
    const [, before, exponent, after] = parts;
    const { size, width, align } = options;
    const digits = [...exponent].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(digit)).join('');
    const small = { ...options, size: size * 0.62, width: undefined, align: 'left' };
    const plain = { ...options, width: undefined, align: 'left' };
    const widths = [this.textWidth(before, plain), this.textWidth(digits, small), this.textWidth(after, plain)];
    const free = width - widths.reduce((sum, one) => sum + one, 0);
    const left = x + (align === 'right' ? free : align === 'center' ? free / 2 : 0);
    this.text(left, y, before, plain);
    this.text(left + widths[0] + 0.2, y - size * 0.12, digits, small);
    if (after) this.text(left + widths[0] + widths[1] + 0.4, y, after, plain);
  }

  /** @returns {Promise<Buffer>} */
  finish() {
    const chunks = [];
    return new Promise((resolve, reject) => {
      this.doc.on('data', (chunk) => chunks.push(chunk));
      this.doc.on('end', () => resolve(Buffer.concat(chunks)));
      this.doc.on('error', reject);
      this.doc.end();
    });
  }
}
