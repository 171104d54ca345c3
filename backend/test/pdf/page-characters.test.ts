import { loadPdfium } from '../../src/modules/documents/reading/pdfium.js';
import { onePage, pdfOf } from './hostile-documents/raw-pdf.mjs';
import { pageTexts } from './page-texts.js';

/** A page that prints "Total A?atoxins", where the font calls the glyph of "?" by a name. */
const withGlyph = (name: string) =>
  pdfOf({
    ...onePage({ content: 'BT /F1 12 Tf 72 700 Td (Total A\\001atoxins) Tj ET' }),
    5: `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding /Differences [1 /${name}] >> >>`,
  });

it.each([
  ['fl', 'Aflatoxins'],
  ['g17', 'A\uFFFDatoxins'],
])('a glyph with the name %s is a character only if the name says which', async (name, word) => {
  const pdfium = await loadPdfium();
  const [page] = pageTexts(pdfium, withGlyph(name));
  expect(page?.words.map(({ text }) => text)).toEqual(['Total', word]);
});
