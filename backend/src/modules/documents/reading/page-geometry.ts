import { READING_LIMITS } from './limits.js';
import { allocate, free, memory, type Pdfium } from './pdfium.js';

/** A page's visible part in its own coordinates (from the bottom left), and its rotation. */
export interface PageGeometry {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
  /** Quarter turns clockwise. */
  readonly turns: number;
  /** Size in points, as the page is shown. */
  readonly width: number;
  readonly height: number;
}

/** A rectangle from the top left of the page as it is shown. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** @returns null for a page without a size that PDF allows */
export function geometryOf(pdfium: Pdfium, page: number): PageGeometry | null {
  const at = allocate(pdfium, 16);
  const isKnown = pdfium.FPDF_GetPageBoundingBox(page, at);
  // FS_RECTF: left, top, right, bottom.
  const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(memory(pdfium).buffer, at, 4);
  free(pdfium, at);
  const [width, height] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)];
  const isBox = Boolean(isKnown) && [left, top, right, bottom].every(Number.isFinite);
  if (!isBox || right <= left || top <= bottom || !isAllowed(width) || !isAllowed(height)) return null;
  return { left, bottom, right, top, turns: pdfium.FPDFPage_GetRotation(page) & 3, width, height };
}

const isAllowed = (side: number) => side >= READING_LIMITS.pageSideMin && side <= READING_LIMITS.pageSide;

/** Where a point of the page is shown, from the top left. */
export function shownPoint(page: PageGeometry, x: number, y: number): readonly [number, number] {
  const scale = page.width / (page.turns % 2 === 0 ? page.right - page.left : page.top - page.bottom);
  const [shownX, shownY] = turned(page, x, y);
  return [shownX * scale, shownY * scale];
}

function turned({ left, bottom, right, top, turns }: PageGeometry, x: number, y: number): readonly [number, number] {
  if (turns === 1) return [y - bottom, x - left];
  if (turns === 2) return [right - x, y - bottom];
  if (turns === 3) return [top - y, right - x];
  return [x - left, top - y];
}
