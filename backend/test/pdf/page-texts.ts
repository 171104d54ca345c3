import type { PageText } from '../../src/domain/shared/document-reading.js';
import { charactersOf } from '../../src/modules/documents/reading/page-characters.js';
import { geometryOf } from '../../src/modules/documents/reading/page-geometry.js';
import { wordsOf } from '../../src/modules/documents/reading/page-words.js';
import { openDocument, type Pdfium } from '../../src/modules/documents/reading/pdfium.js';

/** The text of a PDF, read as the product does. Without pictures and QR codes, which take seconds. */
export function pageTexts(pdfium: Pdfium, pdf: Buffer): PageText[] {
  const document = openDocument(pdfium, pdf);
  return Array.from({ length: pdfium.FPDF_GetPageCount(document) }, (_, index) => {
    const page = pdfium.FPDF_LoadPage(document, index);
    const geometry = geometryOf(pdfium, page);
    if (!geometry) throw new Error(`page ${index + 1} has no size`);
    const words = wordsOf(charactersOf(pdfium, page, geometry, 100_000), geometry);
    return { number: index + 1, width: geometry.width, height: geometry.height, words };
  });
}
