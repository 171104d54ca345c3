import type { ReadField } from '../../shared/document-reading.js';
import { isAboveAddress, nextBelow } from './addressed-names.js';
import { readDay } from './dates.js';
import { looksLikeLab } from './lab-name.js';
import { isKnownLabel, isLabel, labelKey, splitAtColon } from './labels.js';
import { isSectionTitle } from './panel-names.js';
import { boxOf, isIncomplete, type LinedPage, overlapping, type Segment } from './segments.js';
import { isAddress, isEnd } from './wrapped-values.js';

/** A title is this many times as large as most of the page's text. */
const LARGER = 1.4;
/** The part of a page in which its header is. */
const HEADER = 0.35;

/**
 * A product's name without a label: the only large text alone on its line in the header of the first page that is not something else,
 * such as the title of the report, a laboratory, a customer with its address, or a verdict.
 * @param others values that are something else
 */
export function productTitle([first]: readonly LinedPage[], others: readonly (string | null)[]): ReadField | null {
  if (!first) return null;
  const known = new Set(others.map((text) => text?.toLowerCase()));
  const usual = usualSize(first);
  const titles = first.lines
    .filter(({ mid }) => mid < HEADER * first.height)
    .flatMap(({ segments }) => (segments.length === 1 ? segments : []))
    .filter(
      (segment) => segment.size >= LARGER * usual && isTitle(segment.text) && !known.has(segment.text.toLowerCase()),
    )
    .filter((segment) => !isAboveAddress(first, segment));
  const [title, ...more] = titles;
  if (!title || more.length > 0 || isContinued(first, title)) return null;
  return productOf(first, [title]);
}

function productOf(page: LinedPage, parts: readonly Segment[]): ReadField {
  const text = parts.map((part) => part.text).join(' ');
  return { field: 'productName', value: text, printed: text, box: boxOf(page.number, parts), label: null };
}

/** Labels below a product's name. */
const KIND = /^(?:(?:sample|product) )?(?:matrix|type|category)$|^strain$/;
const MOST_LINES = 3;

/**
 * Names without a label that stand right above the kind of sample in the header of the first page. Of several lines, it
 * is not certain whether they are one name, so there are two.
 * @param others values that are something else
 */
export function namesAboveKind(
  [first]: readonly LinedPage[],
  others: readonly (string | null)[],
): readonly ReadField[] {
  if (!first) return [];
  const known = new Set(others.map((text) => text?.toLowerCase()));
  const kinds = first.lines
    .filter(({ mid }) => mid < HEADER * first.height)
    .flatMap(({ segments }) => segments)
    .filter(({ text }) => KIND.test(labelKey(splitAtColon(text)?.label ?? text)));
  for (const kind of kinds) {
    const lines = linesAbove(first, kind);
    const names = lines.filter(({ text }) => isTitle(text) && !known.has(text.toLowerCase()));
    const [top] = names;
    if (top) return lines.length > 1 ? [productOf(first, [top]), productOf(first, names)] : [productOf(first, [top])];
  }
  return [];
}

/** The lines of a paragraph, from top to bottom, that end above a phrase. */
function linesAbove(page: LinedPage, below: Segment): readonly Segment[] {
  const found: Segment[] = [];
  for (let at = below.line - 1, last = below; found.length < MOST_LINES; at -= 1) {
    const line = page.lines[at];
    if (!line || last.mid - line.mid > 1.7 * last.size) break;
    const [part, more] = overlapping(line, last);
    if (!part) continue;
    if (isLabel(part.text)) return [];
    if (more || isEnd(part.text)) break;
    found.unshift(part);
    last = part;
  }
  return found;
}

/** The size of most letters on a page. */
function usualSize({ lines }: LinedPage): number {
  const letters = lines.flatMap(({ segments }) => segments.map(({ size, text }) => ({ size, count: text.length })));
  const half = letters.reduce((sum, { count }) => sum + count, 0) / 2;
  let passed = 0;
  for (const { size, count } of letters.sort((a, b) => a.size - b.size)) {
    passed += count;
    if (passed >= half) return size;
  }
  return 8;
}

const NOT_A_PRODUCT =
  /certificate|analysis|report|\b(?:test(?:s|ed|ing)?|results?|summary|safety|compliance|pass(?:ed)?|fail(?:ed)?|page|complete|final|sample|product|client|overview|details?|information|inc|llc|ltd|corp|company)\b|[:@©]|www\.|https?:/i;

const isTitle = (text: string): boolean =>
  text.length >= 4 &&
  text.length <= 100 &&
  /\p{L}{3}/u.test(text) &&
  !NOT_A_PRODUCT.test(text) &&
  !isIncomplete(text) &&
  !looksLikeLab(text) &&
  !isKnownLabel(text) &&
  !isSectionTitle(text) &&
  !isAddress(text) &&
  readDay(text, 'month-first') === null;

/** A second line of the same type: the title is not whole. */
function isContinued(page: LinedPage, title: Segment): boolean {
  const below = nextBelow(page, title, 1.7);
  return below !== undefined && Math.abs(below.size - title.size) < 0.05 * title.size;
}
