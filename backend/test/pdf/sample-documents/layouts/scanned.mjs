// A scan: the page is a picture, so that software finds no text in it. Nothing can be read from it.
import { setImmediate } from 'node:timers/promises';
import { Resvg } from '@resvg/resvg-js';
import { formatDay, PANEL_TITLES, rowsByPanel } from '../record.mjs';
import { PASS_WORDS, panelsOf } from '../results.mjs';
import { FONT_FILES, NOTICE, Sheet } from '../sheet.mjs';

const LINES_ON_A_PAGE = 40;

export const scanned = {
  name: 'scanned',
  async print(record) {
    const lines = linesOf(record);
    const sheet = new ScannedSheet(record);
    for (let from = 0; from < lines.length; from += LINES_ON_A_PAGE) {
      if (from > 0) sheet.addPage();
      const image = sheet.doc.openImage(picture(lines.slice(from, from + LINES_ON_A_PAGE)));
      sheet.doc.image(image, 0, 0, { width: 612, height: 792 });
      await written(image);
    }
    return sheet;
  },
};

/** pdfkit unpacks a picture in a thread, and lets go of it when it is written. Two at once are written in either order. */
async function written(image) {
  while (image.image !== null) await setImmediate();
}

/** Its notice is part of the picture. */
class ScannedSheet extends Sheet {
  text() {
    return 0;
  }
}

const linesOf = (record) => [
  [record.labName],
  ['Certificate of Analysis'],
  [],
  ['Client', record.brandName],
  ['Product', record.productName],
  ['Batch', record.batchId],
  ['Report', record.labReportId],
  ['Tested', formatDay(record.testDate, 'short')],
  ...(record.thcContent === null
    ? []
    : [
        ['Total THC', `${record.thcContent} mg per container`],
        ['Total CBD', `${record.cbdContent} mg per container`],
      ]),
  ...panelsOf(record).map((panel) => [PANEL_TITLES[panel], PASS_WORDS[record.panels[panel]]]),
  [],
  ...rowsByPanel(record).flatMap(({ panel, rows }) => [
    [PANEL_TITLES[panel], 'Result', 'Unit'],
    ...rows.map((row) => [row.name, row.valueText, row.unit ?? '']),
    [],
  ]),
];

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A page at 150 dots per inch, slightly crooked, as scanners make them. */
function picture(lines) {
  const texts = lines.flatMap((cells, line) =>
    cells.map((cell, column) => `<text x="${60 + column * 170}" y="${60 + line * 17}">${escaped(cell)}</text>`),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 612 792" font-family="Inter" font-size="10">
<rect width="612" height="792" fill="#fbfaf6"/><g transform="rotate(0.35 306 396)" fill="#222222">${texts.join('')}</g>
<text x="306" y="776" font-size="7" text-anchor="middle">${NOTICE}</text></svg>`;
  const options = {
    fitTo: { mode: 'width', value: 1275 },
    font: { loadSystemFonts: false, fontFiles: [FONT_FILES.sans] },
  };
  return new Resvg(svg, options).render().asPng();
}
