import { READING_LIMITS } from './limits.js';
import type { Bitmap } from './palette.js';
import { memory, type Pdfium } from './pdfium.js';

/** Pixels for each point: text is sharp at 1,200 pixels for a Letter page, and QR codes are large enough to be read. */
const SCALE = 2;
/** A small page, such as a label, is shown larger. */
const MAX_SCALE = 4;
const MIN_WIDTH = 1_000;

/** FPDFBitmap_BGRx. Grey bitmaps make PDFium fail on some documents. */
const BGRX = 3;
const WITH_ANNOTATIONS = 1;
const WHITE = 0xffff_ffff;

/** Draws a page as it is shown, on white. */
export function renderPage(pdfium: Pdfium, page: number, size: { width: number; height: number }): Bitmap {
  const scale = scaleFor(size.width, size.height);
  const width = Math.max(1, Math.floor(size.width * scale));
  const height = Math.max(1, Math.floor(size.height * scale));
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, BGRX, 0, 0);
  if (!bitmap) throw new Error('PDFium has no memory left for a picture');
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, WITH_ANNOTATIONS);
  const at = pdfium.FPDFBitmap_GetBuffer(bitmap);
  // A row of 4-byte pixels has no padding.
  const bgrx = memory(pdfium).slice(at, at + width * height * 4);
  pdfium.FPDFBitmap_Destroy(bitmap);
  return { width, height, bgrx };
}

function scaleFor(width: number, height: number): number {
  const wanted = Math.min(MAX_SCALE, Math.max(SCALE, MIN_WIDTH / width));
  return Math.min(wanted, Math.sqrt(READING_LIMITS.pixels / (width * height)));
}
