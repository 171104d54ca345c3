import { type Area, type PageGeometry, shownPoint } from './page-geometry.js';
import { allocate, free, memory, type Pdfium } from './pdfium.js';
import { unreadable } from './refusal.js';

/** A printed character, with its place from the top left of the page as it is shown. */
export interface Character {
  /** The character; a space where the page has one, or a gap that PDFium interprets as one. */
  readonly text: string;
  readonly area: Area;
  /** The point on the baseline where it begins. */
  readonly origin: readonly [number, number];
  /** Direction of the line in quarter turns clockwise, as shown: 0 from left to right. */
  readonly direction: number;
  /** In points, as shown. */
  readonly fontSize: number;
}

/** A character's box that is higher than this many type sizes is not plausible. */
const MAX_HEIGHT_EM = 2.5;

/** The characters of a page in the order of the file. @throws ReadingRefused if there are more than `limit` */
export function charactersOf(pdfium: Pdfium, page: number, geometry: PageGeometry, limit: number): Character[] {
  const text = pdfium.FPDFText_LoadPage(page);
  if (!text) return [];
  const count = pdfium.FPDFText_CountChars(text);
  if (count > limit) throw unreadable('too-complex');
  const scratch = allocate(pdfium, 64);
  const characters: Character[] = [];
  for (let index = 0; index < count; index += 1) {
    const character = characterAt(pdfium, { text, index, scratch, geometry });
    if (character) characters.push(character);
  }
  free(pdfium, scratch);
  pdfium.FPDFText_ClosePage(text);
  return characters;
}

interface Place {
  readonly text: number;
  readonly index: number;
  readonly scratch: number;
  readonly geometry: PageGeometry;
}

const NOWHERE: Area = { left: 0, top: 0, right: 0, bottom: 0 };
const SPACE: Character = { text: ' ', area: NOWHERE, origin: [0, 0], direction: 0, fontSize: 0 };

function characterAt(pdfium: Pdfium, place: Place): Character | null {
  const code = pdfium.FPDFText_GetUnicode(place.text, place.index);
  const text = isGuess(pdfium, place, code) ? UNKNOWN : printed(code);
  if (text === ' ') return SPACE;
  if (text === '') return null;
  const [originX, originY] = originOf(pdfium, place);
  const [a, b, c, d] = matrixOf(pdfium, place);
  const fontSize = Math.abs(pdfium.FPDFText_GetFontSize(place.text, place.index) * Math.hypot(c, d));
  const area = areaOf(pdfium, place, fontSize);
  if (![originX, originY, fontSize, area.left, area.top, area.right, area.bottom].every(Number.isFinite)) return null;
  const angle = Math.round(Math.atan2(-b, a) / (Math.PI / 2));
  const direction = (((angle + place.geometry.turns) % 4) + 4) % 4;
  return { text, area, origin: shownPoint(place.geometry, originX, originY), direction, fontSize };
}

/** A hyphen at the end of a line, as PDFium marks it. */
const LINE_HYPHEN = 2;
const LIGATURES = /[\uFB00-\uFB06]/;

/** A glyph whose character the document doesn't say. */
const UNKNOWN = '\uFFFD';

/** Whether PDFium took a glyph's number in its font for a character. A dash or a space can't be taken for a value. */
function isGuess(pdfium: Pdfium, { text, index }: Place, code: number): boolean {
  if (pdfium.FPDFText_HasUnicodeMapError(text, index) <= 0) return false;
  return code > 0x10ffff || !/[\p{Pd}\s]/u.test(String.fromCodePoint(code));
}

/** @returns '' for what cannot be shown or stored, ' ' for any white space */
function printed(code: number): string {
  if (code === LINE_HYPHEN) return '-';
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return UNKNOWN;
  const text = String.fromCodePoint(code);
  if (/\s/u.test(text)) return ' ';
  // No font has a glyph for a control character.
  if (/\p{Cc}/u.test(text)) return UNKNOWN;
  // Format characters and noncharacters. JSON in PostgreSQL can't store all of them.
  if (/[\p{Cf}\p{Cn}]/u.test(text)) return '';
  // Superscript digits must stay what they are: 10⁵ is not 105.
  return LIGATURES.test(text) ? text.normalize('NFKC') : text;
}

function originOf(pdfium: Pdfium, { text, index, scratch }: Place): readonly [number, number] {
  if (!pdfium.FPDFText_GetCharOrigin(text, index, scratch, scratch + 8)) return [Number.NaN, Number.NaN];
  const [x = Number.NaN, y = Number.NaN] = new Float64Array(memory(pdfium).buffer, scratch, 2);
  return [x, y];
}

/** FS_MATRIX: a, b, c, d, e, f. */
function matrixOf(pdfium: Pdfium, { text, index, scratch }: Place): readonly [number, number, number, number] {
  if (!pdfium.FPDFText_GetMatrix(text, index, scratch)) return [1, 0, 0, 1];
  const [a = 1, b = 0, c = 0, d = 1] = new Float32Array(memory(pdfium).buffer, scratch, 4);
  return [a, b, c, d];
}

/** The character's advance and the type's height; its ink box if the font's height is not plausible. */
function areaOf(pdfium: Pdfium, place: Place, fontSize: number): Area {
  const { text, index, scratch } = place;
  if (pdfium.FPDFText_GetLooseCharBox(text, index, scratch)) {
    // FS_RECTF: left, top, right, bottom.
    const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(memory(pdfium).buffer, scratch, 4);
    const loose = shownArea(place.geometry, left, bottom, right, top);
    if (isPlausible(loose, fontSize)) return loose;
  }
  if (!pdfium.FPDFText_GetCharBox(text, index, scratch, scratch + 8, scratch + 16, scratch + 24)) return NOWHERE;
  const [left = 0, right = 0, bottom = 0, top = 0] = new Float64Array(memory(pdfium).buffer, scratch, 4);
  return shownArea(place.geometry, left, bottom, right, top);
}

function isPlausible({ left, top, right, bottom }: Area, fontSize: number): boolean {
  const [shorter, longer] = [Math.min(right - left, bottom - top), Math.max(right - left, bottom - top)];
  return shorter > 0 && longer <= MAX_HEIGHT_EM * Math.max(fontSize, 1);
}

function shownArea(geometry: PageGeometry, left: number, bottom: number, right: number, top: number): Area {
  const [x1, y1] = shownPoint(geometry, left, bottom);
  const [x2, y2] = shownPoint(geometry, right, top);
  return { left: Math.min(x1, x2), top: Math.min(y1, y2), right: Math.max(x1, x2), bottom: Math.max(y1, y2) };
}
